import { expect, test } from 'vitest';
import { openDesk } from './desk.fixture.ts';

test('a trial or a new medicine belongs to the disease that its papers name: one agent for all of them', async () => {
  const desk = await openDesk();
  await desk.add(
    'sunrise.md',
    '# Brelozine in adults with hidradenitis suppurativa: two phase 3, double-blind trials (SUNRISE-1 and SUNRISE-2)\nPublished: 2025-04-08\n\nMethods: In SUNRISE-1 (n=541) and SUNRISE-2 (n=543), adults were assigned 1:1:1 to brelozine every 2 weeks, every 4 weeks, or placebo.\nResults: Response was achieved by 45% with brelozine every 2 weeks, 42% every 4 weeks and 34% with placebo (p=0.007 and p=0.042). Candidiasis was reported in 6%, 4% and 1%.',
  );
  await desk.add(
    'other.md',
    '# Velutomab in thyroid eye disease: a randomised trial\nPublished: 2025-03-08\n\n300 adults were randomised to velutomab or placebo. Proptosis fell in 69% and 19% (p<0.001).',
  );
  const counted = await desk.ask('How many patients were in SUNRISE-1?');
  expect(counted.text).toContain('541 people took part in SUNRISE-1');
  expect(counted.text).toContain('Hidradenitis suppurativa Research');
  const common = await desk.ask('How common is candidiasis with brelozine?', 'other');
  expect(common.text).toContain('6%, 4% and 1%');
  expect(common.text).toContain('Hidradenitis suppurativa Research worked on this');
  const elsewhere = await desk.ask('What is known about uveitis?', 'third');
  expect(elsewhere.text).not.toMatch(/velutomab/i);
});
