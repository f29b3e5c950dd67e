import type { OfflinePolicy, OfflineResult, OfflineStep } from 'consilium/models';
import { type Found, isWebOn } from 'consilium/sources';
import type { KnowledgeResult } from '../_shared/knowledge.ts';

const NOTHING: OfflineStep = { say: 'No source answers this.' };
const SHOWN = 3;

/** Without a model, the knowledge base is what is searched; then the web, where its use is allowed. */
const policy: OfflinePolicy = ({ message, results, context }) => {
  const last = results.at(-1);
  const query = message.slice(0, 400);
  if (last === undefined) return { call: 'search_health_sources', input: { query } };
  if (last.error) return { say: `The search failed: ${last.error.message}` };
  if (last.tool === 'web_search') return tellPages(last);
  const { results: found } = last.output as unknown as { results: KnowledgeResult[] };
  if (found.length === 0) return isWebOn(context.env) ? { call: 'web_search', input: { query } } : NOTHING;
  const texts = found.slice(0, SHOWN).map(({ text }, i) => `${text} [${i + 1}]`);
  const sources = found
    .slice(0, SHOWN)
    .map(({ title, sources: works }, i) => `[${i + 1}] ${title} (${works.join('; ')})`);
  return { say: `${texts.join('\n\n')}\n\n${sources.join('\n')}` };
};

export default policy;

function tellPages({ output }: OfflineResult): OfflineStep {
  const { sources } = output as unknown as { sources: Found[] };
  const shown = sources.filter(({ snippet }) => snippet !== '').slice(0, SHOWN);
  if (shown.length === 0) return NOTHING;
  const texts = shown.map(({ snippet }, i) => `${snippet} [${i + 1}]`);
  const pages = shown.map(({ title, url }, i) => `[${i + 1}] ${title}, ${url}`);
  return { say: `${texts.join('\n\n')}\n\n${pages.join('\n')}` };
}
