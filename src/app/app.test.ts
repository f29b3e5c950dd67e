import { afterEach, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { ConsiliumError, codeAgent, type Delta, machineUser, type Principal, playedClock } from '../kernel/index.ts';
import { writeTeam } from '../teams/fixture.ts';
import { type App, openApp } from './index.ts';

const START = Date.parse('2026-03-01T08:00:00Z');
const ENV = { AI_PROVIDER: 'offline', CONSILIUM_EMBEDDINGS: 'off' };
const ana: Principal = { user: 'ana', how: 'token', via: 't1', scopes: null, patients: null };

let open: App[] = [];
afterEach(async () => {
  for (const app of open) await app.close();
  open = [];
});

function house(home = tempDir('app'), clock = playedClock(START)) {
  const app = openApp({ home, env: ENV, clock });
  open.push(app);
  return { app, home, clock };
}

const ASK = `export default async ({ ask, clock, message }) => {
  if (!message.startsWith('ask')) return 'Hello.';
  const wait = message === 'ask soon' ? 5_000 : 60_000;
  const reply = await ask({ what: 'Go?', why: 'You said so.', effect: 'Gone.', until: clock.now() + wait });
  return \`\${reply.kind} by \${reply.by}\`;
};\n`;

const asking = () =>
  writeTeam({
    'team.yml': 'name: asking\nroot: Hub\nstate_keys:\n  case: { type: text, once: true }\n',
    'Hub/config.yml': 'kind: code\ndescription: Asks.\n',
    'Hub/agent.ts': ASK,
  });

describe('the app', () => {
  test('asks, lists and takes an answer from whom it is due; plain words in several languages do', async () => {
    const { app } = house();
    const team = await app.teamOrFolder(asking());
    const result = await team.send({ message: 'ask', session: 's', principal: ana }).result;
    expect(result).toMatchObject({ outcome: 'waiting' });
    expect(await app.pending(ana)).toMatchObject([
      { id: result.pending!.id, app: 'asking', agent: 'Hub', session: 's' },
    ]);
    expect(await app.pending(machineUser())).toEqual([]);
    const { app: name, turn } = await app.answer(result.pending!.id, { kind: 'no' }, ana);
    expect([name, (await turn.result).text]).toEqual(['asking', 'no by ana']);
    for (const [message, text] of [
      ['Ja, bitte!', 'yes by ana'],
      ['no thanks', 'no by ana'],
      ['はい', 'yes by ana'],
    ] as const) {
      await team.send({ message: 'ask', session: 's', principal: ana }).result;
      expect((await team.send({ message, session: 's', principal: ana }).result).text).toBe(text);
    }
    await expect(app.answer('nothing', { kind: 'yes' }, ana)).rejects.toMatchObject({ code: 'PENDING_UNKNOWN' });
  });

  test('goes on by itself when nobody answers in time', async () => {
    const { app, clock } = house();
    const team = await app.teamOrFolder(asking());
    await team.send({ message: 'ask', session: 's', principal: ana }).result;
    await app.resume();
    await clock.advance(61_000);
    await team.runner.idle();
    expect(await app.pending(ana)).toEqual([]);
    const said = (await app.home.store.events('s')).flatMap((event) => (event.type === 'said' ? [event.text] : []));
    expect(said).toEqual(['expired by clock']);
  });

  test('notices at once when the time of a question is over that was asked after the last look', async () => {
    const { app, clock } = house();
    const team = await app.teamOrFolder(asking());
    await app.resume();
    await clock.advance(1_000);
    const { pending } = await team.send({ message: 'ask soon', session: 's', principal: ana }).result;
    await clock.advance(pending!.until! - clock.now());
    await team.runner.idle();
    expect(await app.home.store.pending({ id: pending!.id })).toMatchObject([{ status: 'expired' }]);
  });

  test('runs one agent of a team as a root, with sessions of its own', async () => {
    const dir = writeTeam({
      'team.yml': 'name: pair\nroot: Hub\nservices: [search]\n',
      'Hub/config.yml': 'kind: code\ndescription: Hub.\nsub_agents: [Leaf]\n',
      'Hub/agent.ts': "export default ({ runAgent }) => runAgent('Leaf');\n",
      'Leaf/config.yml': 'kind: code\ndescription: Leaf.\n',
      'Leaf/agent.ts':
        'export default ({ session, services }) => `leaf in ${session.app} ${Object.keys(services).sort()}`;\n',
    });
    const { app } = house();
    const whole = await app.teamOrFolder(dir);
    expect((await whole.send({ message: 'x' }).result).route).toEqual(['Hub', 'Leaf']);
    const leaf = await app.root('pair', 'Leaf');
    expect(await leaf.send({ message: 'x', session: 's' }).result).toMatchObject({
      text: 'leaf in pair/Leaf record,search',
      route: ['Leaf'],
    });
    expect(await app.root('pair', 'Leaf')).toBe(leaf);
    await expect(whole.send({ message: 'x', session: 's' }).result).rejects.toMatchObject({ code: 'SESSION_UNKNOWN' });
    await expect(app.root('pair', 'Nobody')).rejects.toMatchObject({ code: 'AGENT_UNKNOWN' });
  });

  test('runs agents that were made at run time, and stops whoever may no longer act', async () => {
    const { app } = house();
    const root = codeAgent({ name: 'Made', run: async ({ clock, step }) => `${await step('now', () => clock.now())}` });
    const runner = await app.runner({ app: 'research:1', root });
    expect((await runner.ask({ message: 'when', session: 'r' })).text).toBe(`${START}`);
    const acting = await app.runner({
      app: 'research:2',
      root: codeAgent({ name: 'Acts', run: async ({ commit }) => `${await commit('x', () => 1)}` }),
    });
    app.admitBy(({ via }) => {
      if (via === 't1') throw new ConsiliumError('TOKEN_REVOKED', 'This token was revoked.');
    });
    expect((await acting.ask({ message: 'x' })).outcome).toBe('completed');
    expect(await acting.ask({ message: 'x', principal: ana })).toMatchObject({ error: { code: 'TOKEN_REVOKED' } });
  });

  test('holds the typed keys of rooms and teams, and knows its services by name', async () => {
    const { app } = house();
    const { runner } = await app.teamOrFolder(asking());
    await runner.ask({ message: 'x', session: 's', state: { case: 'c1', patient_id: 'p1' } });
    for (const state of [{ case: 'c2' }, { patient_id: 'p2' }] as Delta[])
      await expect(runner.ask({ message: 'x', session: 's', state })).rejects.toMatchObject({
        code: 'STATE_PROTECTED',
      });
    const dir = writeTeam({
      'team.yml': 'name: t\nroot: Hub\nservices: [serch]\nstate_keys:\n  patient_id: { type: text }\n',
      'Hub/config.yml': 'kind: code\n',
      'Hub/agent.ts': ASK,
    });
    const error = await app.teamOrFolder(dir).catch((thrown: ConsiliumError) => thrown);
    const { problems } = (error as ConsiliumError).details as {
      problems: { rule: string; line: number; message: string }[];
    };
    expect(problems.map(({ rule, line }) => `${rule} ${line}`)).toEqual(['unknown_service 3', 'state_key 5']);
    expect(problems[0]!.message).toContain('search');
    await expect(app.service('nothing' as never)).rejects.toMatchObject({ code: 'SERVICE_UNKNOWN' });
  });

  test('the same key is the same turn, through the app too', async () => {
    const { app } = house();
    const { send } = await app.teamOrFolder(asking());
    const once = await send({ message: 'hi', key: 'k', principal: ana }).result;
    expect((await send({ message: 'hi', key: 'k', principal: ana }).result).invocation).toBe(once.invocation);
  });
});
