import { expect, test, vi } from 'vitest';
import { ConsiliumError } from '../../src/kernel/index.ts';
import { Disk } from '../../src/memory/disk.ts';
import { DAY, openDesk, START } from './desk.fixture.ts';

const paper = (at: number) =>
  `# Urastat in gout: trial ${at}\nPublished: 2027-01-0${at}\n\n${300 + at} adults with gout were randomly assigned to urastat or placebo. Flares were fewer with urastat (hazard ratio 0.${60 + at}; 95% CI 0.50 to 0.80).\n`;

test('the disk fills up anywhere in a look: what is new is told once, when there is room again', async () => {
  const desk = await openDesk();
  await desk.add('first.md', paper(1));
  await desk.ask('Follow urastat in gout every Monday at 8.');
  const { triggers, feed } = await desk.app.service('research');
  const [trigger] = await triggers.list({});
  const surfaced = () => feed.list('local').filter(({ kind }) => kind === 'surfaced');
  let now = START;
  for (const failing of [1, 2, 3, 4, 5]) {
    await desk.add(`trial-${failing}.md`, paper(failing + 1));
    const write = Disk.prototype.write;
    let writes = 0;
    const full = vi.spyOn(Disk.prototype, 'write').mockImplementation(async function (this: Disk, ...given) {
      if (++writes >= failing)
        throw new ConsiliumError('STORAGE_FULL', 'The disk is full: nothing was changed.', { retryable: true });
      return write.apply(this, given);
    });
    const failed = await triggers.runNow(trigger!.id);
    full.mockRestore();
    expect(writes).toBeGreaterThanOrEqual(failing);
    expect(failed).toMatchObject({ state: 'waiting', error: { code: 'STORAGE_FULL' } });
    expect(surfaced()).toHaveLength(failing - 1);
    now += DAY / 4;
    desk.clock.set(now);
    await triggers.tick();
    await triggers.drain();
    expect(surfaced()).toHaveLength(failing);
    expect(surfaced()[0]!.text).toContain(`trial ${failing + 1}`);
  }
  expect(await triggers.dead()).toEqual([]);
});
