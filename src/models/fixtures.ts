/** For tests: an agent's context without a runner, and one call to a model in it. */
import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { LlmAgent } from '../kernel/agent.ts';
import { systemClock } from '../kernel/clock.ts';
import { type AgentContext, silentLog, withAgent } from '../kernel/context.ts';
import type { Json } from '../kernel/event.ts';
import { callModel, type ModelCall, type ModelFailure, type ModelReply, type ModelSource } from '../kernel/model.ts';
import { machineUser } from '../kernel/principal.ts';
import { type Shelves, State } from '../kernel/state.ts';
import { TRANSFER_TOOL } from '../kernel/tree.ts';

export function contextOf(agent: LlmAgent, message: string, signal?: AbortSignal): AgentContext {
  const shelves: Shelves = { temp: new Map(), session: new Map(), user: new Map(), app: new Map() };
  return {
    agent,
    targets: agent.subAgents,
    session: { id: 's1', user: 'u1', app: 'test' },
    invocation: 'i1',
    principal: machineUser('u1'),
    clock: systemClock,
    place: {},
    env: {},
    message,
    state: new State(shelves),
    artifacts: { save: unavailable, load: unavailable },
    store: {} as AgentContext['store'],
    services: {},
    signal: signal ?? new AbortController().signal,
    log: silentLog,
    ask: async () => ({ kind: 'no', by: 'u1', at: 0 }),
    commit: async (_name, work) => work({ handle: undefined }),
    giveWay: async () => {},
    earlier: () => [],
  };
}

function unavailable(): never {
  throw new Error('There are no artifacts in this test.');
}

export interface Heard {
  readonly reply: ModelReply;
  readonly streamed: string;
  readonly retractions: number;
  readonly failures: readonly ModelFailure[];
}

type Options = Omit<LanguageModelV4CallOptions, 'abortSignal'>;

/** Calls the agent's candidates as the runner would, streaming, and keeps what was seen on the way. */
export async function hear(
  models: ModelSource,
  agent: LlmAgent,
  message: string,
  more: Partial<Options> & { signal?: AbortSignal; streaming?: boolean; context?: Partial<AgentContext> } = {},
): Promise<Heard> {
  const { signal = new AbortController().signal, streaming = true, context, ...options } = more;
  const heard = { streamed: '', retractions: 0, failures: [] as ModelFailure[] };
  const onText = (text: string) => {
    heard.streamed += text;
  };
  const call: ModelCall = {
    agent,
    candidates: models.candidates(agent),
    options: { prompt: userPrompt(message), ...options },
    signal,
    onText: streaming ? onText : undefined,
    onRetract: () => {
      heard.streamed = '';
      heard.retractions++;
    },
    onFailure: (failure) => void heard.failures.push(failure),
  };
  const reply = await withAgent({ ...contextOf(agent, message, signal), ...context }, () => callModel(call));
  return { reply, ...heard };
}

export function userPrompt(...messages: string[]): LanguageModelV4Prompt {
  return messages.map((text) => ({ role: 'user', content: [{ type: 'text', text }] }));
}

export function textOf(reply: ModelReply): string {
  return reply.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export function callsOf(reply: ModelReply): { tool: string; input: Json }[] {
  return reply.content.flatMap((part) =>
    part.type === 'tool-call' ? [{ tool: part.toolName, input: JSON.parse(part.input) as Json }] : [],
  );
}

type FunctionTool = Extract<NonNullable<Options['tools']>[number], { type: 'function' }>;

export function functionTool(
  name: string,
  description: string,
  properties: Record<string, object> = {},
  required: string[] = Object.keys(properties),
): FunctionTool {
  return { type: 'function', name, description, inputSchema: { type: 'object', properties, required } };
}

export function transferTool(targets: readonly string[]): FunctionTool {
  return functionTool(TRANSFER_TOOL, 'Hands the conversation over.', {
    agent_name: { type: 'string', enum: [...targets] },
  });
}
