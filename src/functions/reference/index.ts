/**
 * cross_reference: what the indexed scopes hold about an artifact. The search finds, here and with a model alike; a model
 * only puts the passages into another order and says what they add. Touches the desk's search and nothing else.
 */
import { z } from 'zod';
import { citation, formatFootnote, settleCitations } from '../../citations/index.ts';
import type { Citation } from '../../citations/source.ts';
import { ConsiliumError, type Json } from '../../kernel/index.ts';
import { sentences, terms } from '../analysis/prose.ts';
import type { AgentFunction } from '../function.ts';
import { material } from '../quote.ts';
import { countTokens } from '../tokens.ts';
import { type Reference, reference, retrieve, retrieved } from './retrieval.ts';

const input = z.strictObject({
  query_artifact: z.string().refine((value) => value.trim() !== '', 'There is nothing to look for.'),
  /** Which scopes to search; empty: all. */
  search_scope: z.array(z.string().min(1)).max(50).default([]),
  match_type: z.enum(['semantic', 'keyword', 'hybrid']).default('hybrid'),
  top_k: z.int().min(1).max(50).default(10),
});

const output = z.object({
  references: z.array(reference),
  /** One for each reference, 0 to 1. */
  similarity_scores: z.array(z.number().min(0).max(1)),
  compressed_context: z.string(),
  citations: z.array(citation),
});

const draft = z.object({
  ranking: z.array(z.object({ marker: z.int().positive(), relevance: z.number().min(0).max(1) })),
  compressed_context: z.string(),
});

type Input = z.infer<typeof input>;
type Output = z.infer<typeof output>;

export const crossReference: AgentFunction<Input, Output> = {
  name: 'cross_reference',
  input,
  output,
  draft,
  choosePreset: () => 'ranking',
  texts: ({ query_artifact }) => [{ path: 'query_artifact', text: query_artifact }],
  withText: (given, path, text) => (path === 'query_artifact' ? { ...given, query_artifact: text } : given),
  gather: async ({ query_artifact, search_scope, match_type, top_k }, desk) =>
    (await retrieve(
      { artifact: query_artifact, scopes: search_scope, match: match_type, top: top_k },
      desk,
    )) as unknown as Json,
  prompt,
  measured: ({ references, compressed_context }) =>
    [compressed_context, ...references.map(({ excerpt }) => excerpt)].join('\n'),
  finish,
  offline: ({ query_artifact }, gathered) => {
    const { references, scores } = retrieved.parse(gathered);
    return {
      references,
      similarity_scores: scores,
      compressed_context: compress(query_artifact, references),
      citations: references.map((one, index) => toCitation(one, scores[index]!)),
    };
  },
};

function toCitation({ marker, source }: Reference, score: number): Citation {
  return { marker, source, footnote: formatFootnote(source), score };
}

const CONTEXT_TOKENS = 1200;

/** Of each passage the sentence that has most to do with the artifact, with its marker, as long as there is room. */
function compress(artifact: string, references: readonly Reference[]): string {
  const wanted = new Set(terms(artifact));
  const lines: string[] = [];
  let tokens = 0;
  for (const { marker, excerpt } of references) {
    const line = `${tellingSentence(excerpt, wanted)}[^${marker}]`;
    const more = countTokens(line) + 1;
    if (tokens + more > CONTEXT_TOKENS) break;
    tokens += more;
    lines.push(line);
  }
  return lines.join('\n');
}

function tellingSentence(excerpt: string, wanted: ReadonlySet<string>): string {
  let best = { text: excerpt.trim(), hits: -1 };
  for (const { text } of sentences(excerpt)) {
    const hits = new Set(terms(text).filter((term) => wanted.has(term))).size;
    if (hits > best.hits) best = { text, hits };
  }
  // A marker in a passage is a word of that passage, not one of ours.
  return best.text.replace(/\s+/g, ' ').replace(/\[\^/g, '[ ^').slice(0, 600);
}

function prompt({ query_artifact }: Input, gathered: Json): string {
  const { references } = retrieved.parse(gathered);
  return [
    'Rank the passages by how much they help a reader of this content.',
    material('content', query_artifact),
    ...references.map(({ marker, title, excerpt }) => material(`passage ${marker}`, `${title}\n${excerpt}`)),
    references.length === 0
      ? 'The search found no passage: `ranking` is empty and so is `compressed_context`.'
      : `The markers are [^1] to [^${references.length}].`,
  ].join('\n\n');
}

function finish(_given: Input, written: unknown, gathered: Json, desk: { warn(message: string): void }): Output {
  const reply = draft.parse(written);
  const { references } = retrieved.parse(gathered);
  const strange = reply.ranking.find(({ marker }) => marker > references.length);
  if (strange !== undefined)
    throw new ConsiliumError(
      'OUTPUT_INVALID',
      `The ranking names [^${strange.marker}]; there are ${references.length} passages.`,
    );
  const relevance = new Map(reply.ranking.map((one) => [one.marker, one.relevance]));
  const kept = references
    .filter(({ marker }) => relevance.has(marker))
    .toSorted((a, b) => relevance.get(b.marker)! - relevance.get(a.marker)! || a.marker - b.marker);
  const numbered = new Map(kept.map(({ marker }, index) => [marker, index + 1]));
  const given = kept.map((one) => toCitation(one, relevance.get(one.marker)!));
  const settled = settleCitations(reply.compressed_context, given);
  for (const warning of settled.warnings) desk.warn(warning);
  // Settled markers count as the reader meets them; here they count as the references stand.
  const places = settled.citations.map(({ source }) => 1 + given.findIndex((one) => one.source === source));
  const compressed_context = settled.text.replace(/\[\^(\d+)\]/g, (marker, n) =>
    places[n - 1] ? `[^${places[n - 1]}]` : marker,
  );
  return {
    references: kept.map((one) => ({ ...one, marker: numbered.get(one.marker)! })),
    similarity_scores: kept.map(({ marker }) => relevance.get(marker)!),
    compressed_context,
    citations: given.map((one, index) => ({ ...one, marker: index + 1 })),
  };
}
