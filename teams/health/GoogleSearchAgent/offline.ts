import type { OfflinePolicy } from 'consilium/models';
import type { KnowledgeResult } from '../_shared/knowledge.ts';

/** Without a model and without the network, the knowledge base is what can be searched. */
const policy: OfflinePolicy = ({ message, results }) => {
  const last = results.at(-1);
  if (last === undefined) return { call: 'search_health_sources', input: { query: message.slice(0, 400) } };
  if (last.error) return { say: `The search failed: ${last.error.message}` };
  const { results: found } = last.output as unknown as { results: KnowledgeResult[] };
  if (found.length === 0) return { say: 'No source answers this.' };
  const texts = found.slice(0, 3).map(({ text }, i) => `${text} [${i + 1}]`);
  const sources = found.slice(0, 3).map(({ title, sources: works }, i) => `[${i + 1}] ${title} (${works.join('; ')})`);
  return { say: `${texts.join('\n\n')}\n\n${sources.join('\n')}` };
};

export default policy;
