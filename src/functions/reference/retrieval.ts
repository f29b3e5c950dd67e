/** Retrieval for a function: what the search has about an artifact, as references that can be kept on the log. */
import { z } from 'zod';
import { sourceMetadata } from '../../citations/source.ts';
import type { MatchType } from '../../search/search.ts';
import type { Desk } from '../function.ts';
import { cutToTokens } from '../tokens.ts';
import { makeQueries } from './queries.ts';
import { diversify, fuse } from './ranking.ts';

export const reference = z.object({
  /** The number of its marker: `[^1]`. */
  marker: z.int().positive(),
  id: z.string(),
  title: z.string(),
  excerpt: z.string(),
  scope: z.string(),
  position: z.object({ start: z.number(), end: z.number(), line_range: z.string().optional() }),
  source: sourceMetadata,
});
export type Reference = z.infer<typeof reference>;

export const retrieved = z.object({ references: z.array(reference), scores: z.array(z.number().min(0).max(1)) });
export type Retrieved = z.infer<typeof retrieved>;

export interface Wanted {
  readonly artifact: string;
  readonly scopes: readonly string[];
  readonly match: MatchType;
  readonly top: number;
}

/** What all excerpts together may come to, in tokens. */
const EXCERPTS = 2400;
const LONGEST_EXCERPT = 200;

export async function retrieve({ artifact, scopes, match, top }: Wanted, desk: Desk): Promise<Retrieved> {
  const answers = [];
  for (const query of makeQueries(artifact)) {
    desk.signal.throwIfAborted();
    const request = { query, match, top: Math.max(20, top * 2), signal: desk.signal };
    answers.push(await desk.search.search(scopes.length === 0 ? request : { ...request, scopes }));
  }
  for (const warning of new Set(answers.flatMap(({ warnings }) => warnings))) desk.warn(warning);
  const chosen = diversify(fuse(answers.map(({ hits }) => hits)).slice(0, top * 4), top);
  if (chosen.length === 0) desk.warn(`Nothing was found in ${scopes.length === 0 ? 'any scope' : scopes.join(', ')}.`);
  const room = Math.min(LONGEST_EXCERPT, Math.floor(EXCERPTS / Math.max(1, chosen.length)));
  return {
    references: chosen.map(({ hit }, index) => {
      const excerpt = cutToTokens(hit.text, room).text;
      return {
        ...{ marker: index + 1, id: hit.id, title: hit.source.title ?? hit.source.id, excerpt, scope: hit.scope },
        position: { ...hit.position },
        source: { ...hit.source, excerpt },
      };
    }),
    scores: chosen.map(({ score }) => Math.round(score * 10_000) / 10_000),
  };
}
