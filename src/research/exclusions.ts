/**
 * What a request leaves out: things by name and kinds of study. What is left out is not what it is about; it is held as
 * data with the order, and what is told is told without it. Words: exclusions.yml.
 */

import { join } from 'node:path';
import { z } from 'zod';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { stem } from '../text/index.ts';
import { readRows } from '../text/rows.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { appraisal, foldText, hasPhrase } from './evidence/words.ts';
import { vocabulary } from './vocabulary.ts';

const words = z.array(z.string());
const schema = z.strictObject({
  cues: words,
  small_cues: words,
  kinds: z.record(z.string(), z.strictObject({ say: z.string(), words })),
  nouns: words,
  ends: words,
  calendar: words,
});

export const exclusionsSchema = z.object({
  names: words.default([]),
  kinds: words.default([]),
  /** Said to be left out, and not understood. */
  unread: z.string().optional(),
});

export type Exclusions = z.infer<typeof exclusionsSchema>;

interface Found extends Exclusions {
  /** Where in the text. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

let known: ReturnType<typeof load> | undefined;

function load() {
  const data = schema.parse(readRows(join(import.meta.dirname, 'exclusions.yml')));
  const any = (some: readonly string[]) =>
    some
      .toSorted((a, b) => b.length - a.length)
      .map((word) => word.replace(/\bdont\b/g, "don['’]?t").replace(/ /g, '\\s+'))
      .join('|');
  const clause = '\\s+([^.;:?!\\n]+)';
  return {
    ...data,
    strong: new RegExp(`(?<![\\p{L}\\p{N}])(?:but\\s+|and\\s+)?(?:please\\s+)?(?:${any(data.cues)})${clause}`, 'giu'),
    weak: new RegExp(`(?<![\\p{L}\\p{N}])(?:${any(data.small_cues)})${clause}`, 'giu'),
    end: new RegExp(`\\s(?:${any(data.ends)})(?![\\p{L}\\p{N}-])`, 'iu'),
  };
}

const read = new Map<string, Found>();
const MOST_READ = 200;
const LONGEST = 2_000;

export function exclusionsIn(text: string): Found {
  const given = text.slice(0, LONGEST);
  const before = read.get(given);
  if (before !== undefined) return before;
  if (read.size >= MOST_READ) read.clear();
  const found = findExclusions(given);
  read.set(given, found);
  return found;
}

function findExclusions(text: string): Found {
  known ??= load();
  const { strong, weak, end } = known;
  const names: string[] = [];
  const kinds: string[] = [];
  const spans: { start: number; end: number }[] = [];
  let unread: string | undefined;
  for (const [pattern, isStrong] of [
    [strong, true],
    [weak, false],
  ] as const)
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      if (spans.some((span) => start < span.end && start + match[0].length > span.start)) continue;
      const list = match[1]!;
      // "Nothing on X any more" ends what is followed.
      if (/\bany ?(?:more|longer)\b/i.test(list)) continue;
      const cut = end.exec(` ${list}`)?.index;
      const told = cut === undefined ? list : list.slice(0, Math.max(0, cut - 1));
      const items = itemsOf(told, isStrong);
      if (items === 'left') continue;
      if (items === undefined) {
        if (isStrong && told.trim() !== '') unread ??= told.trim();
        continue;
      }
      names.push(...items.names);
      kinds.push(...items.kinds);
      spans.push({ start, end: start + match[0].length - list.length + told.length });
    }
  return { names: [...new Set(names)], kinds: [...new Set(kinds)], spans, ...(unread && { unread }) };
}

/** The things of a list. `left`: what is said of people, of an illness or of the desk is read elsewhere. */
function itemsOf(list: string, isStrong: boolean): { names: string[]; kinds: string[] } | 'left' | undefined {
  const items = list
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|nor)\s+/i)
    .map((item) => item.trim().replace(/^(?:the|any|all|no|nor|anything|about|on)\s+/i, ''))
    .filter((item) => item !== '');
  const names: string[] = [];
  const kinds: string[] = [];
  for (const [i, item] of items.entries()) {
    if (known!.calendar.includes(foldText(item).trim())) return 'left';
    const kind = kindOf(item);
    if (kind !== undefined) kinds.push(kind);
    else if (isMedicine(item) || (isStrong && isName(item))) names.push(withoutNoun(item));
    else if (i > 0) break;
    else return isStrong && isUnreadable(item) ? undefined : 'left';
  }
  return names.length + kinds.length > 0 ? { names, kinds } : 'left';
}

function kindOf(item: string): string | undefined {
  const plain = foldText(withoutNoun(item)).trim();
  return Object.keys(known!.kinds).find((id) => known!.kinds[id]!.words.includes(plain));
}

/** "Animal studies" are animal ones. */
function withoutNoun(item: string): string {
  const parts = item.split(/\s+/);
  return parts.length > 1 && known!.nouns.includes(parts.at(-1)!.toLowerCase()) ? parts.slice(0, -1).join(' ') : item;
}

function isMedicine(item: string): boolean {
  const word = withoutNoun(item).toLowerCase();
  if (/\s/.test(word)) return false;
  const isKnown = openCatalogue()
    .find(word, { kinds: ['drug', 'drug_class'] })
    .some(({ start, end }) => start === 0 && end === word.length);
  return isKnown || (word.length >= 7 && appraisal().medicine_endings.some((ending) => word.endsWith(ending)));
}

const MOST_WORDS = 3;

/** Words that say something, of no illness and of nobody: a new medicine, a device. */
function isName(item: string): boolean {
  const { generic, small, populations, qualifiers } = vocabulary();
  const parts = withoutNoun(item).split(/\s+/);
  const telling = parts.filter(
    (word) => word.length > 3 && !generic.has(stem(word.toLowerCase())) && !small.has(word.toLowerCase()),
  );
  const isPeople = populations.some((each) => new RegExp(`^(?:${each})$`, 'i').test(item));
  const isOfIllness = openCatalogue().find(item, { kinds: ['condition', 'symptom'] }).length > 0;
  return (
    parts.length <= MOST_WORDS &&
    telling.length > 0 &&
    !isPeople &&
    !isOfIllness &&
    !telling.every((word) => qualifiers.has(stem(word.toLowerCase())))
  );
}

/** It names something, and nobody could tell what: more than a word of the desk's. */
function isUnreadable(item: string): boolean {
  const { generic, small } = vocabulary();
  const isOfIllness = openCatalogue().find(item, { kinds: ['condition', 'symptom'] }).length > 0;
  const telling = (item.match(/\p{L}+/gu) ?? []).filter(
    (word) => !generic.has(stem(word.toLowerCase())) && !small.has(word.toLowerCase()),
  );
  return telling.length > MOST_WORDS && !isOfIllness;
}

/** What is asked, without what it leaves out; what is left stays in its place. */
export function withoutExclusions(text: string): string {
  return exclusionsIn(text).spans.reduce(
    (all, { start, end }) => `${all.slice(0, start)}${' '.repeat(end - start)}${all.slice(end)}`,
    text,
  );
}

/** A source that is on nothing else than what is left out, or of a kind that is. */
export function isLeftOut(row: EvidenceRow, without: Exclusions | undefined): boolean {
  if (without === undefined) return false;
  const { names, kinds } = without;
  if (kinds.includes(row.design_id) || (row.preprint && kinds.includes('preprint'))) return true;
  if (names.length === 0) return false;
  const folded = names.map(foldText);
  const isOut = (text: string) => folded.some((name) => hasPhrase(foldText(text), name));
  if (row.therapies.length === 0) return isOut(row.title);
  // A trial of it against another is on it; what gathers many stays for the others.
  const isOfMany = GATHERING.includes(row.design_id);
  return isOfMany ? row.therapies.every(isOut) : isOut(row.title) || row.therapies.every(isOut);
}

const GATHERING = ['guideline', 'meta_analysis', 'review', 'knowledge', 'document', 'news'];

/** What was left out before, and what is now. */
export function joinExclusions(before: Exclusions, now: Exclusions): Exclusions {
  const join = (some: readonly string[], more: readonly string[]) => [...new Set([...some, ...more])];
  return { ...now, names: join(before.names, now.names), kinds: join(before.kinds, now.kinds) };
}

/** "Without dorsemab; no animal studies". */
export function sayExclusions(without: Exclusions | undefined): string {
  if (without === undefined) return '';
  known ??= load();
  const { names, kinds } = without;
  return [...names, ...kinds.map((id) => known!.kinds[id]?.say ?? id)].join(', ');
}
