import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { type App, openApp } from '../../src/app/index.ts';
import { machineUser, playedClock } from '../../src/kernel/index.ts';
import { slugOf } from '../../src/memory/index.ts';
import { START } from './desk.fixture.ts';

const ASKED =
  'Is mesalazine safe in ulcerative colitis for Elena Marsh, who is HIV positive, born 1968-03-04, MRN 4471123? Check every Monday at 8.';
const NAMES = /Elena|Marsh|1968|4471123/;

function homeFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'consilium-clearing-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return join(dir, 'home');
}

function open(home: string): App {
  const env = { AI_PROVIDER: 'offline', TZ: 'UTC', CONSILIUM_EMBEDDINGS: 'off' };
  const app = openApp({ home, env, clock: playedClock(START) });
  return app;
}

/** A store as it was before: its words as they were said, and no note that anything was taken out. */
async function writeOldStore(home: string): Promise<void> {
  const app = open(home);
  const desk = await app.service('research');
  const { id } = await desk.createAgent(
    { name: 'Ulcerative colitis Research', description: 'Follows ulcerative colitis.', message: 'x' },
    'local',
  );
  const records = app.home.stores.research();
  const requirements = {
    ...{ question: ASKED, cadence: 'every Monday at 8', threshold: {} },
    orders: [
      {
        id: 'order-2',
        question: 'New biologics in Crohn disease for Elena Marsh? Look weekly.',
        threshold: {},
        cadence: 'weekly',
      },
    ],
  };
  records.setRequirements(id, requirements);
  records.setFinding(id, 'For Elena Marsh: mesalazine is safe.');
  records.addAnswer(
    { id: 'answer:old', owner: 'local', agent: id, at: START, kind: 'surfaced', text: ASKED, reason: ASKED },
    { session: 'chat', at: START, question: ASKED, agent: id },
  );
  records.rememberAgent(id, [{ at: 'now', role: 'request', text: ASKED }]);
  records.rememberTalk('local', [{ at: 'now', role: 'user', session: 'chat', text: ASKED }]);
  records.addRelay({ id: 'r1', key: 'k1', owner: 'local', agent: id, at: START, message: `For ${ASKED}`, facts: {} });
  const reason = `you asked on 4 Jan 2027: "${ASKED.slice(0, 120)}"`;
  records.addFeed(
    {
      ...{ id: 'f1', relay: 'r1', owner: 'local', agent: id, at: START, kind: 'surfaced' },
      text: 'News for Elena Marsh.',
      reason,
    },
    [],
  );
  const instruction = `Look again: ${ASKED.replace(' Check every Monday at 8.', '')}`;
  const wish = { room: 'research', owner: 'local', agent: id, schedule: 'every Monday at 8', zone: 'UTC' };
  await desk.triggers.create({ ...wish, instruction });
  const other = await desk.triggers.create({ ...wish, instruction: 'Write to Elena Marsh every month.' });
  await desk.triggers.cancel(other.id, 'Elena Marsh has moved');
  const space = await desk.workspace(desk.agent(id, 'local'));
  const report = `# Report\n\nAsked: ${ASKED}\n\nAnna Weber and colleagues found no harm.\n`;
  await space.write('reports/2027-01-04.md', report, 'test');
  await space.write('reports/2027-01-04.md', `${report}\nNothing new for Elena Marsh.\n`, 'test');
  await app.close();
  const db = new DatabaseSync(join(home, 'consilium.db'));
  db.exec(`DROP TABLE research_cleared; DELETE FROM migration WHERE room = 'research' AND version = 2`);
  db.close();
}

test('what was stored before is cleared once when the desk is opened: orders, memory, news, triggers, files with every version', async () => {
  const home = homeFolder();
  await writeOldStore(home);
  const app = open(home);
  const desk = await app.service('research');
  const [agent] = desk.agents('local');
  const space = await desk.workspace(agent!);
  const path = 'reports/2027-01-04.md';
  const versions = await Promise.all([1, 2].map((version) => space.read(path, { actor: 'test', version })));
  const triggers = await desk.triggers.list({ room: 'research' });
  const records = app.home.stores.research();
  const kept = JSON.stringify([
    ...[agent, desk.memory(agent!), desk.talk.of('local'), records.asks('local'), desk.feed.list('local')],
    ...[records.relay('r1'), triggers, versions, await space.search('Elena'), await space.search('Marsh')],
    readFileSync(join(home, 'memory/research_agents', slugOf(agent!.name), path), 'utf8'),
  ]);
  expect(kept).not.toMatch(NAMES);
  // What it was about stays, and so does who wrote what was found.
  expect(desk.requirements(agent!).question).toBe(
    'Is mesalazine safe in ulcerative colitis for the patient, who is HIV positive, a 58-year-old? Check every Monday at 8.',
  );
  for (const { content } of versions) expect(content).toContain('Anna Weber and colleagues found no harm.');
  expect(versions[1]!.content).toContain('Nothing new for the patient.');
  expect(await space.versions(path)).toHaveLength(2);
  expect(await space.trail()).toContainEqual(expect.objectContaining({ action: 'identifiers taken out', path }));
  // The order still knows its trigger.
  const pending = triggers.find(({ status }) => status === 'pending')!;
  expect(desk.requirements(agent!, pending.instruction)).toMatchObject({ cadence: 'every Monday at 8' });
  expect(pending.instruction).toMatch(/^Look again: Is mesalazine safe in ulcerative colitis for the patient/);
  await app.close();
  // Once: what is there now is left alone.
  const again = open(home);
  onTestFinished(() => again.close());
  const trail = await (await (await again.service('research')).workspace(agent!)).trail();
  expect(trail.filter(({ action }) => action === 'identifiers taken out')).toHaveLength(1);
});

test("a patient of the house is known by the record's names, in any writing, and nobody is told who is there", async () => {
  const app = open(homeFolder());
  onTestFinished(() => app.close());
  const visitor = { principal: machineUser(), actor: 'test' };
  await app.records.create({ name: 'Zsofia Quill' }, visitor);
  const desk = await app.service('research');
  expect(await desk.bare('is semaglutide good for zsofia quill')).toBe('is semaglutide good for the patient');
  expect(await desk.bare('Quill asks after semaglutide in obesity; Wexley too.')).not.toContain('Quill');
  expect(app.records.naming(['wexley', 'quill'])).toEqual([['quill']]);
  expect(app.records.naming(['wexley'])).toEqual([]);
});
