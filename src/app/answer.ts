/** A turn's result as the world outside sees it: `ask --json` and `POST /v1/chat`. Names and fields are a contract. */
import { formatFootnote, toSource } from '../citations/index.ts';
import type { ErrorShape, Json, TurnResult } from '../kernel/index.ts';

export interface Answer {
  session_id: string;
  invocation_id: string;
  team: string;
  text: string;
  /** The agents that acted for the reply, in order. */
  route: readonly string[];
  outcome: 'answered' | 'redirected' | 'declined' | 'emergency' | 'fallback' | 'cancelled' | 'error';
  rule?: string;
  facts: Json[];
  citations: Json[];
  usage: { model_calls: number; tokens: number };
  /** The models and engines that spoke. */
  speakers: readonly string[];
  ms: number;
  error?: ErrorShape;
}

/** Agents leave outcome, rule, facts and citations as `temp:` state; what they do not say has a plain default. */
export function toAnswer(team: string, result: TurnResult): Answer {
  const { notes, usage } = result;
  return {
    session_id: result.session,
    invocation_id: result.invocation,
    team,
    text: result.text,
    route: result.route,
    outcome: outcomeOf(result),
    ...(typeof notes['rule'] === 'string' && { rule: notes['rule'] }),
    facts: listOf(notes['facts']),
    citations: listOf(notes['citations']).map(withFootnote),
    usage: { model_calls: usage.modelCalls, tokens: usage.inputTokens + usage.outputTokens },
    speakers: result.speakers,
    ms: result.ms,
    ...(result.error && { error: result.error }),
  };
}

const SAID = ['answered', 'redirected', 'declined', 'emergency', 'fallback'] as const;

function outcomeOf({ outcome, notes }: TurnResult): Answer['outcome'] {
  if (outcome === 'cancelled') return 'cancelled';
  if (outcome === 'failed') return 'error';
  return SAID.find((said) => said === notes['outcome']) ?? 'answered';
}

/** What an answer cites, with its footnote in Chicago style where it can be read as a source. */
function withFootnote(citation: Json): Json {
  if (typeof citation !== 'object' || citation === null || Array.isArray(citation)) return citation;
  const source = toSource(citation);
  return source === undefined ? citation : { footnote: formatFootnote(source), ...citation };
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
