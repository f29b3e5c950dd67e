/** Languages as data (languages.yml): which grammar reads them, and which nodes of its tree are what. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';

const list = z.array(z.string()).default([]);

const definition = z.strictObject({
  kind: z.string(),
  name: z.string().default('name'),
  /** It is one only where this field holds a node of one of these types. */
  holds: z.record(z.string(), z.array(z.string())).optional(),
  /** It is one only where it has this field. */
  needs: z.string().optional(),
  flat: z.boolean().default(false),
  silent: z.boolean().default(false),
  /** What stands in it is no entry of its own. */
  closed: z.boolean().default(false),
  /** Only where it is no member of something. */
  top: z.boolean().default(false),
});
export type Definition = z.infer<typeof definition>;

const grammar = z.strictObject({
  grammar: z.string().optional(),
  aliases: list,
  extensions: list,
  shebang: z.string().default(''),
  definitions: z.record(z.string(), definition),
  functions: list,
  branch: list,
  nest: list,
  calls: z.record(z.string(), z.string()),
  imports: list,
  lead: list,
  comments: list,
  strings: list,
  hints: list,
  ignore_case: z.boolean().default(false),
  /** So many hints at least before a text without a name is taken for it. */
  needs_hints: z.number().default(2),
});
export type Grammar = z.infer<typeof grammar> & { readonly name: string };

let kept: Map<string, Grammar> | undefined;

export function grammars(): ReadonlyMap<string, Grammar> {
  if (kept === undefined) {
    const raw = parse(readFileSync(new URL('./languages.yml', import.meta.url), 'utf8'), { merge: true }) as object;
    const read = z.record(z.string(), grammar).parse(raw);
    kept = new Map(Object.entries(read).map(([name, entry]) => [name, { ...entry, name }]));
  }
  return kept;
}

/** By name, alias or extension; undefined where nobody here parses it. */
export function findGrammar(said: string): Grammar | undefined {
  const wanted = said.trim().toLowerCase().replace(/^\./, '');
  for (const entry of grammars().values())
    if (entry.name === wanted || entry.aliases.includes(wanted) || entry.extensions.includes(wanted)) return entry;
  return undefined;
}

export function grammarOfPath(path: string): Grammar | undefined {
  const extension = /\.(\w{1,8})$/.exec(path)?.[1]?.toLowerCase();
  if (extension === undefined) return undefined;
  return [...grammars().values()].find(({ extensions }) => extensions.includes(extension));
}

const unparsedSchema = z.strictObject({ data: list, records: list, prose: list, code: list });
export type Unparsed = keyof z.infer<typeof unparsedSchema>;
let unparsed: ReadonlyMap<string, Unparsed> | undefined;

/** What a name is of that no parser here reads: data, records, prose, or another language of code (unparsed.yml). */
export function unparsedSort(said: string): Unparsed | undefined {
  if (unparsed === undefined) {
    const raw: unknown = parse(readFileSync(new URL('./unparsed.yml', import.meta.url), 'utf8'));
    const sorts = Object.entries(unparsedSchema.parse(raw)) as [Unparsed, string[]][];
    unparsed = new Map(sorts.flatMap(([sort, names]) => names.map((name) => [name, sort] as const)));
  }
  return unparsed.get(said.trim().toLowerCase().replace(/^\./, ''));
}

export function isUnparsed(said: string): boolean {
  return unparsedSort(said) !== undefined;
}

export function requireGrammar(name: string): Grammar {
  const found = findGrammar(name);
  if (found !== undefined) return found;
  throw new ConsiliumError('LANGUAGE_UNKNOWN', `No parser here reads "${name.slice(0, 40)}".`, {
    hint: `Leave it out, or take one of: ${[...grammars().keys()].join(', ')}; data and prose (json, yaml, markdown, text …) are known too.`,
    details: { path: 'language' },
  });
}
