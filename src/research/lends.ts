/** The research desk as teams are lent it: over triggers, workspaces, mail and search, with agents of its own. */
import { type ServiceHouse, service } from '../lending/index.ts';
import type { Desk } from './index.ts';
import type { Roster } from './people.ts';

/** How long a research agent may work on one message. */
const WALL_MS = 15 * 60_000;

export const lends = service({
  name: 'research',
  loads: [
    new URL('./index.ts', import.meta.url),
    new URL('../../teams/research/_agent/agent.ts', import.meta.url),
    new URL('./warming.ts', import.meta.url),
  ],
  warms: async () => (await import('./warming.ts')).warmResearch(),
  own: true,
  open: openDesk,
  runnerOf: (desk, app) => desk.runnerOf(app),
  // A research agent's, and those of an agent of the team as a root of its own.
  forget: async (open, { id, app, user }) => {
    if (app === 'research') await (await open()).talk.forget(user, id);
  },
  // Replies to letters; a desk that is only asked something leaves the mailbox alone.
  listen: async (open, { SMTP_URL: post, IMAP_URL: box }) => {
    if (post && box) (await open()).mail.watch();
  },
  isAmongAgents: (app) => app.startsWith('research:') || app.startsWith('research/'),
});

async function openDesk(house: ServiceHouse): Promise<Desk> {
  const { home, clock, env, log } = house;
  // The team owns what a research agent is; the desk only makes them.
  const { researchAgent } = await import('../../teams/research/_agent/agent.ts');
  const { bareText, clearStored, Desk, withoutIdentifiers } = await import('./index.ts');
  const [triggers, workspaces, mail, search] = await Promise.all([
    house.service('triggers'),
    house.service('memory'),
    house.service('mail'),
    house.service('search'),
  ]);
  const records = home.stores.research();
  const roster: Roster = (words) => house.records.naming(words);
  const bare = (text: string) => bareText(text, clock.now(), roster);
  const bareNow = (text: string) => withoutIdentifiers(text, clock.now(), roster);
  // Before anybody is shown, searches for or is sent what was stored.
  await clearStored({ records, triggers, workspaces, roster, log, now: () => clock.now(), bare: bareNow });
  return new Desk({
    ...{
      records,
      bare,
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
    standing: async (session) => {
      if ((await home.store.session(session))?.open != null) return 'working';
      return (await home.store.pending({ session, status: 'open' })).length > 0 ? 'waiting' : 'idle';
    },
    dropSession: async (session) => {
      if ((await home.store.session(session)) === undefined) return;
      await home.store.deleteSession(session);
      home.scrub();
    },
    interaction: async () => (await house.root('research', 'InteractionAgent')).runner,
  });
}
