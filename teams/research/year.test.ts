/** A year played on the clock: triggers fire each week, the evidence matures step by step, and the feed tells each step once. */
import { expect, test } from 'vitest';
import { DAY, openDesk, START } from './desk.fixture.ts';

const NAME = 'heart failure with preserved ejection fraction';

/** From a first trial to who pays, with the day on which each is there to be found. */
const STEPS: readonly { day: number; file: string; text: string; told: RegExp }[] = [
  {
    day: 40,
    file: 'phase3.md',
    text: `# Tarvesotide in ${NAME} (AURORA-HF): a phase 3 randomised trial\nPublished: 2027-02-10\n\nIn 2,900 adults with ${NAME} randomised to tarvesotide or placebo, hospitalisation for heart failure occurred in 9.1% and 12.0% (hazard ratio 0.76, 95% CI 0.64 to 0.90; p=0.002). Conclusion: Tarvesotide reduced hospitalisation for heart failure.\n`,
    told: /from Phase 2 to Phase 3/,
  },
  {
    day: 120,
    file: 'approval.md',
    text: `# FDA approves tarvesotide for ${NAME}\nFDA news release. Published: 2027-05-02\n\nThe U.S. Food and Drug Administration has approved tarvesotide for the treatment of adults with ${NAME}.\n`,
    told: /from Phase 3 to approv/,
  },
  {
    day: 200,
    file: 'guideline.md',
    text: `# European heart failure guideline: 2027 update\nType: Clinical practice guideline\nPublished: 2027-07-20\n\n1. We recommend tarvesotide for adults with ${NAME} to reduce hospitalisation (Grade 1A).\n`,
    told: /to guideline|guideline/,
  },
  {
    day: 280,
    file: 'payment.md',
    text: `# Tarvesotide for ${NAME}: coverage decision\nHealth insurance board. Published: 2027-10-08\n\nTarvesotide is reimbursed for adults with ${NAME} from 1 November 2027.\n`,
    told: /reimburs|paid for/,
  },
];

test('a year is played in seconds: every other Monday once, each step of the evidence told once, no dead letter', async () => {
  const desk = await openDesk();
  await desk.add(
    'phase2.md',
    `# Tarvesotide in ${NAME}: a phase 2 randomised, placebo-controlled trial\nPublished: 2026-09-02\n\nWe randomly assigned 180 adults with ${NAME} to tarvesotide 10 mg or placebo for 24 weeks. NT-proBNP fell by 22% more with tarvesotide (95% CI 10 to 33; p=0.001). Conclusion: Tarvesotide lowered NT-proBNP.\n`,
  );
  const first = await desk.ask(`Follow tarvesotide in ${NAME} every other Monday at 8`);
  expect(first.text).toContain('every 2 weeks on Monday at 08:00 (UTC)');
  const { triggers, feed } = await desk.app.service('research');
  const surfaced = () => feed.list('local').filter(({ kind }) => kind === 'surfaced');
  for (let day = 0, next = 0; day <= 364; day += 14) {
    const step = STEPS[next];
    if (step !== undefined && day >= step.day) {
      await desk.add(step.file, step.text);
      next++;
    }
    desk.clock.set(START + day * DAY + DAY / 2);
    await triggers.tick();
    await triggers.drain();
    if (step !== undefined && day >= step.day) {
      expect(surfaced()).toHaveLength(next);
      expect(surfaced()[0]!.text).toMatch(step.told);
    }
  }
  expect(surfaced()).toHaveLength(STEPS.length);
  expect(
    feed.list('local').filter(({ reason }) => reason === 'nothing new since the last report').length,
  ).toBeGreaterThan(20);
  expect(await triggers.list({})).toMatchObject([{ status: 'pending', occasions: 27 }]);
  expect(await triggers.dead()).toEqual([]);
  const { agents, workspace } = await desk.app.service('research').then((service) => ({
    agents: service.agents('local'),
    workspace: service.workspace.bind(service),
  }));
  const report = (await (await workspace(agents[0]!)).list('reports')).files.at(-1)!.path;
  const { content } = await (await workspace(agents[0]!)).read(report, { actor: 'test' });
  for (const date of ['2026-09-02', '2027-02-10', '2027-05-02', '2027-07-20', '2027-10-08'])
    expect(content).toContain(date);
});
