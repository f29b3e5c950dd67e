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
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  if (document.errors.length > 0)
    throw fail(
      document.errors.map((error) => `${file}:${lines.linePos(error.pos[0]).line}: ${error.message.split('\n')[0]}`),
    );
  if (expected !== undefined && document.contents !== null && !isMap(document.contents))
    throw fail([`${file}:1: ${expected}`]);
  return { file, document, lines };
}

/** The last file that says anything there, and the deepest line of it that leads there. */
export function locate(sources: readonly YamlFile[], path: readonly PropertyKey[]): string {
  const keys = path.map(String);
  let best = { file: sources.at(-1)!.file, line: 1, depth: 0 };
  for (const { file, document, lines } of sources)
    for (let depth = keys.length; depth > 0 && depth >= best.depth; depth--) {
      const offset = keyOffset(document, keys.slice(0, depth));
      if (offset === undefined) continue;
      best = { file, line: lines.linePos(offset).line, depth };
      break;
    }
  return `${best.file}:${best.line}`;
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
