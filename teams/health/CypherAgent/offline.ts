import type { OfflinePolicy } from 'consilium/models';
import { writeCypher } from './templates.ts';

/** Writes the Cypher of the frequent questions; a question that fits none is told so, and nothing is guessed. */
const policy: OfflinePolicy = ({ message, results }) => {
  const last = results.at(-1);
  if (last !== undefined)
    return last.error
      ? { say: `The graph could not be asked: ${last.error.message}` }
      : { say: JSON.stringify(last.output) };
  const written = writeCypher(message);
  if (written === undefined) return { say: 'Without a language model I have no query for that question.' };
  return { call: 'query_graph', input: { query: written.query, params: written.params } };
};

export default policy;
