/**
 * Mends words one slip off ("brething", "pian"): a letter left out, put in, taken for another or swapped with its
 * neighbour, the first letter kept. Only towards words that matter, and never a word that is spelled right.
 */
export function openMender(
  mended: Iterable<string>,
  spelledRight: Iterable<string>,
  beginnings: ReadonlySet<string> = new Set(),
): (word: string) => string {
  const words = new Set<string>();
  for (const word of mended) if (/^[a-z]+$/.test(word) && word.length >= SWAPPED) words.add(word);
  const right = new Set([...words, ...spelledRight]);
  const near = new Map<string, string>();
  const swapped = new Map<string, string>();
  for (const word of words)
    if (word.length === SWAPPED) for (const slip of swaps(word)) swapped.set(slip, word);
    else for (const short of shortened(word)) near.set(short, word);
  return (word) => {
    if (word.length < SWAPPED || word.length > LONGEST || right.has(word) || beginsKnown(word)) return word;
    if (word.length === SWAPPED) return swapped.get(word) ?? near.get(word) ?? word;
    for (const short of shortened(word)) {
      const found = near.get(short);
      if (found !== undefined && isSlip(word, found)) return found;
    }
    return word;
  };

  function beginsKnown(word: string): boolean {
    for (let length = 3; length < word.length; length++) if (beginnings.has(word.slice(0, length))) return true;
    return false;
  }
}

/** Shorter words are too near to each other: of four letters only a swap is mended. */
const SWAPPED = 4;
const LONGEST = 18;

function shortened(word: string): string[] {
  return [word, ...Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1))];
}

function swaps(word: string): string[] {
  return [1, 2].map((at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2));
}

/** An ending of grammar is no slip: "bleeds" is not "bleed" misspelled. */
function isSlip(word: string, other: string): boolean {
  if (word[0] !== other[0]) return false;
  const [short, long] = word.length < other.length ? [word, other] : [other, word];
  return short.length === long.length || !long.startsWith(short);
}
