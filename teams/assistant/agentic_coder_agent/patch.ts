/** A change to a file as a patch that can be read before it is made. */
import { diffLines } from 'consilium/memory';

export interface Patch {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

const AROUND = 3;
const MOST = 6_000;

/** Lines that go and come, with three around them; what is too long to read is cut, and said to be. */
export function patchOf(path: string, before: string, after: string): Patch {
  const { added, removed, parts } = diffLines(before, after);
  const lines = parts.flatMap(({ kind, lines: some }, at) => {
    if (kind !== 'same') return some.map((line) => `${kind === 'added' ? '+' : '-'}${line}`);
    const head = at === 0 ? [] : some.slice(0, AROUND);
    const tail = at === parts.length - 1 ? [] : some.slice(-AROUND);
    const kept = some.length <= head.length + tail.length ? some : [...head, null, ...tail];
    return kept.map((line) => (line === null ? '@@' : ` ${line}`));
  });
  const text = [`--- ${path}`, `+++ ${path}`, ...lines].join('\n');
  return {
    added,
    removed,
    text: text.length > MOST ? `${text.slice(0, MOST)}\n… (${text.length - MOST} characters more)` : text,
  };
}
