/** What goes in and comes out of each method in gRPC, by its name in JSON-RPC; and how a message that came in is read. */
import * as sdk from '@a2a-js/sdk';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { ConsiliumError } from '../kernel/index.ts';
import { countedAs } from '../kernel/rounds.ts';
import { callAside } from '../threads/index.ts';
import { countValues, MOST_FIELDS, tooMany } from './protocol.ts';

interface Method {
  readonly asked: { toJSON(message: never): unknown };
  readonly answered: { fromJSON(json: unknown): unknown };
}

const NOTHING = { fromJSON: () => ({}) };

export const METHODS: Readonly<Record<string, Method>> = {
  SendMessage: { asked: sdk.SendMessageRequest, answered: sdk.SendMessageResponse },
  SendStreamingMessage: { asked: sdk.SendMessageRequest, answered: sdk.StreamResponse },
  GetTask: { asked: sdk.GetTaskRequest, answered: sdk.Task },
  ListTasks: { asked: sdk.ListTasksRequest, answered: sdk.ListTasksResponse },
  CancelTask: { asked: sdk.CancelTaskRequest, answered: sdk.Task },
  SubscribeToTask: { asked: sdk.SubscribeToTaskRequest, answered: sdk.StreamResponse },
  CreateTaskPushNotificationConfig: {
    asked: sdk.TaskPushNotificationConfig,
    answered: sdk.TaskPushNotificationConfig,
  },
  GetTaskPushNotificationConfig: {
    asked: sdk.GetTaskPushNotificationConfigRequest,
    answered: sdk.TaskPushNotificationConfig,
  },
  ListTaskPushNotificationConfigs: {
    asked: sdk.ListTaskPushNotificationConfigsRequest,
    answered: sdk.ListTaskPushNotificationConfigsResponse,
  },
  DeleteTaskPushNotificationConfig: { asked: sdk.DeleteTaskPushNotificationConfigRequest, answered: NOTHING },
  GetExtendedAgentCard: { asked: sdk.GetExtendedAgentCardRequest, answered: sdk.AgentCard },
};

/** As the protocol writes it: `/lf.a2a.v1.A2AService/SendMessage`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const DECODERS = new Map(
  Object.values(A2AService).map(({ path, requestDeserialize }) => [nameOf(path), requestDeserialize]),
);

/** From this many bytes on, a message is read in a thread: a value may be two of them. */
const LARGE = 16 * 1024;

/** The request that it would be in JSON-RPC, as text. */
export async function readMessage(method: string, bytes: Uint8Array): Promise<string> {
  const read =
    bytes.length < LARGE
      ? works.read(method, bytes)
      : await callAside(import.meta.url, works, 'read', [method, bytes], { long: true, owner: countedAs() });
  if ('text' in read) return read.text;
  throw read.problem === 'many' ? tooMany() : new ConsiliumError('REQUEST_INVALID', `This is no message of ${method}.`);
}

type Read = { readonly text: string } | { readonly problem: 'many' | 'broken' };

/** What a message carries for others, as it is decoded. */
const CARRIED = new Set(['metadata', 'value']);

export const works = {
  read: (method: string, bytes: Uint8Array): Read => {
    const { asked } = METHODS[method]!;
    let message: unknown;
    try {
      message = DECODERS.get(method)!(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    } catch {
      return { problem: 'broken' };
    }
    if (countValues(message, MOST_FIELDS, CARRIED) > MOST_FIELDS) return { problem: 'many' };
    return { text: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: asked.toJSON(message as never) }) };
  },
};
