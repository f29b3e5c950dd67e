/**
 * Which sentences say what a text is about: those near the middle of its meaning (embeddings) and of its words, first in
 * their section, and those that define; a sentence that leans on the one before it counts less. Sections in proportion.
 */
import { cosine, embed } from '../statements/index.ts';
import { rankSentences } from '../text/centrality.ts';
import type { Unit } from '../text/sentences.ts';

export interface Weighed {
  readonly unit: Unit;
  readonly index: number;
  readonly score: number;
  readonly stems: readonly string[];
  /** Which section it stands in, counted from 0. */
  readonly section: number;
  readonly vector?: Int8Array | undefined;
}

/** More sentences than this are weighed by their words alone. */
const MOST = 500;

const DEFINES =
  /^(?:the |an? )?[\p{L}\p{N}'’ ()-]{2,60}? (?:is|are|means?|refers? to|describes?|consists? of|provides?|allows?|lets|helps|ensures?)\b/iu;
const LEANS =
  /^(?:it|they|this|these|those|that|he|she|him|her|such|however|but|and|so|also|then|instead|otherwise|moreover|furthermore|therefore|thus|here|there|for example|for instance|in this case|as a result|similarly)\b/i;

export async function weighSentences(units: readonly Unit[]): Promise<Weighed[]> {
  const prose = units.filter(({ kind }) => kind === 'sentence' || kind === 'item');
  const usable = prose.length > 0 ? units.filter(({ kind }) => kind !== 'heading' && kind !== 'code') : [...units];
  const sections = sectionsOf(units);
  const lexical = rankSentences(usable);
  const best = lexical[0]?.score ?? 1;
  const vectors = usable.length <= MOST && usable.length > 1 ? await embed(usable.map(({ text }) => text)) : [];
  const middle = centre(vectors);
  const seen = new Set<number>();
  const firsts = new Set(
    usable.flatMap(({ start, kind }) => {
      const section = sections.get(start) ?? 0;
      if (seen.has(section) || kind === 'row') return [];
      seen.add(section);
      return [start];
    }),
  );
  const weighed = lexical.map(({ unit, index, stems, score }): Weighed => {
    const vector = vectors[index];
    const meaning = vector === undefined ? score / best : Math.max(0, cosine(vector, middle));
    const own = 0.45 * (score / best) + 0.55 * meaning;
    const first = firsts.has(unit.start) ? 1.3 : 1;
    const defines = DEFINES.test(unit.text) ? 1.12 : 1;
    const leans = LEANS.test(unit.text) ? 0.72 : 1;
    const asks = /[?:]$/.test(unit.text) ? 0.6 : 1;
    return {
      unit,
      index,
      stems,
      vector,
      section: sections.get(unit.start) ?? 0,
      score: own * first * defines * leans * asks,
    };
  });
  return weighed.sort((a, b) => b.score - a.score || a.index - b.index);
}

function sectionsOf(units: readonly Unit[]): Map<number, number> {
  const places = new Map<number, number>();
  let section = 0;
  let spoken = false;
  for (const { kind, start } of units) {
    if (kind === 'heading') {
      if (spoken) section++;
      spoken = false;
    } else {
      spoken = true;
      places.set(start, section);
    }
  }
  return places;
}

function centre(vectors: readonly Int8Array[]): Int8Array {
  const sum = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let at = 0; at < vector.length; at++) sum[at]! += vector[at]!;
  const most = Math.max(1, ...sum.map(Math.abs));
  return Int8Array.from(sum, (value) => Math.round((value / most) * 127));
}

/** How much of what is said there is still unsaid: by meaning where that is known. */
export function isNew(one: Weighed, chosen: readonly Weighed[]): number | undefined {
  if (one.vector === undefined) return undefined;
  let most = 0;
  for (const { vector } of chosen) if (vector !== undefined) most = Math.max(most, cosine(one.vector, vector));
  return Math.max(0, 1 - most);
}
