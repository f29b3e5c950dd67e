/** A change to a file as a patch that can be read before it is made. */
import { diffLines } from 'consilium/memory';

export interface Patch {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

const AROUND = 3;
const MOST = 6_000;

/** What is empty has no line that could go. */
function written(text: string): ReturnType<typeof diffLines> {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  return { added: lines.length, removed: 0, parts: [{ kind: 'added', lines }] };
}

/** Lines that go and come, with three around them; what is too long to read is cut, and said to be. */
export function patchOf(path: string, before: string, after: string): Patch {
  const { added, removed, parts } = before === '' ? written(after) : diffLines(before, after);
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
