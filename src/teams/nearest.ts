/** Near misses: what somebody most likely meant to type. */

/** " Did you mean X?", or what there is to choose from, or nothing. To be put behind a sentence. */
export function suggest(written: string, known: readonly string[], list?: string): string {
  const near = nearest(written, known);
  if (near !== undefined) return ` Did you mean "${near}"?`;
  if (list === undefined || known.length === 0) return '';
  return ` ${list}: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}.`;
}

/** The known name closest to what was written, if it is close enough to have been meant. */
export function nearest(written: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const [a, b] = [fold(written), fold(name)];
    const distance = editDistance(a, b);
    const near = distance <= Math.max(1, Math.floor(Math.max(a.length, b.length) / 3));
    if (near && distance < least) [best, least] = [name, distance];
  }
  return best;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
export function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 40) return Math.abs(a.length - b.length);
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, beforeLast[j - 2]! + 1);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
