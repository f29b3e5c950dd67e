/** Two texts compared by lines. */

export type Change = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string };

const MOST = 4_000_000;

/** The longest common lines stay; texts too different in size for that are told as one removed, one added. */
export function compareLines(before: string, after: string): Change[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const same = (lines: readonly string[]) => lines.map((text): Change => ({ kind: 'same', text }));
  const middle = compareMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  return [...same(old.slice(0, head)), ...middle, ...same(tail === 0 ? [] : old.slice(-tail))];
}

function compareMiddle(old: readonly string[], now: readonly string[]): Change[] {
  const removed = old.map((text): Change => ({ kind: 'removed', text }));
  const added = now.map((text): Change => ({ kind: 'added', text }));
  if (old.length * now.length > MOST || old.length === 0 || now.length === 0) return [...removed, ...added];
  const width = now.length + 1;
  const common = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      common[i * width + j] =
        old[i] === now[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const changes: Change[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) changes.push({ kind: 'same', text: old[i++]! }) && j++;
    else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) changes.push(removed[i++]!);
    else changes.push(added[j++]!);
  }
  return [...changes, ...removed.slice(i), ...added.slice(j)];
}
