/**
 * Which sources a sentence of the content rests on: only one that says the same, by meaning and by words, with the same
 * numbers and nothing that speaks against it. A passage that is the content itself supports nothing.
 */
import { type Citation, numberSources, type SourceMetadata } from '../../citations/index.ts';
import { readDocument, unitsOf } from '../../reading/index.ts';
import { wordsIn } from '../../text/index.ts';
import { atOdds, likenessOf, overlap, readSaid, type Said } from '../statements/index.ts';
import type { Unit } from '../text/sentences.ts';

/** The markers that follow a sentence: `[^1]`, or nothing. */
export type Cite = (unit: Unit) => string;

interface Passage {
  readonly marker: number;
  readonly said: Said;
}

/** Beyond so many sentences nobody reads what is cited: words alone must be enough then. */
const MOST_UNITS = 300;

export async function citeFrom(
  sources: readonly (SourceMetadata | Pick<Citation, 'source' | 'score'>)[],
  units: readonly Unit[],
): Promise<Cite> {
  const own = new Set(units.map(({ text }) => fold(text)));
  const passages = numberSources(sources).flatMap(({ marker, source }): Passage[] => {
    const sentences = unitsOf(readDocument(source.excerpt ?? '')).filter(
      ({ kind }) => kind !== 'heading' && kind !== 'code',
    );
    // The text is not its own source.
    if (sentences.length > 0 && sentences.every(({ text }) => own.has(fold(text)))) return [];
    return sentences.map(({ text }) => ({ marker, said: readSaid(text) }));
  });
  if (passages.length === 0) return () => '';
  const spoken = units.filter(({ kind }) => kind === 'sentence' || kind === 'item').slice(0, MOST_UNITS);
  const likeness = await likenessOf([...spoken.map(({ text }) => text), ...passages.map(({ said }) => said.text)]);
  const marks = new Map<number, string>();
  for (const unit of spoken) {
    const said = readSaid(unit.text);
    const found = passages.flatMap((passage) => {
      const support = supportOf(said, passage.said, likeness(unit.text, passage.said.text) ?? 0);
      return support > 0 ? [{ marker: passage.marker, support }] : [];
    });
    found.sort((a, b) => b.support - a.support || a.marker - b.marker);
    const best = [...new Set(found.map(({ marker }) => marker))].slice(0, 2);
    marks.set(unit.start, best.map((marker) => `[^${marker}]`).join(''));
  }
  return (unit) => marks.get(unit.start) ?? '';
}

/** How near a passage must be, and how much of the sentence's words it must have; of one of the two there must be plenty. */
const CLOSE = 0.64;
const MOST_WORDS = 0.5;
const VERY_CLOSE = 0.76;
const NEARLY_ALL = 0.75;

/** 0: it does not support the sentence. */
export function supportOf(said: Said, passage: Said, meaning: number): number {
  if (said.about.size === 0 || atOdds(said, passage, meaning) !== undefined || said.negated !== passage.negated)
    return 0;
  const { shared } = overlap(said.about, passage.about);
  const share = shared / said.about.size;
  const numbers = said.amounts.every((one) =>
    passage.amounts.some(
      ({ dimension, value }) =>
        dimension === one.dimension && Math.abs(value - one.value) <= 1e-6 * Math.max(1, Math.abs(value)),
    ),
  );
  if (!numbers || shared < 2) return 0;
  if (!namesIn(said.text).every((name) => passage.folded.includes(` ${name} `))) return 0;
  const holds = meaning >= CLOSE && share >= MOST_WORDS && (meaning >= VERY_CLOSE || share >= NEARLY_ALL);
  return holds ? meaning + share : 0;
}

/** Names that the sentence speaks of, its first word aside. */
function namesIn(text: string): string[] {
  return wordsIn(text).flatMap(({ text: word, lower, start }) =>
    start > 0 && /^\p{Lu}\p{Ll}/u.test(word) && !/[.!?:]\s*$/.test(text.slice(0, start)) ? [lower] : [],
  );
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
