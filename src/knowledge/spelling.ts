/** The known word nearest to a misspelt one: one slip from five letters on, two from nine on; the first letter is seldom wrong. */
export function nearestWord(word: string, known: ReadonlySet<string>): string | undefined {
  const allowed = word.length >= 9 ? 2 : word.length >= 5 ? 1 : 0;
  if (allowed === 0 || /\d/.test(word)) return undefined;
  let best: string | undefined;
  let fewest = allowed + 0.1;
  for (const candidate of known) {
    if (candidate.length < 4 || Math.abs(candidate.length - word.length) > allowed) continue;
    const slips = slipsBetween(word, candidate, fewest) + (candidate[0] === word[0] ? 0 : 0.5);
    if (slips < fewest) [best, fewest] = [candidate, slips];
  }
  return best;
}

/** Edits, with a swap of neighbours as one (optimal string alignment); gives up above `limit`. */
function slipsBetween(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(above[column]! + 1, current[column - 1]! + 1, above[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        cost = Math.min(cost, before[column - 2]! + 1);
      current.push(cost);
    }
    if (Math.min(...current) > limit) return limit + 1;
    [before, above] = [above, current];
  }
  return above[b.length]!;
}
