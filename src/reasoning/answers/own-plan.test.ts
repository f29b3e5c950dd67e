/** What one's own papers say to do with a value, with a medicine that was ended, and when the next test is. */
import { expect, test } from 'vitest';
import { ask, talk } from './fixture.ts';

const asthma = {
  age: 62,
  has: ['asthma'],
  values: { 'peak expiratory flow': 370 },
  notes: [
    'Peak flow today 370. New plan replacing the 2022 one: above 330 carry on. Between 205 and 330, or waking at night: start prednisolone 40 mg for 5 days and ring the asthma nurses. Below 205: 999.',
  ],
};

test.each([
  [
    'blew 290 this morning. do i do anything or wait',
    /290 L\/min lies between 205 and 330 in your plan.*prednisolone/s,
  ],
  ['peak flow 180', /lies below 205 in your plan.*999/s],
  ['peak flow 350 today, is that ok', /lies above 330 in your plan/],
])('a plan by bounds alone: %s', (message, said) => {
  expect(ask(asthma, message)).toMatch(said);
});

test('a weight read off the scales is held against the limit of a paper where somebody asks who must know', () => {
  const said = ask(
    { age: 80, values: { 'body weight': 61 }, notes: ['Weight under 58 kg: tell the dietitian within the week.'] },
    'I was 56 on the scales, does anyone need to know',
  );
  expect(said).toMatch(/Weight 56.* is below 58, the limit that your papers set.*dietitian/s);
  expect(said).not.toMatch(/weight gain/i);
});

test('a medicine that was ended for good and is taken all the same: no more of it, with the paper', () => {
  const person = {
    age: 55,
    has: ['asthma'],
    stopped: ['montelukast 10 mg'],
    notes: ['Nightmares and low mood. Montelukast stopped today; not to be restarted by anyone.'],
  };
  expect(ask(person, 'I gave in and took one of my montelukast last night')).toMatch(/not to be restarted by anyone/);
});

test('white cells are the ones that the record holds', () => {
  const said = ask({ age: 40, takes: ['azathioprine 100 mg'], values: { neutrophils: 1.3 } }, 'are my white cells ok?');
  expect(said).toMatch(/neutrophils/i);
  expect(said).not.toMatch(/There (?:is|are) no white/);
});

test('the next blood test stands in a letter that names its week', () => {
  const said = ask(
    {
      age: 60,
      has: ['hypothyroidism'],
      values: { TSH: [[80, 11.6] as [number, number]] },
      notes: ['Blood test for TSH eight weeks from now; form left at reception.'],
    },
    'when is my next thyroid blood test',
  );
  expect(said).toMatch(/TSH is due by/);
});

test('the time a value was far out is asked about: that value, and not the last one', () => {
  const [, said] = talk(
    {
      age: 80,
      values: {
        sodium: [
          [800, 119],
          [20, 136],
        ],
      },
    },
    ['what is my latest sodium', 'and the time it was really low, why was that?'],
  );
  expect(said).toMatch(/119 mmol\/L/);
});

test('what runs in the family and was never tested is not denied', () => {
  const said = ask(
    { age: 30, notes: ['His brother has sickle cell disease. He himself feels well.'] },
    'have i got sickle cell disease',
  );
  expect(said).not.toMatch(/^No/);
});

test('a sheet of values is held against the limits of papers, whatever the range says', () => {
  const said = ask(
    {
      age: 77,
      values: { ferritin: 22 },
      notes: ['Infuse when ferritin is under 50; call us and do not wait for the visit.'],
    },
    'got my blood results. good enough till december or what?',
  );
  expect(said).toMatch(/Ferritin 22 .*is below 50, the limit that your papers set.*call us/s);
});

test.each([
  ['my head hurts is advil or tylenol better for me'],
  ['back is killing me from the garden, ok to take a few nurofen'],
])('what is asked about without a stop is not taken: %s', (message) => {
  expect(ask({ age: 40 }, message)).not.toMatch(/no more of it/);
});
