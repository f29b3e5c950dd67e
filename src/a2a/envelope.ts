/**
 * The simple envelope: one request, one answer, about one agent by name. A list of envelopes is a batch and gets a list
 * of answers, in order; they run side by side.
 */
import { z } from 'zod';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, type ErrorShape, fromShape, type Json, newId } from '../kernel/index.ts';
import { requireContext } from './context.ts';
import { shownError } from './fault.ts';
import { turnKey } from './key.ts';
import { noteRefusal } from './noting.ts';
import { ANSWER, answerAbout, FOLLOW, PENDING_ACTIONS, readAbout } from './pending-actions.ts';
import {
  ASK,
  admitAction,
  type Call,
  type Caller,
  type Pending,
  requireReach,
  requireVersion,
  type ServedAgent,
} from './served.ts';
import { httpStatusOf } from './statuses.ts';
import { type Places, patientAt, userAt, valueIn, withPatient } from './whose.ts';

/** What was read from JSON is JSON. */
const anything = z.unknown() as unknown as z.ZodType<Json, Json>;

export const envelopeRequest = z.object({
  agent_name: z.string().min(1).max(100),
  agent_version: z.string().max(40).optional(),
  conversation_id: z.string().min(1).max(256).optional(),
  input: z.object({
    action: z.string().min(1).max(100).default(ASK),
    user_id: z.string().min(1).max(200).optional(),
    parameters: z.record(z.string(), anything).default({}),
  }),
  context: z.record(z.string(), anything).default({}),
});

export type EnvelopeRequest = z.input<typeof envelopeRequest>;

export type EnvelopeAnswer = {
  agent_name: string;
  conversation_id: string;
} & (
  | { status: 'success'; output: Record<string, Json>; execution_time_ms: number }
  /** The agent waits for a person. Answer with the action `answer`; `actions`: what else can be asked about it. */
  | { status: 'input_required'; pending: AskedPending; output: Record<string, Json>; execution_time_ms: number }
  | { status: 'error'; error: ErrorShape; execution_time_ms?: number }
);

type AskedPending = Pending & { readonly actions?: readonly string[] };

/** What comes with a request beside its body. */
export interface Delivery {
  readonly caller: Caller;
  /** The same when the same request is sent again. */
  readonly key?: string | undefined;
  /** How long the caller waits. */
  readonly timeoutMs?: number | undefined;
  readonly trace?: string | undefined;
  readonly signal: AbortSignal;
}

export type FindAgent = (name: string) => Promise<ServedAgent | undefined>;

export const DEFAULT_TIMEOUT_MS = 30_000;
const MAX_TIMEOUT_MS = 15 * 60_000;
const MAX_BATCH = 100;

export function isEnvelope(body: unknown): boolean {
  const one = Array.isArray(body) ? body[0] : body;
  return typeof one === 'object' && one !== null && !('jsonrpc' in one);
}

/** Never throws: what goes wrong is an answer, with the HTTP status that fits it. */
export async function answerEnvelopes(
  body: unknown,
  find: FindAgent,
  delivery: Delivery,
): Promise<{ status: number; body: EnvelopeAnswer | EnvelopeAnswer[] }> {
  if (!Array.isArray(body)) {
    const answer = await answerEnvelope(body, find, delivery);
    return { status: answer.status === 'error' ? httpStatusOf(fromShape(answer.error)) : 200, body: answer };
  }
  if (body.length === 0 || body.length > MAX_BATCH) {
    const problem = new ConsiliumError('REQUEST_INVALID', `A batch has 1 to ${MAX_BATCH} requests.`);
    return { status: 400, body: failure('', '', problem) };
  }
  const each = body.map((one, at) =>
    answerEnvelope(one, find, delivery.key === undefined ? delivery : { ...delivery, key: `${delivery.key}.${at}` }),
  );
  return { status: 200, body: await Promise.all(each) };
}

export async function answerEnvelope(body: unknown, find: FindAgent, delivery: Delivery): Promise<EnvelopeAnswer> {
  const began = performance.now();
  let [name, conversation] = namesIn(body);
  let agent: ServedAgent | undefined;
  let patient: string | undefined;
  try {
    const request = readEnvelope(body);
    const { action, parameters } = request.input;
    const places = placesIn(body, request);
    patient = patientAt({ 'input.parameters': parameters, ...places });
    const context = withPatient(request.context, patient);
    requireContext(context);
    // What an action takes under this name is its own.
    const user = userAt(action === ASK ? { 'input.parameters': parameters, ...places } : places);
    name = request.agent_name;
    conversation = request.conversation_id ?? newId();
    agent = await find(name);
    if (agent === undefined) throw unknownAgent(name);
    conversation = request.conversation_id ?? conversationFor(delivery, agent.id);
    requireVersion(agent, request.agent_version);
    const about = readAbout(action, parameters);
    if (about === undefined) await admitAction(agent, action, parameters, delivery.caller);
    else requireReach(delivery.caller, agent);
    const call = {
      caller: delivery.caller,
      action: about === undefined ? action : ASK,
      parameters,
      message: about?.reply ?? messageOf(action, parameters),
      context,
      user: userOf(delivery.caller, user),
      conversation,
      key: keyOf(delivery, agent.id, conversation),
      ...(about?.action === ANSWER && { answers: about }),
      ...(about?.action === FOLLOW && { follows: about }),
      trace: delivery.trace,
      stream: false,
    };
    const served = agent;
    // The same key again is the same turn: nothing is done twice.
    const mayRepeat = delivery.key !== undefined || served.actions.get(call.action)?.idempotent === true;
    const output = await withinTime(
      agent.name,
      delivery,
      mayRepeat,
      async (signal, deadline) =>
        (about && (await answerAbout(served, about, call))) ?? gatherFor(served, { ...call, signal, deadline }),
    );
    const execution_time_ms = Math.round((performance.now() - began) * 10) / 10;
    return { agent_name: name, conversation_id: conversation, ...output, execution_time_ms };
  } catch (thrown) {
    noteRefusal(agent, delivery.caller, { deed: 'call', object: conversation, patient }, thrown);
    return failure(name, conversation, thrown);
  }
}

function readEnvelope(body: unknown): z.output<typeof envelopeRequest> {
  const parsed = envelopeRequest.safeParse(body);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  throw new ConsiliumError('REQUEST_INVALID', `This is no envelope: ${problems.join('; ')}`, {
    hint: 'An envelope has agent_name, conversation_id, input {action, user_id, parameters} and context.',
  });
}

/** Where an envelope can name somebody. */
function placesIn(body: unknown, { context }: z.output<typeof envelopeRequest>): Places {
  return { context, input: valueIn(body, 'input'), metadata: valueIn(body, 'metadata'), '': body };
}

function namesIn(body: unknown): [string, string] {
  const given = (body ?? {}) as { agent_name?: unknown; conversation_id?: unknown };
  const short = (value: unknown) => (typeof value === 'string' ? value.slice(0, 256) : '');
  return [short(given.agent_name), short(given.conversation_id)];
}

export function unknownAgent(name: string): ConsiliumError {
  return new ConsiliumError('AGENT_UNKNOWN', `There is no agent ${JSON.stringify(name.slice(0, 60))} here.`, {
    hint: 'Check the endpoint and the name; GET /a2a/agents lists who is served.',
  });
}

/** A service that acts for a proven user cannot name another. */
export function userOf(caller: Caller, named: string | undefined): string | undefined {
  if (caller.user === undefined || named === undefined || named === caller.user) return caller.user ?? named;
  throw new ConsiliumError('USER_FORBIDDEN', 'This token acts for another user than the one that the request names.', {
    hint: 'Leave user_id out, or use a token for that user (consilium token issue NAME --user USER, or --signed). One for a service that says itself whom it serves is issued with --for-anyone.',
  });
}

/** What an agent that reads words is told where the request has none. */
export function messageOf(action: string, parameters: Record<string, Json>): string {
  const { message } = parameters;
  if (typeof message === 'string') return message;
  return `${action} ${JSON.stringify(parameters)}`;
}

/** Without a key of the caller, every request is one of its own. */
function keyOf({ caller, key }: Delivery, agent: string, conversation: string): string {
  return key === undefined ? newId() : turnKey(caller, agent, conversation, key);
}

/** A conversation that nobody named: begun again under its key, it is the same. */
function conversationFor({ caller, key }: Delivery, agent: string): string {
  return key === undefined ? newId() : turnKey(caller, agent, undefined, key);
}

async function withinTime<T>(
  agent: string,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal }: Delivery,
  mayRepeat: boolean,
  work: (signal: AbortSignal, deadline: number) => Promise<T>,
): Promise<T> {
  const limit = Math.min(Math.max(1, timeoutMs), MAX_TIMEOUT_MS);
  const own = new AbortController();
  const onAbort = () => own.abort(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      timer = setTimeout(() => {
        const error = new ConsiliumError('TIMEOUT', `${agent} gave no answer within ${limit} ms.`, {
          retryable: mayRepeat,
          hint: mayRepeat
            ? 'Ask with a longer time-out, or for less at once.'
            : 'It may have been done in part: look before you ask again. With the header Idempotency-Key the same request is done once.',
        });
        reject(error);
        own.abort(error);
      }, limit);
      work(own.signal, systemClock.now() + limit).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** What is asked when whoever called has gone is asked for nobody: it is taken back. */
async function gatherFor(agent: ServedAgent, call: Call): Promise<Gathered> {
  const gathered = await gather(agent, call);
  if (gathered.status === 'success') return gathered;
  const { pending } = gathered;
  if (call.signal.aborted && call.follows === undefined)
    await agent.withdraw?.({ ...call, pending: pending.id }, () => {});
  return agent.lookAt === undefined ? gathered : { ...gathered, pending: { ...pending, actions: PENDING_ACTIONS } };
}

type Gathered =
  | { status: 'success'; output: Record<string, Json> }
  | { status: 'input_required'; pending: AskedPending; output: Record<string, Json> };

async function gather(agent: ServedAgent, call: Call): Promise<Gathered> {
  let text = '';
  const output: Record<string, Json> = {};
  let details: Record<string, Json> = {};
  const artifacts: Json[] = [];
  let pending: Pending | undefined;
  for await (const part of agent.run(call)) {
    if (part.type === 'text' || part.type === 'closing' || part.type === 'message') text += part.text;
    else if (part.type === 'retract') text = '';
    else if (part.type === 'details') details = part.data;
    else if (part.type === 'artifact') artifacts.push({ name: part.name, ...part.part } as Json);
    else if (part.type === 'input_required') pending = part.pending;
    else if (part.type === 'data') Object.assign(output, isObject(part.data) ? part.data : { value: part.data });
  }
  if (text !== '' && output['text'] === undefined) output['text'] = text;
  for (const [key, value] of Object.entries(details)) output[key] ??= value;
  if (artifacts.length > 0) output['artifacts'] = artifacts;
  return pending === undefined ? { status: 'success', output } : { status: 'input_required', pending, output };
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function failure(agent_name: string, conversation_id: string, thrown: unknown): EnvelopeAnswer {
  return { agent_name, conversation_id, error: shownError(thrown).toJSON(), status: 'error' };
}
