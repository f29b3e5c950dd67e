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

/** `[{role, content}]`, as an envelope's context has it (`requireContext`); what nobody said to the other is left out. */
export function readHistory(given: Json | undefined): Utterance[] {
  return recentWords((Array.isArray(given) ? given : []).flatMap(readWords));
}

function readWords(given: Json): Utterance[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const { role } = given;
  const words = given['content'] ?? given['text'];
  const text = Array.isArray(words) ? words.flatMap(partOf).join('\n') : words;
  if (typeof text !== 'string' || (role !== 'user' && role !== 'assistant' && role !== 'agent')) return [];
  return [{ role: role === 'user' ? 'user' : 'assistant', text }];
}

/** Some write words as a list of parts. */
function partOf(part: Json): string[] {
  const text = typeof part === 'object' && part !== null && !Array.isArray(part) ? part['text'] : part;
  return typeof text === 'string' ? [text] : [];
}
