/**
 * Keyword search in Postgres: the index of lexemes finds who holds each term and how often, and BM25 is summed up in the
 * statement, with the figures of the local engine. How many passages hold a term is counted where the term is looked up,
 * so that no statistics can be out of date.
 */
import { type AskedTerm, BM25, type FoundByWords, type Where } from '../holdings.ts';
import type { Run } from './connection.ts';
import { lexemeOf, STEPS } from './lexemes.ts';
import { whereSql } from './where.ts';

export async function findByWords(
  run: Run,
  terms: readonly AskedTerm[],
  top: number,
  where: Where,
): Promise<FoundByWords> {
  if (terms.length === 0) return { ids: [], scores: [], total: 0, ceiling: 0 };
  const { k1, b } = BM25;
  const { passages, words, deepest, frequencies } = await readFrequencies(run, terms);
  const weighed = terms.map(({ term, weight, extra }, i) => {
    const frequency = Number(frequencies[i]);
    const idf = Math.log(1 + (Math.max(passages, frequency) - frequency + 0.5) / (frequency + 0.5));
    return { term, extra, there: frequency > 0, weight: weight * idf * (k1 + 1) };
  });
  const ceiling = weighed.reduce((sum, { weight, extra }) => sum + (extra ? 0 : weight), 0);
  const steps = weighed.filter(({ there }) => there).flatMap(({ term, weight }) => stepsOf(term, weight, deepest));
  if (steps.length === 0) return { ids: [], scores: [], total: 0, ceiling };
  const average = passages === 0 ? 1 : Math.max(1, words / passages);
  const filter = whereSql(where, 8);
  const rows = await run<{ id: number; score: number; total: string }>(
    // OFFSET 0: looked up by the index first, whatever the planner thinks of the filter. Rounded: equals are equals.
    `SELECT id, sum(weight * (upto / (upto + norm) - before / (before + norm))) AS score, count(*) OVER () AS total
      FROM unnest($1::tsquery[], $2::float8[], $3::float8[], $4::float8[]) AS step (lexeme, weight, before, upto)
      CROSS JOIN LATERAL (
        SELECT id, scope, file, $5::float8 + $6::float8 * length AS norm
        FROM consilium_search.passage WHERE terms @@ step.lexeme OFFSET 0) AS passage
      WHERE ${filter.sql} GROUP BY id ORDER BY round(sum(weight * (upto / (upto + norm) - before / (before + norm))) * 1e10) DESC, id LIMIT $7`,
    [
      steps.map(({ lexeme }) => lexeme),
      steps.map(({ weight }) => weight),
      steps.map(({ before }) => before),
      steps.map(({ upto }) => upto),
      ...[k1 * (1 - b), (k1 * b) / average, top, ...filter.values],
    ],
  );
  return {
    ids: rows.map(({ id }) => id),
    scores: rows.map(({ score }) => score),
    total: Number(rows[0]?.total ?? 0),
    ceiling,
  };
}

interface Frequencies {
  readonly passages: number;
  readonly words: number;
  readonly deepest: number;
  /** Of each term: how many passages of the whole index hold it. */
  readonly frequencies: readonly (string | number)[];
}

async function readFrequencies(run: Run, terms: readonly AskedTerm[]): Promise<Frequencies> {
  const [row] = await run<{ passages: string; words: string; deepest: number; frequencies: (string | number)[] }>(
    `SELECT coalesce(sum(passages), 0) AS passages, coalesce(sum(words), 0) AS words,
        coalesce(max(deepest), 1) AS deepest,
        ARRAY(SELECT (SELECT count(*) FROM consilium_search.passage WHERE terms @@ lexeme)
          FROM unnest($1::tsquery[]) WITH ORDINALITY AS asked (lexeme, place) ORDER BY place) AS frequencies
      FROM consilium_search.scope`,
    [terms.map(({ term }) => lexemeOf(term, 1))],
  );
  const { passages, words, deepest, frequencies } = row as NonNullable<typeof row>;
  return { passages: Number(passages), words: Number(words), deepest, frequencies };
}

/** Each step adds what the term counts from there on. */
function stepsOf(term: string, weight: number, deepest: number) {
  return STEPS.filter((step) => step <= deepest).map((upto, i) => ({
    lexeme: lexemeOf(term, upto),
    weight,
    before: i === 0 ? 0 : (STEPS[i - 1] as number),
    upto,
  }));
}
