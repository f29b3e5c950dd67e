/**
 * What papers asked for: a test, a scan, a check, a referral, by when, and whether the record shows it done since. So "did
 * they repeat it?" and "what did the scan show?" have an answer where nothing was done, and a value knows what is missing.
 */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { countOf, shift } from '../../clinical/dates/calendar.ts';
import { readDates } from '../../clinical/dates/dates.ts';
import { MONTH, sentencesOf, stem, wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';
import { findPhrase, type Phrase, parsePhrase } from '../frames/phrase.ts';
import { levelsOf } from './levels.ts';
import { type Passage, passagesOf, stemsOf, withSynonyms } from './passages.ts';
import { readingsOf } from './series.ts';
import { writeOutShort } from './shorthand.ts';
import { contentWords } from './words.ts';

const row = z.strictObject({
  id: z.string(),
  says: z.array(z.string()).min(1),
  example: z.string(),
  counter: z.string(),
});
export const planWords = z
  .strictObject({ asks: z.array(row), unmet: z.array(row), terms: z.array(z.string()).min(1) })
  .parse(readRows(new URL('./plans.yml', import.meta.url)));

const phrasesOf = (rows: readonly z.output<typeof row>[]): Phrase[] =>
  rows.flatMap(({ says }) => says.map(parsePhrase));
const ASKS = phrasesOf(planWords.asks);
const UNMET = phrasesOf(planWords.unmet);

export interface Plan {
  passage: Passage;
  /** What is to be done, by the catalogue; empty where it has no name there. */
  concepts: readonly string[];
  /** The day or month by which it was to be done; null where the paper gives no term. */
  due: string | null;
  /** It comes again and again. */
  every: boolean;
  /** The last time that it was done after the paper asked. */
  done: Done | undefined;
  /** The paper says itself that it was not done. */
  unmet: boolean;
}

export interface Done {
  uuid: string;
  label: string;
  name: string;
  time: string;
}

export function isPlan(text: string): boolean {
  return says(ASKS, text);
}

/** Papers and names of entries that say of themselves that it was not done. */
export function isUnmet(text: string): boolean {
  return says(UNMET, text);
}

function says(phrases: readonly Phrase[], text: string): boolean {
  const words = wordsIn(writeOutShort(text)).map(({ lower }) => ({ text: lower.replaceAll('’', "'"), kinds: [] }));
  return phrases.some((phrase) => findPhrase(phrase, words) >= 0);
}

/** What is to be done only if something happens is no plan; nor what is to be measured again within hours. */
const CONDITIONAL =
  /^\W*(?:if|when|should|in case)\b|\b(?:below|above|under|over|less than|more than|or (?:above|more|higher|below|less))\b[^:;]{0,60}:|\bin \d+ hours?\b/i;

const read = new WeakMap<Chart['view'], Plan[]>();

/** Newest paper first. */
export function plansOf(chart: Chart): Plan[] {
  const known = read.get(chart.view);
  if (known !== undefined) return known;
  const plans = passagesOf(chart)
    .filter(({ time, text }) => time !== null && isPlan(text) && !CONDITIONAL.test(text))
    .flatMap((passage) => plansIn(chart, passage))
    .toSorted((a, b) => b.passage.time!.localeCompare(a.passage.time!));
  read.set(chart.view, plans);
  return plans;
}

const DOABLE = ['procedure', 'observation', 'vaccine'] as const;

function plansIn(chart: Chart, passage: Passage): Plan[] {
  const { text } = passage;
  const meant = wantedBy(chart, passage);
  const concepts = passage.remark ? meant.filter(isNarrow) : meant;
  const after = passage.paper[passage.paper.indexOf(passage) + 1];
  const unmet = isUnmet(text) || (after !== undefined && after.text.length < BRIEF && isUnmet(after.text));
  const event = eventIn(chart, passage);
  const term = event?.term ?? termIn(text, passage.time!);
  const one = (ids: readonly string[]): Plan => {
    const done = unmet ? undefined : doneSince(chart, passage, ids, event?.day);
    const own = ids.every((id) => isTermOf(text, id)) ? term : undefined;
    const due = own === undefined ? null : own.every && done !== undefined ? own.next(done.time) : own.due;
    return { passage, concepts: ids, due, done, unmet, every: own?.every === true };
  };
  return concepts.length === 0 ? [one([])] : concepts.map((id) => one([id]));
}

/**
 * What the asking sentence names. "Repeat in three years" names nothing: in the report of a test it is that test, else what
 * the sentences around it speak of.
 */
function wantedBy(chart: Chart, passage: Passage): string[] {
  const { text, title, before, remark } = passage;
  const asking = sentencesOf(text).filter(isPlan).join(' ');
  if (isVisit(passage)) return [];
  const ofPaper = remark ? [] : conceptsIn(chart, title).filter((id) => id.startsWith('procedure:') && isNarrow(id));
  const told = remark ? title : (before?.text ?? '');
  const places = [() => conceptsIn(chart, asking), () => ofPaper, () => conceptsIn(chart, text)];
  for (const place of [...places, () => conceptsIn(chart, told)]) {
    const found = place();
    if (found.length > 0) return found;
  }
  return [];
}

/** "RV 3/12" in a sentence of its own: who wrote it wants to see the person again, and no test of what stands before it. */
const VISIT =
  /^\W*(?:(?:clinic |for |to |we |i |will |please )*)(?:review|follow[- ]?up|see (?:again|you|him|her|them|me)|return|appointment|back)\b(?:\s+(?:with me|here|in clinic|clinic|again|you|him|her|them|me|to clinic|appointment))*\s*(?:in|at|after|on)?\s*(?:\d+|an?|one|two|three|four|five|six|eight|nine|ten|twelve)?\s*(?:days?|weeks?|months?|years?)?\W*$/i;

function isVisit({ text }: Passage): boolean {
  const asking = text.split(/(?<=[.;])\s+/).filter(isPlan);
  return asking.length > 0 && asking.every((part) => VISIT.test(writeOutShort(part)));
}

const AFTER_EVENT =
  /\b(\d+|an?|one|two|three|four|five|six|nine|twelve)\s+(week|month|year)s?\s+after\s+(?:the |her |his |your )?(?:surgery|operation|resection|transplant\w*|stenting|procedure)\b/i;

/** "Colonoscopy one year after surgery": counted from the operation, whenever the paper was written. */
function eventIn(chart: Chart, { text, time }: Passage): { day: string; term: Term } | undefined {
  const found = AFTER_EVENT.exec(text);
  const operations = chart.view.procedures.filter(
    (item) =>
      item.time !== null &&
      item.time.slice(0, 10) <= time!.slice(0, 10) &&
      item.concepts.some((id) => openCatalogue().isA(id, 'procedure:operation')),
  );
  const day = operations
    .map((item) => item.time!.slice(0, 10))
    .toSorted()
    .at(-1);
  if (found === null || day === undefined) return undefined;
  const next = (from: string) => shift(new Date(`${from.slice(0, 10)}T12:00:00Z`), countOf(found[1]), found[2]!);
  return { day, term: { due: next(day), every: false, next } };
}

const MOST_KINDS = 8;

/** A remark on "scan of the hip" asks for no other scan. */
function isNarrow(id: string): boolean {
  return [...openCatalogue().descendants(id)].length < MOST_KINDS;
}

/** "MRI, ustekinumab every four weeks": the term belongs to the medicine that stands between. */
function isTermOf(text: string, id: string): boolean {
  const at = TERM.exec(text)?.index;
  const all = openCatalogue()
    .find(text, { kinds: [...DOABLE] })
    .filter(({ concept }) => concept.id === id);
  // "TSH 4.9: levothyroxine raised, TSH again in six weeks": the one that stands nearest before.
  const named = all.findLast(({ end }) => at !== undefined && end <= at) ?? all[0];
  if (at === undefined || named === undefined || named.end > at) return true;
  return !openCatalogue()
    .find(text, { kinds: ['drug', 'drug_class'] })
    .some(({ start, end }) => start >= named.end && end <= at);
}

/** "(No reply on file.)" stands in a sentence of its own. */
const BRIEF = 40;

/** Tests, measures and vaccines that are named; of a medicine whose level is followed, that level. */
function conceptsIn(chart: Chart, text: string): string[] {
  const found = openCatalogue().find(text, { kinds: [...DOABLE] });
  const levels = openCatalogue()
    .find(text, { kinds: ['drug'] })
    .flatMap(({ concept }) => levelsOf(chart, [concept.id]));
  return [...new Set([...found.filter(({ guessed }) => !guessed).map(({ concept }) => concept.id), ...levels])];
}

const TERM = new RegExp(
  `\\b(${planWords.terms.join('|')})\\s+(?:about\\s+|another\\s+)?(?:\\d+\\s*(?:to|or|-|–)\\s*)?(\\d+|an?|one|two|three|four|five|six|eight|ten|twelve|eighteen)?\\s*(day|week|month|year)s?\\b`,
  'i',
);
/** A day or a month in words, not a stretch. */
const WRITTEN = new RegExp(`\\b(?:19|20)\\d\\d\\b|\\b${MONTH}\\b`, 'i');
const YEARLY = /\b(?:yearly|annual(?:ly)?|each year|once a year)\b/i;

interface Term {
  due: string;
  every: boolean;
  next(from: string): string;
}

/** "Up to 125 micrograms from 21 May": what begins then is due on no day. */
const BEGINS = /\b(?:from|since|until|till|as of|start(?:ed|ing|s)?(?: on)?)\s+$/i;

/** A date in words goes before a stretch: "again in 12 months (August 2026)". */
function termIn(short: string, written: string): Term | undefined {
  const text = writeOutShort(short);
  const from = new Date(`${written.slice(0, 10)}T12:00:00Z`);
  const found = TERM.exec(text);
  const [many, unit] = found === null ? [12, 'month'] : [countOf(found[2] ?? 'one'), found[3]!];
  const next = (day: string) => shift(new Date(`${day.slice(0, 10)}T12:00:00Z`), many, unit);
  const dated = readDates(text, from)
    .filter(
      ({ duration, start, end, future }) => duration === undefined && (future || WRITTEN.test(text.slice(start, end))),
    )
    .filter(({ start }) => !BEGINS.test(text.slice(0, start)))
    .toSorted((a, b) => Number(a.future ?? false) - Number(b.future ?? false))
    .map(({ time, start, end }) => (YEAR.test(text.slice(start, end)) ? time : comingAfter(time, written)))
    .find((time) => time.slice(0, 10) > written.slice(0, time.length) && time.length >= 7);
  const every = found?.[1]?.toLowerCase() === 'every' || (found === null && YEARLY.test(text));
  if (dated !== undefined) return { due: dated.slice(0, 10), every, next };
  return found === null && !every ? undefined : { due: next(written), every, next };
}

const YEAR = /\b(?:19|20)\d\d\b/;

/** What is planned for "the week of 16 November" is the next one after the letter was written. */
function comingAfter(time: string, written: string): string {
  return time.length < 7 || time.slice(0, 10) > written.slice(0, time.length)
    ? time
    : `${Number(time.slice(0, 4)) + 1}${time.slice(4)}`;
}

/** The newest entry of it after the paper; what is only asked for is no entry of it. */
function doneSince(
  chart: Chart,
  passage: Passage,
  ids: readonly string[],
  day = passage.time!.slice(0, 10),
): Done | undefined {
  const { view } = chart;
  const words = [...contentWords(passage.text).keys()];
  const events = [...view.procedures, ...view.immunisations]
    .filter(({ time, name, concepts }) => {
      if (time === null || time.slice(0, 10) <= day || isUnmet(name) || isPlan(name)) return false;
      const named = stemsOf(name);
      return ids.length > 0
        ? ids.some((id) => concepts.some((each) => isKin(each, id)) || (concepts.length === 0 && isCalled(name, id)))
        : words.filter((word) => named.has(word)).length >= 2;
    })
    .map(({ uuid, label, name, time }): Done => ({ uuid, label, name, time: time! }));
  const values = ids
    .flatMap((id) => readingsOf(chart, id).map((reading) => ({ id, reading })))
    .filter(({ reading }) => reading.time.slice(0, 10) > day)
    .map(({ id, reading }): Done => ({ uuid: reading.uuid, label: 'Observation', name: id, time: reading.time }));
  return [...events, ...values].toSorted((a, b) => b.time.localeCompare(a.time))[0];
}

/** An entry that no catalogue knows, by the name that was asked for: the MRI of "MRI of small bowel". */
function isCalled(name: string, id: string): boolean {
  const held = stemsOf(name);
  return (openCatalogue().get(id)?.names ?? []).some((each) =>
    [...stemsOf(each.replaceAll('"', ''))].every((word) => held.has(word)),
  );
}

function isKin(one: string, other: string): boolean {
  return openCatalogue().isA(one, other) || openCatalogue().isA(other, one);
}

export function isOpen({ done, due, unmet, every }: Plan, now: string): boolean {
  return unmet || done === undefined || (every && due !== null && due < now.slice(0, due.length));
}

/** Not done, and its day is over or the paper itself says that it was not. */
export function isLate(plan: Plan, now: string): boolean {
  return isOpen(plan, now) && (plan.unmet || (plan.due !== null && plan.due < now.slice(0, plan.due.length)));
}

/** The plans that are about what is asked: by concept, else by the words that say what is to be done. */
export function plansAbout(chart: Chart, concepts: readonly string[], text: string): Plan[] {
  const words = withSynonyms(contentWords(text));
  const own = [...contentWords(text).keys()].filter((word) => !isPlan(word) && !GENERIC.has(word));
  return plansOf(chart).filter(({ concepts: ids, passage }) => {
    if (concepts.some((id) => ids.some((each) => isKin(each, id)))) return true;
    const said = new Set([
      ...(isVisit(passage) ? [] : passage.stems),
      ...stemsOf(passage.title),
      ...(own.length > 1 ? (passage.before?.stems ?? []) : []),
    ]);
    const shared = own.filter(
      (word) => said.has(word) || [...words.keys()].some((each) => said.has(each) && alike(word, each)),
    );
    return own.length > 0 && shared.length >= Math.min(2, own.length) && shared.length / own.length >= COVERED;
  });
}

const COVERED = 0.6;
/** Words of asking for a result: they say nothing of what. */
const GENERIC = new Set(
  ['recheck', 'repeat', 'redone', 'chase', 'decide', 'result', 'show', 'find', 'found', 'report'].map(stem),
);

function alike(word: string, other: string): boolean {
  return withSynonyms(new Map([[word, 1]])).has(stem(other));
}
