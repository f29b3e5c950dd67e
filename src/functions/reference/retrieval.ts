/** Retrieval for a function: what the search has about an artifact, as references that can be kept on the log. */
import { z } from 'zod';
import { sourceMetadata } from '../../citations/source.ts';
import { hasContent, readDocument, tidy } from '../../reading/index.ts';
import type { MatchType } from '../../search/search.ts';
import type { Desk } from '../function.ts';
import { cosine, embed } from '../statements/index.ts';
import { cutToTokens } from '../tokens.ts';
import { makeQueries } from './queries.ts';
import { diversify, fuse, type Ranked } from './ranking.ts';

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
  const found = fuse(answers.map(({ hits }) => hits)).slice(0, top + 10);
  const related = await keepRelated(artifact, found, desk.signal);
  const chosen = diversify(related, top);
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

/** Less alike than this, two texts are about different things, whatever words they share. */
const FLOOR = 0.3;
/** The model was trained on prose. */
const FLOOR_OF_CODE = 0.15;
/** What of a long artifact is compared: its beginning and the queries speak for it. */
const COMPARED = 1200;
const COMPARED_PASSAGE = 400;

/** Passages that have to do with the artifact, each with how alike the two are; the artifact itself is none of them. */
async function keepRelated(artifact: string, found: readonly Ranked[], signal: AbortSignal): Promise<Ranked[]> {
  const own = fold(artifact);
  const others = found.filter(({ hit }) => hasContent(hit.text) && !isItself(own, hit.text));
  if (others.length === 0) return [];
  const queries = [tidy(readDocument(artifact).words).slice(0, COMPARED), ...makeQueries(artifact)];
  const vectors = await embed([...queries, ...others.map(({ hit }) => hit.text.slice(0, COMPARED_PASSAGE))], signal);
  return others.flatMap(({ hit }, index) => {
    const passage = vectors[queries.length + index]!;
    const score = Math.max(...queries.map((_, at) => cosine(vectors[at]!, passage)));
    const floor = hit.source.source_type === 'code' ? FLOOR_OF_CODE : FLOOR;
    return score >= floor ? [{ hit, score: Math.min(1, score) }] : [];
  });
}

function isItself(own: string, passage: string): boolean {
  const folded = fold(passage);
  return folded === '' || (folded.length > 60 && own.includes(folded)) || own === folded;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
