/**
 * What is compared: Consilium, seven agent frameworks and a bare loop, each behind the same few scenarios. Each of them
 * gets the same mock model in the shape it wants, and every reply is checked.
 */
import { join } from 'node:path';

/** The model's side: how often it was asked, how much it was shown, how long it takes. Adapters report to it. */
export interface Mock {
  delayMs: number;
  calls: number;
  /** Messages in the last prompt. */
  seen: number;
  /** How often the tool really ran. */
  toolRuns: number;
  hit(messages: number): Promise<void>;
}

/** All of these answer what the model said ("ok"); each turn but those of `session` is a session of its own. */
export interface Scenarios {
  simple(i: number): Promise<string>;
  /** The model calls one tool, sees its result and answers. */
  tool(i: number): Promise<string>;
  /** One agent hands the turn to another, which answers. */
  transfer(i: number): Promise<string>;
  /** Four agents answer side by side. */
  fanout(i: number): Promise<string[]>;
  /** A session that stays: each call is its next turn. */
  session(): Promise<(i: number) => Promise<string>> | ((i: number) => Promise<string>);
  /** A turn streamed in so many tokens; returns how many arrived. */
  stream(tokens: number): Promise<number>;
  close?(): void;
}

export interface Adapter {
  open(mock: Mock, options: { durable: boolean }): Scenarios | Promise<Scenarios>;
}

export interface Contender {
  readonly name: string;
  readonly role: 'ours' | 'peer' | 'floor';
  readonly durable: boolean;
  readonly adapter: string;
  /** What a program imports to use it, and from where. */
  readonly entry: string;
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
}

const here = import.meta.dirname;
const kernel = join(here, '..', '..', 'src', 'kernel', 'index.ts');
const ours = { role: 'ours', adapter: join(here, 'consilium.ts'), entry: kernel, folder: here } as const;

export const contenders: readonly Contender[] = [
  { name: 'consilium', durable: false, ...ours },
  { name: 'consilium-durable', durable: true, ...ours },
  peer('ai', 'ai'),
  peer('openai-agents', '@openai/agents'),
  peer('strands', '@strands-agents/sdk'),
  peer('adk', '@google/adk'),
  peer('langgraph', '@langchain/langgraph', { LANGSMITH_TRACING: 'false' }),
  peer('mastra', '@mastra/core/agent', { MASTRA_TELEMETRY_DISABLED: '1' }),
  peer('voltagent', '@voltagent/core', { VOLTAGENT_TELEMETRY_DISABLED: '1', VOLTAGENT_LOG_LEVEL: 'error' }),
  { name: 'floor', role: 'floor', durable: false, adapter: join(here, 'floor.ts'), entry: '', folder: here },
];

function peer(name: string, entry: string, env?: Record<string, string>): Contender {
  const folder = join(here, 'peers', name);
  return {
    name,
    role: 'peer',
    durable: false,
    adapter: join(folder, 'adapter.mjs'),
    entry,
    folder,
    ...(env && { env }),
  };
}
