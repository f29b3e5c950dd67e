/**
 * Whose question it is, where that is plain. A team says in its YAML how people begin who mean it (`examples`, `hears`),
 * and may bring a `hears.ts` that judges a message itself. What nobody clearly claims is left to the person.
 */
import type { Team } from '../teams/index.ts';
import { stem, withoutAccents, wordsIn } from '../text/index.ts';

export interface Guess {
  readonly team: string;
  /** From 0 to 1. */
  readonly score: number;
}

/** A claim below this, or not so much ahead of the next, is not plain. */
const ENOUGH = 0.6;
const AHEAD = 0.15;
/** A question is in its first lines; what follows is what it is about. */
const READ = 600;

export async function guessTeam(teams: readonly Team[], message: string): Promise<Guess | undefined> {
  const said = new Set(stemsOf(message.slice(0, READ)));
  if (said.size === 0) return undefined;
  const weigh = weights(teams);
  const claims = await Promise.all(
    teams.map(async (team) => ({
      team: team.name,
      score: Math.max(claimOf(team, said, weigh), (await team.judge?.(message)) ?? 0),
    })),
  );
  const [first, second] = claims.toSorted((one, other) => other.score - one.score);
  if (first === undefined || first.score < ENOUGH) return undefined;
  return first.score - (second?.score ?? 0) >= AHEAD ? first : undefined;
}

/** How much of the phrase that fits best is in the message, by what its words weigh. */
function claimOf(team: Team, said: ReadonlySet<string>, weigh: (word: string) => number): number {
  let best = 0;
  for (const phrase of phrasesOf(team)) {
    let [whole, found] = [0, 0];
    for (const word of phrase) {
      whole += weigh(word);
      if (said.has(word)) found += weigh(word);
    }
    if (whole > 0) best = Math.max(best, found / whole);
  }
  return best;
}

/** A word that many teams' phrases have says little about any of them. */
function weights(teams: readonly Team[]): (word: string) => number {
  const lists = teams.map((team) => phrasesOf(team));
  const phrases = lists.flat();
  const seen = new Map<string, number>();
  for (const phrase of phrases) for (const word of new Set(phrase)) seen.set(word, (seen.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + phrases.length / (1 + (seen.get(word) ?? 0)));
}

const known = new WeakMap<Team, readonly (readonly string[])[]>();

function phrasesOf(team: Team): readonly (readonly string[])[] {
  let phrases = known.get(team);
  if (phrases === undefined) {
    phrases = [...team.hears, ...team.examples].map((text) => [...new Set(stemsOf(text.slice(0, READ)))]);
    known.set(team, phrases);
  }
  return phrases;
}

function stemsOf(text: string): string[] {
  return wordsIn(withoutAccents(text)).map(({ lower }) => stem(lower));
}
