/**
 * Agents as data. An agent says what it is; the runner decides what happens. Five kinds run here, the sixth (`remote`)
 * runs elsewhere behind a transport. A team is a tree of them: see tree.ts for what must hold.
 */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type {
  AfterAgent,
  AfterModel,
  AfterTool,
  AgentContext,
  BeforeAgent,
  BeforeModel,
  BeforeTool,
  CodeContext,
} from './context.ts';
import { ConsiliumError } from './errors.ts';
import type { MaybePromise } from './event.ts';
import type { RetryOptions } from './model.ts';
import type { RemoteTransport } from './remote.ts';
import type { Schema } from './schema.ts';
import type { Tool } from './tool.ts';

export type Agent = LlmAgent | SequentialAgent | ParallelAgent | LoopAgent | CodeAgent | RemoteAgent;

interface AgentBase {
  readonly name: string;
  /** What the agent is for, in a sentence: other agents choose by it. */
  readonly description: string;
  readonly subAgents: readonly Agent[];
  readonly beforeAgent: readonly BeforeAgent[];
  readonly afterAgent: readonly AfterAgent[];
  /** Whether its final words are part of the turn's reply. Agents with an output schema do not speak by default. */
  readonly speaks: boolean;
  /** The file that defined it, for error messages. */
  readonly source?: string | undefined;
}

export interface LlmAgent extends AgentBase {
  readonly kind: 'llm';
  /** A template over state (`{key}`, `{key?}`, `{artifact.name}`), or a function of the context. */
  readonly instruction: string | ((context: AgentContext) => MaybePromise<string>);
  /** An alias of the model catalogue, a tier, or a model itself. Absent: the team's default. */
  readonly model?: string | LanguageModelV4 | undefined;
  readonly generate: GenerateConfig;
  readonly tools: readonly Tool[];
  /** A tool that is called and is not among them, where it may be there all the same: its server was away. */
  readonly standIn?: ((name: string) => Tool | undefined) | undefined;
  readonly outputSchema?: Schema | undefined;
  readonly outputKey?: string | undefined;
  /** Directed transfers beside parent and children, by name. Grown by `addTransferTarget` until the tree is built. */
  readonly transferTargets: string[];
  readonly disallowTransferToParent: boolean;
  readonly disallowTransferToPeers: boolean;
  readonly retry?: RetryOptions | undefined;
  /** Whether the model sees the conversation, or only the message of this turn. */
  readonly history: 'conversation' | 'turn';
  readonly beforeModel: readonly BeforeModel[];
  readonly afterModel: readonly AfterModel[];
  readonly beforeTool: readonly BeforeTool[];
  readonly afterTool: readonly AfterTool[];
  /** The offline policy; the kernel only carries it to the model layer. */
  readonly offline?: unknown;
}

export interface SequentialAgent extends AgentBase {
  readonly kind: 'sequential';
}

export interface ParallelAgent extends AgentBase {
  readonly kind: 'parallel';
}

export interface LoopAgent extends AgentBase {
  readonly kind: 'loop';
  readonly maxIterations: number;
}

/** Plain code in the tree. After a crash it is run again: whatever must not happen twice goes through `context.step`. */
export interface CodeAgent extends AgentBase {
  readonly kind: 'code';
  readonly run: (context: CodeContext) => MaybePromise<string | undefined>;
}

export interface RemoteAgent extends AgentBase {
  readonly kind: 'remote';
  readonly transport: RemoteTransport;
  /** What it is asked to do, where it knows actions by name. A tool call's own `action` goes before it. */
  readonly action?: string | undefined;
  /** What others said stays here unless the team says otherwise. */
  readonly history: RemoteHistory;
  /** Where its data (else its text) is kept in the state. */
  readonly outputKey?: string | undefined;
  /** How long one answer may take; never longer than the turn has left. */
  readonly timeoutMs?: number | undefined;
}

/** How much of the conversation a remote agent is given beside the message. */
export type RemoteHistory = 'none' | 'turn' | 'conversation';

export interface GenerateConfig {
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly topK?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly stopSequences?: string[] | undefined;
  readonly seed?: number | undefined;
  readonly presencePenalty?: number | undefined;
  readonly frequencyPenalty?: number | undefined;
}

type Given<A extends Agent, Required extends keyof A> = Pick<A, Required> & Partial<Omit<A, Required | 'kind'>>;

export function llmAgent(given: Given<LlmAgent, 'name'>): LlmAgent {
  return {
    ...base(given),
    kind: 'llm',
    instruction: given.instruction ?? '',
    model: given.model,
    generate: given.generate ?? {},
    tools: given.tools ?? [],
    standIn: given.standIn,
    outputSchema: given.outputSchema,
    outputKey: given.outputKey,
    transferTargets: [...(given.transferTargets ?? [])],
    disallowTransferToParent: given.disallowTransferToParent ?? false,
    disallowTransferToPeers: given.disallowTransferToPeers ?? true,
    retry: given.retry,
    history: given.history ?? 'conversation',
    beforeModel: given.beforeModel ?? [],
    afterModel: given.afterModel ?? [],
    beforeTool: given.beforeTool ?? [],
    afterTool: given.afterTool ?? [],
    offline: given.offline,
    speaks: given.speaks ?? given.outputSchema === undefined,
  };
}

export function sequentialAgent(given: Given<SequentialAgent, 'name' | 'subAgents'>): SequentialAgent {
  return { ...base(given), kind: 'sequential' };
}

export function parallelAgent(given: Given<ParallelAgent, 'name' | 'subAgents'>): ParallelAgent {
  return { ...base(given), kind: 'parallel' };
}

export function loopAgent(given: Given<LoopAgent, 'name' | 'subAgents'>): LoopAgent {
  const maxIterations = given.maxIterations ?? 10;
  if (!Number.isInteger(maxIterations) || maxIterations < 1)
    throw new ConsiliumError('TEAM_INVALID', `${given.name}: max_iterations must be a whole number of at least 1.`);
  return { ...base(given), kind: 'loop', maxIterations };
}

export function codeAgent(given: Given<CodeAgent, 'name' | 'run'>): CodeAgent {
  return { ...base(given), kind: 'code', run: given.run };
}

export function remoteAgent(given: Given<RemoteAgent, 'name' | 'transport'>): RemoteAgent {
  const { transport, action, history = 'none', outputKey, timeoutMs } = given;
  return { ...base(given), kind: 'remote', transport, action, history, outputKey, timeoutMs };
}

/** Adds a directed transfer beside the tree's own edges (Scout → Axel). Takes effect when the tree is built. */
export function addTransferTarget(agent: LlmAgent, target: Agent | string): void {
  const name = typeof target === 'string' ? target : target.name;
  if (!agent.transferTargets.includes(name)) agent.transferTargets.push(name);
}

function base(given: Partial<AgentBase> & { name: string }): AgentBase {
  return {
    name: given.name,
    description: given.description ?? '',
    subAgents: given.subAgents ?? [],
    beforeAgent: given.beforeAgent ?? [],
    afterAgent: given.afterAgent ?? [],
    speaks: given.speaks ?? true,
    source: given.source,
  };
}
