/** Which sentences of one source answer: the best one, then what says most of what is still unsaid. */
import { hasFigures } from '../evidence/abstract.ts';
import { type Cue, isDoubting, VERDICT } from './cues.ts';
import { fitOfSentence, type Weighed } from './fitting.ts';
import { type Sentence, type Term, WIDER } from './naming.ts';
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
  /** How many things are asked. */
  readonly parts: number;
}

export const bare = (text: string) => text.replace(/[.\s]+$/, '');

/** In the order of the text. `settled`: what is said already. */
export function sentencesFor(
  source: Source,
  { terms, weights, cues, isFirst, isYesOrNo, parts }: Asking,
  settled: string,
): string[] {
  const isAdvice = ADVISING.includes(source.row.design_id);
  const slots = cues.filter(({ slot }) => slot !== VERDICT);
  const isVerdict = slots.length < cues.length || slots.length === 0 || isYesOrNo;
  const inTitle = terms.map((term) => term.inside(source.title) > WIDER);
  const weighed: Weighed[] = source.sentences.map(({ text, role, read, follows }, at) => ({
    ...{ at, text, role, follows },
    terms: terms.map((term) =>
      Math.max(term.inside(read), follows === undefined ? 0 : BY_OTHER * term.inside(source.sentences[follows]!.read)),
    ),
    slots: slots.map(
      (cue) =>
        cue.tells(read.plain) ||
        (cue.slot === HARM && tellsHarm(source, text, read)) ||
        (cue.slot === ADVICE && isItem(text)),
    ),
  }));
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
      .filter(({ role }) => !(isDoubted && role === 'conclusion'))
      .map((each) => ({ each, ...fitOfSentence(each, said, { worth, isAdvice, isVerdict }) }))
      .toSorted((a, b) => b.score - a.score);
    if (best === undefined || (said.length > 0 && best.fresh < LEAST_GAIN)) break;
    // A further source is heard where it tells just what is asked for.
    if (!isFirst && slots.length > 0 && !isVerdict && best.told === 0) break;
    taken.push(best.each);
  }
  const heads = taken.flatMap(({ follows }) => (follows === undefined ? [] : weighed[follows]!));
  const following = isAdvice
    ? taken.flatMap(({ at }) => weighed.filter(({ follows }) => follows === at).slice(0, MOST_FOLLOWING))
    : [];
  const all = [...new Set([...taken, ...[...heads, ...following].filter((each) => !before.includes(each))])];
  return inOrder(
    isAdvice ? all : isVerdict ? withVerdict(all, before) : isOnWay ? withFigures(all) : withEnd(withFigures(all)),
  );

  function inOrder(some: readonly Weighed[]): string[] {
    return weighed.filter((each) => some.includes(each)).map(({ text }) => text);
  }

  /** What was asked for by name is told with its figures, where there are any. */
  function withFigures(some: readonly Weighed[]): Weighed[] {
    const isNamed = (each: Weighed, at: number) =>
      !GIVEN.includes(terms[at]!.kind) && !inTitle[at] && each.terms[at]! > WIDER;
    const bareOf = terms
      .map((_, at) => at)
      .filter(
        (at) =>
          some.some((each) => isNamed(each, at)) && !some.some((each) => isNamed(each, at) && isFigured(each.text)),
      );
    const further = bareOf.flatMap(
      (at) => weighed.find((each) => each.role === 'result' && isNamed(each, at) && isFigured(each.text)) ?? [],
    );
    return [...new Set([...some, ...further.slice(0, 1)])];
  }

  /** What its authors make of it, where it is short: a figure by itself says little. */
  function withEnd(some: readonly Weighed[]): Weighed[] {
    const [end] = weighed.filter(({ role }) => role === 'conclusion' && !isDoubted);
    const isTold = end === undefined || end.text.length > SHORT_END || before.includes(end);
    return isTold || some.length === 0 ? [...some] : [...new Set([...some, end])];
  }

  /** Of two that are held against each other what each did harm with belongs to which is better. */
  function harmIn(some: readonly Weighed[]): Weighed[] {
    const given = terms.filter(({ kind }, at) => GIVEN.includes(kind) && source.named[at]! > WIDER);
    const isHarm = ({ text }: Weighed) => source.row.harms?.includes(text) === true;
    return !isFirst || given.length < 2 || some.some(isHarm) ? [] : weighed.filter(isHarm).slice(0, 2);
  }

  /** What bounds it, where nothing that is said does: a verdict without its limits misleads. */
  function limitIn(some: readonly Weighed[]): Weighed[] {
    if (some.some(({ text }) => isDoubting(text))) return [];
    return weighed.filter(({ text, role }) => role !== 'background' && isDoubting(text)).slice(0, 1);
  }

  /** To a question of whether belong what the authors conclude, the figures that come nearest, and what it was made for. */
  function withVerdict(some: readonly Weighed[], told: readonly Weighed[]): Weighed[] {
    const concluded = isDoubted ? [] : weighed.filter(({ role }) => role === 'conclusion').slice(0, 1);
    const figures = weighed.filter(({ role, text }) => role === 'result' && isFigured(text));
    // In a study of a medicine every figure is on it.
    const nearness = (each: Weighed) =>
      worth.reduce((sum, weight, at) => sum + (GIVEN.includes(terms[at]!.kind) ? 0 : weight * each.terms[at]!), 0);
    const [nearest] = figures.toSorted((x, y) => nearness(y) - nearness(x));
    const further = [
      ...concluded,
      ...(nearest === undefined ? [] : [nearest]),
      ...(isFirst ? figures.slice(0, 1) : []),
      ...harmIn([...some, ...told]),
      ...limitIn([...some, ...told, ...concluded]),
    ];
    return [...new Set([...some, ...further.filter((each) => !told.includes(each))])];
  }
}

/** "Relative risks were 0.20 for syphilis" has figures too. */
const isFigured = (text: string) => hasFigures(text) || /\d[.·]\d/.test(text);

const GIVEN: readonly string[] = ['medicine', 'name'];

/** It counts what people suffer from, and not what they were treated for. */
function tellsHarm({ row, title, sentences }: Source, text: string, { reading }: Sentence): boolean {
  if (row.harms?.includes(text)) return true;
  const isResult = sentences.some((each) => each.text === text && each.role === 'result');
  const isFelt = (id: string) => SUFFERED.test(id) && !title.reading.concepts.has(id);
  return isResult && (isFigured(text) || /\d\s?%/.test(text)) && [...reading.concepts].some(isFelt);
}

const SHORT_END = 220;
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
/** Named by the sentence that this one goes on with. */
const BY_OTHER = 0.7;
const LEAST_GAIN = 1;
