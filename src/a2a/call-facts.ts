/** What is logged of a call beside its status and time: who was asked for what, in which conversation, and how it ended. */
import type { EnvelopeAnswer } from './envelope.ts';
import { MOST_PARTS } from './protocol.ts';
import { ASK } from './served.ts';

export interface CallFacts {
  readonly agent?: string | undefined;
  readonly action?: string | undefined;
  readonly conversation?: string | undefined;
  /** Why it was refused, or failed. */
  readonly code?: string | undefined;
  /** Of a batch, how many; the rest is of the first. */
  readonly calls?: number | undefined;
}

/** Names and ids are logged; whatever else somebody wrote into their place may be what was to be said, and is not. */
const NAME = /^[\w.:@/-]{1,128}$/;
const UNSPEAKABLE = '(no name)';

/** `agent`: who it was for, as the house names it. */
export function factsOfEnvelope(
  body: unknown,
  answer: EnvelopeAnswer | readonly EnvelopeAnswer[],
  agent: string | undefined,
): CallFacts {
  const [first, given] = [[answer].flat()[0] as EnvelopeAnswer | undefined, fieldsOf(body)];
  const action = (given['input'] as { action?: unknown } | undefined)?.action ?? ASK;
  return {
    ...facts(agent, action, first?.conversation_id),
    ...(first?.status === 'error' && { code: first.error.code }),
    ...(Array.isArray(answer) && { calls: answer.length }),
  };
}

/** `answer`: absent where it is a stream. */
export function factsOfRpc(body: unknown, agent: string | undefined, answer?: unknown): CallFacts {
  const { params, method } = fieldsOf(body);
  const { tenant, message, id } = fieldsOf(params);
  const { contextId, parts, metadata } = fieldsOf(message);
  const data = (Array.isArray(parts) ? parts.slice(0, MOST_PARTS) : []).map(
    (part) => fieldsOf(fieldsOf(part)['data'])['action'],
  );
  const named = [...data, fieldsOf(metadata)['action']].find((each) => typeof each === 'string');
  const action = message === undefined ? method : (named ?? ASK);
  return { ...facts(agent ?? tenant, action, contextId ?? id), ...codeIn(answer), ...countOf(body) };
}

/** Of what could not be read, or was not let before it was. */
export function factsOfRefusal(agent: string | undefined, code: string): CallFacts {
  return { ...facts(agent, undefined, undefined), code };
}

function facts(agent: unknown, action: unknown, conversation: unknown): CallFacts {
  const named = (key: string, value: unknown) =>
    value === undefined || value === '' ? {} : { [key]: NAME.test(String(value)) ? String(value) : UNSPEAKABLE };
  return { ...named('agent', agent), ...named('action', action), ...named('conversation', conversation) };
}

function codeIn(answer: unknown): { code?: string } {
  const { error } = fieldsOf(answer);
  if (error === undefined) return {};
  const { data, details = data, code } = fieldsOf(error);
  const told = fieldsOf(fieldsOf(details)['metadata'])['code'];
  return { code: String(told ?? code) };
}

function countOf(body: unknown): { calls?: number } {
  return Array.isArray(body) ? { calls: body.length } : {};
}

/** Of a list, the first. */
function fieldsOf(value: unknown): Record<string, unknown> {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {};
}
