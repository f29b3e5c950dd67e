/** YAML that people edit: read with its lines, so that a mistake is told with the place it stands at. */
import { readFileSync } from 'node:fs';
import { type Document, isMap, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

export interface YamlFile {
  readonly file: string;
  readonly document: Document;
  readonly lines: LineCounter;
}

/** `expected` says what mapping the file has to be, where it has to be one; `fail` makes the error of whoever reads it. */
export function readYaml(file: string, expected: string | undefined, fail: (problems: string[]) => Error): YamlFile {
  const { source, problems } = parseYaml(file, readFileSync(file, 'utf8'));
  if (problems.length > 0) throw fail(problems.map(({ line, message }) => `${file}:${line}: ${message}`));
  const { contents } = source.document;
  if (expected !== undefined && contents !== null && !isMap(contents)) throw fail([`${file}:1: ${expected}`]);
  return source;
}

/** Never throws: what is wrong with the text is told beside it. */
export function parseYaml(
  file: string,
  text: string,
): { source: YamlFile; problems: { line: number; message: string }[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const problems = document.errors.map(({ pos, message }) => ({
    line: Math.max(1, lines.linePos(pos[0]).line),
    message,
  }));
  return { source: { file, document, lines }, problems };
}

/** The last file that says anything there, and the deepest line of it that leads there. */
export function locate(sources: readonly YamlFile[], path: readonly PropertyKey[]): string {
  let best = { file: sources.at(-1)!.file, line: 1, depth: 0 };
  for (const source of sources) {
    const { line, depth } = deepest(source, path);
    if (depth > 0 && depth >= best.depth) best = { file: source.file, line, depth };
  }
  return `${best.file}:${best.line}`;
}

/** The line of the value at a path, or of the nearest thing around it. */
export function lineOf(source: YamlFile, path: readonly PropertyKey[]): number {
  return deepest(source, path).line;
}

function deepest({ document, lines }: YamlFile, path: readonly PropertyKey[]): { line: number; depth: number } {
  const keys = path.map(String);
  for (let depth = keys.length; depth > 0; depth--) {
    const offset = keyOffset(document, keys.slice(0, depth));
    if (offset !== undefined) return { line: lines.linePos(offset).line, depth };
  }
  const start = (document.contents as { range?: number[] } | null)?.range?.[0] ?? 0;
  return { line: Math.max(1, lines.linePos(start).line), depth: 0 };
}

function keyOffset(document: Document, path: readonly string[]): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return (document.getIn(path, true) as { range?: number[] } | undefined)?.range?.[0];
  const pair = parent.items.find((item) => String((item.key as { value?: unknown } | null)?.value) === path.at(-1));
  return (pair?.key as { range?: number[] } | undefined)?.range?.[0];
}

export function describeIssue(issue: z.core.$ZodIssue): string {
  const where = issue.path.map(String).join('.');
  // zod says of a key only that it is invalid; why is one level down.
  const message = issue.code === 'invalid_key' ? issue.issues.map((inner) => inner.message).join(' ') : issue.message;
  return where === '' ? message : `${where}: ${message}`;
}
