import { findInteractions } from 'consilium/clinical';
import type { Json } from 'consilium/kernel';
import type { OfflinePolicy, OfflineTurn } from 'consilium/models';
import { isWebOn } from 'consilium/sources';
import { tellAnswer } from '../_shared/answer.ts';
import { whereOf } from '../_shared/chart.ts';
import { nowOf } from '../_shared/clock.ts';
import { readFacts } from '../_shared/facts.ts';
import { finish, openFootnotes } from '../_shared/footnotes.ts';
import { answerKnown, type KnowledgeAnswer, lookUp, tellKnown } from '../_shared/knowledge.ts';
import { sayInEnglish } from '../_shared/language.ts';
import { reason, reference } from '../_shared/reasoning.ts';
import { capital } from '../_shared/wording.ts';

/** General questions, from the knowledge base and the glossary: no record is looked at here. */
const policy: OfflinePolicy = (turn) => {
  const forbidden = tellForbidden(turn);
  if (forbidden !== undefined) return { say: sayInEnglish(turn.message, forbidden) };
  const clash = tellInteractions(turn);
  if (clash !== undefined) return { say: clash };
  const question = subjectOf(turn.message);
  const answer = answerKnown(question);
  const defined = answer === undefined ? tellDefined(turn) : undefined;
  if (defined !== undefined) return { say: sayInEnglish(turn.message, defined) };
  const searched = turn.results.find(({ tool }) => tool === SEARCH);
  if (answer === undefined && searched === undefined && isWebOn(turn.context.env))
    return { call: SEARCH, input: { request: turn.message.slice(0, 400) } };
  if (
    answer === undefined &&
    searched !== undefined &&
    !searched.error &&
    searched.output !== 'No source answers this.'
  )
    return { say: tellSearched(turn, String(searched.output)) };
  const said = answer === undefined ? (tellNear(turn, question) ?? tellNothing(turn, question)) : tell(turn, answer);
  return { say: sayInEnglish(turn.message, said) };
};

export default policy;

const SEARCH = 'GoogleSearchAgentLite';

/** What the search found, said as what it is. */
function tellSearched({ context }: OfflineTurn, found: string): string {
  const pages = [...found.matchAll(/^\[(\d+)\] (.+?), (https?:\S+)$/gm)];
  const citations = pages.map(([, marker, title, url]) => ({ marker, source_type: 'web', title, url }));
  context.state.set('temp:citations', citations as unknown as Json);
  const body = found
    .replace(/^\[(\d+)\] .+$/gm, '')
    .replace(/\[(\d+)\]/g, '[^$1]')
    .trim();
  const notes = pages.map(([, marker, title, url]) => `[^${marker}]: ${title}, ${url}`).join('\n');
  return `**My own reference has no entry for this; the web says:**\n\n${body}\n\n*Information, not a diagnosis.*\n\n${notes}`.trim();
}

function tell({ context }: OfflineTurn, answer: KnowledgeAnswer): string {
  const notes = openFootnotes();
  const related = answer.related.slice(0, 2);
  const beside = related.length === 0 ? '' : `\n\nRelated: ${related.join(', ')}.`;
  return finish(context.state, `${tellAnswer(answer, notes)}${beside}`, notes);
}

/** What the reference says that is near to the question in meaning, told from where its entry begins. */
function tellNear({ context }: OfflineTurn, question: string): string | undefined {
  const near = reference(question);
  const entry = near === undefined ? undefined : lookUp(near.title, { limit: 1 })[0];
  if (near === undefined || entry?.id !== near.id) return undefined;
  const notes = openFootnotes();
  const marker = notes.knowledge(entry);
  const passage = entry.text.includes(near.text) ? '' : ` ${near.text}${marker}`;
  return finish(context.state, `${tellKnown(entry, marker)}${passage}`, notes);
}

/** "Is 140/90 high?" does not say what it is about. */
function subjectOf(message: string): string {
  return /\b\d{2,3}\/\d{2,3}\b/.test(message) ? `${message} blood pressure normal values` : message;
}

/** Of so many each pair is looked at. */
const MOST_DRUGS = 12;
const TOGETHER = /\b(interact\w*|together|combin\w+|mix\w*|safe (?:with|to take)|with|and)\b/i;

/** Two medicines named in a general question: what is known of the pair. */
function tellInteractions({ context, message }: OfflineTurn): string | undefined {
  const named = readFacts(message, nowOf(context.state)).filter(({ kind }) => kind === 'medication');
  const drugs = [...new Set(named.map(({ name }) => name))].slice(0, MOST_DRUGS);
  if (drugs.length < 2 || !TOGETHER.test(message)) return undefined;
  const found = findInteractions(drugs);
  if (found.length === 0) return undefined;
  const notes = openFootnotes();
  const lines = found.map(({ drugs: [one, two], severity, effect, advice, source }, i) => {
    const pair = `${capital(one)} and ${two} (${severity}): ${effect}.`;
    return `${i === 0 ? `**${pair}**` : pair}${notes.source(source)} ${capital(advice)}.`;
  });
  return finish(context.state, `${lines.join('\n\n')}\n\nAsk your doctor or pharmacist before you take both.`, notes);
}

/** "Can someone with a penicillin allergy take amoxicillin?": the no comes before what an entry says of allergies. */
function tellForbidden({ context, message }: OfflineTurn): string | undefined {
  if (!/\ballerg/i.test(message)) return undefined;
  const { answer, cautions } = reason(null, message, nowOf(context.state), [], undefined, whereOf(context));
  if (!cautions.some(({ severity }) => severity === 'critical')) return undefined;
  context.state.set('temp:citations', answer.citations as unknown as Json);
  context.state.set('temp:cautions', cautions as unknown as Json);
  return answer.text;
}

const ASKS_MEANING = /^\W*(?:what (?:is|are|does|do)|what's|whats|explain|define|meaning of)\b/i;

/** A word that the glossary holds and no entry of the reference: "what is silicosis?" */
function tellDefined({ context, message }: OfflineTurn): string | undefined {
  if (!ASKS_MEANING.test(message)) return undefined;
  const { answer } = reason(null, message, nowOf(context.state), [], undefined, whereOf(context));
  if (answer.outcome !== 'answered') return undefined;
  context.state.set('temp:citations', answer.citations as unknown as Json);
  return answer.text;
}

function tellNothing({ context }: OfflineTurn, question: string): string {
  context.state.set('temp:citations', []);
  context.state.set('temp:outcome', 'fallback');
  const near = lookUp(question, { limit: 2 }).map(({ title }) => title);
  const nearest = near.length === 0 ? '' : ` The nearest entries: ${near.join(', ')}.`;
  return `My reference has no entry that answers this, and I do not guess.${nearest} A language model could say more: none is configured here. Ask about a condition, a symptom, a test or a medicine by its name, or ask your pharmacist or doctor.`;
}
