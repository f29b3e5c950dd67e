import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openApp } from '../../src/app/index.ts';
import { playedClock } from '../../src/kernel/index.ts';
import { DAY, openDesk, START } from './desk.fixture.ts';

const paper = (at: number) =>
  `# Urastat in gout: trial ${at}\nPublished: 2027-01-0${at}\n\n${300 + at} adults with gout were randomly assigned to urastat or placebo. Flares were fewer with urastat (hazard ratio 0.${60 + at}; 95% CI 0.50 to 0.80).\n`;

test('a process that is killed inside the work of an agent, before and after its report is written: taken up, told once, nothing lost', async () => {
  const desk = await openDesk();
  await desk.add('first.md', paper(1));
  await desk.ask('Follow urastat in gout every day at 8.');
  await desk.add('second.md', paper(2));
  await desk.close();
  const home = join(desk.dir, 'home');
  const due = START + DAY;
  const points = [
    ['before', 'reports'],
    ['after', 'reports'],
  ] as const;
  for (const [at, [when, folder]] of points.entries()) {
    const now = String(due + (at * DAY) / 24);
    const child = [join(import.meta.dirname, 'killed.fixture.ts'), home, now, when, folder];
    const { signal, stderr } = spawnSync(process.execPath, child, { encoding: 'utf8' });
    expect({ signal, stderr }).toEqual({ signal: 'SIGKILL', stderr: '' });
    expect(readFileSync(join(desk.dir, 'killed-at'), 'utf8')).toMatch(new RegExp(`^${when} .*${folder}/`));
  }
  const env = { AI_PROVIDER: 'offline', TZ: 'UTC', CONSILIUM_EMBEDDINGS: 'off' };
  // Before the next occasion.
  const app = openApp({ home, env, clock: playedClock(due + DAY / 16) });
  onTestFinished(() => app.close());
  const service = await app.service('research');
  const surfaced = () => service.feed.list('local').filter(({ kind }) => kind === 'surfaced');
  const take = async () => {
    await service.triggers.recover();
    await service.triggers.tick();
    await service.triggers.drain();
  };
  await take();
  expect(surfaced()).toMatchObject([{ text: expect.stringContaining('trial 2') }]);
  const [trigger] = await service.triggers.list({});
  const firings = await service.triggers.firings({ trigger: trigger!.id });
  expect(firings.map(({ state }) => state)).toEqual(['done']);
  const space = await service.workspace(service.agents('local')[0]!);
  expect((await space.list('reports')).files).toHaveLength(2);
  // Nobody takes it up a second time.
  await take();
  expect(surfaced()).toHaveLength(1);
  expect(await service.triggers.dead()).toEqual([]);
});
