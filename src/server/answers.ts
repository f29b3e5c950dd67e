/** The shapes of what the API answers: for the document that describes it, and held against real answers in tests. */
import { z } from 'zod';
import { sourceMetadata } from '../citations/index.ts';

const counts = z.record(z.string(), z.number());
const error = z.looseObject({ code: z.string(), message: z.string() });
const open = z.looseObject({});

const unsupported = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  kind: z.enum(['uncited', 'figure_not_in_source', 'unrelated_source']),
  why: z.string(),
});
export const answer = z.object({
  session_id: z.string(),
  invocation_id: z.string(),
  team: z.string(),
  text: z.string(),
  route: z.array(z.string()),
  source_agents: z.array(z.string()),
  outcome: z.enum(['answered', 'redirected', 'declined', 'emergency', 'fallback', 'waiting', 'cancelled', 'error']),
  pending: z
    .looseObject({
      ...{ id: z.string(), what: z.string(), why: z.string(), effect: z.string() },
      until: z.string().optional().describe('ISO 8601'),
    })
    .optional()
    .describe('what the turn waits for'),
  rule: z.string().optional(),
  facts: z.array(open),
  citations: z.array(z.looseObject({ marker: z.union([z.string(), z.number()]) })),
  unsupported: z.array(unsupported),
  warnings: z.array(z.string()),
  usage: z.object({ model_calls: z.number(), tokens: z.number() }),
  speakers: z.array(z.string()),
  ms: z.number(),
  error: error.optional(),
});

export const session = z.object({
  id: z.string(),
  team: z.string(),
  title: z.string(),
  created: z.number(),
  updated: z.number(),
  running: z.boolean(),
  patient_id: z.string().optional(),
  outer: z.string().optional().describe('the session that opened it to ask this team'),
  told_facts: z.number().optional().describe('of one session: facts of the record that were told in it'),
});
export const sessions = z.object({ sessions: z.array(session) });
export const events = z.object({
  session_id: z.string(),
  team: z.string(),
  events: z.array(z.looseObject({ seq: z.number(), type: z.string(), time: z.number() })),
  answers: z.array(
    answer.pick({ invocation_id: true, text: true, citations: true, unsupported: true, warnings: true }),
  ),
});
export const stopped = z.object({ stopped: z.number() });
export const deleted = z.object({
  deleted: z.string(),
  undone: z.number().describe('told facts that left the record with it (facts=true)'),
  left: z.number().describe('told facts that are in the record still'),
});

export const teams = z.object({
  teams: z.array(
    z.looseObject({
      name: z.string(),
      description: z.string(),
      examples: z.array(z.unknown()),
      scopes: z.array(z.string()).describe('what a token needs for it beside chat'),
      default: z.boolean(),
      error: error.optional(),
    }),
  ),
});
export const status = z.object({
  models: z.looseObject({ chosen: z.string(), chain: z.array(z.string()), providers: z.array(open) }),
});

export const patients = z.object({ patients: z.array(z.looseObject({ id: z.string(), name: z.string().nullable() })) });
export const created = z.object({ id: z.string(), name: z.string() });

export const erased = z.object({
  deleted: z.string(),
  sessions: z.number().describe('conversations that went with the record'),
  tokens: z
    .number()
    .describe('tokens that named this patient: for others too they no longer do, for this one alone they are revoked'),
});
export const imported = z.looseObject({
  patients: z.array(z.looseObject({ id: z.string(), name: z.string().nullable() })),
  nodes: counts,
  edges: counts,
  resources: counts,
  skipped: counts,
  dangling: z.number(),
  ms: z.number(),
});
export const factsThere = z.object({ uuids: z.array(z.string()) });
export const undone = z.object({ undone: z.string() });
/** Each section has fields of its own. */
export const section = open;
export const graphAnswer = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.unknown())),
  ms: z.number(),
  warnings: z.array(open).optional(),
});

const look = z.object({
  id: z.number(),
  time: z.number(),
  patientId: z.string(),
  action: z.string(),
  actor: z.string(),
  user: z.string(),
  via: z.string().nullable().describe('the id of the token'),
  onBehalfOf: z.string().nullable().describe('whom a service or an agent acted for'),
  outcome: z.enum(['done', 'denied']),
  why: z.string().nullable().describe('a turn, a route, a tool; of a denial, its code'),
  object: z.string().nullable().describe('a session, a token, an entry; of a list, how many'),
  hash: z.string().describe('of this row and the one before'),
});
const citationRecord = z.object({
  id: z.string(),
  conversation_id: z.string(),
  message_id: z.string(),
  citations_used: z.array(z.object({ id: z.string(), source_type: z.string(), marker: z.number() })),
  retrieval_scores: z.array(z.number().nullable()),
  warnings: z.number(),
  unsupported: z.number(),
  team: z.string().optional(),
  engine: z.string().optional(),
  timestamp: z.string(),
});
/** By `kind`: `audit` of looks at records, `records` of what answers cited. */
export const audit = z.union([
  z.object({ audit: z.array(look), next: z.string().optional() }),
  z.object({ records: z.array(citationRecord), next: z.string().optional() }),
]);

const options = {
  preset: z.string().optional(),
  quality: z.enum(['light', 'standard', 'high']).optional(),
  overflow: z.enum(['error', 'truncate']).optional(),
  engine: z.literal('offline').optional(),
};
/** The fields themselves, or the fields below `input` with options beside them. */
export function runRequest(input: z.ZodType): z.ZodType {
  return z.union([input, z.strictObject({ input, ...options })]);
}

const budget = z.object({ tokens: z.number(), limit: z.number() });
export const runMeta = z.looseObject({
  function: z.string(),
  preset: z.string(),
  mode: z.string(),
  speakers: z.array(z.string()),
  usage: z.looseObject({ inputTokens: z.number(), outputTokens: z.number(), modelCalls: z.number() }),
  budget: z.object({ input: budget, output: budget }),
  truncated: z
    .object({ path: z.string(), kept: z.number(), of: z.number(), characters: z.array(z.number()) })
    .optional(),
  warnings: z.array(z.string()),
  unsupported: z.array(unsupported.extend({ field: z.string() })).optional(),
  ms: z.number(),
  run: z.string(),
});

export const functions = z.object({
  functions: z.array(
    z.looseObject({
      name: z.string(),
      path: z.string(),
      description: z.string(),
      default_preset: z.string(),
      presets: z.record(z.string(), z.string()),
      quality: z.record(z.string(), z.string()),
      tools: z.array(z.string()),
      budget: z.object({ input: z.number(), output: z.number() }),
      offline: z.boolean(),
      input_schema: open,
      output_schema: open,
    }),
  ),
});
export const batch = z.object({
  results: z.array(
    z.union([
      z.object({ function: z.string(), output: open, meta: runMeta }),
      z.object({ function: z.string(), error }),
    ]),
  ),
  succeeded: z.number(),
  failed: z.number(),
});

const stageShape = { id: z.string(), function: z.string(), depends_on: z.array(z.string()) };
const runState = z.enum(['running', 'completed', 'failed', 'cancelled']);
export const pipelines = z.object({
  pipelines: z.array(
    z.looseObject({
      id: z.string(),
      title: z.string(),
      description: z.string(),
      version: z.number(),
      input_schema: open,
      stages: z.array(z.looseObject(stageShape)),
      problems: z.array(z.unknown()),
    }),
  ),
});
export const started = z.object({
  run_id: z.string(),
  pipeline: z.string(),
  state: z.literal('running'),
  location: z.string(),
});
export const run = z.looseObject({
  run_id: z.string(),
  pipeline: z.string(),
  state: runState,
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  stages: z.array(z.looseObject({ ...stageShape, state: z.string(), attempts: z.number(), error: error.optional() })),
  warnings: z.array(z.string()),
  unsupported: z.array(unsupported.extend({ field: z.string() })).optional(),
  started: z.number(),
  ended: z.number().optional(),
  error: error.optional(),
});
export const runs = z.object({
  runs: z.array(z.looseObject({ run_id: z.string(), pipeline: z.string(), state: runState, started: z.number() })),
});
export const stage = z.object({ run_id: z.string(), stage: z.string(), output: z.unknown() });
export const cancelled = z.object({ run_id: z.string(), cancelled: z.boolean() });

export const found = z.object({
  hits: z.array(
    z.looseObject({
      id: z.string(),
      scope: z.string(),
      score: z.number(),
      scores: z.object({ keyword: z.number().optional(), semantic: z.number().optional() }),
      text: z.string(),
      snippet: z.object({ text: z.string(), highlights: z.array(z.array(z.number())) }),
      position: z.looseObject({ start: z.number(), end: z.number() }),
      source: sourceMetadata,
    }),
  ),
  total: z.number(),
  ms: z.number(),
  warnings: z.array(z.string()),
});
export const scopes = z.object({
  scopes: z.array(z.looseObject({ scope: z.string(), files: z.number(), chunks: z.number(), embedded: z.number() })),
});
export const indexed = z.looseObject({
  scope: z.string(),
  files: z.number(),
  unchanged: z.number(),
  removed: z.number(),
  chunks: z.number(),
  skipped: z.array(z.object({ file: z.string(), why: z.string() })),
  ms: z.number(),
});

export const indexJob = z.looseObject({
  id: z.string(),
  scope: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  progress: z.object({ phase: z.enum(['reading', 'embedding']), done: z.number(), total: z.number() }).optional(),
  report: indexed.optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  started_at: z.number(),
  ended_at: z.number().optional(),
});
export const indexJobs = z.object({ jobs: z.array(indexJob) });
export const jobCancelled = z.object({ cancelled: z.boolean(), hidden: z.boolean() });

export const artifacts = z.object({
  artifacts: z.array(
    z.looseObject({
      namespace: z.string(),
      name: z.string(),
      version: z.number(),
      mimeType: z.string(),
      bytes: z.number(),
      createdAt: z.number(),
      checksum: z.string(),
    }),
  ),
  total: z.number(),
});

export const health = z.object({ status: z.literal('ok') });
export const ready = z.object({ status: z.literal('ready'), models: z.array(z.string()) });
