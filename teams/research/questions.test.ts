/** A question is a thing asked about, for somebody, without something: each part of it counts. */
import { expect, test } from 'vitest';
import { openDesk, type TestDesk } from './desk.fixture.ts';

const DORSEMAB = `# Dorsemab for severe ulcerative colitis: phase 3 randomized controlled trial
Published 2026-05-02. Phase 3, randomized, double-blind, placebo-controlled, 640 adults with severe ulcerative colitis. Results: Clinical remission at week 8 was 12% with dorsemab and 11% with placebo (p=0.74). Dorsemab did not improve clinical remission.
`;
const MICE = `# Dorsemab reduces colitis in mice
Published 2024-05-02. In a mouse model of ulcerative colitis (24 mice), dorsemab improved histological scores and clinical remission.
`;
const TIROLIMAB = `# Tirolimab versus adalimumab in ulcerative colitis: a randomized trial
Published 2026-07-01. Randomized double-blind trial in 500 adults with ulcerative colitis. Clinical remission was lower with tirolimab (18%) than with adalimumab (31%; p<0.001). Mortality increased with tirolimab: 9 deaths versus 1.
`;
const KOLVARIN = `# Kolvarin for ulcerative colitis: non-inferiority trial
Published 2026-08-01. Randomized non-inferiority trial in 300 adults with ulcerative colitis. Kolvarin was not inferior to mesalazine for clinical remission (difference -1.2%, 95% CI -6 to 4; margin 10%). Relapse was reduced from 40% to 22% by kolvarin. No serious adverse events were seen.
`;

async function openColitis(): Promise<TestDesk> {
  const desk = await openDesk();
  await desk.add('c1.md', DORSEMAB);
  await desk.add('c2.md', MICE);
  await desk.add('c4.md', KOLVARIN);
  await desk.ask('Follow ulcerative colitis treatments. Check every Monday at 8.');
  return desk;
}

test('what the table does not have is looked for; whom it is asked for comes first; the table is no matter of what is asked', async () => {
  const desk = await openColitis();
  await desk.add('c3.md', TIROLIMAB);
  const { text } = await desk.ask('What do we know about tirolimab in ulcerative colitis?');
  expect(text).toContain('9 deaths versus 1');
  expect(text).not.toContain('nothing was found');
  const service = await desk.app.service('research');
  const space = await service.workspace(service.agents('local')[0]!);
  const table = async () => (await space.read('evidence/table.json', { actor: 'test' })).content;
  const before = await table();
  const pregnant = await desk.ask('What may a pregnant woman with ulcerative colitis take?');
  expect(pregnant.text).toMatch(/^\S.*\n\n- [^\n]*Fine in pregnancy/);
  expect(pregnant.text).not.toContain('says anything on pregnancy');
  const dorsemab = await desk.ask('Does dorsemab improve clinical remission in ulcerative colitis?');
  expect(dorsemab.text).toMatch(
    /^\*\*Not shown: no significant difference in clinical remission in a randomised trial \(high/,
  );
  expect(dorsemab.text).not.toMatch(/Disputed|disagree/);
  const all = await desk.ask('What improves clinical remission in ulcerative colitis?');
  expect(all.text).toMatch(/^\*\*By treatment:\*\* .*Tirolimab against adalimumab: worse/);
  expect(await table()).toBe(before);
});

test('both of two that are compared are told of, and that nothing holds them against each other', async () => {
  const desk = await openColitis();
  const { text } = await desk.ask('Compare dorsemab and kolvarin for ulcerative colitis.');
  expect(text).toMatch(/^\*\*Nothing that was found compares dorsemab and kolvarin directly\.\*\*/);
  expect(text).toContain('12% with dorsemab');
  expect(text).toContain('Kolvarin was not inferior to mesalazine');
  const unknown = await desk.ask('Compare dorsemab and zurvafen for ulcerative colitis.');
  expect(unknown.text).toContain('On zurvafen nothing was found');
  // What was answered at once stands in the feed: what, in which conversation, and because of what; the reports of agents apart.
  const { feed } = await desk.app.service('research');
  expect(feed.list('local')).toEqual([]);
  expect(feed.answers('local').map(({ session, reason }) => `${session} ${reason}`)).toEqual([
    'chat you asked: "Compare dorsemab and zurvafen for ulcerative colitis."',
    'chat you asked: "Compare dorsemab and kolvarin for ulcerative colitis."',
    'chat you asked: "Follow ulcerative colitis treatments. Check every Monday at 8."',
  ]);
  expect(feed.answers('local')[1]!.text).toMatch(/^\*\*Nothing that was found compares dorsemab and kolvarin directly/);
});

test('what is left out is left out: by name, by kind of study, and in what is followed', async () => {
  const desk = await openColitis();
  await desk.add('c3.md', TIROLIMAB);
  const apart = await desk.ask('What evidence is there on ulcerative colitis apart from dorsemab?');
  expect(apart.text).toContain('tirolimab');
  expect(apart.text).not.toMatch(/with dorsemab|\*\*On dorsemab/);
  expect(apart.text).toContain('Left out, as you asked: dorsemab.');
  const other = await desk.ask('What drugs exist for ulcerative colitis other than tirolimab?');
  expect(other.text).toContain('12% with dorsemab');
  expect(other.text).not.toContain('with tirolimab');
  const people = await desk.ask('What evidence is there on dorsemab in ulcerative colitis without animal studies?');
  expect(people.text).toContain('12% with dorsemab');
  expect(people.text).not.toContain('mouse model');
  const order = await desk.ask(
    'Follow ulcerative colitis every Friday at 9, but do not tell me anything about kolvarin.',
    'b',
  );
  expect(order.text).not.toContain('Kolvarin was not inferior');
  const service = await desk.app.service('research');
  const pending = await service.triggers.list({ status: 'pending' });
  expect(pending.map(({ instruction }) => instruction)).toContainEqual(expect.stringContaining('without kolvarin'));
});

test('a standing order on one medicine quotes what a guideline says of that one, whatever was quoted of it before', async () => {
  const desk = await openDesk();
  await desk.add(
    'g1.md',
    '# ECCO guideline on ulcerative colitis 2026\nIssued by: ECCO\nPublished: 2026-11-16\n\nGuideline. We recommend kolvarin for adults with ulcerative colitis who failed a biologic. We recommend against tirolimab.\n',
  );
  await desk.ask('Is tirolimab advised in ulcerative colitis? Check every Monday at 8.');
  const second = await desk.ask('Follow kolvarin in ulcerative colitis every Tuesday at 8.', 'other');
  expect(second.text).toContain('We recommend kolvarin for adults');
  expect(second.text).not.toContain('We recommend against tirolimab');
  const { triggers } = await desk.app.service('research');
  const trigger = (await triggers.list({})).find(({ schedule }) => schedule === 'every Tuesday at 8');
  const { report } = await triggers.runNow(trigger!.id);
  expect(JSON.stringify(report)).toContain('We recommend kolvarin for adults');
});

const ADULTS = `# Velpatinib in adults with Crohn's disease: a randomised phase 2 trial
Published: 2024-03-01

Randomised, placebo-controlled phase 2 trial, n = 140 adults with Crohn's disease. Clinical remission was 44% with velpatinib and 25% with placebo (p=0.01).
`;
const CHILDREN = `# Velpatinib in paediatric Crohn's disease: a randomised phase 3 trial
Published: 2026-09-01

Randomised phase 3 trial, n = 210 children aged 6 to 17 years with Crohn's disease. Clinical remission was 51% with velpatinib and 24% with placebo (p<0.001).
`;

test.each([
  "Velpatinib for Crohn's disease, not in children",
  "What is the evidence for velpatinib in Crohn's disease? Adults only.",
  "Velpatinib in adults with Crohn's disease, no children please.",
])('%s: the trial on children is below what was asked for', async (question) => {
  const desk = await openDesk();
  await desk.add('adults.md', ADULTS);
  await desk.add('children.md', CHILDREN);
  const [answer, below] = (await desk.ask(question)).text.split('Below what you asked for');
  expect(answer).toContain('44% with velpatinib');
  expect(answer).not.toContain('51% with velpatinib');
  expect(below).toMatch(/^ \(for adults[\s\S]*51% with velpatinib/);
});

test('a retracted trial on the very thing is told, whatever dose is said with its name', async () => {
  const desk = await openDesk();
  await desk.add(
    'biotin.md',
    '# RETRACTED: High-dose biotin reverses disability in progressive multiple sclerosis\nPublished: 2021-02-01\n\nRandomised trial in 200 adults with progressive multiple sclerosis. Disability improved with high-dose biotin (p=0.001).\n',
  );
  const { text } = await desk.ask('Is high-dose biotin safe and does it work in progressive multiple sclerosis?');
  expect(text).not.toContain('nothing was found');
  expect(text).toMatch(/retracted/i);
});
