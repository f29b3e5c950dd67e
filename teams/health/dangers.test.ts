/** What the team says first where a question, or a deed, tells of a danger. */
import { isCalm } from 'consilium/reasoning';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from './fixture.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

test.each([
  'Which pill made me feel like killing myself?',
  'what made me want to end it all',
  'Which medicine gave me suicidal thoughts?',
])('a question that takes a wish to die for granted is met as one: %s', async (message) => {
  const { text, outcome } = await clinic.ask(message, 'Samuel');
  expect(outcome).toBe('emergency');
  expect(text).toMatch(/988/);
});

test('a question about the risk of a medicine is answered as one', async () => {
  const { outcome } = await clinic.ask('Which antidepressants can cause suicidal thoughts?', 'Samuel');
  expect(outcome).toBe('answered');
});

test('insulin given twice is weighed: what to measure, what to eat, whom to call', async () => {
  const { text, outcome } = await clinic.ask('I took my night insulin twice by mistake', 'Elena');
  expect(outcome).toBe('answered');
  expect(text).toMatch(/Measure every 30 to 60 minutes, eat carbohydrates/);
  expect((await clinic.ask('I took my night insulin twice and I feel sweaty and confused', 'Elena')).outcome).toBe(
    'emergency',
  );
});

test('where no patient is chosen an allergy that is asked about is answered with no first', async () => {
  const { text } = await clinic.ask('Can someone with a penicillin allergy take amoxicillin?');
  expect(text).toMatch(/^\*\*No: not amoxicillin\.\*\*/);
  expect(text).not.toMatch(/your record/);
});

test('a danger that cannot wait stands before a plan for the weeks', async () => {
  const { text, outcome } = await clinic.ask('my blood pressure is 195/120 and I have a headache', 'Elena');
  expect(outcome).toBe('emergency');
  expect(text).toMatch(/^\*\*Call 999 now/);
  expect(text).not.toMatch(/take readings at home/);
});

test('the allergy of who writes is not told as that of a baby', async () => {
  const { text } = await clinic.ask('My 6 week old has a temperature of 38.5', 'Elena');
  expect(text).toMatch(/999/);
  expect(text).not.toMatch(/penicillin|chemotherapy/);
});

test('where no patient is chosen, what was told decides on its own', async () => {
  const { text } = await clinic.ask("I'm allergic to peanuts, can I eat peanut butter?");
  expect(text).toMatch(
    /^\*\*No: not peanut butter\.\*\* Peanut butter \(contains peanut\) is not for you with peanut allergy/,
  );
  expect((await clinic.ask('am I allergic to peanuts?')).text).toContain('no patient is chosen');
});

test('what a paper is said to say calms nothing that stands beside it', () => {
  const now = '2026-11-15T12:00:00Z';
  expect(isCalm("it says in my papers I've got diabetes and metformin. nobody told me!", 'danger', now)).toBe(true);
  expect(isCalm("it says in my papers I've got asthma. he's gone grey and floppy", 'danger', now)).toBe(false);
  expect(isCalm('the doctor said asthma but she went grey and limp', 'danger', now)).toBe(false);
});

test('what a letter is said to say is no farewell letter and no deed', async () => {
  const { outcome } = await clinic.ask(
    'it says in one of the letters she is on insulin 22 units?? nobody told me',
    'Samuel',
  );
  expect(outcome).not.toBe('emergency');
});

test('words that only sound like danger get an if before the answer, a sign gets the call', async () => {
  const vague = await clinic.ask('mum saw warfarin and lung clots in my file. did i have one??', 'Elena');
  expect(vague.text).not.toMatch(/^\*\*Call 999 now\.\*\*/);
  const sign = await clinic.ask('he is on the floor shaking, 3 or 4 mins, what do i do', 'Elena');
  expect(sign.outcome).toBe('emergency');
  expect(sign.text).toMatch(/^\*\*Call 999 now\.\*\* This is a seizure/);
});

test('what hurts somebody is no threat to them; who means to hurt somebody is heard', async () => {
  expect((await clinic.ask('back hurt her a lot. nurofen ok?', 'Elena')).text).not.toMatch(/988|Samaritans|116 123/);
  expect((await clinic.ask('i am scared i will hurt her', 'Elena')).outcome).toBe('emergency');
});
