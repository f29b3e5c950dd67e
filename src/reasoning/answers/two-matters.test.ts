/** Two matters in one message, what a clause leaves out, and papers that later ones take back. The day is 15 Jun 2026. */
import { expect, test } from 'vitest';
import { ask, talk } from './fixture.ts';

test('a medicine that is given now and then is meant by what it is for, and asked for by its next time', () => {
  const person = {
    age: 80,
    has: ['osteoporosis', 'wet macular degeneration, left eye'],
    takes: ['denosumab 60 mg injection every 6 months @400', 'aflibercept eye injection @400'],
    notes: ['Practice note @9 | Bones: denosumab last in December, so due 12 June. Must not run late.'],
  };
  expect(ask(person, 'when is the next bone needle')).toMatch(/denosumab last in December/);
});

test('a dose that goes up is told of whichever medicine the papers say it of', () => {
  const person = {
    age: 66,
    takes: ['capecitabine 1150 mg twice a day @30', 'omeprazole 20 mg'],
    notes: [
      'Oncology letter @30 | We start at half: capecitabine 1150 mg twice daily. From cycle 3 (30 June) 1500 mg if neutrophils are above 1.5.',
    ],
  };
  expect(ask(person, 'when does the dose go up')).toMatch(/^Capecitabine: the next step.*1500 mg from 30 Jun 2026/);
  expect(ask({ age: 66, takes: ['omeprazole 20 mg'] }, 'when does the dose go up')).not.toMatch(/next step/);
});

test('what a later paper takes back is told with it', () => {
  const person = {
    age: 40,
    notes: [
      'Discharge letter @200 | Lifting: nothing above 5 kg for twelve weeks.',
      'Clinic note @20 | The old 5 kg limit is over: up to 10 kg without the belt.',
    ],
  };
  expect(ask(person, 'how much am I allowed to lift')).toMatch(/^A later paper changes this.*up to 10 kg/s);
  expect(ask({ ...person, notes: person.notes.slice(0, 1) }, 'how much am I allowed to lift')).toMatch(/5 kg/);
});

test('"the old one" is what was given before for the same', () => {
  const person = {
    age: 66,
    has: ['gout'],
    takes: ['febuxostat 80 mg @30', 'capecitabine 1150 mg twice a day @30'],
    stopped: ['allopurinol 300 mg @30'],
    notes: ['Oncology letter @30 | Allopurinol was stopped as it weakens capecitabine; febuxostat instead.'],
  };
  const [, again] = talk(person, [
    'why was I put on febuxostat',
    "I've half a box of the old one left, can't I use it up",
  ]);
  expect(again).toMatch(/allopurinol/i);
});

test('an illness is meant by a word of its name and "thing"', () => {
  const person = { age: 30, has: ['adrenal insufficiency', 'asthma'] };
  expect(ask(person, 'what is this adrenal thing I have')).toMatch(/cortisol/);
});

test('what is named of an arm may stand in the record without it', () => {
  const person = {
    age: 38,
    notes: ['GP note @20 | Implant put in 4 Dec 2023, lasts three years.', 'Nurse note @10 | Flu jab given, left arm.'],
  };
  expect(ask(person, 'when does my arm implant run out')).toMatch(/lasts three years/);
});
