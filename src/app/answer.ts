/** A turn's result as the world outside sees it: `ask --json` and `POST /v1/chat`. Names and fields are a contract. */
import { type SettledAnswer, settleAnswer, type Unsupported } from '../citations/index.ts';
import type { ErrorShape, Event, Json, PendingView, TurnResult } from '../kernel/index.ts';
import { questionOf } from './replies.ts';

/** A question as the world outside sees it: its time is ISO 8601, as in `/v1/pending`. */
export type ToldQuestion = Omit<PendingView, 'until'> & { readonly until?: string };

export function tellQuestion({ until, ...view }: PendingView): ToldQuestion {
  return { ...view, ...(until !== undefined && { until: new Date(until).toISOString() }) };
}

export interface Answer {
  session_id: string;
  invocation_id: string;
  team: string;
  text: string;
  /** The agents that acted for the reply, in order. */
  route: readonly string[];
  /** The same, each once, those of other machines included. */
  source_agents: readonly string[];
  outcome: 'answered' | 'redirected' | 'declined' | 'emergency' | 'fallback' | 'waiting' | 'cancelled' | 'error';
  rule?: string;
  /** What the turn waits for, where it does. */
  pending?: ToldQuestion;
  facts: Json[];
  citations: Json[];
  /** Statements of the text that nothing supports; offsets into it. */
  unsupported: readonly Unsupported[];
  /** What was wrong with its markers and citations, for a person. */
  warnings: readonly string[];
  usage: { model_calls: number; tokens: number };
  /** The models and engines that spoke. */
  speakers: readonly string[];
  ms: number;
  error?: ErrorShape;
}

/** Agents leave outcome, rule, facts and citations as `temp:` state; what they do not say has a plain default. */
export function toAnswer(team: string, result: TurnResult): Answer {
  const { notes, usage } = result;
  const outcome = outcomeOf(result);
  const { text, citations, unsupported, warnings } = settle(result);
  const asked = questionOf(result);
  return {
    session_id: result.session,
    invocation_id: result.invocation,
    team,
    text: asked === undefined ? text + sayOpen(result) : sayQuestion(asked),
    // Agents that are roots of their own and were asked by a tool say so themselves.
    route: [...result.route, ...namesIn(notes['acted'])],
    source_agents: [...new Set([...result.route, ...namesIn(notes['source_agents'])])],
    outcome,
    ...(asked && { pending: tellQuestion(asked) }),
    ...(typeof notes['rule'] === 'string' && { rule: notes['rule'] }),
    facts: listOf(notes['facts']),
    citations,
    // In an emergency nothing may stand between the reader and what to do.
    unsupported: outcome === 'emergency' || claimsNothing(notes) ? [] : unsupported,
    warnings: [...warnings, ...noticesIn(notes)],
    usage: { model_calls: usage.modelCalls, tokens: usage.inputTokens + usage.outputTokens },
    speakers: result.speakers,
    ms: result.ms,
    ...(result.error && { error: result.error }),
  };
}

/** Who stood in for whom, and what is said without somebody. */
function noticesIn(notes: Readonly<Record<string, Json>>): string[] {
  return [...namesIn([notes['stand_in'] ?? null]), ...namesIn(notes['missing'])];
}

/** Copies elsewhere that worked on it, as `Agent@copy`. */
function namesIn(noted: Json | undefined): string[] {
  return listOf(noted).filter((name) => typeof name === 'string');
}

/** `temp:claims: none` says that a text states nothing of the world: a quiz, a plan, the person's own figures. */
function claimsNothing(notes: Readonly<Record<string, Json>>): boolean {
  return notes['claims'] === 'none';
}

const settled = new WeakMap<TurnResult, SettledAnswer>();

/** Once a turn: its audit asks for it as well as its reader. */
function settle(result: TurnResult): SettledAnswer {
  const known = settled.get(result) ?? settleAnswer(result.text, result.notes['citations']);
  settled.set(result, known);
  return known;
}

/** What a finished turn of the log came to, as far as a reader sees it. */
export type PastAnswer = Pick<Answer, 'invocation_id' | 'text' | 'citations' | 'unsupported' | 'warnings'>;

/** The answers of a log, put right as they were when they were given. */
export function readAnswers(events: readonly Event[]): PastAnswer[] {
  const turns = new Map<string, { text: string; notes: Record<string, Json> }>();
  const answers: PastAnswer[] = [];
  for (const event of events) {
    const { invocation: invocation_id, type, delta } = event;
    if (type === 'invocation_started') turns.set(invocation_id, { text: '', notes: {} });
    const turn = turns.get(invocation_id);
    if (turn === undefined) continue;
    for (const name of ['citations', 'outcome', 'claims', 'stand_in', 'missing']) {
      const said = delta?.[`temp:${name}`];
      if (said !== undefined) turn.notes[name] = said;
    }
    if (type === 'agent_finished' && isTop(event.key) && !event.result.silent && event.result.text !== '')
      turn.text = event.result.text;
    if (type !== 'invocation_finished' || event.outcome !== 'completed' || turn.text === '') continue;
    const { unsupported, ...shown } = settleAnswer(turn.text, turn.notes['citations']);
    const told = [...shown.warnings, ...noticesIn(turn.notes)];
    const isQuiet = turn.notes['outcome'] === 'emergency' || claimsNothing(turn.notes);
    answers.push({ invocation_id, ...shown, warnings: told, unsupported: isQuiet ? [] : unsupported });
  }
  return answers;
}

/** The team's own agent, not one below it. */
function isTop(key: string): boolean {
  return !key.includes('/') && !key.includes('>');
}

/** A question in words, for whoever reads nothing but the text. */
function sayQuestion({ what, why, effect, undo, choices, free }: PendingView): string {
  const how =
    choices !== undefined
      ? `Answer with one of: ${choices.join(', ')}.`
      : free
        ? 'Answer in your own words.'
        : 'Answer yes or no.';
  const parts = [what, why, effect, undo, how].filter((part) => part !== undefined);
  return parts.map(asSentence).reduce((said, part) => `${said}${isList(said) || isList(part) ? '\n\n' : ' '}${part}`);
}

/** What is told line by line stands by itself. */
function isList(part: string): boolean {
  return /(?:^|\n)- [^\n]*$/.test(part);
}

function asSentence(part: string): string {
  return isList(part) || /[.!?:;…]["”)\]*_]*$/.test(part) ? part : `${part}.`;
}

/** The older question that a yes was not taken for. */
export function sayOpen({ outcome, stillWaits }: TurnResult): string {
  if (stillWaits === undefined || outcome !== 'completed') return '';
  const { what, effect } = stillWaits;
  const said = [what, effect].map(asSentence).join(isList(effect) ? '\n\n' : ' ');
  return `\n\nAn earlier question still waits, and I did not take this for its answer: ${said}`;
}

const SAID = ['answered', 'redirected', 'declined', 'emergency', 'fallback'] as const;

export function outcomeOf({ outcome, notes }: TurnResult): Answer['outcome'] {
  if (outcome === 'cancelled' || outcome === 'waiting') return outcome;
  if (outcome === 'failed') return 'error';
  return SAID.find((said) => said === notes['outcome']) ?? 'answered';
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
