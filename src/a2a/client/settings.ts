/** How one remote agent is reached and how far it is trusted to be there. */
import type { Json } from '../../kernel/index.ts';
import type { Traffic } from './http.ts';

export interface RemoteSettings {
  /** What it is called here. */
  readonly name: string;
  /** What it is called there; without it, the same. */
  readonly remoteName: string;
  /** The YAML says what it is called there: nobody of another name is meant. */
  readonly isNamedThere?: boolean | undefined;
  readonly version?: string | undefined;
  /** Addresses of instances of the same agent. */
  readonly endpoints: readonly string[];
  /** `envelope`, or A2A as its card says. */
  readonly protocol: 'envelope' | 'a2a';
  /** The token to show; asked for anew after it was refused. */
  readonly token?:
    | ((why: 'call' | 'refused', call: { user?: string | undefined }) => Promise<string | undefined>)
    | undefined;
  /** Signs a body; absent: bodies go unsigned. */
  readonly sign?: ((body: string, audience: string) => Promise<string>) | undefined;
  readonly timeoutMs: number;
  readonly retry: { readonly attempts: number; readonly initialDelayMs: number; readonly maxDelayMs: number };
  readonly circuit: { readonly failures: number; readonly resetMs: number };
  /** How many calls may run, and how many may wait. */
  readonly bulkhead: { readonly concurrent: number; readonly waiting: number };
  /** Calls a minute; 0: as many as one likes. */
  readonly ratePerMinute: number;
  /** Where an instance says that it lives; below its origin. */
  readonly healthPath: string;
  readonly healthEveryMs: number;
  /** Which actions may be done twice. Absent: those of peers that keep keys. */
  readonly isIdempotent: (action: string) => boolean | undefined;
  /** For how long an answer is good; 0: not kept. */
  readonly cacheMs: (action: string) => number;
  /** Whether an answer from before may stand in where the agent cannot be reached. */
  readonly staleOnFailure: boolean;
  readonly maxAnswerBytes: number;
  readonly ca?: string | undefined;
  /** Names that may lead to a private address; `host` or `host:port`. */
  readonly privateHosts: readonly string[];
}

export const DEFAULTS = {
  protocol: 'envelope',
  timeoutMs: 30_000,
  retry: { attempts: 3, initialDelayMs: 200, maxDelayMs: 5_000 },
  circuit: { failures: 5, resetMs: 30_000 },
  bulkhead: { concurrent: 64, waiting: 1024 },
  ratePerMinute: 0,
  healthPath: '/healthz',
  healthEveryMs: 10_000,
  isIdempotent: () => undefined,
  cacheMs: () => 0,
  staleOnFailure: false,
  privateHosts: ['localhost'],
  maxAnswerBytes: 16 * 1024 * 1024,
} as const satisfies Partial<RemoteSettings>;

/** What is asked of a remote agent. */
export interface RemoteCall {
  readonly action: string;
  readonly parameters: Record<string, Json>;
  readonly context: Record<string, Json>;
  readonly user?: string | undefined;
  readonly conversation: string;
  /** The same when a crashed turn asks again. */
  readonly key: string;
  /** It may have been sent by a process that died, and acted on. */
  readonly again?: boolean | undefined;
  /** When nobody waits any more, by this machine's clock. */
  readonly deadline?: number | undefined;
  readonly trace?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Answers what it had asked. */
  readonly answers?: Answers | undefined;
  readonly traffic?: Traffic | undefined;
}

/** What was asked, by the id that it was asked under. */
export interface Answers {
  readonly pending: string;
  /** Which question of the task it was, where the peer says that. */
  readonly mark?: string | undefined;
  /** Somebody there has: what came of it is wanted, and no word of ours counts. */
  readonly isSettledThere?: boolean | undefined;
}

/** What a remote agent wants to know of a person; most only say what. */
export interface RemoteQuestion {
  readonly id: string;
  readonly what: string;
  readonly why?: string | undefined;
  readonly effect?: string | undefined;
  readonly undo?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  /** Any words are an answer. */
  readonly free?: boolean | undefined;
  /** Which question of the task `id` it is. */
  readonly mark?: string | undefined;
  /** What else can be asked about it; see `pending-actions.ts`. */
  readonly actions?: readonly string[] | undefined;
}

export interface RemoteAnswer {
  readonly output: Record<string, Json>;
  readonly pending?: RemoteQuestion | undefined;
  /** Whose answer it is. */
  readonly source: 'remote' | 'cache' | 'stale';
  /** Of a kept answer. */
  readonly ageMs?: number;
  readonly attempts: number;
  readonly endpoint?: string;
}
