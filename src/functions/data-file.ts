/** Data beside the code: a YAML file read once and checked by its schema; every mistake names file and line. */
import { readFileSync } from 'node:fs';
import { type Document, isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';

export function readDataFile<T>(file: string, schema: z.ZodType<T>, code: string): T {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  if (document.errors.length > 0)
    throw invalid(
      code,
      document.errors.map((error) => `${file}:${lineAt(error.pos[0])}: ${error.message.split('\n')[0]}`),
    );
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  throw invalid(
    code,
    parsed.error.issues.map((issue) => {
      const where = issue.path.map(String).join('.');
      return `${file}:${lineAt(offsetOf(document, issue.path))}: ${where === '' ? '' : `${where}: `}${issue.message}`;
    }),
  );
}

/** Where the deepest part of the path that is there begins. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => String((item.key as { value?: unknown } | null)?.value) === String(key));
      if (pair === undefined) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else break;
  }
  return offset;
}

function invalid(code: string, problems: string[]): ConsiliumError {
  return new ConsiliumError(code, `A data file has mistakes. ${problems.join(' ')}`, { details: { problems } });
}
