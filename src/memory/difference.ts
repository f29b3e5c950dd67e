/** What changed between two texts, line by line. */
export interface Difference {
  readonly added: number;
  readonly removed: number;
  readonly parts: readonly { readonly kind: 'same' | 'added' | 'removed'; readonly lines: readonly string[] }[];
}

/** Beyond this many pairs of lines the middle is shown as replaced: exact enough for a reader, and never slow. */
const MOST_PAIRS = 4_000_000;

export function diffLines(before: string, after: string): Difference {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const parts = new Parts();
  for (const line of a.slice(0, head)) parts.add('same', line);
  compareMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail), parts);
  for (const line of a.slice(a.length - tail)) parts.add('same', line);
  return parts.finish();
}

function compareMiddle(a: readonly string[], b: readonly string[], parts: Parts): void {
  const width = b.length + 1;
  if (a.length * b.length > MOST_PAIRS) {
    for (const line of a) parts.add('removed', line);
    for (const line of b) parts.add('added', line);
    return;
  }
  // longest[i, j]: how many lines a from i on and b from j on have in common.
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.add('same', a[i]!);
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!))
      parts.add('removed', a[i++]!);
    else parts.add('added', b[j++]!);
  }
}

class Parts {
  readonly #parts: { kind: 'same' | 'added' | 'removed'; lines: string[] }[] = [];

  add(kind: 'same' | 'added' | 'removed', line: string): void {
    const last = this.#parts.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else this.#parts.push({ kind, lines: [line] });
  }

  finish(): Difference {
    const count = (kind: string) =>
      this.#parts.reduce((sum, part) => sum + (part.kind === kind ? part.lines.length : 0), 0);
    return { added: count('added'), removed: count('removed'), parts: this.#parts };
  }
}
