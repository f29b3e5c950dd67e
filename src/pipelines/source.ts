/** A pipeline's YAML, read so that every value in it still knows its line. */
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

export interface Problem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The rule that is broken, for programs: `unknown_stage`. */
  readonly rule: string;
  readonly message: string;
}

export type Path = readonly PropertyKey[];

export interface Source {
  readonly file: string;
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /** The line of the value at a path, or of the nearest thing around it. */
  line(path: Path): number;
}

export function parseSource(file: string, text: string): Source {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const problems = document.errors.map((error) => ({
    file,
    line: Math.max(1, counter.linePos(error.pos[0]).line),
    rule: 'yaml',
    message: `This is not YAML: ${error.message}.`,
  }));
  const line = (path: Path) => Math.max(1, counter.linePos(offsetOf(document, path)).line);
  if (problems.length > 0) return { file, value: undefined, problems, line };
  try {
    return { file, value: document.toJS({ maxAliasCount: 100 }), problems, line };
  } catch (thrown) {
    const message = `This is not YAML: ${(thrown as Error).message}.`;
    return { file, value: undefined, problems: [{ file, line: 1, rule: 'yaml', message }], line };
  }
}

function offsetOf(document: Document.Parsed, path: Path): number {
  let node: Node | null = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
      if (pair === undefined) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node)) {
      const item = (node.items[Number(part)] as Node | undefined) ?? null;
      if (item === null) return offset;
      node = item;
      offset = node.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}
