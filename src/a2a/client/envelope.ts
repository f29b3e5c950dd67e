/** The envelope from the calling side: what is sent, and what an answer means, however little it fits. */
import { z } from 'zod';
import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError, type Json } from '../../kernel/index.ts';
import type { EnvelopeRequest } from '../envelope.ts';
import { fromPeer, hintIn, shownWords } from '../fault.ts';
import { ANSWER, FOLLOW, isAboutPending } from '../pending-actions.ts';
import { readRetryAfter } from '../retry-after.ts';
import type { Received } from './http.ts';
import type { Answers, RemoteCall, RemoteQuestion, RemoteSettings } from './settings.ts';

export function toEnvelope({ remoteName, version }: RemoteSettings, call: RemoteCall): EnvelopeRequest {
  const { action, parameters, context, user, conversation, answers } = call;
  const input = answers === undefined ? { action, parameters } : inputAbout(answers, action, parameters);
  return {
    agent_name: remoteName,
    ...(version !== undefined && { agent_version: version }),
    conversation_id: conversation,
    input: { ...input, ...(user !== undefined && { user_id: user }) },
    context,
  };
}

function inputAbout(
  { pending, isSettledThere }: Answers,
  action: string,
  parameters: Record<string, Json>,
): { action: string; parameters: Record<string, Json> } {
  if (isAboutPending(action)) return { action, parameters: { pending } };
  if (isSettledThere) return { action: FOLLOW, parameters: { pending } };
  return { action: ANSWER, parameters: { pending, reply: parameters['message'] ?? '' } };
}

const answer = z.object({
  agent_name: z.string().optional(),
  conversation_id: z.string().optional(),
  status: z.enum(['success', 'input_required', 'error']),
  output: z.json().optional(),
  pending: z
    .looseObject({
      ...{ id: z.string(), what: z.string(), why: z.string().optional() },
      ...{ effect: z.string().optional(), undo: z.string().optional() },
      ...{ choices: z.array(z.string()).max(100).optional(), free: z.boolean().optional() },
      actions: z.array(z.string()).max(20).optional(),
    })
    .optional(),
  error: z
    .looseObject({
      code: z.string(),
      message: z.string(),
      retryable: z.boolean().optional(),
      hint: z.string().optional(),
    })
    .optional(),
});

export type Understood = {
  output: Record<string, Json>;
  pending?: RemoteQuestion | undefined;
};

/** Throws what the peer failed with. */
export function readEnvelope(peer: Peer, received: Received, { conversation }: RemoteCall): Understood {
  const parsed = answer.safeParse(parseJson(received.text));
  if (!parsed.success || isOfGate(parsed.data)) return refuse(peer.name, received);
  return understand(peer, parsed.data, conversation, received);
}

/** What it is called here, and there. */
type Peer = Pick<RemoteSettings, 'name' | 'remoteName'>;

/** What a house says before its agent has heard of it is about our token, or about how much we ask: not the agent's word. */
function isOfGate({ agent_name, error }: z.infer<typeof answer>): boolean {
  return agent_name === '' && error !== undefined && OF_GATE.has(error.code);
}

const TOKEN = ['TOKEN_REQUIRED', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'TOKEN_NOT_YET_VALID', 'SCOPE_MISSING'];
const OF_GATE = new Set([...TOKEN, 'BODY_TOO_LARGE', 'RATE_LIMITED']);

/** The answers of a batch, in order; one that failed is its error. */
export function readBatch(
  peer: Peer,
  received: Received,
  calls: readonly RemoteCall[],
): (Understood | ConsiliumError)[] {
  const parsed = z.array(answer).length(calls.length).safeParse(parseJson(received.text));
  if (!parsed.success) return refuse(peer.name, received);
  return parsed.data.map((each, at) => {
    try {
      return understand(peer, each, calls[at]!.conversation);
    } catch (thrown) {
      return thrown as ConsiliumError;
    }
  });
}

function understand(
  { name: peer, remoteName }: Peer,
  given: z.infer<typeof answer>,
  conversation: string,
  received?: Received,
): Understood {
  const http = received?.status ?? 200;
  const { status, output, pending, error, agent_name, conversation_id } = given;
  if (status === 'error' && error === undefined) throw incomplete(peer, 'failed and does not say how');
  if (status === 'error')
    throw fromPeer(peer, {
      ...error!,
      status: http < 400 ? undefined : http,
      retryAfterMs: readRetryAfter(received?.headers['retry-after'] ?? secondsIn(error!), systemClock.now()),
    });
  if (http >= 500) throw incomplete(peer, `answered ${http} and says that it did well`);
  if (!agent_name) throw incomplete(peer, 'does not say whose answer it is (agent_name)');
  if (agent_name !== remoteName) throw impostor(peer, remoteName, agent_name);
  if (!conversation_id) throw incomplete(peer, 'does not say what it answers (conversation_id)');
  if (conversation_id !== conversation) throw incomplete(peer, 'answers another conversation');
  if (status === 'success' && (output === undefined || output === null))
    throw incomplete(peer, 'says success and has no output');
  if (status === 'input_required' && pending === undefined) throw incomplete(peer, 'asks and does not say what');
  const fields =
    typeof output === 'object' && output !== null && !Array.isArray(output) ? output : { value: output ?? null };
  return { output: fields as Record<string, Json>, pending: status === 'input_required' ? pending : undefined };
}

/** A peer of our kind says in the error, too, how long it wants to be left alone: in a batch nobody else does. */
function secondsIn(error: Readonly<Record<string, unknown>>): string | undefined {
  const { retryAfterMs } = error;
  return typeof retryAfterMs === 'number' ? String(retryAfterMs / 1000) : undefined;
}

function impostor(peer: string, asked: string, named: string): ConsiliumError {
  return new ConsiliumError('REMOTE_OTHER_AGENT', `${peer} answers in the name of another agent.`, {
    hint: `${asked} was asked, ${shownWords(named, 100)} says that it answers: check the endpoint, and agent (its name there).`,
  });
}

function incomplete(peer: string, how: string): ConsiliumError {
  return new ConsiliumError('REMOTE_INVALID', `${peer} ${how}.`, {
    hint: 'An envelope answers with agent_name, conversation_id, output and status; what asks has pending {id, what}.',
  });
}

/** No envelope: what the status says. A success that is none of ours is not one. */
export function refuse(peer: string, { status, headers, text }: Received): never {
  const [code, message, retryable, hint] = describeStatus(peer, status);
  const retryAfterMs = readRetryAfter(headers['retry-after'], systemClock.now());
  const details = {
    status,
    ...(status >= 500 && { outage: true }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
  const error = (parseJson(text) as { error?: unknown } | undefined)?.error;
  const said = hintIn(error);
  throw new ConsiliumError(code, tokenTrouble(peer, error) ?? message, {
    retryable,
    hint: typeof said === 'string' ? shownWords(said, 500) : hint,
    details,
  });
}

/** What a house says is wrong with our token, where it says that. */
function tokenTrouble(peer: string, error: unknown): string | undefined {
  const { code, data } = (error ?? {}) as { code?: unknown; data?: unknown };
  const info = Array.isArray(data) ? (data[0] as { metadata?: { code?: unknown } } | undefined) : undefined;
  const named = String(info?.metadata?.code ?? code);
  if (named === 'TOKEN_EXPIRED') return `${peer} says that our token has expired.`;
  return named === 'TOKEN_NOT_YET_VALID'
    ? `${peer} says that our token is not good yet: look at the clocks.`
    : undefined;
}

function describeStatus(
  peer: string,
  status: number,
): [code: string, message: string, retryable: boolean, hint: string] {
  const checkToken =
    'Check the token, and whether it was rotated: consilium token list shows those that are valid there.';
  if (status === 401) return ['REMOTE_UNAUTHORIZED', `${peer} does not know our token.`, false, checkToken];
  if (status === 403)
    return [
      'REMOTE_FORBIDDEN',
      `${peer} does not allow this to our token.`,
      false,
      'Ask for a token with this agent and action.',
    ];
  if (status === 404)
    return [
      'REMOTE_NOT_FOUND',
      `There is no agent where ${peer} should be.`,
      false,
      'Check the endpoint and the name of the agent.',
    ];
  if (status === 408 || status === 504)
    return [
      'TIMEOUT',
      `${peer} gave no answer in time.`,
      true,
      'Give it longer with timeout_ms, or look why it is slow.',
    ];
  if (status === 413)
    return [
      'REMOTE_BODY_TOO_LARGE',
      `That is more than ${peer} takes at once.`,
      false,
      'Send less, or in several calls.',
    ];
  if (status === 429)
    return ['RATE_LIMITED', `${peer} takes no more calls now.`, true, 'Ask less often, or keep answers with cache.'];
  if (status >= 500) return ['REMOTE_UNAVAILABLE', `${peer} answered ${status}.`, true, 'Look at its log.'];
  if (status >= 200 && status < 300)
    return [
      'REMOTE_INVALID',
      `The answer of ${peer} is not one of the protocol.`,
      false,
      'Check that the endpoint is its /a2a.',
    ];
  return ['REMOTE_REFUSED', `${peer} answered ${status}.`, false, 'Check the endpoint.'];
}

/** undefined where it is none, or one that nobody can take apart: no honest answer has so many levels. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return hasLevels(value, DEEPEST) ? undefined : value;
  } catch {
    return undefined;
  }
}

const DEEPEST = 64;

/** Level by level, since one in another would be as deep here. */
function hasLevels(value: unknown, most: number): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    const next: unknown[] = [];
    for (const each of level)
      if (typeof each === 'object' && each !== null)
        for (const inner of Object.values(each)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    level = next;
  }
  return false;
}
