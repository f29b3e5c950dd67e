/** Which sentences of one source answer: the best one, then what says most of what is still unsaid, then what an answer owes. */
import { goesBeyond } from '../evidence/claims-beyond.ts';
import { type Cue, isAskedFor, VERDICT } from './cues.ts';
import { isFigured } from './figured.ts';
import { fitOfSentence, type Weighed } from './fitting.ts';
import { readSentence, type Sentence, type Term, WIDER } from './naming.ts';
import { owedBeside } from './owing.ts';
import { DECIDING, isItem, type Source } from './sources.ts';

const MOST_SENTENCES = 3;
const MOST_OF_OTHERS = 2;
/** A question in several parts is answered in more sentences. */
const MOST_PARTS = 2;
/** What is advised stands in items, each on one thing. */
const MOST_ADVICE = 3;
/** Of an item that was chosen: to whom it does not apply stands behind what is advised. */
const MOST_FOLLOWING = 2;

export interface Asking {
  readonly terms: readonly Term[];
  readonly weights: readonly number[];
  readonly cues: readonly Cue[];
  /** The source that fits best. */
  readonly isFirst: boolean;
  readonly isYesOrNo: boolean;
  /** Something is to be done or left. */
  readonly isDecision: boolean;
  /** Of somebody, or of a group of people. */
  readonly isOfSomebody: boolean;
  /** How many things are asked. */
  readonly parts: number;
  /** Runs of words as they were asked. */
  readonly runs: readonly string[];
}

export const bare = (text: string) => text.replace(/[.\s]+$/, '');

/** In the order of the text. `settled`: what is said already. */
export function sentencesFor(source: Source, asking: Asking, settled: string): string[] {
  const { terms, weights, cues, isFirst, isYesOrNo, isDecision, isOfSomebody, parts, runs } = asking;
  const isAdvice = ADVISING.includes(source.row.design_id);
  const slots = cues.filter(isAskedFor);
  const isVerdict = cues.some(({ slot }) => slot === VERDICT) || slots.length === 0 || isYesOrNo || isDecision;
  const inTitle = terms.map((term) => term.inside(source.title) > WIDER);
  const weighed = weigh(source, terms, slots, runs);
  // What every sentence of a source is on tells none of them apart.
  const worth = weights.map((weight, at) => {
    const naming = weighed.filter((each) => each.terms[at]! > 0).length;
    return (
      weight *
      Math.min(1, Math.log(1 + weighed.length / (1 + naming)) / 2) *
      (!inTitle[at] ? 1 : isAdvice ? IN_GUIDELINE : GIVEN.includes(terms[at]!.kind) ? GIVEN_IN_TITLE : IN_TITLE)
    );
  });
  // How it was done is no answer to what came of it.
  const isOnWay = slots.some(({ way }) => way);
  // What is concluded of a study that is doubted is not repeated: what was found in it is.
  const isDoubted = source.row.notices.some(({ kind }) => kind === 'concern');
  const before = weighed.filter(({ text }) => settled.includes(bare(text)));
  const taken: Weighed[] = [];
  const most = (isFirst ? (isAdvice ? MOST_ADVICE : MOST_SENTENCES) : MOST_OF_OTHERS) + Math.min(MOST_PARTS, parts - 1);
  while (taken.length < most) {
    const said = [...before, ...taken];
    const [best] = weighed
      .filter((each) => !said.includes(each) && (isOnWay || each.role !== 'method'))
      .filter(({ role, text }) => (role !== 'conclusion' && isFigured(text)) || !goesBeyond(source.row, text))
      .filter(({ role }) => role !== 'conclusion' || !isDoubted)
      .map((each) => ({ each, ...fitOfSentence(each, said, { worth, isAdvice, isVerdict }) }))
      .toSorted((a, b) => b.score - a.score);
    if (best === undefined || (said.length > 0 && best.fresh < LEAST_GAIN)) break;
    // A further source is heard where it tells just what is asked for.
    if (!isFirst && slots.length > 0 && !isVerdict && best.told === 0) break;
    taken.push(best.each);
  }
  const heads = taken.flatMap(({ follows }) => (follows === undefined ? [] : weighed[follows]!));
  const following = isAdvice
    ? taken.flatMap((one) =>
        weighed
          .filter(({ at, follows }) => follows === (one.follows ?? one.at) && at > one.at)
          .slice(0, MOST_FOLLOWING),
      )
    : [];
  const chosen = [...new Set([...taken, ...[...heads, ...following].filter((each) => !before.includes(each))])];
  const owed = owedBeside(chosen, before, {
    ...{
      source,
      weighed,
      terms,
      worth,
      inTitle,
      slots,
      isFirst,
      isAdvice,
      isVerdict,
      isOnWay,
      isDecision,
      isDoubted,
      isOfSomebody,
    },
  });
  const all = new Set([...chosen, ...owed]);
  return weighed.filter((each) => all.has(each)).map(sayWithPart);
}

function weigh(source: Source, terms: readonly Term[], slots: readonly Cue[], runs: readonly string[]): Weighed[] {
  const named = (read: Sentence, part: string | undefined) => {
    const of = part === undefined ? undefined : readSentence(part);
    return terms.map((term) => Math.max(term.inside(read), of === undefined ? 0 : BY_OTHER * term.inside(of)));
  };
  return source.sentences.map(({ text, role, read, follows, part, opens }, at) => ({
    ...{ at, text, role, follows, part, opens },
    isEchoing: runs.some((run) => read.plain.includes(run)),
    terms: named(read, part).map((own, place) =>
      Math.max(own, follows === undefined ? 0 : BY_OTHER * terms[place]!.inside(source.sentences[follows]!.read)),
    ),
    slots: slots.map(
      (cue) =>
        cue.tells(read.plain) ||
        cue.isPart(part) ||
        (cue.slot === HARM && tellsHarm(source, text, read)) ||
        (cue.slot === ADVICE && isItem(text)),
    ),
  }));
}

/** "Funding: Northern Levy": a part that says what its first words are. */
function sayWithPart({ text, part, opens }: Weighed): string {
  if (!opens || part === undefined || PLAIN_PARTS.test(part) || text.toLowerCase().startsWith(part)) return text;
  return `${part[0]!.toUpperCase()}${part.slice(1)}: ${text}`;
}

const PLAIN_PARTS =
  /result|finding|conclu|background|introduc|method|interpretation|discussion|summary|question|^sir|^\d/;

/** It counts what people suffer from, and not what they were treated for. */
function tellsHarm({ row, title, sentences }: Source, text: string, { reading }: Sentence): boolean {
  if (row.harms?.includes(text)) return true;
  const isResult = sentences.some((each) => each.text === text && each.role === 'result');
  const isFelt = (id: string) => SUFFERED.test(id) && !title.reading.concepts.has(id);
  return isResult && (isFigured(text) || /\d\s?%/.test(text)) && [...reading.concepts].some(isFelt);
}

const GIVEN: readonly string[] = ['medicine', 'name'];
const HARM = 'harm';
const ADVICE = 'advice';
const SUFFERED = /^(?:symptom|condition):/;

/** They conclude nothing: each of their sentences is on something else. */
const ADVISING = ['guideline', ...DECIDING];

/** What the title says every sentence is on. */
const IN_TITLE = 0.6;
/** And every item of a guideline is, whatever it advises. */
const IN_GUIDELINE = 0.15;
const GIVEN_IN_TITLE = 0.3;
/** Named by the sentence that this one goes on with, or by what its part is called. */
const BY_OTHER = 0.7;
const LEAST_GAIN = 1;
