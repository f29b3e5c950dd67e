import type { OfflinePolicy, OfflineTurn } from 'consilium/models';
import { finish, openFootnotes } from '../_shared/footnotes.ts';
import { type KnowledgeResult, lookUp, sentences } from '../_shared/knowledge.ts';

/** General questions, from the knowledge base alone: no record is looked at here. */
const policy: OfflinePolicy = (turn) => {
  const found = lookUp(turn.message, { limit: 3 });
  return { say: found.length === 0 ? tellNothing(turn) : tell(turn, found) };
};

export default policy;

const MOST = 4;

function tell({ context, message }: OfflineTurn, found: readonly KnowledgeResult[]): string {
  const notes = openFootnotes();
  const compared = /\b(difference|versus|vs\.?|compared?|or)\b/i.test(message) ? found.slice(0, 2) : found.slice(0, 1);
  const body = compared.map((entry) => tellEntry(entry, notes.knowledge(entry), compared.length > 1)).join('\n\n');
  const more = found.filter((entry) => !compared.includes(entry)).map(({ title }) => title);
  const beside = more.length === 0 ? '' : `\n\nRelated: ${more.join(', ')}.`;
  return finish(context.state, `${body}${beside}`, notes);
}

/** The sentence that answers first, in bold; then a few more, and what to watch for where the entry says it. */
function tellEntry(entry: KnowledgeResult, marker: string, several: boolean): string {
  const [first, ...rest] = sentences(entry.text);
  const named = several && !first!.toLowerCase().includes(entry.title.toLowerCase()) ? `${entry.title}: ` : '';
  const lead = `**${named}${first!}**${marker}`;
  const more = rest.slice(0, several ? 1 : MOST - 1).map((sentence) => `${sentence}${marker}`);
  const warn = several ? undefined : entry.sections.find(({ name }) => /help|doctor|urgent|seek/i.test(name));
  const warning =
    warn === undefined || warn.text === entry.text ? '' : `\n\n${sentences(warn.text).slice(0, 2).join(' ')}${marker}`;
  return `${[lead, ...more].join(' ')}${warning}`;
}

function tellNothing({ context }: OfflineTurn): string {
  context.state.set('temp:citations', []);
  context.state.set('temp:outcome', 'fallback');
  return 'My reference has no entry that answers this, and I do not guess. A language model could say more: none is configured here. Ask about a condition, a symptom, a test or a medicine by its name, or ask your pharmacist or doctor.';
}
