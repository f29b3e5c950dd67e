/** How two words are held against each other. */
export interface Distance {
  /** Gives up above this, and says one more. */
  readonly limit?: number;
}

/** Insertions, deletions, replacements and swaps of neighbours that lead from one word to the other. */
export function editDistance(a: string, b: string, { limit = Number.POSITIVE_INFINITY }: Distance = {}): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      let cost = Math.min(last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), last[j]! + 1, row[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(last[b.length]!, limit + 1);
}

/** Whether one slip leads from one word to the other: a letter missing, added or changed, or two neighbours swapped. */
export function isOneEdit(left: string, right: string): boolean {
  let from = 0;
  while (from < left.length && left[from] === right[from]) from++;
  let [leftEnd, rightEnd] = [left.length, right.length];
  while (leftEnd > from && rightEnd > from && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd--;
    rightEnd--;
  }
  const [a, b] = [left.slice(from, leftEnd), right.slice(from, rightEnd)];
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]);
}

const LONGEST_NAME = 200;

/** The known name closest to what was written, if it is close enough to have been meant: a third may be wrong, and `atLeast` letters. */
export function nearest(written: string, known: Iterable<string>, atLeast = 1): string | undefined {
  if (written.length > LONGEST_NAME) return undefined;
  const wanted = lettersOf(written);
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const name of known) {
    const letters = lettersOf(name);
    const allowed = Math.max(atLeast, Math.floor(Math.max(wanted.length, letters.length) / 3));
    const distance = editDistance(wanted, letters, { limit: Math.min(allowed, least) });
    if (distance <= allowed && distance < least) [best, least] = [name, distance];
  }
  return best;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The known word that a misspelt word of a text was meant to be: one slip from five letters on, two from nine on; the
 * first letter is seldom wrong. Stricter than `nearest`: most words of a text are spelled right and simply not known.
 */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  const allowed = word.length >= 9 ? 2 : word.length >= 5 ? 1 : 0;
  if (allowed === 0 || word.length > LONGEST_NAME || /\d/.test(word)) return undefined;
  let best: string | undefined;
  let fewest = allowed + 0.1;
  for (const candidate of known) {
    if (candidate.length < 4 || Math.abs(candidate.length - word.length) > allowed) continue;
    const slips = editDistance(word, candidate, { limit: allowed }) + (candidate[0] === word[0] ? 0 : 0.5);
    if (slips < fewest) [best, fewest] = [candidate, slips];
  }
  return best;
}
