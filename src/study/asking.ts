/**
 * A topic as a question: the things that it names, and what is asked of them. Sentences are ranked by how many of the things
 * they hold; a heading that they stand under counts for what it names, and what is asked decides among equals.
 */
import { z } from 'zod';
import { fold, stem } from '../text/index.ts';
import { readRows } from '../text/rows.ts';
import { openBreath } from './breath.ts';
import type { Told } from './explaining.ts';
import { families } from './facts/families.ts';
import { namesOf } from './facts/names.ts';
import { contentStems, mentions, termKey } from './facts/terms.ts';
import { conceptOf, thingOf } from './facts/things.ts';
import { subjectsCarried } from './material/paragraphs.ts';
import { allTellings, listsInLine } from './material/points.ts';
import { partsOf } from './material/text-headings.ts';
import type { Passage } from './types.ts';

const shown = { example: z.string(), counter: z.string() };
const file = z.strictObject({
  asking: z.string(),
  kinds: z.string(),
  audience: z.string(),
  foreign: z.array(z.strictObject({ by: z.string(), words: z.string(), ...shown })),
  aspects: z.array(z.strictObject({ asks: z.string(), tells: z.string(), section: z.string().optional(), ...shown })),
});

interface Aspect {
  readonly asks: readonly string[];
  readonly tells: RegExp;
  readonly section?: string | undefined;
  readonly example: string;
  readonly counter: string;
}

interface Foreign {
  readonly by: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly example: string;
  readonly counter: string;
}

interface AskedWords {
  readonly asking: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
  readonly audience: RegExp;
  readonly foreign: readonly Foreign[];
  readonly aspects: readonly Aspect[];
}

let read: AskedWords | undefined;

export function askedWords(): AskedWords {
  if (read !== undefined) return read;
  const data = file.parse(readRows(new URL('./asked-words.yml', import.meta.url)));
  const words = (text: string) => text.trim().split(/\s+/);
  read = {
    asking: new Set(words(data.asking)),
    kinds: new Set(words(data.kinds)),
    audience: new RegExp(`\\s+for (?:(?:an?|the|my) )?(?:${words(data.audience).join('|')})[\\s?.!]*$`, 'i'),
    foreign: data.foreign.map((row) => ({ ...row, by: new Set(words(row.by)), words: new Set(words(row.words)) })),
    aspects: data.aspects.map(({ asks, tells, ...others }) => ({
      ...{ asks: /^how /.test(asks) ? [asks] : words(asks), ...others },
      tells: new RegExp(`(?<![\\p{L}])(?:${words(tells).map(written).join('|')})`, 'iu'),
    })),
  };
  return read;
}

/** Short words as a whole ("as" is not in "aspirin"), longer ones from their start. */
function written(word: string): string {
  return word.length < 4 && /^\p{L}+$/u.test(word) ? `${word}(?![\\p{L}])` : word;
}

/** One of the things that are named: by its names, or by a word that nobody has other names for. */
export interface Named {
  readonly text: string;
  readonly names: readonly string[];
  /** A kind of answer ("which drug"): better where it is named, and never missed. */
  readonly isKind?: boolean;
}

export interface AskedTopic {
  readonly things: readonly Named[];
  readonly aspects: readonly Aspect[];
  /** The topic without the words that only ask, from the first that names something to the last. */
  readonly subject: string;
}

const MOST_WORDS = 30;
const LONGEST_NAME = 5;

/** `isHeading`: what heads something in the material is a name there. */
export function readTopic(asks: string, isHeading: (phrase: string) => boolean = () => false): AskedTopic {
  const { aspects: rows, kinds, audience } = askedWords();
  const topic = asks.replace(audience, '');
  const spans = [...topic.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’/+-]*/gu)].slice(0, MOST_WORDS);
  const words = spans.map(([word]) => word);
  const folded = words.map((word) => fold(word));
  const asking = askingWords(folded);
  const aspects = rows.filter((row) => row.asks.some((each) => isAsked(each, folded)));
  const asked = new Set(aspects.flatMap((row) => row.asks.map(stem)));
  const things: Named[] = [];
  const bare: Named[] = [];
  const telling: number[] = [];
  for (let from = 0; from < words.length; from++) {
    const run = longestName(words, from, asking, isHeading);
    const word = folded[from] as string;
    if (run > 0) {
      const text = words.slice(from, from + run).join(' ');
      things.push({ text, names: thingOf(text).names });
      telling.push(from, from + run - 1);
      from += run - 1;
    } else if (contentStems(word).size > 0 && !asking.has(word)) {
      telling.push(from);
      const isKind = kinds.has(word);
      (asked.has(stem(word)) ? bare : things).push({ text: word, names: [], ...(isKind && { isKind }) });
    }
  }
  const [first, last] = [spans[telling[0] ?? 0], spans[telling.at(-1) ?? spans.length - 1]];
  const subject = first && last ? topic.slice(first.index, last.index + last[0].length) : topic;
  // "Dose" alone is what it is about.
  return things.length > 0
    ? { things: unique(things), aspects, subject }
    : { things: unique(bare), aspects: [], subject: bare.length > 0 ? topic.trim() : subject };
}

/** The words of a question that name nothing, of the language that it is asked in. */
function askingWords(words: readonly string[]): ReadonlySet<string> {
  const { asking, foreign } = askedWords();
  const other = foreign.find(({ by }) => words.some((word) => by.has(word) && !asking.has(word)));
  return other === undefined ? asking : new Set([...asking, ...other.words]);
}

/** In any form of the word: "treats" asks what "treated" does. */
function isAsked(asks: string, words: readonly string[]): boolean {
  if (asks.includes(' ')) return ` ${words.join(' ')} `.includes(` ${asks} `);
  return words.some((word) => word === asks || stem(word) === stem(asks));
}

function unique(things: readonly Named[]): Named[] {
  return [...new Map(things.map((thing) => [termKey(thing.names[1] ?? thing.text), thing])).values()];
}

/** How many words from a place on are one name; 0: none that is known. */
function longestName(
  words: readonly string[],
  from: number,
  asking: ReadonlySet<string>,
  isHeading: (phrase: string) => boolean,
): number {
  if (asking.has(fold(words[from] as string))) return 0;
  for (let length = Math.min(LONGEST_NAME, words.length - from); length > 0; length--) {
    const text = words.slice(from, from + length).join(' ');
    if (text.length < 3 || contentStems(text).size === 0) continue;
    if (length > 1 && isHeading(text)) return length;
    if (namesOf(text).length > 0 || families().byName(text) !== undefined || conceptOf(text) !== undefined)
      return length;
  }
  return 0;
}

/** Whether something is asked of what is named: of one thing alone an explanation tells all. */
export function isQuestion({ things, aspects }: AskedTopic): boolean {
  return things.length > 1 || (things.length === 1 && aspects.length > 0);
}

/** The part of a chapter on one thing that a question asks for: "treatment of asthma" for "which drug treats asthma?" */
export function partAsked({ things, aspects }: AskedTopic): string | undefined {
  const section = aspects.find((aspect) => aspect.section !== undefined)?.section;
  const [thing, ...others] = things.filter(({ isKind }) => isKind !== true);
  return section === undefined || others.length > 0 || thing === undefined ? undefined : `${section} of ${thing.text}`;
}

export interface Holding {
  /** How many of the things its sentences hold. */
  readonly held: number;
  readonly told: readonly Told[];
}

interface Rated {
  readonly told: Told;
  readonly before: Told | undefined;
  readonly held: number;
  readonly rate: number;
}

const MOST_TOLD = 4;
/** What leans on the sentence before it speaks of what that names. */
const LEANS = /^(?:it|they|this|that|these|those|its|their|such|both|(?:type|stage|grade|class) (?:\d|[ivx]+))\b/i;
const WORTH = { own: 3, heading: 2, aspect: 1, whole: 5 } as const;
const MOST_OF_WHOLE = 8;

/** The sentences that hold most of what is asked, the nearest first. */
export async function findHolding(asked: AskedTopic, passages: readonly Passage[]): Promise<Holding> {
  const breathe = openBreath();
  const rated: Rated[] = [];
  for (const passage of passages) {
    await breathe();
    rated.push(...rateIn(passage, asked));
  }
  const most = Math.max(0, ...rated.map(({ held }) => held));
  if (most < fewestOf(asked.things)) return { held: most, told: [] };
  const best = rated.filter(({ held }) => held === most).toSorted((a, b) => b.rate - a.rate);
  const top = (best[0] as Rated).rate;
  const isWhole = top === asked.things.length * WORTH.own + WORTH.whole;
  const told = best
    .filter(({ rate }) => rate >= (isWhole ? top : top - WORTH.own + WORTH.aspect))
    .slice(0, isWhole ? MOST_OF_WHOLE : MOST_TOLD);
  return { held: most, told: [...new Set(told.flatMap(({ before, told: one }) => (before ? [before, one] : [one])))] };
}

/** Of several things at least two must be told together. */
function fewestOf(things: readonly Named[]): number {
  return Math.min(2, things.length);
}

/** Below a heading within plain text as below any other. */
function rateIn(passage: Passage, asked: AskedTopic): Rated[] {
  return partsOf(passage).flatMap((part) => ratePart(part, asked));
}

function ratePart(passage: Passage, { things, aspects }: AskedTopic): Rated[] {
  const title = `${passage.topic} . ${passage.chapter_title} . ${passage.source.title ?? ''}`;
  const lower = `${passage.text} ${title}`.toLowerCase();
  const mayHold = ({ text, names }: Named) =>
    lower.includes(text.toLowerCase().slice(0, 4)) || names.some((name) => lower.includes(name.toLowerCase()));
  if (things.filter(mayHold).length < fewestOf(things)) return [];
  const heading = keysOf(title);
  const headed = things.map((thing) => isHeld(thing, heading));
  const isWhole = isHeadedBy(passage, aspects) && headed.filter(Boolean).length * 2 >= things.length;
  const carried = subjectsCarried(listsInLine(passage.text));
  let last: { told: Told; own: readonly boolean[] } | undefined;
  return allTellings(passage).flatMap((telling): Rated[] => {
    const told = { ...telling, passage };
    // A paragraph goes on with what it began with.
    const keys = keysOf(`${telling.text} ${carried.get(telling.text) ?? ''}`);
    const leans = LEANS.test(telling.text) ? last : undefined;
    const own = things.map((thing, at) => isHeld(thing, keys) || leans?.own[at] === true);
    const isSaid = things.some((thing) => isHeld(thing, keys));
    last = { told, own };
    const ofAspects = aspects.filter(({ tells }) => tells.test(telling.text)).length;
    const held = things.filter((_, at) => own[at] || headed[at]).length;
    // "Treatment of attacks" is the answer to how they are treated, whatever its sentences name.
    if (isWhole)
      return [{ told, before: undefined, held: things.length, rate: things.length * WORTH.own + WORTH.whole }];
    // A heading alone answers nothing; of one thing only what tells something of what is asked.
    if (/\?$/.test(telling.text) || (!isSaid && (leans === undefined || ofAspects === 0)) || !own.includes(true))
      return [];
    if (things.length === 1 && ofAspects === 0) return [];
    const rate =
      own.filter(Boolean).length * WORTH.own +
      things.filter((_, at) => !own[at] && headed[at]).length * WORTH.heading +
      ofAspects * WORTH.aspect;
    return [{ told, before: leans?.told, held, rate }];
  });
}

/** A chapter of a course that is headed by what is asked: "Treatment of attacks". */
function isHeadedBy({ topic, source }: Passage, aspects: readonly Aspect[]): boolean {
  if (source.source_type === 'knowledge') return false;
  const heading = contentStems(topic);
  return aspects.some(({ section, asks }) => section !== undefined && asks.some((word) => heading.has(stem(word))));
}

interface Keys {
  readonly key: string;
  readonly stems: ReadonlySet<string>;
}

function keysOf(text: string): Keys {
  return { key: termKey(text), stems: contentStems(text) };
}

/** The things that a text does not name. */
export function missingIn(text: string, { things }: AskedTopic): Named[] {
  const keys = keysOf(text);
  return things.filter((thing) => thing.isKind !== true && !isHeld(thing, keys));
}

function isHeld({ text, names }: Named, { key, stems }: Keys): boolean {
  if (names.some((name) => name.length > 1 && mentions(key, name))) return true;
  return [...contentStems(text)].every((word) => stems.has(word) || (names.length === 0 && isBegun(word, stems)));
}

const SHORTEST_ROOT = 5;

/** A word that no one has other names for, in another form: "corrected" where "correction" is told. */
function isBegun(word: string, stems: ReadonlySet<string>): boolean {
  return word.length >= SHORTEST_ROOT && [...stems].some((other) => other.startsWith(word));
}
