import { describe, expect, test } from 'vitest';
import { ask } from './fixture.ts';

test('which of the tablets: those that are known for it, though the illness is older than the entry', () => {
  const person = { age: 48, takes: ['clozapine 350 mg @600', 'metformin 1000 mg @600'], has: ['obesity @3000'] };
  const said = ask(person, 'Which pill makes me fat?');
  expect(said).toMatch(/^Possibly: clozapine/);
  expect(said).not.toMatch(/Not named for weight gain:[^.]*clozapine/);
});

test('how a condition has gone is told by what shows the larger kind too', () => {
  const person = {
    age: 48,
    has: ['type 2 diabetes @900'],
    values: {
      'hemoglobin a1c': [
        [700, 6.9],
        [30, 8.4],
      ] as [number, number][],
    },
  };
  expect(ask(person, 'When did my diabetes start and how has it been going?')).toMatch(/HbA1c 8.4 %.*up from 6.9 %/);
});

test('what lies in a shop is asked about, not taken', () => {
  const said = ask({ age: 60, values: { 'estimated gfr': 38 } }, 'The shop has ibuprofen, my tooth hurts');
  expect(said).toMatch(/^No: ibuprofen/);
});

test('a small share that means something is a move: height lost', () => {
  const values = {
    'body height': [
      [4000, 166],
      [400, 162.5],
    ] as [number, number][],
  };
  expect(ask({ age: 70, values }, 'Am I shrinking?')).toMatch(/height fell, from 166 cm/i);
});

test('why a medicine is there asks what it is for', () =>
  expect(
    ask({ age: 60, takes: ['indapamide 2.5 mg'], has: ['hypertension'] }, 'Why is the water tablet there?'),
  ).toMatch(/treatment of hypertension/));

test('before a test the paper on that test leads, and a steroid in the cupboard is none in the body', () => {
  const person = {
    age: 70,
    takes: ['apixaban 5 mg twice daily', 'prednisolone 5 mg rescue pack'],
    notes: [
      'Colonoscopy on 20 June 2026. Your last apixaban before the test is the evening dose on 16 June; take none after it.',
    ],
  };
  const said = ask(person, 'When do I stop the blood thinner for the colonoscopy?');
  expect(said).toMatch(/^Your [^:]*says: "[^"]*last apixaban before the test/);
  expect(said).not.toMatch(/adrenal/);
  expect(ask({ ...person, notes: [] }, 'When do I stop the blood thinner for the colonoscopy?')).toMatch(
    /^Do not stop/,
  );
});

describe('what a person’s own plan says goes before any range', () => {
  const plan = {
    age: 8,
    has: ['asthma'],
    values: { 'peak expiratory flow': 195 },
    notes: [
      'Asthma action plan. Best peak flow 240. Green: 190 or more. Yellow 120 to 189 or coughing at night: salbutamol 4 puffs every 4 hours and call the nurse the same day. Red: under 120: 10 puffs, call an ambulance.',
    ],
  };

  test.each([
    ['my peak flow was 150 this morning, what do we do', /lies in the yellow zone.*call the nurse the same day/s],
    ['my peak flow is 110', /lies in the red zone.*call an ambulance/s],
    ['my peak flow is 220 today, is that ok?', /lies in the green zone/],
  ])('%s', (message, said) => expect(ask(plan, message)).toMatch(said));

  test('without zones nothing of that is said', () =>
    expect(ask({ ...plan, notes: [] }, 'my peak flow was 150 this morning')).not.toMatch(/zone/));
});

test('a dose that a paper ties to age is never called right', () => {
  const person = {
    age: 8,
    takes: ['midazolam 5 mg'],
    notes: [
      'If a seizure lasts 5 minutes: midazolam, once only. The dose has to be raised when he turns 5 (to 7.5 mg).',
    ],
  };
  expect(ask(person, 'is my midazolam still the right dose?')).toMatch(
    /^Do not take it for right.*raised when he turns 5/s,
  );
  expect(ask({ ...person, notes: [] }, 'is my midazolam still the right dose?')).not.toMatch(/tie the dose/);
});

test('what the plan is: what papers set out to do', () => {
  const person = { age: 50, notes: ['Seen for anaemia. Plan: repeat the blood count in March, then colonoscopy.'] };
  expect(ask(person, "What's the plan from here?")).toMatch(/Plan: repeat the blood count in March/);
  expect(ask({ age: 50 }, "What's the plan from here?")).not.toMatch(/Booked|set out this/);
});
