/** The desk's records: who the research agents are, what they remember, what was asked and what became of findings. */
import type { Json } from '../kernel/index.ts';

export type { ResearchRecords as Records } from '../storage/index.ts';

export type AgentStatus = 'idle' | 'working' | 'waiting' | 'failed';

export interface AgentRow {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly workspacePath: string;
  readonly requirements: Json;
  readonly status: AgentStatus;
  readonly lastFinding?: string | undefined;
  readonly created: number;
  readonly lastActive: number;
}

export interface AskRow {
  readonly id: number;
  readonly session: string;
  readonly at: number;
  readonly question: string;
  readonly agent: string;
}

export interface RelayRow {
  readonly id: string;
  readonly key: string;
  readonly owner: string;
  readonly agent: string;
  readonly at: number;
  readonly message: string;
  readonly facts: Json;
}

export interface FeedRow {
  readonly id: string;
  readonly relay?: string | undefined;
  readonly owner: string;
  readonly agent: string;
  readonly at: number;
  readonly kind: 'surfaced' | 'suppressed';
  readonly text: string;
  readonly reason: string;
}

export interface Remembered {
  readonly messages: readonly Json[];
  readonly summary: string;
}
