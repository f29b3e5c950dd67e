/** What to search for: a short artifact as it is, a long one by its key terms, its headings and its central sentences. */

import { rankSentences } from '../text/centrality.ts';
import { splitUnits } from '../text/sentences.ts';
import { isGeneric, isStopword, stem, wordsIn } from '../text/words.ts';

const SHORT_WORDS = 40;
const KEY_TERMS = 12;
const MOST_QUERIES = 4;
const MOST_CHARACTERS = 400;

export function makeQueries(artifact: string): string[] {
  if (wordsIn(artifact).length <= SHORT_WORDS) return [artifact.trim().replace(/\s+/g, ' ')];
  const units = splitUnits(artifact);
  const headings = units.filter(({ kind }) => kind === 'heading').map(({ text }) => text);
  const prose = units.filter(({ kind }) => kind === 'sentence' || kind === 'item').slice(0, 400);
  const central = rankSentences(prose)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 2)
    .map(({ unit }) => unit.text);
  const queries = [keyTerms(artifact), headings.slice(0, 8).join(' '), ...central];
  return [
    ...new Set(queries.map((query) => query.trim().slice(0, MOST_CHARACTERS)).filter((query) => query !== '')),
  ].slice(0, MOST_QUERIES);
}

/** The words it comes back to; names of code count by their parts too. */
function keyTerms(artifact: string): string {
  const counts = new Map<string, { word: string; count: number }>();
  for (const { text, lower } of wordsIn(artifact.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/_/g, ' '))) {
    if (lower.length < 3 || isStopword(lower) || isGeneric(lower) || /^\d+$/.test(lower)) continue;
    const entry = counts.get(stem(lower));
    if (entry === undefined) counts.set(stem(lower), { word: text, count: 1 });
    else entry.count++;
  }
  return [...counts.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, KEY_TERMS)
    .map(({ word }) => word)
    .join(' ');
}
