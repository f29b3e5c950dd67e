/** Which sources a sentence of the content rests on, by the words it shares with theirs. */
import { type Citation, numberSources, type SourceMetadata } from '../../citations/index.ts';
import type { Unit } from '../text/sentences.ts';
import { contentStems } from '../text/words.ts';

/** The markers that follow a sentence: `[^1]`, or nothing. */
export type Cite = (unit: Unit) => string;

export function citeFrom(sources: readonly (SourceMetadata | Pick<Citation, 'source' | 'score'>)[]): Cite {
  const known = numberSources(sources).flatMap(({ marker, source }) => {
    const words = new Set(contentStems(`${source.title ?? ''} ${source.excerpt ?? ''}`));
    return words.size === 0 ? [] : [{ marker, words }];
  });
  return (unit) => {
    const stems = new Set(contentStems(unit.text));
    const marks = known.flatMap(({ marker, words }) => {
      let shared = 0;
      for (const stem of stems) if (words.has(stem)) shared++;
      return shared >= 3 && shared >= Math.min(stems.size, words.size) * 0.35 ? [{ marker, shared }] : [];
    });
    marks.sort((a, b) => b.shared - a.shared || a.marker - b.marker);
    return marks
      .slice(0, 2)
      .map(({ marker }) => `[^${marker}]`)
      .join('');
  };
}
