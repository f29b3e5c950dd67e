/**
 * What sources say to a question, in their own words. A verdict is read out of figures and can be misread; beside it stands the
 * sentence that it rests on, and where no verdict could be read the sentence answers. May touch: the rows of the evidence table.
 */

import { isEvidence } from '../evidence/grading.ts';
import type { EvidenceRow } from '../evidence/table.ts';
import { foldText, hasAny } from '../evidence/words.ts';
import type { Mark } from '../retraction.ts';
import { listOf } from '../survey.ts';
import { vocabulary } from '../vocabulary.ts';
import { asked, isAsking } from './asked.ts';
import { bare, type Choice, type Chosen, chooseQuotes } from './choosing.ts';
import { cuesAsked } from './cues.ts';
import { echoOf, isContradicted } from './echo.ts';
import { isInitials } from './naming.ts';
import { quote, tellConcern, tellTakenBack } from './saying.ts';
import { DECIDING } from './sources.ts';

export { chooseQuotes } from './choosing.ts';
export { cueRows, cuesAsked, reasonsIn } from './cues.ts';
export { type Gaps, gapsIn, sayGaps } from './gaps.ts';
export { lookLast } from './last-look.ts';
export { tellCorrections } from './saying.ts';

/** So much of what is asked is named that the source is on it. */
const SURE = 0.45;
/** Where nothing in it is known for an illness or for something given, words alone have to do. */
const SURE_BY_WORDS = 0.55;
/** Of what it needs something is not named, and may be meant. */
const SURE_BY_OTHERS = 0.5;
/** A verdict on sources that name so much less of the question than the best one is on something else. */
const FARTHER = 0.15;

export interface Sources {
  /** Of the table: what is on the subject, of the kind that was asked for. */
  readonly rows: readonly EvidenceRow[];
  /** Beside the table: what ranks high for the question. */
  readonly near?: readonly EvidenceRow[] | undefined;
  /** The table, with notices and what is not relied on. */
  readonly all?: readonly EvidenceRow[] | undefined;
  /** What was settled is what somebody decided: no study says otherwise. */
  readonly isDecided?: boolean | undefined;
}

/**
 * Behind what was settled: the words that it rests on, as far as they are not in it yet; instead of it where it settles nothing.
 */
export function withWords(
  question: string,
  settled: string | undefined,
  given: readonly EvidenceRow[] | Sources,
  mark: Mark,
): string | undefined {
  const { rows, near = [], all = rows, isDecided = false }: Sources = 'rows' in given ? given : { rows: given };
  // What happened in a span of time is told by dates alone.
  if (settled !== undefined && hasAny(foldText(question), vocabulary().changing_in)) return settled;
  const candidates = [...rows, ...near.filter(isEvidence)];
  const known = [...all, ...near];
  const choose = (said: string) => chooseQuotes(asked(question), candidates, said, mark, known);
  const first = choose(settled ?? '');
  // A subject to look into is surveyed: only a question has an answer.
  if (settled === undefined && !(first.isNarrow && isAsking(question))) return undefined;
  const isSure = first.chosen.some((each) => isOnIt(each, first.isGrounded));
  const isUnread =
    settled === undefined ||
    UNREAD.test(settled) ||
    isContradicted(settled, echoOf(question, concludedBy(first.chosen))) ||
    (isSure &&
      !isDecided &&
      ((MANY.test(settled) && first.given.length > 0) ||
        isElsewhere(settled, first, candidates, mark) ||
        isBesideIt(settled, choose('').chosen, candidates)));
  const isAnswered = isSure && isUnread && first.unnamed.length === 0;
  // What is not said in the end leaves its words to be quoted.
  const choice = isAnswered ? choose('') : first;
  const said = isAnswered ? '' : (settled ?? '');
  const { chosen } = choice;
  const told = (some: readonly Chosen[]) =>
    some.flatMap(({ row, sentences }) =>
      sentences.length === 0 ? [] : [...quote(row, sentences, mark), ...tellConcern(row, known, mark)],
    );
  const whole = chosen.filter((each) => each.lacks.length === 0 || isOnIt(each, choice.isGrounded));
  const out = whole.filter(({ without }) => without !== undefined && !said.includes(bare(without)));
  // Who was left out of it is told before what came of the others.
  const left =
    out.length === 0
      ? ''
      : `**Not studied in those who are asked about:** ${out.flatMap(({ row, without }) => quote(row, [without!], mark)).join(' ')}`;
  const words = TAKEN_BACK.test(said)
    ? ''
    : [told(whole).join(' '), isSure ? tellDispute(question, whole) : ''].filter(Boolean).join(' ');
  const taken = TAKEN_BACK.test(said) ? NOTHING_TAKEN : findTakenBack(question, choice, known, mark);
  const joined = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' ') || undefined;
  if (isAnswered && words !== '') {
    const quoted = `**In the words of the sources:** ${words}`;
    return taken.isFirst ? joined(left, taken.text, quoted) : joined(left, quoted, taken.text);
  }
  // Why it was taken back is asked: what else is said of it is no answer.
  if (taken.isFirst && !isSure) return joined(taken.text);
  if (!isUnread) return joined(left, left === '' ? settled : `Of others: ${settled}`, words, taken.text);
  if (taken.text !== '' && (settled === undefined || UNREAD.test(settled))) return joined(left, taken.text);
  const onRest = (without: readonly string[]) => {
    if (without.length === 0 || !without.every(isInitials)) return '';
    // Initials that nobody writes may stand for what the sources write out.
    const plain = without.reduce((text, name) => text.replaceAll(name, ' '), asked(question));
    const rest = chooseQuotes(plain, candidates, '', mark, known);
    const on = rest.chosen.filter((each) => isOnIt(each, rest.isGrounded));
    return on.length === 0 ? '' : ` By other words it may be this: ${told(on).join(' ')}`;
  };
  return settled === undefined
    ? joined(left, denialOf(choice, told(chosen).join(' '), onRest))
    : joined(left, settled, onRest(choice.unnamed).trim());
}

/** So much of the question is named that it answers; more where something is called by other words, or by none. */
function isOnIt({ fit, lacks, isByOtherWords }: Chosen, isGrounded: boolean): boolean {
  if (lacks.length > 0) return isByOtherWords && fit >= SURE_BY_OTHERS;
  return fit >= (isGrounded ? SURE : SURE_BY_WORDS);
}

/** What it is asked of is nowhere named, or not together. */
function denialOf(
  { chosen, unnamed, unknown, given }: Choice,
  words: string,
  rest: (without: readonly string[]) => string,
): string {
  const nowhere = unnamed.length > 0 ? unnamed : unknown;
  const [best] = chosen;
  if (nowhere.length > 0) return `**No source that was found speaks of ${listOf(nowhere)}.**${rest(nowhere)}`;
  if (best === undefined || best.lacks.length === 0 || words === '') return '';
  const isCompared = given.length > 1 && best.lacks.some((name) => given.includes(name));
  const what = isCompared ? `compares ${listOf(given)} or speaks of both` : `speaks of ${listOf(best.lacks)} in this`;
  return `**No source that was found ${what}.** What there is: ${words}`;
}

/** The verdict rests on sources that fit much less than the one that fits best. */
function isElsewhere(
  settled: string,
  { chosen, fits }: Choice,
  candidates: readonly EvidenceRow[],
  mark: Mark,
): boolean {
  const [best] = chosen;
  const isStudy = (id: string) => candidates.some((row) => row.id === id && !DECIDING.includes(row.design_id));
  const cited = [...fits].filter(([id]) => mark(id) !== '' && settled.includes(mark(id)) && isStudy(id));
  return best !== undefined && cited.length > 0 && cited.every(([, fit]) => fit < best.fit - FARTHER);
}

/** It is made of items of a guideline, each on another thing, and none of those that answer best is among them. */
function isBesideIt(settled: string, best: readonly Chosen[], candidates: readonly EvidenceRow[]): boolean {
  const [first] = best;
  const isSaid = (text: string) => text.length >= SHORTEST_QUOTE && settled.includes(bare(text));
  if (first === undefined || first.sentences.some(isSaid)) return false;
  const quoted = candidates.filter(({ said = [] }) => said.some(({ text }) => isSaid(text)));
  return quoted.length > 0 && quoted.every(({ design_id }) => design_id === 'guideline');
}

const SHORTEST_QUOTE = 30;

interface TakenBack {
  readonly text: string;
  /** It is what was asked about. */
  readonly isFirst: boolean;
}

const NOTHING_TAKEN: TakenBack = { text: '', isFirst: false };

/** What fits as well and was taken back: whoever remembers it is told so. */
function findTakenBack(question: string, choice: Choice, all: readonly EvidenceRow[], mark: Mark): TakenBack {
  const [row] = choice.takenBack;
  if (row === undefined) return NOTHING_TAKEN;
  const isFirst = cuesAsked(question).some(({ slot }) => slot === 'doubt') || choice.chosen.length === 0;
  return { text: tellTakenBack(question, row, all, mark, isFirst), isFirst };
}

/** Two that answer, the one with yes, the other with no. */
function tellDispute(question: string, chosen: readonly Chosen[]): string {
  const echoes = chosen.map((each) => echoOf(question, concludedBy([each])));
  return echoes.includes('yes') && echoes.some((echo) => echo === 'no' || echo === 'both')
    ? '**These sources do not agree.**'
    : '';
}

function concludedBy(chosen: readonly Chosen[]): string[] {
  const [best] = chosen;
  return (best?.row.said ?? []).filter(({ role }) => role === 'conclusion').map(({ text }) => text);
}

/** Each of many by itself: who asks of one of them by name reads what answers that. */
const MANY = /^\*\*By treatment:/;

/** What stands in its place is on something else. */
const TAKEN_BACK = /^\*\*(?:The only study|All \d+ studies|All \p{L}+ studies) of /u;

/** It could not be read, or nothing was found by its names, which is no word on what the sources say. */
const UNREAD =
  /^\*\*(?:Nothing that (?:was found|can be relied on) (?:says what becomes of|says how it does|could be read)|What was found does not say|On [^*]{1,200} nothing was found|No study of [^*]{1,200} was found|Nothing that I have can tell)/;
