/**
 * What A2A 1.0 puts on the wire, as JSON. What comes in is parsed here once; fields that nobody knows are left out, as
 * the protocol asks.
 */
import { z } from 'zod';
import { ConsiliumError, type Json } from '../kernel/index.ts';

export const PROTOCOL_VERSION = '1.0';
export const LEGACY_VERSION = '0.3';

export const TASK_STATES = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
] as const;
export type TaskState = (typeof TASK_STATES)[number];

const TERMINAL: ReadonlySet<TaskState> = new Set([
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
]);

export function isTerminal(state: TaskState): boolean {
  return TERMINAL.has(state);
}

/** Whether whoever waits for the task has something to do now. */
export function isResting(state: TaskState): boolean {
  return isTerminal(state) || state === 'TASK_STATE_INPUT_REQUIRED' || state === 'TASK_STATE_AUTH_REQUIRED';
}

const id = z.string().min(1).max(256);
export const MOST_PARTS = 1000;
/** Extensions, tasks and modes that a message names. */
export const MOST_NAMED = 100;

/** What came as JSON is JSON: to look at each value of it again takes longer than to read it. */
const json = z.unknown() as z.ZodType<Json>;
const fields = z.custom<Record<string, Json>>(
  (given) => typeof given === 'object' && !Array.isArray(given) && given !== null,
  {
    error: 'is no object',
  },
);
const metadata = fields.optional();
const CONTENTS = ['text', 'raw', 'url', 'data'] as const;

export const part = z
  .object({
    text: z.string().optional(),
    raw: z.base64().optional(),
    url: z.url().optional(),
    data: json.optional(),
    metadata,
    filename: z.string().optional(),
    mediaType: z.string().optional(),
  })
  .refine((given) => CONTENTS.filter((key) => given[key] !== undefined).length === 1, {
    error: `has exactly one of ${CONTENTS.join(', ')}`,
  });

export const message = z.object({
  messageId: id,
  contextId: id.optional(),
  taskId: id.optional(),
  role: z.enum(['ROLE_USER', 'ROLE_AGENT']),
  // Counted before each is looked at.
  parts: z.array(z.unknown()).min(1).max(MOST_PARTS).pipe(z.array(part)),
  metadata,
  extensions: z.array(z.string()).max(MOST_NAMED).optional(),
  referenceTaskIds: z.array(id).max(MOST_NAMED).optional(),
});

/** What can stand in a header. */
const inHeader = z
  .string()
  .max(4096)
  .regex(/^[ -~\u0080-\u00ff]*$/, 'must be one line of plain text');

export const pushConfig = z.object({
  id: id.optional(),
  taskId: id.optional(),
  url: z.url({ protocol: /^https?$/ }),
  token: inHeader.optional(),
  authentication: z.object({ scheme: inHeader, credentials: inHeader.optional() }).optional(),
});

const historyLength = z.int().min(0).optional();

export const sendRequest = z.object({
  tenant: z.string().optional(),
  message,
  configuration: z
    .object({
      acceptedOutputModes: z.array(z.string()).max(MOST_NAMED).optional(),
      taskPushNotificationConfig: pushConfig.optional(),
      historyLength,
      returnImmediately: z.boolean().optional(),
    })
    .optional(),
  metadata,
});

export const taskRequest = z.object({ tenant: z.string().optional(), id, historyLength });
export const configRequest = z.object({ tenant: z.string().optional(), taskId: id, id });
export const configsRequest = z.object({ tenant: z.string().optional(), taskId: id });
export const listRequest = z.object({
  tenant: z.string().optional(),
  contextId: z.string().optional(),
  status: z.enum(TASK_STATES).optional(),
  pageSize: z.int().min(1).max(100).optional(),
  pageToken: z.string().optional(),
  historyLength,
  statusTimestampAfter: z.iso.datetime({ offset: true }).optional(),
  includeArtifacts: z.boolean().optional(),
});

export type Part = z.infer<typeof part>;
export type Message = z.infer<typeof message>;
export type PushConfig = z.infer<typeof pushConfig>;
export type SendRequest = z.infer<typeof sendRequest>;
export type ListRequest = z.infer<typeof listRequest>;

export interface Artifact {
  artifactId: string;
  name?: string;
  description?: string;
  parts: Part[];
  metadata?: Record<string, Json>;
}

export interface TaskStatus {
  state: TaskState;
  message?: Message;
  timestamp: string;
}

export interface Task {
  id: string;
  contextId: string;
  status: TaskStatus;
  artifacts?: Artifact[];
  history?: Message[];
  metadata?: Record<string, Json>;
}

export interface StatusUpdate {
  taskId: string;
  contextId: string;
  status: TaskStatus;
  metadata?: Record<string, Json>;
}

export interface ArtifactUpdate {
  taskId: string;
  contextId: string;
  artifact: Artifact;
  append?: boolean;
  lastChunk?: boolean;
}

export type StreamResponse =
  | { task: Task }
  | { message: Message }
  | { statusUpdate: StatusUpdate }
  | { artifactUpdate: ArtifactUpdate };

/** All words of a message, for agents that read words. */
export function textOf(parts: readonly Part[]): string {
  return parts.flatMap(({ text }) => text ?? []).join('\n');
}

/** Far more than a message has outside of what is for others. */
export const MOST_FIELDS = 20_000;

export function tooMany(): ConsiliumError {
  return new ConsiliumError('PARAMETERS_INVALID', `params: has more than ${MOST_FIELDS} fields and entries.`);
}

/** So many values that each step with them is a turn of its own. */
const MANY = 5_000;

export function hasMany(message: Message | undefined): boolean {
  return countValues(message, MANY) > MANY;
}

/** Fields and entries, without those below a name that is `left`; no further than one more than `most`. */
export function countValues(value: unknown, most: number, left: ReadonlySet<string> = new Set()): number {
  let count = 0;
  const walk = (given: unknown): void => {
    if (typeof given !== 'object' || given === null) return;
    if (Array.isArray(given)) {
      for (const one of given) {
        if (++count > most) return;
        walk(one);
      }
      return;
    }
    for (const key in given) {
      if (++count > most) return;
      if (!left.has(key)) walk((given as Record<string, unknown>)[key]);
    }
  };
  walk(value);
  return count;
}
