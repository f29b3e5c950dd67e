/** A talk that began elsewhere, as whoever kept it tells it: its newest words, as many as a session would show. */
import type { Utterance } from '../kernel/index.ts';

const MOST_CHARACTERS = 60_000;

export function recentWords(said: readonly Utterance[]): Utterance[] {
  const spoken = said.filter(({ text }) => text.trim() !== '');
  let room = MOST_CHARACTERS;
  const from = spoken.findLastIndex(({ text }) => {
    room -= text.length;
    return room < 0;
  });
  return spoken.slice(from + 1);
}
