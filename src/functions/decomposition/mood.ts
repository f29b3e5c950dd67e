/**
 * What a sentence of a task is there for: it asks for work, it tells how things stand, or it sets a rule for all work. Only
 * what asks becomes a subtask of its own; the rest is told to those whom it concerns.
 */
import { vocabulary } from './vocabulary.ts';

export type Mood = 'work' | 'situation' | 'rule';

export function moodOf(sentence: string, startsWork: boolean): Mood {
  const said = ` ${sentence
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'-]+/gu, ' ')
    .trim()} `;
  const { opens, asks, forbids } = vocabulary().moods;
  const begins = (phrases: readonly string[]) => phrases.some((phrase) => said.startsWith(` ${phrase} `));
  if (begins(forbids)) return 'rule';
  if (startsWork || !begins(opens)) return 'work';
  return asks.some((phrase) => said.includes(` ${phrase} `)) ? 'work' : 'situation';
}
