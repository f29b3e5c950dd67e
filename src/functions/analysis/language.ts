/** Languages as data (languages.yml): how each looks, and which one a text is in. */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/index.ts';
import { isUnparsed } from '../../reading/index.ts';
import { sheet } from './sheet.ts';

const pattern = z.string().refine(isPattern, 'is not a regular expression.');

const shape = z.strictObject({
  like: z.string().optional(),
  aliases: z.array(z.string()).default([]),
  extensions: z.array(z.string()).default([]),
  line: z.array(z.string()).optional(),
  block: z.array(z.tuple([z.string(), z.string()])).optional(),
  strings: z.array(z.string()).optional(),
  template: z.boolean().optional(),
  regex: z.boolean().optional(),
  docstrings: z.boolean().optional(),
  comment_after_space: z.boolean().optional(),
  ignore_case: z.boolean().optional(),
  blocks: z.enum(['braces', 'indent']).optional(),
  function: pattern.optional(),
  branch: pattern.optional(),
  imports: z.array(pattern).optional(),
  hints: z.array(pattern).default([]),
});

const readShapes = sheet('./languages.yml', import.meta.url, z.record(z.string(), shape));

export interface Language {
  readonly name: string;
  readonly line: readonly string[];
  readonly block: readonly (readonly [string, string])[];
  readonly strings: readonly string[];
  readonly template: boolean;
  readonly regex: boolean;
  readonly docstrings: boolean;
  readonly commentAfterSpace: boolean;
  readonly blocks: 'braces' | 'indent';
  readonly function: RegExp;
  readonly branch: RegExp;
  readonly imports: readonly RegExp[];
}

/** By name, alias or extension; an unknown name throws LANGUAGE_UNKNOWN with those there are. */
export function findLanguage(name: string): Language {
  const wanted = name.trim().toLowerCase().replace(/^\./, '');
  const known = lookUp(wanted);
  if (known !== undefined) return known;
  // Data, prose, or a language without rules here: it is read as text.
  if (isUnparsed(wanted)) return build('text');
  throw new ConsiliumError('LANGUAGE_UNKNOWN', `No language is called "${name}" here.`, {
    hint: `Leave it out, or take one of: ${Object.keys(readShapes()).join(', ')}.`,
    details: { path: 'language' },
  });
}

/** The language of a text, by the file's name if there is one, else by how it looks. */
export function detectLanguage(text: string, fileName?: string): Language {
  const extension = fileName?.match(/\.(\w+)$/)?.[1]?.toLowerCase();
  const named = extension === undefined ? undefined : lookUp(extension);
  if (named !== undefined) return named;
  if (extension !== undefined && isUnparsed(extension)) return build('text');
  return build(guessLanguage(text).name);
}

/** By how it looks, and how many of that language's signs it shows. */
export function guessLanguage(text: string): { name: string; hits: number } {
  const head = text.slice(0, 20_000);
  let best = { name: 'text', hits: 0 };
  for (const [name, { hints, ignore_case }] of Object.entries(readShapes())) {
    const hits = hints.filter((hint) => new RegExp(hint, ignore_case ? 'mi' : 'm').test(head)).length;
    if (hits > best.hits) best = { name, hits };
  }
  return best;
}

function lookUp(wanted: string): Language | undefined {
  for (const [name, entry] of Object.entries(readShapes()))
    if (name === wanted || entry.aliases.includes(wanted) || entry.extensions.includes(wanted)) return build(name);
  return undefined;
}

function build(name: string): Language {
  const own = readShapes()[name]!;
  const entry = own.like === undefined ? own : { ...readShapes()[own.like]!, ...defined(own) };
  const flags = entry.ignore_case ? 'gmi' : 'gm';
  return {
    name,
    line: entry.line ?? [],
    block: entry.block ?? [],
    strings: entry.strings ?? [],
    template: entry.template ?? false,
    regex: entry.regex ?? false,
    docstrings: entry.docstrings ?? false,
    commentAfterSpace: entry.comment_after_space ?? false,
    blocks: entry.blocks ?? 'braces',
    function: new RegExp(entry.function ?? '(?!)', flags),
    branch: new RegExp(entry.branch ?? '(?!)', flags),
    imports: (entry.imports ?? []).map((source) => new RegExp(source, flags)),
  };
}

function defined<T extends object>(entry: T): Partial<T> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as Partial<T>;
}

export function isPattern(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
