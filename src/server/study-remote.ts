/** Asking an agent of the mentor's team on another machine, by the way that the team declares; who answered comes with it. */
import { hash, randomUUID } from 'node:crypto';
import type { App } from '../app/index.ts';
import type { Json, Principal } from '../kernel/index.ts';

const TEAM = 'mentor';

export interface RemoteQuestion {
  /** The remote sub-agent: `AnalyticsService`. */
  readonly service: string;
  readonly action: string;
  readonly parameters: Record<string, Json>;
  readonly context?: Record<string, Json>;
}

export interface RemoteAnswer {
  readonly output: Record<string, Json>;
  /** As the copy calls itself. */
  readonly by: string;
}

export async function askRemote(app: App, who: Principal, asked: RemoteQuestion): Promise<RemoteAnswer> {
  await app.team(TEAM);
  const { remote } = (await app.remotes()).find(`${TEAM}/${asked.service}`);
  const { output } = await remote.call({
    ...{ action: asked.action, parameters: asked.parameters, context: asked.context ?? {}, user: who.user },
    conversation: `study-${hash('sha256', who.user, 'base64url').slice(0, 22)}`,
    key: randomUUID(),
  });
  const by = output['served_by'];
  return { output, by: typeof by === 'string' && /^[\w.:-]{1,80}$/.test(by) ? by : 'elsewhere' };
}
