/**
 * What a source itself says its treatment is: another name of it, or what kind of thing it is. A name that no catalogue knows
 * is known where a paper says it: "ferric solumaltose (Solferon), an intravenous iron, …", "roxadustat (formerly FG-4592)".
 */
import { join } from 'node:path';
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { stem } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { foldText, hasPhrase } from './words.ts';

export interface Declared {
  /** As its title has it. */
  readonly name: string;
  readonly as: string;
}

const list = z.array(z.string());
const schema = z.strictObject({ other: list, kind: list, carriers: list, ends: list });
interface Words extends z.infer<typeof schema> {
  readonly patterns: readonly RegExp[];
  /** Those of them that tell another name. */
  readonly naming: readonly RegExp[];
}
let known: Words | undefined;

/** The name is of the title: what is said of another says nothing of what was studied. */
export function declaredIn(title: string, text: string): Declared[] {
  return findDeclared(title, text, words().patterns);
}

/** Only other names of it, and not what kind of thing it is. */
export function namesDeclared(title: string, text: string): Declared[] {
  return findDeclared(title, text, words().naming);
}

function findDeclared(title: string, text: string, patterns: readonly RegExp[]): Declared[] {
  const plain = foldText(text);
  const head = foldText(title);
  const found = [`${head}.`, plain].flatMap((part) =>
    patterns.flatMap((pattern) =>
      [...part.matchAll(pattern)].flatMap(({ groups }) => {
        const name = nameBefore(groups!['name']!, head);
        const as = trim(groups!['as']!);
        return name === undefined || as === '' || as === name ? [] : [{ name, as }];
      }),
    ),
  );
  return [...new Map(found.map((each) => [`${each.name}|${each.as}`, each])).values()].slice(0, MOST);
}

const MOST = 8;

/** Is this, by its last word and by all others of it, what is asked for: "an oral iron" is no intravenous one. */
export function isCalled(as: string, asked: string): boolean {
  const [own, wanted] = [as, foldText(asked)].map((text) =>
    text
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map(stem),
  );
  return own!.at(-1) === wanted!.at(-1) && wanted!.every((word) => own!.includes(word));
}

/** What is asked for by name, with the names under which a source tells of it. */
export function withNames(asked: readonly string[], declared: readonly Declared[]): string[] {
  const own = declared.filter(({ as }) => asked.some((each) => isCalled(as, each))).map(({ name }) => name);
  return [...new Set([...asked, ...own])];
}

/** The longest run of words right before that the title has too; an illness is no treatment. */
function nameBefore(run: string, title: string): string | undefined {
  const parts = run.trim().split(' ');
  const name = parts.map((_, at) => parts.slice(at).join(' ')).find((each) => hasPhrase(title, each));
  if (name === undefined || name.length < SHORTEST || words().ends.includes(name.split(' ')[0]!)) return undefined;
  return openCatalogue().find(name, { kinds: ['condition', 'symptom'] }).length > 0 ? undefined : name;
}

const SHORTEST = 5;

/** Up to where something else begins, without the word that it is something given. */
function trim(said: string): string {
  const { ends, carriers } = words();
  const parts = said.trim().split(' ');
  const end = parts.findIndex((part) => ends.includes(part));
  const kept = end < 0 ? parts : parts.slice(0, end);
  while (kept.length > 1 && carriers.includes(kept.at(-1)!)) kept.pop();
  return kept.join(' ');
}

function words(): Words {
  if (known !== undefined) return known;
  const read = schema.parse(readRows(join(import.meta.dirname, 'declared.yml')));
  const any = (some: readonly string[]) => some.toSorted((a, b) => b.length - a.length).join('|');
  const name = '(?<name>(?:[\\p{L}\\p{N}-]+ ){0,3}[\\p{L}\\p{N}-]+)';
  const as = '(?<as>[\\p{L}\\p{N}][\\p{L}\\p{N} -]{1,60}?)';
  // What stands in brackets is another name only where it is one word, or where that is said.
  const code = '(?<as>[\\p{L}][\\p{L}\\p{N}-]{3,30})';
  const beside = '(?: ?\\([^)]{1,40}\\))?';
  const naming = [
    `${name} \\((?:${any(read.other)}):? ${as}[,;)]`,
    // "(formerly TRV-118; brand name Relvanta)": the second and the third in one bracket.
    `${name} \\([^()]{1,60}[,;] (?:${any(read.other)}):? ${as}[,;)]`,
    `${name}${beside},? (?:${any(read.other)}) ${as}[,;.)(]`,
    `${name} \\(${code}[,;)]`,
  ];
  const patterns = [
    ...naming,
    `${name} \\((?:${any(read.kind)}) ${as}[,;)]`,
    `${name}${beside}, (?:${any(read.kind)}) ${as}[,;.(]`,
    `${name}${beside} (?:${any(read.kind.filter((each) => /^(?:is|was) /.test(each)))}) ${as}[,;.(]`,
  ];
  const compile = (each: string) => new RegExp(each, 'gu');
  known = { ...read, patterns: patterns.map(compile), naming: naming.map(compile) };
  return known;
}
