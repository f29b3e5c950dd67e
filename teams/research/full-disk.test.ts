/** A disk that is really full, where one can be made (a tiny tmpfs, by root): a report is whole or not there. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DAY, openDesk, START } from './desk.fixture.ts';

const paper = (at: number) =>
  `# Urastat in gout: trial ${at}\nPublished: 2027-01-0${at}\n\n${300 + at} adults with gout were randomly assigned to urastat or placebo. Flares were fewer with urastat (hazard ratio 0.${60 + at}; 95% CI 0.50 to 0.80).\n`;

/** Undefined where nobody may mount here. */
function tinyDisk(folder: string): { fill(): void; free(): void } | undefined {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'tmpfs', folder]);
  if (mounted.status !== 0) return undefined;
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  const ballast = join(folder, 'ballast');
  return {
    fill: () => {
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, Number(bavail) * Number(bsize))));
    },
    free: () => rmSync(ballast, { force: true }),
  };
}

test('the disk is full when a trigger fires: nothing half is left, it is tried again, and the person is told', async (context) => {
  const desk = await openDesk();
  await desk.add('first.md', paper(1));
  const memory = join(desk.dir, 'home/memory');
  mkdirSync(memory, { recursive: true });
  const disk = tinyDisk(memory);
  if (disk === undefined) return context.skip();
  await desk.ask('Follow urastat in gout every Monday at 8.');
  const { triggers, feed } = await desk.app.service('research');
  const [trigger] = await triggers.list({});
  const folder = join(memory, 'research_agents', readdirSync(join(memory, 'research_agents'))[0]!);
  const reports = () => readdirSync(join(folder, 'reports'));
  const before = reports();
  await desk.add('second.md', paper(2));
  desk.clock.set(START + DAY / 8);
  disk.fill();
  expect(await triggers.runNow(trigger!.id)).toMatchObject({ state: 'waiting', error: { code: 'STORAGE_FULL' } });
  expect(reports()).toEqual(before);
  for (const name of before) expect(readFileSync(join(folder, 'reports', name), 'utf8')).toMatch(/\n$/);
  const asked = await desk.ask('Any news on urastat in gout?');
  expect(asked).toMatchObject({
    outcome: 'error',
    error: { code: 'STORAGE_FULL', hint: expect.stringContaining('Free some space') },
  });
  disk.free();
  desk.clock.set(START + DAY / 2);
  await triggers.tick();
  await triggers.drain();
  const surfaced = feed.list('local').filter(({ kind }) => kind === 'surfaced');
  expect(surfaced.map(({ text }) => text).join('\n') + (await desk.ask('Any news on urastat in gout?')).text).toContain(
    'trial 2',
  );
  expect(await triggers.dead()).toEqual([]);
});
