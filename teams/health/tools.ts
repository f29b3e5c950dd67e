/** Tools that several agents share. */
import { tool } from 'consilium/kernel';
import { z } from 'zod';
import { lookUp } from './_shared/knowledge.ts';

export const searchHealthSources = tool({
  name: 'search_health_sources',
  description:
    'Searches the indexed knowledge base on conditions, tests, symptoms and medicines. Returns entries with their text and the works that they name, best first; empty where nothing is known.',
  input: z.strictObject({
    query: z.string().min(2).max(400),
    limit: z.number().int().min(1).max(10).optional(),
  }),
  idempotent: true,
  execute: ({ query, limit = 4 }) => ({
    results: lookUp(query, { limit }).map(({ id, title, kind, text, sources, score }) => ({
      id,
      title,
      kind,
      text,
      sources,
      score,
    })),
  }),
});

/** Beyond the house, where whoever runs it allows that (CONSILIUM_WEB=on); otherwise it says that it may not. */
export { webSearchTool } from 'consilium/sources';
