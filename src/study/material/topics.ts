/**
 * What a topic that is asked for means in a course. First what is headed by it, by this name or another; then kinds of it;
 * then headings that hold its words. What only names it in passing comes last, and only the sentences that do.
 */
import { type Concept, openCatalogue } from '../../clinical/catalogue/index.ts';
import { mapGently } from '../../kernel/breath.ts';
import { knowledgeEntry } from '../../knowledge/index.ts';
import { openBreath } from '../breath.ts';
import { nameKey, namesOf } from '../facts/names.ts';
import { contentStems, mentions, termKey } from '../facts/terms.ts';
import type { Passage } from '../types.ts';
import { type Area, areaNamed } from './areas.ts';
import { sectionOf, splitSection } from './sections.ts';
import { topicName } from './topic-name.ts';

export interface OnTopic {
  /** What stands under a heading, whole; the nearest heading first. */
  readonly headed: readonly Headed[];
  /** Passages that name it and are headed by something else. */
  readonly named: readonly Passage[];
  /** What it is called, as it was asked for first. */
  readonly names: readonly string[];
  /** The part of it that is asked for, where there is such a part: `headed` is that alone. */
  readonly part?: string | undefined;
}

export interface Headed {
  /** 4: it is what was asked for; 3: by another name; 2: a kind of it or a part of the subject; 1: its words stand in the heading. */
  readonly rank: number;
  readonly passages: readonly Passage[];
}

export async function findTopic(topic: string, passages: readonly Passage[]): Promise<OnTopic | undefined> {
  const whole = await findWhole(topic, passages);
  const part = splitSection(topic);
  if (part === undefined || (whole?.headed[0]?.rank ?? 0) >= RANKS.other) return whole;
  const of = await findWhole(part.of, passages);
  const headed = (of?.headed ?? [])
    .filter(({ rank }) => rank >= RANKS.kind)
    .map(({ rank, passages: all }) => ({ rank, passages: all.filter(({ section }) => section === part.section) }))
    .filter((group) => group.passages.length > 0);
  return of === undefined || headed.length === 0 ? whole : { ...of, headed, named: [], part: part.section };
}

/** Words beside the name in a question about it: "how warfarin works", "why INR is checked". */
const MOST_BESIDE = 2;

/** The longest run of words that heads something, where hardly anything else is said. */
export async function topicWithin(phrase: string, passages: readonly Passage[]): Promise<string | undefined> {
  const words = phrase
    .split(/[^\p{L}\p{N}'’/-]+/u)
    .filter(Boolean)
    .slice(0, MOST_WORDS);
  const heads = new Set((await headingsOf(passages)).flatMap(({ own, others }) => [...own, ...others]));
  for (let length = Math.min(words.length - 1, MOST_NAME); length > 0; length--)
    for (let from = 0; from + length <= words.length; from++) {
      const name = words.slice(from, from + length).join(' ');
      const beside = [...words.slice(0, from), ...words.slice(from + length)].join(' ');
      if (heads.has(nameKey(name)) && contentStems(beside).size <= MOST_BESIDE) return name;
    }
  return undefined;
}

const MOST_WORDS = 20;
const MOST_NAME = 5;

async function findWhole(topic: string, passages: readonly Passage[]): Promise<OnTopic | undefined> {
  if (contentStems(topic).size === 0) return undefined;
  const concept = conceptOf(topic);
  const names = allNames(topic, concept);
  const headed = await findHeaded(topic, names, concept, passages);
  const inside = new Set(headed.flatMap((group) => group.passages));
  const named = await findNamed(topic, names, passages, inside);
  return headed.length === 0 && named.length === 0 ? undefined : { headed, named, names };
}

/** The concept of this very name, not one that shares a word with it. */
function conceptOf(topic: string): Concept | undefined {
  const concept = openCatalogue().link({ name: topic });
  return concept?.names.some((name) => nameKey(name) === nameKey(topic)) ? concept : undefined;
}

const SHORTEST_NAME = 3;

function allNames(topic: string, concept: Concept | undefined): string[] {
  // "K" is potassium in a table, and a vitamin elsewhere.
  const others = [...namesOf(topic), ...(concept?.names ?? [])].filter(
    (name) => name.length >= SHORTEST_NAME && !/["“]/.test(name),
  );
  return [...new Map([topic, ...others].map((name) => [nameKey(name), name])).values()];
}

/** Whether a sentence (as `termKey` makes it) is about one of these names. */
export function isNamedIn(key: string, names: readonly string[]): boolean {
  return names.some((name) => mentions(key, name));
}

interface Heading {
  readonly title: string;
  readonly own: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
  readonly passages: readonly Passage[];
}

/** What stands under one title in one document is of one thing, whatever chapters its parts are. */
export function documentOf({ chapter }: Passage): string {
  return chapter.replace(/\.[^.]*$/, '');
}

/** Whether a phrase is what something is headed by. */
export async function headingFinder(courses: readonly (readonly Passage[])[]): Promise<(phrase: string) => boolean> {
  const all: ReadonlySet<string>[] = [];
  for (const passages of courses) {
    const kept = headKeys.get(passages) ?? new Set((await headingsOf(passages)).flatMap(({ own }) => [...own]));
    headKeys.set(passages, kept);
    all.push(kept);
  }
  return (phrase) => all.some((keys) => keys.has(nameKey(phrase)));
}

const headKeys = new WeakMap<readonly Passage[], ReadonlySet<string>>();
const known = new WeakMap<readonly Passage[], Heading[]>();

/** Of a book these are thousands: others have their turn in between. */
async function headingsOf(passages: readonly Passage[]): Promise<Heading[]> {
  const held = known.get(passages);
  if (held !== undefined) return held;
  const breathe = openBreath();
  const groups = new Map<string, { title: string; passages: Passage[] }>();
  for (const passage of passages) {
    await breathe();
    for (const title of titlesAbove(passage)) {
      const key = `${documentOf(passage)}/${termKey(title)}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { title, passages: [passage] });
      else group.passages.push(passage);
    }
  }
  const headings = await mapGently(groups.values(), toHeading);
  known.set(passages, headings);
  return headings;
}

/** Every heading that a passage stands under: a heading means all that is below it. */
function titlesAbove({ topic, chapter_title: chapter, source }: Passage): Set<string> {
  const path = source.source_type === 'internal_doc' ? (source.section ?? '').split(' › ') : [];
  const above = [chapter, ...path.map((title) => title.trim())].filter((title) => sectionOf(title) === undefined);
  return new Set([topic, topicName(topic, source), ...above, source.title ?? ''].filter((title) => title !== ''));
}

function toHeading({ title: written, passages }: { title: string; passages: Passage[] }): Heading {
  const title = written.replace(/^(?:(?:chapter|unit|lecture|module|part)\s+)?[\d.]+[.:)]?\s+/i, '');
  const [, bare = title, inside = ''] = /^(.+?)\s*\(([^()]+)\)$/.exec(title) ?? [];
  const source = passages[0]?.source;
  const also = source?.source_type === 'knowledge' ? (knowledgeEntry(source.entry_id)?.also ?? []) : [];
  const keys = (names: readonly string[]) => new Set(names.map(nameKey).filter((key) => key !== ''));
  return {
    title,
    own: keys([title, bare]),
    others: keys([...inside.split(/,\s*|\s+and\s+/), title.split(':')[0] as string, ...also]),
    passages,
  };
}

const RANKS = { own: 4, other: 3, kind: 2, words: 1 } as const;

async function findHeaded(
  topic: string,
  names: readonly string[],
  concept: Concept | undefined,
  passages: readonly Passage[],
): Promise<Headed[]> {
  const keys = names.map(nameKey);
  const stems = [...contentStems(topic)];
  const area = areaNamed(topic);
  const breathe = openBreath();
  const found: { rank: number; heading: Heading }[] = [];
  for (const heading of await headingsOf(passages)) {
    await breathe();
    const rank = Math.max(rankOf(heading, keys, stems, concept), isPart(heading, area) ? RANKS.kind : 0);
    if (rank > 0) found.push({ rank, heading });
  }
  const taken = new Set<Passage>();
  return found
    .toSorted((a, b) => b.rank - a.rank || Number(saysWhat(b.heading)) - Number(saysWhat(a.heading)))
    .map(({ rank, heading }) => ({
      rank,
      passages: heading.passages.filter((passage) => {
        const isNew = !taken.has(passage);
        taken.add(passage);
        return isNew;
      }),
    }))
    .filter((group) => group.passages.length > 0);
}

/** Of a subject of study: an entry of it. */
function isPart({ passages }: Heading, area: Area | undefined): boolean {
  const source = passages[0]?.source;
  return source?.source_type === 'knowledge' && area?.entries.has(source.entry_id) === true;
}

function saysWhat({ passages }: Heading): boolean {
  return passages.some(({ section }) => section === 'what it is');
}

function rankOf(
  { title, own, others }: Heading,
  keys: readonly string[],
  stems: readonly string[],
  concept: Concept | undefined,
): number {
  if (keys.some((key) => own.has(key))) return RANKS.own;
  if (keys.some((key) => others.has(key))) return RANKS.other;
  if (concept !== undefined && isKind(title, concept)) return RANKS.kind;
  const said = contentStems(title);
  return stems.every((word) => said.has(word)) ? RANKS.words : 0;
}

function isKind(title: string, of: Concept): boolean {
  const catalogue = openCatalogue();
  const concept = conceptOf(title.replace(/\s*\([^()]*\)$/, ''));
  return concept !== undefined && concept.kind !== 'symptom' && catalogue.isA(concept.id, of.id);
}

async function findNamed(
  topic: string,
  names: readonly string[],
  passages: readonly Passage[],
  without: ReadonlySet<Passage>,
): Promise<Passage[]> {
  const stems = [...contentStems(topic)];
  const starts = stems.map((word) => word.slice(0, 3));
  const written = names.map((name) => name.toLowerCase());
  const breathe = openBreath();
  const named: Passage[] = [];
  for (const passage of passages) {
    await breathe();
    if (without.has(passage)) continue;
    const lower = passage.text.toLowerCase();
    const mayName = starts.every((start) => lower.includes(start));
    if (mayName && hasAll(contentStems(passage.text), stems)) named.push(passage);
    else if (written.some((name) => lower.includes(name)) && isNamedIn(termKey(passage.text), names))
      named.push(passage);
  }
  return named;
}

function hasAll(said: ReadonlySet<string>, stems: readonly string[]): boolean {
  return stems.every((word) => said.has(word));
}
