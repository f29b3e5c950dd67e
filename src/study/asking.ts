/**
 * A topic as a question: the things that it names, and what is asked of them. Sentences are ranked by how many of the things
 * they hold; a heading that they stand under counts for what it names, and what is asked decides among equals.
 */
import { z } from 'zod';
import { fold } from '../text/index.ts';
import { readRows } from '../text/rows.ts';
import { openBreath } from './breath.ts';
import type { Told } from './explaining.ts';
import { families } from './facts/families.ts';
import { namesOf } from './facts/names.ts';
import { contentStems, mentions, termKey } from './facts/terms.ts';
import { conceptOf, thingOf } from './facts/things.ts';
import { listsInLine, tellingsOf } from './material/points.ts';
import type { Passage } from './types.ts';

const file = z.strictObject({
  asking: z.string(),
  aspects: z.array(z.strictObject({ asks: z.string(), tells: z.string(), example: z.string(), counter: z.string() })),
});

interface Aspect {
  readonly asks: readonly string[];
  readonly tells: RegExp;
  readonly example: string;
  readonly counter: string;
}

let read: { asking: ReadonlySet<string>; aspects: readonly Aspect[] } | undefined;

export function askedWords() {
  if (read !== undefined) return read;
  const data = file.parse(readRows(new URL('./asked-words.yml', import.meta.url)));
  const words = (text: string) => text.trim().split(/\s+/);
  read = {
    asking: new Set(words(data.asking)),
    aspects: data.aspects.map(({ asks, tells, ...shown }) => ({
      ...{ asks: /^how /.test(asks) ? [asks] : words(asks), ...shown },
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
}

export interface AskedTopic {
  readonly things: readonly Named[];
  readonly aspects: readonly Aspect[];
}

const MOST_WORDS = 30;
const LONGEST_NAME = 5;

export function readTopic(topic: string): AskedTopic {
  const { asking, aspects: rows } = askedWords();
  const lower = ` ${fold(topic)
    .replace(/[^\p{L}\p{N}'’/+-]+/gu, ' ')
    .trim()} `;
  const words = topic.match(/[\p{L}\p{N}][\p{L}\p{N}'’/+-]*/gu)?.slice(0, MOST_WORDS) ?? [];
  const aspects = rows.filter(({ asks }) => asks.some((word) => lower.includes(` ${word} `)));
  const asked = new Set(aspects.flatMap(({ asks }) => asks));
  const things: Named[] = [];
  const bare: Named[] = [];
  for (let from = 0; from < words.length; from++) {
    const run = longestName(words, from);
    const word = fold(words[from] as string);
    if (run > 0) {
      const text = words.slice(from, from + run).join(' ');
      things.push({ text, names: thingOf(text).names });
      from += run - 1;
    } else if (contentStems(word).size > 0 && !asking.has(word))
      (asked.has(word) ? bare : things).push({ text: word, names: [] });
  }
  // "Dose" alone is what it is about.
  return things.length > 0 ? { things: unique(things), aspects } : { things: unique(bare), aspects: [] };
}

function unique(things: readonly Named[]): Named[] {
  return [...new Map(things.map((thing) => [termKey(thing.names[1] ?? thing.text), thing])).values()];
}

/** How many words from a place on are one name; 0: none that is known. */
function longestName(words: readonly string[], from: number): number {
  const { asking } = askedWords();
  if (asking.has(fold(words[from] as string))) return 0;
  for (let length = Math.min(LONGEST_NAME, words.length - from); length > 0; length--) {
    const text = words.slice(from, from + length).join(' ');
    if (text.length < 3 || contentStems(text).size === 0) continue;
    if (namesOf(text).length > 0 || families().byName(text) !== undefined || conceptOf(text) !== undefined)
      return length;
  }
  return 0;
}

/** Whether something is asked of what is named: of one thing alone an explanation tells all. */
export function isQuestion({ things, aspects }: AskedTopic): boolean {
  return things.length > 1 || (things.length === 1 && aspects.length > 0);
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
const LEANS = /^(?:it|they|this|that|these|those|its|their|such|both)\b/i;
const WORTH = { own: 3, heading: 2, aspect: 1 } as const;

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
  const told = best.filter(({ rate }) => rate >= top - WORTH.own + WORTH.aspect).slice(0, MOST_TOLD);
  return { held: most, told: [...new Set(told.flatMap(({ before, told: one }) => (before ? [before, one] : [one])))] };
}

/** Of several things at least two must be told together. */
function fewestOf(things: readonly Named[]): number {
  return Math.min(2, things.length);
}

function rateIn(passage: Passage, { things, aspects }: AskedTopic): Rated[] {
  const title = `${passage.topic} . ${passage.chapter_title} . ${passage.source.title ?? ''}`;
  const lower = `${passage.text} ${title}`.toLowerCase();
  const mayHold = ({ text, names }: Named) =>
    lower.includes(text.toLowerCase().slice(0, 4)) || names.some((name) => lower.includes(name.toLowerCase()));
  if (things.filter(mayHold).length < fewestOf(things)) return [];
  const heading = keysOf(title);
  const headed = things.map((thing) => isHeld(thing, heading));
  let last: { told: Told; own: readonly boolean[] } | undefined;
  return tellingsOf(listsInLine(passage.text), passage.topic).flatMap((telling): Rated[] => {
    const told = { ...telling, passage };
    const keys = keysOf(telling.text);
    const leans = LEANS.test(telling.text) ? last : undefined;
    const own = things.map((thing, at) => isHeld(thing, keys) || leans?.own[at] === true);
    const isSaid = things.some((thing) => isHeld(thing, keys));
    last = { told, own };
    const ofAspects = aspects.filter(({ tells }) => tells.test(telling.text)).length;
    const held = things.filter((_, at) => own[at] || headed[at]).length;
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
  return things.filter((thing) => !isHeld(thing, keys));
}

function isHeld({ text, names }: Named, { key, stems }: Keys): boolean {
  if (names.some((name) => name.length > 1 && mentions(key, name))) return true;
  return [...contentStems(text)].every((stem) => stems.has(stem));
}
