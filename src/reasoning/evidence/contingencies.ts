/**
 * What papers say to do in a case: "If redness or heat come again: antibiotic the same day". The case is read apart from what is
 * to be done, so that what somebody tells is compared with the case alone, however long the order after it is.
 */
import { nearnessTo } from '../../search/semantic/nearness.ts';
import { pattern } from '../patterns.ts';
import { type Passage, partsOf, stemsOf, withSynonyms } from './passages.ts';
import { contentWords } from './words.ts';

export interface Contingency {
  passage: Passage;
  /** "redness, heat or flu feelings come again" */
  when: string;
  /** "antibiotic the same day" */
  act: string;
}

const OPENS = pattern('opens_case');
const ENDS_WITH_CASE = pattern('ends_with_case');
const LISTS_CASES = pattern('lists_cases');
const ORDER = pattern('order_begins');
const INSTRUCTS = pattern('instructs');
const [SHORTEST, LONGEST] = [8, 170];

/** The cases of one sentence of a paper; none where it only tells. */
export function contingenciesIn(passage: Passage): Contingency[] {
  return passage.text
    .split(/(?<=[.!;])\s+/)
    .flatMap((clause) => caseIn(clause.trim()))
    .filter(({ when, act }) => when.length >= SHORTEST && when.length <= LONGEST && INSTRUCTS.test(act))
    .map(({ when, act }) => ({ passage, when, act }));
}

/** The case first ("If hot: ring", "Hot, red or swollen: ring"), the order first ("Ring us if hot", "Report at once: hot, red"). */
function caseIn(clause: string): { when: string; act: string }[] {
  const listed = LISTS_CASES.exec(clause);
  if (listed !== null) return [{ when: clause.slice(listed[0].length), act: listed[0] }];
  const opened = OPENS.exec(clause);
  const body = opened === null ? clause : clause.slice(opened[0].length);
  const colon = body.indexOf(': ');
  const order = opened === null ? -1 : body.search(ORDER);
  const at = [colon, order].filter((each) => each > 0).toSorted((one, other) => one - other)[0];
  if (at !== undefined) return [{ when: body.slice(0, at), act: body.slice(at).replace(/^[:,\s]+/, '') }];
  const ended = ENDS_WITH_CASE.exec(clause);
  return ended === null
    ? []
    : [{ when: clause.slice(ended.index + ended[0].length), act: clause.slice(0, ended.index) }];
}

export interface Fitting extends Contingency {
  /** How well what is told fits the case: nearness in meaning, raised by each word that both say. */
  fit: number;
}

const PER_WORD = 0.06;
const MOST_WORDS = 4;
/** Of so many cases the newest are weighed. */
const MOST = 120;

/** "TOO LOW (sweets at a party)." over its own paragraph. */
const HEADED = /^[A-Z][A-Z' -]{3,30}(?:\s*\([^)]{3,60}\))?\s*[.:]?$/;

/** The first sentence below a heading, with the heading as its case. */
function headedBy(passage: Passage): Contingency[] {
  const { before, text } = passage;
  return before === undefined || !HEADED.test(before.text.trim()) || HEADED.test(text.trim())
    ? []
    : [{ passage, when: before.text.toLowerCase(), act: text }];
}

/** The cases of these passages that what is told may be, best first. */
export function casesFor(told: string, passages: readonly Passage[]): Fitting[] {
  const newest = passages.toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  const all = newest.flatMap((passage) => [...headedBy(passage), ...contingenciesIn(passage)]).slice(0, MOST);
  if (all.length === 0) return [];
  const cases = all.map(({ when }) => when);
  const near = [told, ...partsOf(told)].map((part) => nearnessTo(part, cases));
  const words = [...withSynonyms(contentWords(told)).keys()];
  return all
    .map((each, at) => {
      const held = stemsOf(each.when);
      const shared = Math.min(MOST_WORDS, words.filter((word) => held.has(word)).length);
      return { ...each, fit: Math.max(...near.map((row) => row[at]!)) + PER_WORD * shared };
    })
    .toSorted((a, b) => b.fit - a.fit);
}
