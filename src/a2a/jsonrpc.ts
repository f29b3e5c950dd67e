/** A2A in JSON-RPC 2.0: today's methods and, by their own names, those of 0.3. */
import { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';
import type { Desk } from './desk.ts';
import { toRpcError } from './fault.ts';
import { fromLegacyParams, LEGACY_METHODS, toLegacyEvent, toLegacyTask } from './legacy.ts';
import {
  configRequest,
  configsRequest,
  countValues,
  LEGACY_VERSION,
  listRequest,
  MOST_FIELDS,
  PROTOCOL_VERSION,
  pushConfig,
  type StreamResponse,
  sendRequest,
  type Task,
  taskRequest,
  tooMany,
} from './protocol.ts';
import type { Caller } from './served.ts';
import type { StoredPush, TaskEvent } from './tasks.ts';

/** What comes with a request beside its body. */
export interface RpcDelivery {
  readonly caller: Caller;
  /** The header A2A-Version; empty where there is none. */
  readonly version: string;
  /** The header A2A-Extensions. */
  readonly extensions: readonly string[];
  /** The header Idempotency-Key: the same when the same request is sent again. */
  readonly key?: string | undefined;
  readonly lastEventId?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly trace?: string | undefined;
  /** The agent's card, for those who are known. */
  extendedCard(isLegacy: boolean): Promise<unknown>;
}

export type RpcId = string | number | null;
export type RpcAnswer = { jsonrpc: '2.0'; id: RpcId } & ({ result: unknown } | { error: unknown });

export interface Told {
  /** Absent: it cannot be asked for again. */
  readonly seq?: number;
  readonly data: unknown;
}

export type RpcOutcome = { kind: 'answer'; answer: RpcAnswer } | { kind: 'stream'; events: AsyncIterable<Told> };

const request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.string(),
  params: z.unknown().optional(),
});

/** Never throws: what goes wrong is an answer. */
export async function answerRpc(body: unknown, desk: Desk, delivery: RpcDelivery): Promise<RpcOutcome> {
  const id = idOf(body);
  try {
    const { method, params } = readRequest(body);
    const isLegacy = LEGACY_METHODS[method] !== undefined;
    requireProtocol(delivery.version, isLegacy);
    requireFew(params);
    const name = LEGACY_METHODS[method] ?? method;
    const given = isLegacy ? fromLegacyParams(method, params) : params;
    const operation = OPERATIONS[name];
    if (operation === undefined)
      throw new ConsiliumError('METHOD_UNKNOWN', `There is no method ${method.slice(0, 60)}.`, {
        hint: `Methods are ${Object.keys(OPERATIONS).join(', ')}.`,
      });
    const found = await operation({ desk, delivery, isLegacy }, given ?? {});
    if (isStream(found)) return { kind: 'stream', events: tellStream(found, id, isLegacy) };
    const result = isLegacy ? toLegacyResult(name, found) : found;
    return { kind: 'answer', answer: { jsonrpc: '2.0', id, result } };
  } catch (thrown) {
    return { kind: 'answer', answer: rpcFailure(id, thrown) };
  }
}

export function rpcFailure(id: RpcId, thrown: unknown): RpcAnswer {
  return { jsonrpc: '2.0', id, error: toRpcError(thrown) };
}

interface Context {
  readonly desk: Desk;
  readonly delivery: RpcDelivery;
  readonly isLegacy: boolean;
}

type Operation = (context: Context, params: unknown) => unknown;

/** What each method does, whichever the binding. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  SendMessage: ({ desk, delivery, isLegacy }, params) =>
    desk.send(parse(sendRequest, params), delivery.caller, sendOptions(delivery, false, isLegacy)),
  SendStreamingMessage: ({ desk, delivery, isLegacy }, params) =>
    desk.stream(parse(sendRequest, params), delivery.caller, sendOptions(delivery, true, isLegacy)),
  GetTask: ({ desk, delivery }, params) => {
    const { id, historyLength } = parse(taskRequest, params);
    return desk.get(id, delivery.caller, historyLength);
  },
  ListTasks: ({ desk, delivery }, params) => desk.list(parse(listRequest, params), delivery.caller),
  CancelTask: ({ desk, delivery }, params) => desk.cancel(parse(taskRequest, params).id, delivery.caller),
  SubscribeToTask: ({ desk, delivery }, params) =>
    desk.subscribe(parse(taskRequest, params).id, delivery.caller, delivery.lastEventId),
  CreateTaskPushNotificationConfig: ({ desk, delivery }, params) => {
    requirePush(desk);
    const config = parse(pushConfig, params);
    if (config.taskId === undefined) throw new ConsiliumError('PARAMETERS_INVALID', 'taskId: whose notifications?');
    return desk.receivers.save({ ...config, taskId: config.taskId }, delivery.caller);
  },
  GetTaskPushNotificationConfig: ({ desk, delivery }, params) => {
    requirePush(desk);
    const { taskId, id } = parse(configRequest, params);
    return desk.receivers.find(taskId, id, delivery.caller);
  },
  ListTaskPushNotificationConfigs: ({ desk, delivery }, params) => {
    requirePush(desk);
    return { configs: desk.receivers.list(parse(configsRequest, params).taskId, delivery.caller), nextPageToken: '' };
  },
  DeleteTaskPushNotificationConfig: ({ desk, delivery }, params) => {
    requirePush(desk);
    const { taskId, id } = parse(configRequest, params);
    desk.receivers.drop(taskId, id, delivery.caller);
    return {};
  },
  GetExtendedAgentCard: ({ delivery, isLegacy }) => delivery.extendedCard(isLegacy),
};

/** Said before the parameters are looked at: whoever cannot have any needs no advice on them. */
function requirePush(desk: Desk): void {
  if (!desk.pushes)
    throw new ConsiliumError('PUSH_UNSUPPORTED', `${desk.agent.name} sends no push notifications.`, {
      hint: 'Follow the task with SubscribeToTask, or ask for it with GetTask.',
    });
}

function sendOptions({ key, timeoutMs, trace }: RpcDelivery, stream: boolean, legacy: boolean) {
  return { stream, legacy, key, timeoutMs, trace };
}

export function parse<T>(schema: z.ZodType<T>, params: unknown): T {
  requireFew(params);
  const parsed = schema.safeParse(readNames(params));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'params'}: ${issue.message}`);
  throw new ConsiliumError('PARAMETERS_INVALID', problems.join('; '));
}

/** What a message carries for others is not ours to rename. */
const OPAQUE = new Set(['metadata', 'data']);

/** Refuses what is long outside of what is for others, before anybody looks at each of it. */
function requireFew(params: unknown): void {
  if (countValues(params, MOST_FIELDS, OPAQUE) > MOST_FIELDS) throw tooMany();
}

/** Fields may also be called as in the protocol's own definition: `task_id` is `taskId`. */
function readNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readNames);
  if (typeof value !== 'object' || value === null) return value;
  const renamed = Object.entries(value).map(([key, below]) => [
    key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    OPAQUE.has(key) ? below : readNames(below),
  ]);
  return Object.fromEntries(renamed);
}

function readRequest(body: unknown): z.infer<typeof request> {
  const parsed = request.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ConsiliumError(
    'REQUEST_INVALID',
    'This is no JSON-RPC 2.0 request: it has jsonrpc, id, method and params.',
  );
}

function idOf(body: unknown): RpcId {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** An empty version is 0.3; its methods have names of their own, so those of today are not mistaken for them. */
export function requireProtocol(version: string, isLegacy: boolean): void {
  const spoken = version.trim().split('.').slice(0, 2).join('.');
  const fits = isLegacy ? spoken === '' || spoken === LEGACY_VERSION : spoken === '' || spoken === PROTOCOL_VERSION;
  if (fits) return;
  const other = isLegacy ? PROTOCOL_VERSION : LEGACY_VERSION;
  if (spoken === other)
    throw new ConsiliumError('VERSION_UNSUPPORTED', `What is asked for is no method of A2A ${other}.`, {
      hint: isLegacy
        ? `It is one of ${LEGACY_VERSION}: leave A2A-Version out, or send SendMessage, GetTask and so on.`
        : `It is one of ${PROTOCOL_VERSION}: send A2A-Version: ${PROTOCOL_VERSION}, or message/send, tasks/get and so on.`,
    });
  throw new ConsiliumError('VERSION_UNSUPPORTED', `A2A ${spoken.slice(0, 20)} is not spoken here.`, {
    hint: `Send the header A2A-Version: ${PROTOCOL_VERSION}; ${LEGACY_VERSION} is understood too.`,
  });
}

function isStream(value: unknown): value is AsyncIterable<TaskEvent> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

async function* tellStream(events: AsyncIterable<TaskEvent>, id: RpcId, isLegacy: boolean): AsyncGenerator<Told> {
  for await (const { seq, event } of events)
    yield { seq, data: { jsonrpc: '2.0', id, result: isLegacy ? toLegacyEvent(event) : event } };
}

function toLegacyResult(name: string, found: unknown): unknown {
  switch (name) {
    case 'SendMessage':
      return toLegacyEvent(found as StreamResponse);
    case 'GetTask':
    case 'CancelTask':
      return toLegacyTask(found as Task);
    case 'CreateTaskPushNotificationConfig':
    case 'GetTaskPushNotificationConfig':
      return toLegacyPush(found as StoredPush);
    case 'ListTaskPushNotificationConfigs':
      return (found as { configs: StoredPush[] }).configs.map(toLegacyPush);
    case 'DeleteTaskPushNotificationConfig':
      return null;
    default:
      return found;
  }
}

function toLegacyPush({ taskId, authentication, ...config }: StoredPush) {
  const auth = authentication && { schemes: [authentication.scheme], credentials: authentication.credentials };
  return { taskId, pushNotificationConfig: { ...config, ...(auth && { authentication: auth }) } };
}
