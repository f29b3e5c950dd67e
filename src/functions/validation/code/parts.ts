/**
 * Parts of code below the definitions (parts.yml): catch clauses, loops, switches, calls of a kind, SQL statements, columns;
 * where they stand in a file, and whether a trait holds of one.
 */
import { z } from 'zod';
import { sheet } from '../../analysis/sheet.ts';
import { bareCode, type CodeArtifact } from '../deeds/scope.ts';
import { tablesIn } from '../sql.ts';
import type { Member } from './domains.ts';

const list = z.array(z.string()).min(1);
const pattern = z.string().transform((source) => new RegExp(source, 'i'));
/** What code writes in capitals or not is another thing; SQL does not mind. */
const exact = z.string().transform((source) => ({ plain: new RegExp(source), folded: new RegExp(source, 'i') }));

const trait = z.strictObject({
  said: list,
  shown: exact.optional(),
  before: exact.optional(),
  after: exact.optional(),
  /** By its line and what follows. */
  around: exact.optional(),
  /** By what the name before its last dot was set to. */
  bound: exact.optional(),
  /** It stands in a node of one of these types. */
  inside: list.optional(),
  example: z.string(),
});
const part = z.strictObject({
  part: z.string(),
  said: list,
  nodes: z.record(z.string(), list).optional(),
  calls: exact.optional(),
  languages: list.optional(),
  sql: pattern.optional(),
  columns: z.boolean().optional(),
  /** Of the nodes only those that read so. */
  only: pattern.optional(),
  traits: z.array(trait).default([]),
});
export type Part = z.infer<typeof part>;
export type Trait = z.infer<typeof trait>;

export const readParts = sheet('./parts.yml', import.meta.url, z.array(part));

const SCRIPT = new Set(['typescript', 'tsx', 'javascript']);

/** Whether a language has such parts at all. */
export function hasPart({ nodes, calls, languages, sql, columns }: Part, language: string): boolean {
  if (languages !== undefined && !languages.includes(language)) return false;
  if (language === 'sql') return sql !== undefined || columns === true;
  return calls !== undefined || nodesOf(nodes, language).length > 0;
}

function nodesOf(nodes: Part['nodes'], language: string): readonly string[] {
  return nodes?.[SCRIPT.has(language) ? 'script' : language] ?? [];
}

export function partsIn(artifact: CodeArtifact, wanted: Part): Member[] {
  const { code, text } = artifact;
  const lineAt = (at: number) => text.slice(0, at).split('\n').length;
  const member = (start: number, end: number): Member => ({
    name: text
      .slice(start, Math.min(end, start + 50))
      .split('\n')[0]!
      .trim(),
    text: bareCode(artifact).slice(start, end),
    start,
    line: lineAt(start),
  });
  const found =
    code.language === 'sql'
      ? sqlParts(artifact, wanted).map(({ start, end }) => member(start, end))
      : [
          ...nodesOf(wanted.nodes, code.language).flatMap((type) => code.places.get(type) ?? []),
          ...code.calls.filter(({ name }) => wanted.calls?.plain.test(name) ?? false),
        ]
          .sort((a, b) => a.start - b.start)
          .map(({ start, end }) => member(start, end));
  return wanted.only === undefined ? found : found.filter((one) => wanted.only!.test(one.text));
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function sqlParts(artifact: CodeArtifact, { sql, columns }: Part): Span[] {
  if (columns === true)
    return tablesIn(artifact).flatMap((table) => {
      const from = artifact.text.indexOf(table.text.slice(0, 20));
      return table.columns.flatMap((column) => {
        const at = artifact.text.indexOf(column.text.slice(0, 60), Math.max(0, from));
        return at < 0 ? [] : [{ start: at, end: at + column.text.length }];
      });
    });
  return statementsIn(artifact).filter(({ start, end }) => sql?.test(artifact.text.slice(start, end)) ?? false);
}

/** By semicolons; what stands in quotes or dollars ends nothing. */
function statementsIn(artifact: CodeArtifact): Span[] {
  const bare = bareCode(artifact).replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, (one) => ' '.repeat(one.length));
  const spans: Span[] = [];
  let from = 0;
  for (const { index } of `${bare};`.matchAll(/;|\bbegin\b(?!\s*(?:;|transaction))|\$\w*\$|\bthen\b/gi)) {
    const start = from + (bare.slice(from, index).match(/^\W*/)?.[0].length ?? 0);
    if (index > start) spans.push({ start, end: index });
    from =
      index +
      (/^(?:begin|then)/i.exec(bare.slice(index))?.[0].length ?? /^\$\w*\$/.exec(bare.slice(index))?.[0].length ?? 1);
  }
  return spans;
}

/** `client.Get(…)`: what `client` was set to. */
function boundTo({ code }: CodeArtifact, call: string): string {
  const receiver = /^([\w.]+)\.\w+\s*\(/.exec(call)?.[1]?.split('.').at(-1);
  return receiver === undefined
    ? ''
    : (code.values.find(({ name }) => name.split(/[.\s]/).at(-1) === receiver)?.value ?? '');
}

export function holdsOfPart(artifact: CodeArtifact, { start, text }: Member, own: Trait): boolean {
  const fits = (one: { plain: RegExp; folded: RegExp } | undefined, said: string) =>
    one !== undefined && (artifact.code.language === 'sql' ? one.folded : one.plain).test(said);
  const source = bareCode(artifact);
  const line = source.lastIndexOf('\n', start - 1) + 1;
  return (
    fits(own.shown, text) ||
    fits(own.before, source.slice(line, start)) ||
    fits(own.after, source.slice(start + text.length, start + text.length + AFTER)) ||
    fits(own.around, source.slice(line, start + text.length + AFTER)) ||
    fits(own.bound, boundTo(artifact, text)) ||
    (own.inside ?? []).some((type) =>
      artifact.code.places.get(type)?.some((one) => one.start <= start && one.end >= start + text.length),
    )
  );
}

/** So far behind a part its consequence may still stand. */
const AFTER = 600;
