/**
 * What the patient's own papers say: letters, notes, discharge summaries and the remarks on entries, in sentences.
 * They are material: a sentence that gives orders to whoever reads it is never quoted as a statement about the patient.
 */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { nearnessTo } from '../../search/semantic/nearness.ts';
import { stem, wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';
import { pattern } from '../patterns.ts';
import { lower } from '../wording.ts';
import { isOrder, withoutOrders } from './orders.ts';
import { type Lengthen, lengthened, openOwnShort } from './own-short.ts';
import { paragraphsOf } from './paragraphs.ts';
import { contentWords } from './words.ts';

export interface Passage {
  /** The entry to cite. */
  uuid: string;
  label: string;
  title: string;
  time: string | null;
  text: string;
  stems: ReadonlySet<string>;
  /** A remark on an entry of the record rather than a sentence of a document. */
  remark: boolean;
  /** What stands before it in the same paper, and all of that paper. */
  before?: Passage;
  paper: readonly Passage[];
  /** The paragraph of the paper that it stands in. */
  paragraph: number;
  /** Of a paper that is printed for everybody, or that sells something. */
  printed?: boolean;
}

const read = new WeakMap<Chart['view'], Passage[]>();
const LONGEST_DOCUMENT = 200_000;

export function passagesOf({ view, property }: Chart): Passage[] {
  const known = read.get(view);
  if (known !== undefined) return known;
  const lengthen = openOwnShort(view);
  const passages = [
    ...view.documents.flatMap(({ uuid, label, name, time, text }) => {
      const found: Passage[] = [];
      const printed = FOR_ALL.test(name) || SELLS.test(text.slice(0, LONGEST_DOCUMENT));
      for (const [paragraph, sentences] of paragraphsOf(withoutOrders(text.slice(0, LONGEST_DOCUMENT))).entries())
        for (const sentence of sentences) {
          if (isHeading(sentence) || isOrder(sentence)) continue;
          const before = found.at(-1);
          found.push({
            ...toPassage(
              { uuid, label, title: name, time, text: sentence, remark: false, paper: found, paragraph },
              lengthen,
            ),
            ...(before && { before }),
            ...(printed && { printed }),
          });
        }
      return found;
    }),
    ...[
      ...view.conditions,
      ...view.medicines,
      ...view.allergies,
      ...view.procedures,
      ...view.encounters,
      ...view.immunisations,
    ].flatMap((item) => {
      const notes = ['text', 'note', 'status_reason']
        .map((key) => ({ key, said: property(item.uuid, key) }))
        .flatMap(({ key, said }) =>
          typeof said !== 'string' ? [] : key === 'status_reason' ? [`Why it ended: ${lower(said)}.`] : [said],
        );
      const time = timeOf(item);
      return notes.flatMap((note) =>
        paragraphsOf(note).flatMap((sentences, paragraph) =>
          sentences.map((text) =>
            toPassage({
              uuid: item.uuid,
              label: item.label,
              title: item.name,
              time,
              text,
              remark: true,
              paper: [],
              paragraph,
            }),
          ),
        ),
      );
    }),
  ].filter(({ text }) => !isOrder(text));
  read.set(view, passages);
  return passages;
}

function timeOf(item: object): string | null {
  const { onset, end, start, time } = item as Partial<Record<'onset' | 'end' | 'start' | 'time', string | null>>;
  return onset ?? time ?? end ?? start ?? null;
}

function toPassage(passage: Omit<Passage, 'stems'>, lengthen?: Lengthen): Passage {
  const short = lengthen === undefined ? [] : lengthened(passage.text, lengthen).map(({ name }) => name);
  const said = [passage.text, ...short, ...(passage.remark ? [passage.title] : [])].join(' ');
  return { ...passage, stems: stemsOf(said) };
}

export function stemsOf(text: string): Set<string> {
  return new Set(wordsIn(text).flatMap(({ lower }) => [stem(lower), ...lower.split(/[-/]/).map(stem)]));
}

/** A letterhead or a title says nothing. */
function isHeading(sentence: string): boolean {
  return sentence.length < 70 && !/[.!?:]$/.test(sentence.trim()) && !/\d/.test(sentence);
}

const SHORT = 100;
/** A sentence of a few words says little without the one before it. */
const BRIEF = 45;
const WIDE = 480;
const MOST_AFTER = 2;
/** A paragraph up to this length is shown whole. */
const WHOLE = 560;

/** "Leave out the dose of that day": which day stands in the sentence before. */
const DAY_BEFORE = /\b(?:that|the same) (?:day|morning|evening|night|week|date)\b/i;

/** The passage with the paragraph that it stands in, or, where that is long, with its neighbours there. */
export function inContext(passage: Passage): Passage[] {
  const { paper, paragraph } = passage;
  const own = paper.filter((each) => each.paragraph === paragraph);
  const led = own[0]?.before;
  const whole = led !== undefined && own.some(({ text }) => DAY_BEFORE.test(text)) ? [led, ...own] : own;
  const length = lengthOf(whole);
  if (length >= SHORT && length <= WHOLE) return whole;
  return withNeighbours(passage, length < SHORT ? paper : whole);
}

/** What stands before it where it is short, and what follows as far as there is room. */
function withNeighbours(passage: Passage, among: readonly Passage[]): Passage[] {
  const before = beforeShort(passage, among);
  const shown = [...before, passage];
  let length = lengthOf(shown);
  const at = among.indexOf(passage) + 1;
  for (const after of among.slice(at, at + MOST_AFTER)) {
    length += after.text.length;
    if (length > WIDE) break;
    shown.push(after);
  }
  return shown;
}

/** The one or two sentences that lead to a short one. */
export function beforeShort({ text, before }: Passage, among?: readonly Passage[]): Passage[] {
  if (text.length >= SHORT || before === undefined || before.text.length >= 220) return [];
  if (among !== undefined && !among.includes(before)) return [];
  const further = before.text.length < BRIEF && before.before !== undefined ? [before.before] : [];
  return [...further, before];
}

function lengthOf(passages: readonly Passage[]): number {
  return passages.reduce((sum, { text }) => sum + text.length, 0);
}

export interface Sought {
  /** Concepts that the passage should name, by any of their names. */
  concepts: readonly string[];
  /** Further words, each with what it is worth. */
  words: ReadonlyMap<string, number>;
  /** A passage must name one of the concepts, where there are any. */
  named?: boolean;
  /** Whole papers count that name a concept in any sentence. */
  wide?: boolean;
  /** The question as it was put: what is near to it in meaning counts too. */
  text?: string;
}

export interface Found {
  passage: Passage;
  score: number;
  /** The stems of the question that it holds. */
  shared: string[];
  named: boolean;
  /** How near it is to the question in meaning, where that was asked for: 0 to 1. */
  near: number;
  /** How well what is told fits the case that the passage says what to do in. */
  fit?: number;
}

/** The passages that speak of it, best first; the rarer a shared word in these papers, the more it says. */
export function findPassages(
  chart: Chart,
  { concepts, words: given, named = false, wide = false, text = '' }: Sought,
): Found[] {
  const all = passagesOf(chart);
  const passages = all.filter((passage) => !isPrintedForAll(passage, text, all));
  const names = concepts.map(namesOf);
  const words = withSynonyms(given);
  const about = new Set(
    passages
      .filter((passage) => names.some((each) => isNamed(each, passage) || isTitled(each, passage)))
      .map(({ uuid }) => uuid),
  );
  const rarity = (word: string) =>
    Math.log(1 + passages.length / (1 + passages.filter(({ stems }) => stems.has(word)).length));
  const weights = new Map([...words].map(([word, worth]) => [word, worth * rarity(word)] as const));
  const meant = nearnessOf(text, passages);
  return passages
    .map((passage, at): Found => {
      const hit = names.filter((each) => isNamed(each, passage)).length;
      const shared = [...weights.keys()].filter((word) => passage.stems.has(word));
      const beside = hit === 0 && about.has(passage.uuid);
      const near = meant[at] ?? 0;
      const worth = Math.max(0, near - NEAR_FROM) * NEAR_WORTH;
      const score = hit * 4 + (beside ? 1.5 : 0) + shared.reduce((sum, word) => sum + weights.get(word)!, 0) + worth;
      return {
        passage,
        score: hit === 0 && shared.length === 0 && worth === 0 && !wide ? 0 : score,
        shared,
        named: hit > 0 || (wide && beside),
        near,
      };
    })
    .filter((found) => found.score > 0 && (!named || found.named))
    .toSorted((a, b) => b.score - a.score || (b.passage.time ?? '').localeCompare(a.passage.time ?? ''));
}

/** What is printed for everybody says nothing of this person, unless it is asked for. */
const FOR_ALL = pattern('printed_for_all');
const SELLS = pattern('sells_something');

/** Left out, unless it is asked for: by its title, or by words that no paper of the person's own holds so many of ("them cherry capsules"). */
export function isPrintedForAll(
  { printed = false, title, paper }: Passage,
  asked: string,
  own: readonly Passage[],
): boolean {
  if (!printed || FOR_ALL.test(asked)) return false;
  const named = stemsOf(title);
  const words = [...contentWords(asked).keys()];
  const heldBy = (all: readonly Passage[]) => words.filter((word) => all.some(({ stems }) => stems.has(word))).length;
  const most = Math.max(
    0,
    ...[...new Set(own.filter((each) => !each.printed && !each.remark).map((each) => each.paper))].map(heldBy),
  );
  return !words.some((word) => named.has(word)) && (heldBy(paper) < 2 || heldBy(paper) <= most);
}

const NEAR_FROM = 0.3;
const NEAR_WORTH = 14;
/** Of so many papers the newest sentences are compared by meaning. */
export const MOST_COMPARED = 400;

function nearnessOf(text: string, passages: readonly Passage[]): readonly number[] {
  if (text === '' || passages.length === 0) return [];
  const compared =
    passages.length <= MOST_COMPARED
      ? passages
      : passages.toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? '')).slice(0, MOST_COMPARED);
  const said = compared.map(saidIn);
  const asked = [text, ...partsOf(text)].map((part) => nearnessTo(part, said));
  const by = new Map(compared.map((passage, at) => [passage, Math.max(...asked.map((near) => near[at]!))] as const));
  return passages.map((passage) => by.get(passage) ?? 0);
}

export function saidIn({ title, text }: Passage): string {
  return `${title}: ${text}`;
}

const LEAST_WORDS = 3;
const MOST_PARTS = 5;

/** The sentences and clauses of what is asked or told, where there are several. */
export function partsOf(text: string): string[] {
  const parts = text
    .split(/[.!?;,]+\s+|\s+and\s+/i)
    .map((part) => part.trim())
    .filter((part) => part.split(/\s+/).length >= LEAST_WORDS);
  return parts.length < 2 ? [] : parts.slice(0, MOST_PARTS);
}

/** The stems of a name; where a short word's stem is another word's too ("plane", "planned"), the word itself. */
type Names = readonly { readonly stems: readonly string[]; readonly word?: RegExp; readonly isCode?: true }[];
const nameCache = new Map<string, Names>();

/** Every name of a concept and of what it includes, as lists of stems. */
export function namesOf(id: string): Names {
  const known = nameCache.get(id);
  if (known !== undefined) return known;
  const catalogue = openCatalogue();
  const ids = [id, ...catalogue.descendants(id)].slice(0, 120);
  const names = ids
    .flatMap((each) => catalogue.get(each)?.names ?? [])
    .map((name) => name.replaceAll('"', ''))
    .map((name) => ({
      stems: [...stemsOf(name)],
      ...(/^\p{L}{4}e$/u.test(name) && { word: new RegExp(`\\b${name}s?\\b`, 'i') }),
      // "CT", "TB": two letters are a name only where they are written as one.
      ...(/^\p{L}{2}$/u.test(name) && { word: new RegExp(`\\b${name.toUpperCase()}\\b`), isCode: true as const }),
    }));
  const kept = names.filter(({ stems, isCode }) => isCode || stems.length > 1 || (stems[0]?.length ?? 0) > 2);
  if (nameCache.size > 2000) nameCache.clear();
  nameCache.set(id, kept);
  return kept;
}

/** Whether words hold one of the names, whatever else they hold. */
export function holdsName(names: Names, held: ReadonlySet<string>): boolean {
  return names.some(({ stems, isCode }) => !isCode && stems.every((word) => held.has(word)));
}

/** An "eye screening letter" speaks of eye screening in every sentence. */
export function isTitled(names: Names, { title, remark }: Pick<Passage, 'title' | 'remark'>): boolean {
  return !remark && holdsName(names, stemsOf(title));
}

const POINTS_BACK =
  /\b(?:it|its)\b|^(?:Stop|Pause|Hold|Call|Repeat|Restart|Continue|Take|Give|Never stop|Do not stop)\b/i;

/** By one of its names; "it" means what the sentence before names. */
function isNamed(names: Names, { stems, text, before }: Passage): boolean {
  const says = (held: ReadonlySet<string>, said: string) =>
    names.some((name) => name.stems.every((stem) => held.has(stem)) && name.word?.test(said) !== false);
  return (
    says(stems, text) ||
    (before !== undefined &&
      text.length < 220 &&
      POINTS_BACK.test(text) &&
      says(before.stems, before.text) &&
      openCatalogue().find(text, { kinds: ['drug', 'drug_class', 'observation'] }).length === 0)
  );
}

const data = z
  .strictObject({ same: z.array(z.array(z.string()).min(2)) })
  .parse(readRows(new URL('./synonyms.yml', import.meta.url)));
const alike = new Map<string, string[]>();
for (const words of data.same)
  for (const word of words) alike.set(stem(word), [...(alike.get(stem(word)) ?? []), ...words.map(stem)]);

export function withSynonyms(words: ReadonlyMap<string, number>): Map<string, number> {
  const all = new Map(words);
  for (const [word, worth] of words)
    for (const same of alike.get(word) ?? []) if (!all.has(same)) all.set(same, worth * 0.9);
  return all;
}
