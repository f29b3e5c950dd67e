/**
 * What running code gets to see: tools, callbacks, code agents and offline policies, either as an argument or,
 * without plumbing, through `currentAgent()`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { Agent } from './agent.ts';
import type { Artifact, ArtifactInput } from './artifact.ts';
import type { Clock } from './clock.ts';
import { ConsiliumError } from './errors.ts';
import type { Earlier, Json, MaybePromise, ToolOutput, Usage } from './event.ts';
import type { ModelReply } from './model.ts';
import type { Place } from './place.ts';
import type { Principal } from './principal.ts';
import type { Question, Reply } from './question.ts';
import type { State } from './state.ts';
import type { Store, Transaction } from './store.ts';

/** Settings by name, as an environment has them. */
export type Env = Readonly<Record<string, string | undefined>>;

export interface AgentContext {
  readonly agent: Agent;
  /** Where this agent may transfer to. */
  readonly targets: readonly Agent[];
  readonly session: { readonly id: string; readonly user: string; readonly app: string };
  readonly invocation: string;
  /** Who is acting. */
  readonly principal: Principal;
  readonly clock: Clock;
  /** Where the person is, as far as it is known. */
  readonly place: Place;
  /** The surroundings that whoever runs the house set: of these alone, never of the process's own. */
  readonly env: Env;
  /** The message this agent works on: the person's, or the request of the agent that called it as a tool. */
  readonly message: string;
  /** What the person said before in this talk, the oldest first, as far as it is not yet a summary. */
  earlier(): readonly Earlier[];
  readonly state: State;
  readonly artifacts: ArtifactAccess;
  readonly store: Store;
  readonly services: Services;
  readonly signal: AbortSignal;
  readonly log: Log;
  /**
   * Asks a person, and returns what they said: in this run of the code or, after a pause of any length, in the next one
   * from its start. So whatever has an effect comes after it. What it throws meanwhile is not to be caught.
   */
  ask(question: Question): Promise<Reply>;
  /**
   * Writes into a room's own tables in the same transaction as the event that tells it, once: after a crash the recorded
   * value is returned. What `work` throws is thrown here, and nothing of it is stored.
   */
  commit<T extends Json>(name: string, work: Commit<T>): Promise<T>;
  /** Resolves when nobody waits for words any more: for work that nobody reads, such as storing what was told. */
  giveWay(): Promise<void>;
}

export interface ToolContext extends AgentContext {
  readonly call: string;
  /** The same when a crashed turn runs the call again: give it to whatever is done outside. */
  readonly idempotencyKey: string;
  /** Ends the surrounding loop after this step. */
  escalate(): void;
}

export interface CodeContext extends AgentContext {
  readonly step: Step;
  /** Runs a sub-agent and returns what it said. */
  runAgent(name: string): Promise<string>;
  escalate(): void;
}

export type Commit<T extends Json = Json> = (transaction: Transaction) => MaybePromise<T>;

/**
 * Does something once: after a crash the recorded value is returned and `work` is not run again. Work that asks a model
 * says what that used up: it is admitted and counted as a model call of the turn.
 */
export type Step = <T extends Json>(
  name: string,
  work: () => MaybePromise<T>,
  usageOf?: (value: T) => Usage,
) => Promise<T>;

/**
 * What the application lends to its agents (a record store, a search index). Rooms add their own entry by
 * declaration merging, so that the kernel knows none of them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the rooms that offer a service
export interface Services {}

export interface ArtifactAccess {
  save(artifact: ArtifactInput): Promise<Artifact>;
  load(namespace: string, name: string, version?: number): Promise<Artifact | undefined>;
}

export interface Log {
  debug(facts: object, message: string): void;
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {} };

/** Replaces the agent's run with `text` when it returns one. */
export type BeforeAgent = (context: AgentContext) => MaybePromise<string | undefined | void>;
/** Replaces what the agent said when it returns a text. */
export type AfterAgent = (context: AgentContext, text: string) => MaybePromise<string | undefined | void>;

export type ModelRequest = Omit<LanguageModelV4CallOptions, 'abortSignal'>;
/** May change the request, or answer in the model's place. */
export type BeforeModel = (
  context: AgentContext,
  request: ModelRequest,
) => MaybePromise<{ request: ModelRequest } | { reply: string } | undefined | void>;
export type AfterModel = (context: AgentContext, reply: ModelReply) => MaybePromise<ModelReply | undefined | void>;

export interface ToolRequest {
  readonly tool: string;
  readonly input: Json;
}
/** May change the input, or give the output without running the tool. */
export type BeforeTool = (
  context: ToolContext,
  request: ToolRequest,
) => MaybePromise<{ input: Json } | { output: Json } | undefined | void>;
export type AfterTool = (
  context: ToolContext,
  request: ToolRequest,
  output: ToolOutput,
) => MaybePromise<ToolOutput | undefined | void>;

const current = new AsyncLocalStorage<AgentContext>();

/** The agent in whose run this code is called. Throws NO_AGENT outside of one. */
export function currentAgent(): AgentContext {
  const context = current.getStore();
  if (context === undefined)
    throw new ConsiliumError('NO_AGENT', 'currentAgent() was called outside of an agent run.', {
      hint: 'Call it from a tool, a callback, a code agent or an offline policy.',
    });
  return context;
}

/** The same, where there may be none. */
export function findAgent(): AgentContext | undefined {
  return current.getStore();
}

export function withAgent<T>(context: AgentContext, run: () => T): T {
  return current.run(context, run);
}
