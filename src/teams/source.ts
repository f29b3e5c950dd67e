/** A YAML file read so that every value in it still knows its line. */
import { readFile } from 'node:fs/promises';
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Problem } from './problem.ts';

export type Path = readonly PropertyKey[];

export interface Place {
  readonly line: number;
  readonly column: number;
  readonly excerpt: string;
}

export interface Source {
  readonly file: string;
  /** What the file says; undefined where it is not YAML at all. */
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** Where the value at a path begins; with `key`, where its key stands. The nearest place around it if it is absent. */
  locate(path: Path, on?: 'key' | 'value'): Place;
}

/** Never throws: whatever is wrong with the file is among its problems. */
export async function readSource(file: string): Promise<Source> {
  try {
    return parseSource(file, await readFile(file, 'utf8'));
  } catch (thrown) {
    const message = `The file cannot be read: ${(thrown as Error).message}`;
    const place = { line: 1, column: 1, excerpt: '' };
    return { file, value: undefined, problems: [{ file, rule: 'readable', message }], locate: () => place };
  }
}

export function parseSource(file: string, text: string): Source {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const lines = text.split(/\r?\n/);
  const placeAt = (offset: number): Place => {
    const { line, col } = counter.linePos(Math.min(offset, text.length));
    return { line: Math.max(line, 1), column: Math.max(col, 1), excerpt: lines[line - 1] ?? '' };
  };
  const problems: Problem[] = document.errors.map((error) => ({
    file,
    ...placeAt(error.pos[0]),
    rule: error.code === 'DUPLICATE_KEY' ? 'duplicate_key' : 'yaml',
    message:
      error.code === 'DUPLICATE_KEY' ? describeDuplicate(text, error.pos) : `This is not YAML: ${error.message}.`,
  }));
  let value: unknown;
  if (problems.every(({ rule }) => rule === 'duplicate_key')) {
    try {
      value = document.toJS();
    } catch (thrown) {
      problems.push({ file, ...placeAt(0), rule: 'yaml', message: `This is not YAML: ${(thrown as Error).message}.` });
    }
  }
  return { file, value, problems, locate: (path, on = 'value') => placeAt(findOffset(document, path, on)) };
}

function describeDuplicate(text: string, [start]: readonly [number, number]): string {
  const key = /^[^:\s]+/.exec(text.slice(start))?.[0] ?? 'This key';
  return `"${key}" is given twice; only one can hold.`;
}

function findOffset(document: Document.Parsed, path: Path, on: 'key' | 'value'): number {
  let node: Node | null = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const [depth, part] of path.entries()) {
    if (isAlias(node)) node = (node.resolve(document) as Node | undefined) ?? null;
    const wantsKey = on === 'key' && depth === path.length - 1;
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (pair === undefined) return offset;
      const keyOffset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
      // A value that is absent, or a block that begins on a later line, is best shown by its key.
      offset = wantsKey || !isInline(node) ? keyOffset : (node?.range?.[0] ?? keyOffset);
    } else if (isSeq(node)) {
      node = (node.items[Number(part)] as Node | undefined) ?? null;
      if (node === null) return offset;
      offset = node.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}

function isInline(node: Node | null): boolean {
  if (isMap(node) || isSeq(node)) return node.flow === true;
  return isAlias(node) || (isScalar(node) && node.value !== null);
}
