/** Other names of one thing (names.yml), and the wider terms that it falls under. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { termKey } from './terms.ts';

interface Names {
  readonly same: ReadonlyMap<string, readonly string[]>;
  /** The names of what is wider, by what is narrower. */
  readonly wider: ReadonlyMap<string, ReadonlySet<string>>;
}

let read: Names | undefined;

/** All names of a thing, the usual one first; nothing where it has no other name. */
export function namesOf(name: string): readonly string[] {
  const names = open().same.get(termKey(name)) ?? [];
  // "AS" is a disease, "as" is none.
  const short = names.find((each) => isShort(each) && termKey(each) === termKey(name));
  return short !== undefined && short.length < 4 && name !== short && !/\p{Lu}/u.test(name) && name.length < 3
    ? []
    : names;
}

/** Whether one names what the other is a kind of. */
export function isWiderName(wider: string, names: readonly string[]): boolean {
  const key = termKey(wider);
  return names.some((name) => open().wider.get(termKey(name))?.has(key) === true);
}

function isShort(name: string): boolean {
  return /^[\p{Lu}\d]{2,4}$/u.test(name);
}

function open(): Names {
  read ??= compile();
  return read;
}

function compile(): Names {
  const file = parse(readFileSync(new URL('./names.yml', import.meta.url), 'utf8'));
  const { same, wider } = z.strictObject({ same: z.string(), wider: z.string() }).parse(file);
  const groups = joinGroups(linesOf(same).map(namesIn));
  const above = new Map<string, Set<string>>();
  for (const line of linesOf(wider)) {
    const [terms = '', kinds = ''] = line.split(': ');
    for (const kind of kinds.split(', '))
      for (const name of groups.get(termKey(kind)) ?? [kind])
        above.set(termKey(name), new Set([...(above.get(termKey(name)) ?? []), ...namesIn(terms).map(termKey)]));
  }
  return { same: groups, wider: above };
}

/** Two lines that begin with the same name are one; a short form of two things stays with the first. */
function joinGroups(rows: readonly (readonly string[])[]): Map<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const names of rows) {
    const group = groups.get(termKey(names[0] as string)) ?? [];
    for (const name of names) {
      if (!group.includes(name)) group.push(name);
      if (!groups.has(termKey(name))) groups.set(termKey(name), group);
    }
  }
  return groups;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function namesIn(text: string): string[] {
  return text.split(' = ').map((name) => name.trim());
}
