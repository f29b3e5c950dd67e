/** Other names of one thing (names.yml), and the wider terms that it falls under. */

import { z } from 'zod';
import { inPieces } from '../../text/pieces.ts';
import { readRows } from '../../text/rows.ts';
import { termKey } from './terms.ts';

/** Nouns of one meaning at the end of a name: a carcinoma is a cancer, Conn's syndrome Conn's disease. */
const SAME_NOUNS: Readonly<Record<string, string>> = {
  ...{ carcinoma: 'cancer', neoplasm: 'tumor', illness: 'disease', disorder: 'disease', syndrome: 'disease' },
  ...{ adrenoceptor: 'receptor', leucocyte: 'leukocyte' },
};

/** One form for a name with and without the owner's s, and with one noun or another. */
export function nameKey(name: string): string {
  const words = termKey(
    name.replace(/(?<=\p{L})['’]s?(?=\s|$)/gu, '').replace(/^morbus (\p{L}+)$/iu, '$1 disease'),
  ).split(' ');
  return words.length === 1 ? (words[0] as string) : words.map((word) => SAME_NOUNS[word] ?? word).join(' ');
}

interface Names {
  readonly same: ReadonlyMap<string, readonly string[]>;
  /** The names of what is wider, by what is narrower. */
  readonly wider: ReadonlyMap<string, ReadonlySet<string>>;
}

const names = inPieces(compile);
/** For a server, which lets others have their turn in between. */
export const nameSteps = names.steps;

/** All names of a thing, the usual one first; nothing where it has no other name. */
export function namesOf(name: string): readonly string[] {
  const all = names.whole().same.get(nameKey(name)) ?? [];
  // "AS" is a disease, "as" is none.
  const short = all.find((each) => isShort(each) && termKey(each) === termKey(name));
  return short !== undefined && short.length < 4 && name !== short && !/\p{Lu}/u.test(name) && name.length < 3
    ? []
    : all;
}

/** Whether one names what the other is a kind of. */
export function isWiderName(wider: string, all: readonly string[]): boolean {
  const key = nameKey(wider);
  return all.some((name) => names.whole().wider.get(nameKey(name))?.has(key) === true);
}

function isShort(name: string): boolean {
  return /^[\p{Lu}\d]{2,4}$/u.test(name);
}

/** So many lines at a time. */
const PIECE = 400;

function* compile(): Generator<void, Names> {
  const file = readRows(new URL('./names.yml', import.meta.url));
  const { same, wider } = z.strictObject({ same: z.string(), wider: z.string() }).parse(file);
  const groups = yield* joinGroups(linesOf(same));
  const above = new Map<string, Set<string>>();
  for (const [at, line] of linesOf(wider).entries()) {
    if (at % PIECE === 0) yield;
    const [terms = '', kinds = ''] = line.split(': ');
    for (const kind of kinds.split(', '))
      for (const name of groups.get(nameKey(kind)) ?? [kind])
        above.set(nameKey(name), new Set([...(above.get(nameKey(name)) ?? []), ...namesIn(terms).map(termKey)]));
  }
  return { same: groups, wider: above };
}

/** Two lines that begin with the same name are one; a short form of two things stays with the first. */
function* joinGroups(lines: readonly string[]): Generator<void, Map<string, readonly string[]>> {
  const groups = new Map<string, string[]>();
  for (const [at, line] of lines.entries()) {
    if (at % PIECE === 0) yield;
    const row = namesIn(line);
    const group = groups.get(nameKey(row[0] as string)) ?? [];
    for (const name of row) {
      if (!group.includes(name)) group.push(name);
      if (!groups.has(nameKey(name))) groups.set(nameKey(name), group);
    }
  }
  return groups;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function namesIn(text: string): string[] {
  return text.split(' = ').flatMap((name) => [name.trim(), ...inhibitorNames(name.trim())]);
}

/** "SGLT2 inhibitors" are written "SGLT2i" and "SGLT-2i": the short form of what is inhibited, and an i. */
function inhibitorNames(name: string): string[] {
  const [, base = ''] = /^(\p{Lu}[\p{Lu}\d]+(?:-?\d)?) inhibitors?$/u.exec(name) ?? [];
  if (base === '') return [];
  const joined = base.replace('-', '');
  const bases = [...new Set([base, joined, joined.replace(/(?=\d$)/, '-')])];
  return bases
    .flatMap((each) => [`${each} inhibitor`, `${each} inhibitors`, `${each}i`, `${each}is`])
    .filter((each) => each !== name);
}
