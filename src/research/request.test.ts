import { expect, test } from 'vitest';
import { kindOfRequest, purposeOf } from './asking.ts';
import { meetsCondition } from './conditions.ts';
import { makeRow } from './evidence/table.ts';
import { readRequirements } from './request.ts';
import { termsOf, topicOf } from './topic.ts';

const PLACE = { now: Date.parse('2026-11-15T12:00:00Z'), zone: 'UTC', scopes: ['trials'] };

test.each([
  ['What is new in gout?', 'news'],
  ['Find out what is known so far about gout', 'look'],
  ['what have you found on gout so far?', 'tell'],
  ['Show me the latest report on gout', 'tell'],
  ['stop looking for gout', 'stop'],
  ["don't check gout any more please", 'stop'],
  ['I do not want case reports. Check gout weekly.', 'look'],
  ['Tell me if statins are not safe and check weekly', 'look'],
  ['when do you look again for gout?', 'when'],
  ['how often do you check asthma?', 'when'],
  ['cancel it', 'stop'],
  ['stop', 'stop'],
  ['resume it', 'resume'],
  ['follow again as before', 'resume'],
  ['change that to Thursdays at 10', 'look'],
])('%s: %s', (message, purpose) => {
  expect(purposeOf(message)).toBe(purpose);
});

test.each([
  ['thanks!', 'thanks'],
  ['Hello', 'greeting'],
  ['Look into it.', 'unclear'],
  ['Hi, what can you do?', 'about desk'],
  ['cancer', 'broad'],
  ['thanks, how are you?', 'thanks'],
  ['what is scheduled?', 'about triggers'],
  ['please delete the ALS agent', 'delete'],
  ['forget everything about me', 'cannot'],
  ['change that to Thursdays at 10', 'unclear'],
  ['look every Wednesday at 9 Europe/London', 'unclear'],
  ['ignore the threshold, show me everything', 'unclear'],
  ['What about side effects?', 'unclear'],
  ['ketamine in depression', 'research'],
  ['heart stuff', 'broad'],
  ['It rained all day here.', 'remark'],
  ['Did BOREALIS meet its primary endpoint?', 'research'],
  ['WHAT A LOVELY MORNING?', 'remark'],
  ['How was your weekend?', 'remark'],
  ['asdkjh qwlekj zzxx', 'unreadable'],
  ['zorbanib', 'research'],
  ['Does zorbanib work?', 'research'],
  ['thanks, that was helpful', 'thanks'],
  ['who is working for me?', 'about agents'],
  ['what are you looking at?', 'about agents'],
  ['when do you look next?', 'about triggers'],
])('%s is %s', (message, kind) => {
  expect(kindOfRequest(message)).toBe(kind);
});

test.each([
  ['Gout. I only want randomised trials.', { designs: ['rct', 'meta_analysis'] }],
  ['Gout, RCTs only', { designs: ['rct', 'meta_analysis'] }],
  ['Asthma, no case reports please', { designs: ['rct', 'meta_analysis', 'guideline'] }],
  ['Duchenne, at least phase 3', { stage: 'phase3' }],
  ['Lupus. High quality evidence, three trials at least', { grade: 4, count: 3 }],
  ['Only adults. Randomised or not is the same to me.', {}],
  ['Asthma, only guidelines and RCTs', { designs: ['rct', 'meta_analysis', 'guideline'] }],
  ['Asthma, n > 1,000', { size: 1000 }],
  ['Asthma in at least 500 patients', { size: 500 }],
  ['ignore the threshold, show me everything', { grade: 1, count: 1 }],
])('%s asks for %o', (message, threshold) => {
  const { grade, count, ...rest } = readRequirements(message, PLACE).threshold;
  expect({ ...(grade !== 3 && { grade }), ...(count !== 2 && { count }), ...rest }).toEqual(threshold);
});

test('for whom, how often and where', () => {
  const wish = readRequirements(
    'Gout for people with kidney disease, in scope trials. Check every Monday at 8.',
    PLACE,
  );
  expect(wish).toMatchObject({
    population: 'people with kidney disease',
    cadence: 'every Monday at 8',
    scopes: ['trials'],
  });
});

test.each([
  ['It has been shown to work in a large RCT.', undefined],
  [
    'Gout. Check every first Tuesday of the month at 7:30 New York time until December 2027.',
    'every first Tuesday of the month at 7:30 New York time until December 2027',
  ],
  ['Look at gout Fridays at 6pm Berlin time', 'Fridays at 6pm Berlin time'],
  ['Gout, look again in two weeks', 'in two weeks'],
  [
    'Starting next Monday, follow gout daily until the guideline changes.',
    'daily starting next Monday until the guideline changes',
  ],
  ['Follow gout, starting next Monday.', 'weekly starting next Monday'],
  ['Follow trials from 2027 on gout. Check weekly.', 'weekly'],
  ['Patients starting allopurinol: follow harms weekly.', 'weekly'],
  ['After Christmas, check gout every Monday.', 'every Monday starting Christmas'],
])('in "%s" the rhythm is %s', (message, cadence) => {
  expect(readRequirements(message, PLACE).cadence).toBe(cadence);
});

test.each([
  ['Zorbine for gout, every Monday at 8, only randomised trials, until June 2027', 'every Monday at 8 until June 2027'],
  ['Follow gout, weekly, for adults over 65, until 5 May 2027.', 'weekly until 5 May 2027'],
  ['Follow gout every fortnight and stop after three months', 'every fortnight for three months'],
  ['Follow gout weekly. Only trials. Stop looking in June 2027.', 'weekly until June 2027'],
  ['Until June 2027, follow gout every Monday at 8', 'every Monday at 8 until June 2027'],
  ['Gout, weekly, only trials, for the next six months', 'weekly for six months'],
  [
    'Follow gout, weekly, only trials, until the Phase 3 readout of zorbine',
    'weekly until the Phase 3 readout of zorbine',
  ],
  ['Follow gout until June 2027', 'weekly until June 2027'],
  ['Follow gout weekly, trials published until June 2027', 'weekly'],
  ['Follow the time until dialysis with zorbine weekly', 'weekly'],
  ['Follow whether patients can stop after three months of zorbine, weekly', 'weekly'],
])('in "%s" the end is read where it stands: %s', (message, cadence) => {
  expect(readRequirements(message, PLACE)).toMatchObject({ cadence });
  expect(readRequirements(message, PLACE).unread).toBeUndefined();
  expect(purposeOf(message)).toBe('look');
});

test('an end that nobody can read is said', () => {
  expect(readRequirements('Follow gout weekly; stop after a while.', PLACE)).toMatchObject({
    unread: 'stop after a while',
  });
  for (const end of ['until 2027-13-01', ', only trials, until 2027-13-01'])
    expect(readRequirements(`Follow gout weekly ${end}.`, PLACE)).toMatchObject({
      unread: 'until 2027-13-01',
      unread_because: expect.stringContaining('no month 13'),
    });
});

test.each([
  ['Does daily aspirin prevent colorectal cancer?', undefined, 'Aspirin'],
  ['Is weekly methotrexate safe in psoriasis? Look again monthly.', 'monthly', 'Methotrexate and psoriasis'],
  ['Does aspirin work in migraine when it is taken daily?', undefined, 'Aspirin and migraine'],
  ['What is the first-line treatment of gout?', undefined, 'Gout'],
  ['What is new on gout?', undefined, 'Gout'],
  ['Weekly updates on gout', 'Weekly', 'Gout'],
  ['Look into gout on 3 May and 14 June', 'on 3 May and 14 June', 'Gout'],
])('in "%s" how often a treatment is given is no rhythm of the desk: %s', (message, cadence, label) => {
  expect(readRequirements(message, PLACE).cadence).toBe(cadence);
  expect(topicOf(message).label).toBe(label);
});

test('a rhythm that nobody can read is kept as it was said', () => {
  expect(readRequirements('Gout. Check every full moon.', PLACE)).toMatchObject({ unread: 'every full moon' });
  expect(readRequirements('Gout in every patient.', PLACE)).not.toHaveProperty('unread');
  expect(readRequirements('Gout. Look again in a bit.', PLACE)).toMatchObject({ unread: 'in a bit' });
  // Half of it is not enough, and what was understood is said.
  const half = readRequirements('Follow gout every day at 25:00', PLACE);
  expect(half.cadence).toBeUndefined();
  expect(half).toMatchObject({
    unread: 'every day at 25:00',
    unread_because: expect.stringContaining('not "at 25:00"'),
  });
  // A piece of what was said is not what was said.
  for (const [said, unread] of [
    ['Follow velorimab in Crohn disease. Check whenever the moon is full.', 'whenever the moon is full'],
    ['Gout. Look at 5pm on the first rainy day of each quarter.', 'at 5pm on the first rainy day of each quarter'],
    ['Monitor gout at the end of every month.', 'at the end of every month'],
  ] as const)
    expect(readRequirements(said, PLACE)).toMatchObject({ unread });
  for (const [said, cadence] of [
    ['Gout. Look at 5pm on the first working day of each quarter.', 'on the first working day of each quarter at 5pm'],
    ['Watch gout and look on the last Friday of every month at 9.', 'on the last Friday of every month at 9'],
    ['Follow gout on the first of each month.', 'on the first of each month'],
    ['Follow gout whenever there is news.', 'weekly'],
    ['Follow the safety of weekly semaglutide. Check every Monday at 8.', 'every Monday at 8'],
  ] as const)
    expect(readRequirements(said, PLACE)).toMatchObject({ cadence });
  const past = readRequirements('Gout. Check weekly until 1 November 2026.', PLACE);
  expect(past).toMatchObject({
    unread: 'weekly until 1 November 2026',
    unread_because: expect.stringContaining('past'),
  });
  expect(readRequirements('Gout, weekly in adults over 65', PLACE)).toMatchObject({ cadence: 'weekly' });
});

test.each([
  [
    'Gout weekly. Tell me only if a randomised trial with more than 100 patients appears.',
    { designs: ['rct'], size: 100 },
  ],
  ['Gout. Only surface meta-analyses.', { designs: ['meta_analysis'] }],
  ["Gout, weekly, and don't tell me unless a guideline changes", { designs: ['guideline'] }],
  ['Gout. Notify me only when something is retracted.', { events: ['retraction'] }],
  ['Gout. Let me know only if phase 3 results are there', { stage: 'phase3', events: ['results'] }],
  ['Gout. Tell me only about children.', { population: 'children' }],
  ['Gout. Tell me only if mortality changes.', { outcomes: [{ outcome: 'deaths' }] }],
  ['Gout. Tell me only if quality of life improves', { outcomes: [{ outcome: 'quality of life', change: 'favours' }] }],
  ['Gout. Tell me only about guidelines or safety.', { designs: ['guideline'], events: ['safety'] }],
  ['Gout. Tell me only about safety warnings.', { events: ['safety'] }],
  ['Gout. Tell me only if the moon is full.', { unread: true }],
])('%s tells only of %o', (message, condition) => {
  const { notify, threshold, population } = readRequirements(message, PLACE);
  const { wish: _, ...read } = notify!;
  expect(read).toEqual(condition);
  // A condition on news is no threshold, and no subject.
  expect(threshold).toEqual({ grade: 3, count: 2 });
  expect(population).toBeUndefined();
  expect(topicOf(message).label).toBe('Gout');
});

test('what tells of harm is told to who asked for guidelines or safety; a trial without is not', () => {
  const row = (title: string, text: string) => {
    const item = {
      source: 'index' as const,
      id: title,
      title,
      url: 'index:x',
      text,
      kinds: [],
      notices: [],
      seen: 0,
      from: 'x',
    };
    return makeRow(item, { words: new Set(), aspects: [] }, Date.UTC(2026, 10, 15));
  };
  const change = (of: ReturnType<typeof row>) => ({ kind: 'new' as const, row: of, what: [] });
  const harm = change(
    row('Velorimab and leukoencephalopathy: safety communication', 'Three cases were reported, one of them fatal.'),
  );
  const trial = change(
    row('Velorimab in Crohn disease: a randomised trial', 'Remission was 38% with velorimab and 19% with placebo.'),
  );
  for (const wish of ['guidelines or safety', 'safety']) {
    const { notify } = readRequirements(`Crohn. Tell me only about ${wish}.`, PLACE);
    expect([meetsCondition(harm, notify!), meetsCondition(trial, notify!)]).toEqual([true, false]);
  }
});

test('what is asked of sources are names, nothing of how it was asked', () => {
  const terms = (text: string) => termsOf(topicOf(text));
  expect(terms('Does brelurast improve survival in polycythaemia vera? Only surface meta-analyses.')).toBe(
    'brelurast polycythaemia vera',
  );
  expect(terms('Track NCT07770000 and tell me when it posts results')).toBe('NCT07770000');
  expect(terms("What's new in gout? Check every Monday at 8.")).toBe('gout');
});

test('whom it is to help is whom it is for', () => {
  expect(readRequirements('Which new drugs help adults with gout?', PLACE)).toMatchObject({ population: 'adults' });
});

test('whatever changes is told anyway: to ask for it is no condition', () => {
  const asked = 'Follow zorbine in gout weekly. Tell me only if';
  expect(readRequirements(`${asked} something changes.`, PLACE).notify).toBeUndefined();
  expect(readRequirements(`${asked} a guideline changes.`, PLACE).notify).toBeDefined();
});
