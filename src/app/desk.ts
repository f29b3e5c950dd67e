/** Opens the rooms of agents that work by themselves: triggers, workspaces, mail, and the research desk over them. */
import { join } from 'node:path';
import { Mail, readMailSettings } from '../mail/index.ts';
import { openWorkspaces, type Workspaces } from '../memory/index.ts';
import { Desk } from '../research/index.ts';
import { Triggers } from '../triggers/index.ts';
import type { ServiceHouse } from './services.ts';

declare module '../kernel/context.ts' {
  interface Services {
    readonly triggers?: Triggers;
    readonly memory?: Workspaces;
    readonly mail?: Mail;
  }
}

export function openTriggers({ home, clock, env, log }: ServiceHouse): Triggers {
  const zone = env['TZ'] || Intl.DateTimeFormat().resolvedOptions().timeZone;
  return new Triggers({ store: home.stores.triggers(), clock, zone, log });
}

export function openMemory({ home, clock }: ServiceHouse): Workspaces {
  return openWorkspaces({ archive: home.stores.archive(), dir: join(home.dir, 'memory'), now: clock.now });
}

export function openMail({ home, clock, env, log }: ServiceHouse): Mail {
  return new Mail({ letters: home.stores.letters(), clock, settings: readMailSettings(env), log });
}

/** How long a research agent may work on one message. */
const WALL_MS = 15 * 60_000;

export async function openDesk(house: ServiceHouse): Promise<Desk> {
  const { home, clock, env, log } = house;
  // The team owns what a research agent is; the desk only makes them.
  const { researchAgent } = await import('../../teams/research/_agent/agent.ts');
  const [triggers, workspaces, mail, search] = await Promise.all([
    house.service('triggers'),
    house.service('memory'),
    house.service('mail'),
    house.service('search'),
  ]);
  return new Desk({
    ...{
      records: home.stores.research(),
      clock,
      env,
      log,
      triggers,
      workspaces,
      mail,
      search,
      makeAgent: researchAgent,
    },
    runner: (app, root) => house.runner({ app, root, services: ['research'], limits: { wallMs: WALL_MS } }),
    announce: async (session, { id, owner }) => {
      if ((await home.store.session(session)) === undefined) return;
      const principal = { user: owner, how: 'system' as const, via: id, scopes: null, patients: [] };
      const { runner } = await house.team('research');
      await runner.ask({
        message: `News for this conversation: ${id}`,
        principal,
        session,
        key: `feed:${id}:${session}`,
      });
    },
    interaction: async () => (await house.root('research', 'InteractionAgent')).runner,
  });
}
