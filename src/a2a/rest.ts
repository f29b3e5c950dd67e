/** A2A as HTTP and JSON: the operations of jsonrpc.ts by path and method. */
import { ConsiliumError } from '../kernel/index.ts';
import type { Desk } from './desk.ts';
import { toRestError } from './fault.ts';
import { OPERATIONS, type RpcDelivery, requireProtocol, type Told } from './jsonrpc.ts';
import type { TaskEvent } from './tasks.ts';

export interface RestRequest {
  readonly method: string;
  /** Below the interface's address, with its slash. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** What the body holds; undefined where there is none. */
  body(): Promise<unknown>;
}

export type RestOutcome =
  | { kind: 'answer'; status: number; body: unknown; headers?: Record<string, string> }
  | { kind: 'stream'; events: AsyncIterable<Told> };

interface RestRoute {
  readonly method: string;
  readonly path: RegExp;
  readonly operation: string;
  /** The names of what the path holds. */
  readonly names: readonly string[];
}

const ROUTES: readonly RestRoute[] = [
  { method: 'POST', path: /^\/message:send$/, operation: 'SendMessage', names: [] },
  { method: 'POST', path: /^\/message:stream$/, operation: 'SendStreamingMessage', names: [] },
  { method: 'GET', path: /^\/tasks$/, operation: 'ListTasks', names: [] },
  { method: 'GET', path: /^\/tasks\/([^/:]+)$/, operation: 'GetTask', names: ['id'] },
  { method: 'POST', path: /^\/tasks\/([^/:]+):cancel$/, operation: 'CancelTask', names: ['id'] },
  { method: 'GET', path: /^\/tasks\/([^/:]+):subscribe$/, operation: 'SubscribeToTask', names: ['id'] },
  { method: 'POST', path: /^\/tasks\/([^/:]+):subscribe$/, operation: 'SubscribeToTask', names: ['id'] },
  {
    method: 'POST',
    path: /^\/tasks\/([^/:]+)\/pushNotificationConfigs$/,
    operation: 'CreateTaskPushNotificationConfig',
    names: ['taskId'],
  },
  {
    method: 'GET',
    path: /^\/tasks\/([^/:]+)\/pushNotificationConfigs$/,
    operation: 'ListTaskPushNotificationConfigs',
    names: ['taskId'],
  },
  {
    method: 'GET',
    path: /^\/tasks\/([^/:]+)\/pushNotificationConfigs\/([^/]+)$/,
    operation: 'GetTaskPushNotificationConfig',
    names: ['taskId', 'id'],
  },
  {
    method: 'DELETE',
    path: /^\/tasks\/([^/:]+)\/pushNotificationConfigs\/([^/]+)$/,
    operation: 'DeleteTaskPushNotificationConfig',
    names: ['taskId', 'id'],
  },
  { method: 'GET', path: /^\/extendedAgentCard$/, operation: 'GetExtendedAgentCard', names: [] },
];

/** Never throws: what goes wrong is an answer. */
export async function answerRest(request: RestRequest, desk: Desk, delivery: RpcDelivery): Promise<RestOutcome> {
  try {
    requireProtocol(delivery.version, false);
    const { route, found } = findRoute(request);
    const named = Object.fromEntries(route.names.map((name, at) => [name, decodeURIComponent(found[at + 1]!)]));
    const given = request.method === 'POST' ? await request.body() : readQuery(request.query);
    const params = { ...(typeof given === 'object' && given), ...named };
    const answer = await OPERATIONS[route.operation]!({ desk, delivery, isLegacy: false }, params);
    if (typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer)
      return { kind: 'stream', events: tellStream(answer as AsyncIterable<TaskEvent>) };
    return { kind: 'answer', status: 200, body: answer };
  } catch (thrown) {
    return { kind: 'answer', ...toRestError(thrown) };
  }
}

function findRoute({ method, path }: RestRequest): { route: RestRoute; found: RegExpExecArray } {
  for (const route of ROUTES) {
    const found = route.method === method ? route.path.exec(path) : null;
    if (found !== null) return { route, found };
  }
  throw new ConsiliumError('METHOD_UNKNOWN', `There is no ${method} at ${path.slice(0, 100)}.`, {
    hint: 'The agent card says where an agent is reached.',
  });
}

/** A query has only words: numbers and truth values are read where the operation has them. */
function readQuery(query: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      if (/^(pageSize|historyLength)$/.test(key)) return [key, /^-?\d+$/.test(value) ? Number(value) : value];
      if (key === 'includeArtifacts') return [key, value === 'true' ? true : value === 'false' ? false : value];
      return [key, value];
    }),
  );
}

async function* tellStream(events: AsyncIterable<TaskEvent>): AsyncGenerator<Told> {
  for await (const { seq, event } of events) yield { seq, data: event };
}
