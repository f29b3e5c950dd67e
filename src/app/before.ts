/** A talk that began elsewhere, as whoever kept it tells it: its newest words, as many as a session would show. */
import type { Json, Utterance } from '../kernel/index.ts';

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

/** `[{role, content}]`, as an envelope's context has it; what is no word of the talk is left out. */
export function readHistory(given: Json | undefined): Utterance[] {
  return recentWords((Array.isArray(given) ? given : []).flatMap(readWords));
}

function readWords(given: Json): Utterance[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const { role } = given;
  const text = given['content'] ?? given['text'];
  if (typeof text !== 'string' || (role !== 'user' && role !== 'assistant' && role !== 'agent')) return [];
  return [{ role: role === 'user' ? 'user' : 'assistant', text }];
}
