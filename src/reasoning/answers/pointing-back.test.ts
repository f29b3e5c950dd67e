/** Questions that name nothing of their own, or name it in words that no list holds. */
import { expect, test } from 'vitest';
import { ask, talk } from './fixture.ts';

const bladder = {
  age: 79,
  takes: ['amlodipine 5 mg'],
  stopped: ['zopiclone 7.5 mg', 'amiodarone 200 mg'],
  notes: [
    'High grade bladder tumour removed June 2023. BCG: nine instillations, stopped in January 2024 after two days of fever and shaking; he shall not have BCG again.',
  ],
};

test('why it was stopped, and whether it may be had again, is asked of what was just quoted', () => {
  const [, why, again] = talk(bladder, [
    'what did they put in my bladder after the op?',
    'why did they stop it?',
    'could I have it again?',
  ]);
  expect(why).toMatch(/fever and shaking/);
  expect(why).not.toMatch(/Which do you mean/);
  expect(again).toMatch(/shall not have BCG again/);
});

test('with nothing quoted before, the same question is asked back', () => {
  expect(ask(bladder, 'why did they stop it?')).toMatch(/zopiclone or amiodarone|amiodarone or zopiclone/i);
});

test('a complaint in own words is not denied where a paper speaks of it', () => {
  const person = { age: 50, notes: ['The lump in the left lobe is 23 mm, was 22 mm at discovery, so unchanged.'] };
  const said = ask(person, 'how big is the lump in my neck?');
  expect(said).toMatch(/23 mm/);
  expect(said).not.toMatch(/There is no lump/);
});

test('a goal in per cent has both its ends', () => {
  const person = {
    age: 79,
    values: { 'oxygen saturation': 89 },
    notes: ['Target oxygen saturation 88 to 92 percent.'],
  };
  expect(ask(person, 'what should my oxygen saturation be?')).toMatch(/88 to 92\./);
});

test('a test that stands nowhere is denied by its short name', () => {
  expect(ask({ age: 40, notes: ['The flu virus went round.'] }, 'whats my JC virus result')).toMatch(/no JC result/);
});

test('what was taken before a medicine is what it took the place of, over all its courses', () => {
  const person = {
    age: 40,
    has: ['ankylosing spondylitis'],
    takes: ['adalimumab 40 mg @100'],
    stopped: ['adalimumab 40 mg @800', 'etanercept 50 mg @2000', 'naproxen 500 mg @600'],
  };
  expect(ask(person, 'what injection was I on before adalimumab?')).toMatch(/etanercept/i);
});

test('the other one of a kind, by its first letter', () => {
  const person = { age: 80, takes: ['furosemide 40 mg', 'sertraline 50 mg'], stopped: ['spironolactone 25 mg'] };
  const [, other] = talk(person, ['what water tablets am I on?', 'and the other one, begins with s?']);
  expect(other).toMatch(/spironolactone/i);
  expect(other).not.toMatch(/sertraline/i);
});

test('a medicine that was never on the list has no dose here', () => {
  const person = { age: 80, has: ['heart failure'], takes: ['warfarin 3 mg'] };
  expect(ask(person, 'how many units of insulin does Mrs Maunsell have with tea?')).toMatch(/lists no insulin/);
});

test('a herb that only a paper knows is forbidden by that paper', () => {
  const person = { age: 60, notes: ["St John's wort (krazana in Georgian) must not be taken: it lowers apixaban."] };
  expect(ask(person, 'neighbour bring krazana tea for sad mood, its only herb. she can drink?')).toMatch(/^No/);
  expect(ask({ age: 60 }, 'neighbour bring krazana tea for sad mood. can I drink it?')).toMatch(
    /do not know "krazana"/,
  );
});

test.each([
  ['Two adrenaline pens, always with her. The present pens expire on 30 November 2026.', /30 November 2026/],
  ['Adrenaline pens checked: one runs to March 2027, the other expired 31 October 2024.', /^Not all of it is in date/],
])('whether something kept is in date is read off the paper: %s', (note, expected) => {
  const person = { age: 13, takes: ['adrenaline auto-injector 0.3 mg'], notes: [note] };
  expect(ask(person, 'are my epi pens ok for the ski trip?')).toMatch(expected);
});

test('a name that only a flyer praises is not known', () => {
  const notes = ['Pharmacy flyer @30 | STONEAWAY PLUS: one sachet a day melts every stone. Order now, half price!'];
  const said = ask({ age: 52, has: ['type 2 diabetes'], notes }, 'got a leaflet for stoneaway sachets. worth a go?');
  expect(said).toMatch(/do not know/i);
});

test('the stone is one of those in the record', () => {
  expect(ask({ age: 50, has: ['gallstones'] }, 'how do I stop getting another stone?')).not.toMatch(/kidney|weight/i);
});

test('a test by its two letters is found where a paper writes it so', () => {
  const person = { age: 52, notes: ['CT: 6 mm stone in the right ureter.', 'Ms Ct Brown came along.'] };
  const said = ask(person, 'what did the ct show?');
  expect(said).toMatch(/6 mm stone/);
  expect(said).not.toMatch(/There is no/);
});
