/** What may stand in `team.yml` and in an agent's `config.yml`. */
import { z } from 'zod';
import { modelConfigSchema } from '../models/assignment.ts';
import { STATE_TYPES } from './state-keys.ts';

/**
 * A mapping with these keys and no other. zod does not tell which keys would have been right, so the message of an
 * unknown key carries them to issue.ts, which makes a sentence of it.
 */
export function closed<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(' ');
  return z.strictObject(shape, { error: (issue) => (issue.code === 'unrecognized_keys' ? known : undefined) });
}

export const text = z.string().refine((written) => written.trim() !== '', 'must not be empty');
export const count = z.int().min(1);
export const milliseconds = z.int().min(0);
export const names = z.array(text);

/** A name that a model can call: agents are offered to models as tools. */
export const callable = z
  .string()
  .regex(/^[A-Za-z_][\w-]{0,63}$/, 'must be letters, digits, _ and -, beginning with a letter');

const generateConfig = closed({
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: count.optional(),
  max_output_tokens: count.optional(),
  stop_sequences: names.optional(),
  seed: z.int().optional(),
  presence_penalty: z.number().min(-2).max(2).optional(),
  frequency_penalty: z.number().min(-2).max(2).optional(),
});

const agentTool = closed({
  agent: text,
  /** True makes it a SafeAgentTool, for which all keys but the first four are. */
  safe: z.boolean().optional(),
  name: callable.optional(),
  description: text.optional(),
  fallback_response: text.optional(),
  empty_response: text.optional(),
  result_key: text.optional(),
  status_key: text.optional(),
  error_key: text.optional(),
  initial_status: z.enum(['pending', 'running', 'empty', 'success', 'error']).optional(),
  preserve_request: z.boolean().optional(),
  reset_state: z.boolean().optional(),
  intercept: text.optional(),
});

const builtin = closed({
  builtin: z.string().regex(/^[a-z0-9-]+\.[a-z0-9_]+$/, 'must be provider.tool, such as google.google_search'),
  args: z.record(z.string(), z.unknown()).optional(),
});

const fromEnvironment = /\$\{[A-Za-z_]\w*\}/g;
export const address = z.string().refine(isAddress, 'must be an http(s) address');

/** Several may stand in one text. What the environment will say is not known here; what stands around it is. */
function isAddress(given: string): boolean {
  return given.split(',').every((each) => {
    const text = each.trim();
    if (/\s/.test(text)) return false;
    if (text.search(fromEnvironment) === 0) return true;
    return /^https?:\/\//i.test(text) && URL.canParse(text.replace(fromEnvironment, '1'));
  });
}

/** A secret stands in the environment, never in a file of the team. */
export const secret = z
  .string()
  .regex(/^\$\{[A-Za-z_]\w*\}$/, 'must name a variable of the environment: ${A2A_AUTH_TOKEN}');

/** The tools of an MCP server: one that answers at an address, or one that is started. */
const mcp = closed({
  mcp: z.union([
    closed({ url: address, auth_token: secret.optional() }),
    closed({ command: text, args: names.optional(), env: z.record(z.string(), z.string()).optional() }),
  ]),
  /** Which of its tools; without it, all. */
  only: names.optional(),
});
export type McpConfig = z.infer<typeof mcp>['mcp'];

const callback = z.union([text, names]).optional();
const callbacks = closed({
  before_agent: callback,
  after_agent: callback,
  before_model: callback,
  after_model: callback,
  before_tool: callback,
  after_tool: callback,
});

/** What an agent can be asked to do by name, and what that takes. */
const action = closed({
  description: text.optional(),
  /** JSON Schema of an object. Without it, any parameters. */
  parameters: z.record(z.string(), z.unknown()).optional(),
  /** Doing it twice is doing it once: it may be tried again. */
  idempotent: z.boolean().optional(),
});
export type ActionConfig = z.infer<typeof action>;

export const retry = closed({
  attempts: count.optional(),
  initial_delay_ms: milliseconds.optional(),
  max_delay_ms: milliseconds.optional(),
});

export const history = z.enum(['conversation', 'turn', 'none']);

/** What every agent can say, whatever its kind. */
export const everyAgent = {
  name: callable.optional(),
  kind: text.optional(),
  description: text.optional(),
  sub_agents: z.array(text).optional(),
  callbacks: callbacks.optional(),
  speaks: z.boolean().optional(),
  /** Of what it offers to other machines; a caller that asks for more is refused. */
  version: z
    .string()
    .regex(/^\d{1,6}(\.\d{1,6}){0,2}$/, 'must be numbers, such as 1.2.0')
    .optional(),
  /** What other machines may ask it to do by name, beside `ask`. */
  actions: z.record(callable, action).optional(),
};

/** What an agent with a model can say. */
export const llmKeys = {
  model: text.optional(),
  instruction: text.optional(),
  generate_config: generateConfig.optional(),
  tools: z.array(z.union([text, agentTool, builtin, mcp])).optional(),
  transfer_targets: names.optional(),
  disallow_transfer_to_parent: z.boolean().optional(),
  disallow_transfer_to_peers: z.boolean().optional(),
  output_schema: z.union([text, z.record(z.string(), z.unknown())]).optional(),
  output_key: text.optional(),
  offline: z.union([text, z.literal(false)]).optional(),
  retry: retry.optional(),
  history: history.optional(),
};

export const loopKeys = { max_iterations: count.optional() };

const localAgent = z.object({ ...everyAgent, ...llmKeys, ...loopKeys });
/** As far as it is known here; a kind that comes from elsewhere reads its own keys. */
export type AgentConfig = z.infer<typeof localAgent>;
export type ToolConfig = NonNullable<AgentConfig['tools']>[number];

/** `once`: fixed for the life of a session when it is set. Without a type or values, any JSON will do. */
const stateKey = closed({
  type: z.enum(STATE_TYPES).optional(),
  enum: z.array(z.json()).min(1).optional(),
  once: z.boolean().optional(),
  wants: text.optional(),
});

export type StateKeyConfig = z.infer<typeof stateKey>;

export const teamConfig = closed({
  name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'must be letters, digits, _ and -')
    .optional(),
  description: text.optional(),
  root: text,
  model_config: closed(modelConfigSchema.shape).optional(),
  limits: closed({
    model_calls: count.optional(),
    tokens: count.optional(),
    transfers: z.int().min(0).optional(),
    remote_calls: z.int().min(0).optional(),
    wall_ms: count.optional(),
  }).optional(),
  state: z.record(z.string(), z.json()).optional(),
  /** What of the house its agents use; opened with the team. Which there are, the app knows. */
  services: names.optional(),
  /** Keys of its sessions' state that have a type. */
  state_keys: z.record(text, stateKey).optional(),
  /** Rights that whoever talks to it needs beside the door's, each with what it allows; a token can be issued with them. */
  scopes: z
    .record(z.string().regex(/^[a-z][a-z0-9:_-]{0,63}$/, 'must be small letters, digits, : _ and -'), text)
    .optional(),
  /** When older turns become a summary; how they are told is `summarize` in compaction.ts, where there is one. */
  compaction: closed({ tokens: count.optional(), events: count.optional(), keep_turns: count.optional() }).optional(),
  welcome: text.optional(),
  examples: names.optional(),
  /** How people begin who mean this team: words and phrases by which a question finds its team. */
  hears: names.optional(),
});

export type TeamConfig = z.infer<typeof teamConfig>;
