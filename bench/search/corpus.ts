/**
 * Passages that look like the knowledge base and never end: words by how often the entries use them, with new words in
 * the long tail (a corpus this large has many names), always the same for the same seed.
 */
import { knowledgeEntries } from '../../src/knowledge/index.ts';
import type { PlainDocument } from '../../src/search/index.ts';

const NAMES = 60_000;
/** Share of the words that come from the tail. */
const TAIL = 0.12;

export function* makeDocuments(count: number, seed = 1): Generator<PlainDocument> {
  const dice = openDice(seed);
  const sections = knowledgeEntries().flatMap(({ title, sections }) => sections.map(({ text }) => ({ title, text })));
  const words = sections.flatMap(({ text }) => text.split(/\s+/));
  for (let i = 0; i < count; i++) {
    const { title, text } = sections[Math.floor(dice() * sections.length)] as { title: string; text: string };
    const length = text.split(/\s+/).length;
    const made = Array.from({ length }, () =>
      dice() < TAIL ? name(zipf(dice())) : (words[Math.floor(dice() * words.length)] as string),
    );
    yield { id: `made-${i}`, title: `${title} ${name(zipf(dice()))}`, text: `${made.join(' ')}.` };
  }
}

/** Questions of the kind people ask: some words of a section, in their order. */
export function makeQueries(count: number, seed = 2): string[] {
  const dice = openDice(seed);
  const sections = knowledgeEntries().flatMap(({ title, sections }) => sections.map(({ text }) => `${title} ${text}`));
  return Array.from({ length: count }, () => {
    const words = (sections[Math.floor(dice() * sections.length)] as string).split(/\s+/);
    const length = 3 + Math.floor(dice() * 8);
    const start = Math.floor(dice() * Math.max(1, words.length - length));
    return words.slice(start, start + length).join(' ');
  });
}

function zipf(chance: number): number {
  return Math.floor(NAMES ** chance) - 1;
}

const SYLLABLES = 'ba ce di fo gu ha ki lo mu ne pa ri so tu ve xa zi cor der gan lin mor nex pro tan vir'.split(' ');

function name(index: number): string {
  let rest = index + SYLLABLES.length;
  let made = '';
  while (rest > 0) {
    made += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return made;
}

export function openDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
