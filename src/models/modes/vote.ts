/**
 * What several structured answers have in common, field by field. Only what somebody said can win: a value of the
 * result is always the value of one of the answers.
 */
import type { Json } from '../../kernel/event.ts';

export interface Vote {
  readonly value: Json;
  /** The share of the fields on which a majority agreed, 0 to 1. */
  readonly agreement: number;
}

interface Count {
  fields: number;
  agreed: number;
}

/** At least one answer; on a tie the earlier one wins. */
export function vote(answers: readonly Json[]): Vote {
  const count: Count = { fields: 0, agreed: 0 };
  const value = decide(answers, answers.length, count);
  return { value, agreement: count.fields === 0 ? 1 : count.agreed / count.fields };
}

/** Whether two replies say the same but for case and white space, or are the same JSON. */
export function isAlike(a: string, b: string): boolean {
  return a === b || canonical(read(a)) === canonical(read(b));
}

function read(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

type Item = { [key: string]: Json };

function decide(values: readonly Json[], voters: number, count: Count): Json {
  if (values.every(isItem)) return decideFields(values, voters, count);
  if (values.every(isList)) return decideList(values, voters, count);
  count.fields++;
  const groups = group(values, canonical);
  const largest = groups.reduce((best, next) => (next.length > best.length ? next : best));
  if (largest.length * 2 > voters) {
    count.agreed++;
    return largest[0]!;
  }
  return middle(values) ?? largest[0]!;
}

/** A field that a majority has is in; what it says is decided among those who have it. */
function decideFields(values: readonly Item[], voters: number, count: Count): Item {
  const keys = [...new Set(values.flatMap((value) => Object.keys(value)))];
  const entries = keys.flatMap((key): [string, Json][] => {
    const given = values.flatMap((value) => (Object.hasOwn(value, key) ? [value[key]!] : []));
    return given.length * 2 < voters ? [] : [[key, decide(given, given.length, count)]];
  });
  return Object.fromEntries(entries);
}

/** Items that a majority names. Where no item reaches one, the lists are about different things: the first stands. */
function decideList(values: readonly Json[][], voters: number, count: Count): Json[] {
  const named = new Map<string, { by: Set<number>; items: Json[] }>();
  for (const [voter, list] of values.entries())
    for (const item of list) {
      const name = identify(item);
      const entry = named.get(name) ?? { by: new Set(), items: [] };
      if (!entry.by.has(voter)) entry.items.push(item);
      entry.by.add(voter);
      named.set(name, entry);
    }
  const kept = [...named.values()].filter(({ by }) => by.size * 2 > voters);
  count.fields += named.size;
  count.agreed += kept.length;
  if (kept.length === 0) return values.find((list) => list.length > 0) ?? [];
  return kept.map(({ by, items }) => decide(items, by.size, { fields: 0, agreed: 0 }));
}

const NAMES = ['id', 'name', 'title', 'term', 'key', 'label', 'claim', 'text', 'description'];

/** What an item is about: itself, or the field of it that names it. */
function identify(item: Json): string {
  if (!isItem(item)) return canonical(item);
  const name = NAMES.find((field) => typeof item[field] === 'string' || typeof item[field] === 'number');
  return name === undefined ? canonical(item) : `${name} ${canonical(item[name]!)}`;
}

/** Of numbers the one in the middle, of texts the one that shares most words with the others. */
function middle(values: readonly Json[]): Json | undefined {
  if (values.every((value) => typeof value === 'number'))
    return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
  if (!values.every((value) => typeof value === 'string')) return undefined;
  const words = values.map((value) => new Set(value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  const closeness = words.map((own) => words.reduce((sum, other) => sum + overlap(own, other), 0));
  return values[closeness.indexOf(Math.max(...closeness))];
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const all = new Set([...a, ...b]).size;
  return all === 0 ? 1 : [...a].filter((word) => b.has(word)).length / all;
}

function group(values: readonly Json[], name: (value: Json) => string): Json[][] {
  const groups = new Map<string, Json[]>();
  for (const value of values) groups.set(name(value), [...(groups.get(name(value)) ?? []), value]);
  return [...groups.values()];
}

function canonical(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value.toLowerCase().replace(/\s+/g, ' ').trim());
  if (isList(value)) return `[${value.map(canonical).join()}]`;
  if (!isItem(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((field) => `${JSON.stringify(field)}:${canonical(value[field]!)}`).join()}}`;
}

function isItem(value: Json): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json): value is Json[] {
  return Array.isArray(value);
}
