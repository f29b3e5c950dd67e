/** Whether one ranker is really better than another on the same queries, or only by chance. */

export interface Pairing {
  /** Mean of `ours` less mean of `theirs`. */
  readonly difference: number;
  /** The difference lies between these with 95 %: bootstrap over queries. */
  readonly low: number;
  readonly high: number;
  /** How likely a difference this large is where none is meant: signs of the differences tossed at random. */
  readonly p: number;
}

const ROUNDS = 5000;

/** A figure for each query, in the same order. The same figures give the same answer each time. */
export function pair(ours: readonly number[], theirs: readonly number[]): Pairing {
  const differences = ours.map((figure, i) => figure - (theirs[i] as number));
  const n = Math.max(1, differences.length);
  const difference = sum(differences) / n;
  // Queries on which both do the same cannot tell them apart.
  const telling = differences.filter((each) => each !== 0);
  const dice = openDice(1);
  let asLarge = 0;
  const means: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let tossed = 0;
    for (const each of telling) tossed += dice() < 0.5 ? each : -each;
    if (Math.abs(tossed / n) >= Math.abs(difference) - 1e-12) asLarge++;
    let drawn = 0;
    for (let i = 0; i < differences.length; i++) drawn += differences[Math.floor(dice() * n)] as number;
    means.push(drawn / n);
  }
  means.sort((a, b) => a - b);
  const at = (share: number) => means[Math.floor(share * (ROUNDS - 1))] as number;
  return { difference, low: at(0.025), high: at(0.975), p: (asLarge + 1) / (ROUNDS + 1) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

/** Even numbers from 0 to 1, the same for the same seed (a 32-bit xorshift). */
function openDice(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
