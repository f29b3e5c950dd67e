/**
 * MCP servers as tools for agents: each asked when a team that names it is loaded, and spoken to by one client. A server that
 * is away is asked again by itself, ever less often; who lacks it is told when it is back.
 */
import type { McpServer } from '../a2a/mcp.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Clock, Log } from '../kernel/index.ts';
import type { McpConfig, McpOffer } from '../teams/index.ts';
import { keepsThreads } from '../threads/index.ts';

export interface McpDesk {
  /** What it offers; in time, however long it takes. */
  tools(config: McpConfig): Promise<McpOffer>;
  /** Tells of a server that was away and is there now. */
  onBack(listener: (config: McpConfig) => void): void;
  close(): Promise<void>;
}

export interface McpDeskOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly clock?: Clock | undefined;
}

/** Where a server serves many, a team is there without the tools until they are; where somebody waits for one answer, they wait. */
const PATIENCE_MS = { serving: 1_500, alone: 20_000 } as const;
const AGAIN_MS = { first: 5_000, most: 60_000 } as const;
const READY_MS = 30_000;

/** Settled as the teams are loaded: a house may begin to serve after it was opened. */
function patienceIn(env: McpDeskOptions['env']): number {
  const asked = Number(env['CONSILIUM_MCP_PATIENCE_MS'] || Number.NaN);
  return Number.isFinite(asked) && asked > 0 ? asked : PATIENCE_MS[keepsThreads() ? 'serving' : 'alone'];
}

interface Kept {
  readonly config: McpConfig;
  readonly server: McpServer;
  /** Calls off the next look, where one is due. */
  callOff?: (() => void) | undefined;
}

export function openMcpDesk({ env, log, clock = systemClock }: McpDeskOptions): McpDesk {
  const kept = new Map<string, Promise<Kept>>();
  const listeners: ((config: McpConfig) => void)[] = [];
  let isClosed = false;

  const open = async (config: McpConfig): Promise<Kept> => {
    const { openMcpServer } = await import('../a2a/mcp.ts');
    return { config, server: openMcpServer(config, { env, readyMs: Math.max(READY_MS, patienceIn(env)) }) };
  };
  const find = (config: McpConfig): Promise<Kept> => {
    const key = JSON.stringify(config);
    const found = kept.get(key) ?? open(config);
    kept.set(key, found);
    return found;
  };
  /** The first look goes on with what the team did not wait for. */
  const lookAgain = (one: Kept, waitMs: number): void => {
    if (isClosed || one.callOff !== undefined) return;
    const look = async (): Promise<void> => {
      const { server, problem } = await one.server.offer(Math.max(READY_MS, patienceIn(env)));
      one.callOff = undefined;
      if (isClosed) return;
      if (problem !== undefined) return lookAgain(one, Math.min(Math.max(AGAIN_MS.first, waitMs * 2), AGAIN_MS.most));
      log.info({ server }, 'an MCP server is back');
      for (const listener of listeners) listener(one.config);
    };
    one.callOff = clock.after(waitMs, () => void look(), true);
  };

  return {
    tools: async (config) => {
      const one = await find(config);
      const offer = await one.server.offer(patienceIn(env));
      if (offer.problem !== undefined) {
        log.warn({ server: offer.server, code: offer.problem.code }, 'the tools of an MCP server cannot be had');
        // What is not set in the environment will not be set while this process runs.
        if (offer.problem.retryable) lookAgain(one, 0);
      }
      return offer;
    },
    onBack: (listener) => void listeners.push(listener),
    close: async () => {
      isClosed = true;
      const all = await Promise.allSettled(kept.values());
      const servers = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      for (const { callOff } of servers) callOff?.();
      await Promise.allSettled(servers.map(({ server }) => server.close()));
    },
  };
}
