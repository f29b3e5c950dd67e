import type { OfflinePolicy, OfflineTurn } from 'consilium/models';
import { finish, openFootnotes } from '../_shared/footnotes.ts';
import { type KnowledgeResult, lookUp, tellKnown } from '../_shared/knowledge.ts';

/** General questions, from the knowledge base alone: no record is looked at here. */
const policy: OfflinePolicy = (turn) => {
  const found = lookUp(turn.message, { limit: 3 });
  return { say: found.length === 0 ? tellNothing(turn) : tell(turn, found) };
};

export default policy;

function tell({ context, message }: OfflineTurn, found: readonly KnowledgeResult[]): string {
  const notes = openFootnotes();
  const compared = /\b(difference|versus|vs\.?|compared?|or)\b/i.test(message) ? found.slice(0, 2) : found.slice(0, 1);
  const body = compared.map((entry) => tellKnown(entry, notes.knowledge(entry), compared.length > 1)).join('\n\n');
  const more = found.filter((entry) => !compared.includes(entry)).map(({ title }) => title);
  const beside = more.length === 0 ? '' : `\n\nRelated: ${more.join(', ')}.`;
  return finish(context.state, `${body}${beside}`, notes);
}

function tellNothing({ context }: OfflineTurn): string {
  context.state.set('temp:citations', []);
  context.state.set('temp:outcome', 'fallback');
  return 'My reference has no entry that answers this, and I do not guess. A language model could say more: none is configured here. Ask about a condition, a symptom, a test or a medicine by its name, or ask your pharmacist or doctor.';
}
