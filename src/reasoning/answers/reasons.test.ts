import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { ask } from './fixture.ts';
import { reasons } from './reasons.ts';

test('every row of reasons is of something in the catalogue and fits its own examples', () => {
  for (const { of, about, example, counter } of reasons) {
    expect(of.filter((id) => openCatalogue().get(id) === undefined)).toEqual([]);
    expect(example).toMatch(about);
    expect(counter).not.toMatch(about);
  }
});

test('why a precaution is there is told to who has what it is for, and to nobody else', () => {
  const asked = 'why do they make such a fuss about every sore throat with me';
  const said = ask({ age: 14, had: ['rheumatic fever'], has: ['asthma'] }, asked);
  for (const word of [/strep/, /rheumatic fever/, /valves/, /same day/]) expect(said).toMatch(word);
  expect(ask({ age: 14, has: ['asthma'] }, asked)).not.toMatch(/strep throat can bring/);
});

test('a term with a wish for plain words is explained', () => {
  const person = { takes: ['azathioprine 50 mg'], notes: ['TPMT *1/*3A: intermediate activity.'] };
  expect(ask(person, 'TPMT intermediate - huh? in plain words')).toMatch(/enzyme/);
});

test('a bare part of the body is no sign by itself', () => {
  const said = ask({ age: 61 }, 'a strong pressure on the chest, left arm too, cold sweat');
  expect(said).not.toMatch(/One-sided weakness/);
});

test('both doses of one vaccine are two, and a medicine that is left out is a cause', () => {
  expect(ask({ age: 14, done: { 'HPV vaccine': 500 } }, 'have I had both HPV ones')).toMatch(
    /^No: your record lists only one/,
  );
  const said = ask(
    {
      age: 14,
      has: ['type 1 diabetes'],
      takes: ['insulin aspart'],
      values: { 'hemoglobin a1c': [[200, 7] as [number, number], [10, 9.4] as [number, number]] },
      notes: ['HbA1c 80, up from 71. She leaves out NovoRapid at lunch at school on most days.'],
    },
    'my hba1c keeps climbing. why?',
  );
  expect(said).toMatch(/leaves out NovoRapid/);
});

test('what keeps somebody out of hospital goes by the illness of the record that the words are nearest to', () => {
  const person = { age: 60, has: ['chronic kidney disease', 'heart failure', 'migraine'] };
  expect(ask(person, 'What can I do myself so i dont land in hospital with fluid again')).toMatch(
    /^Weigh every morning/,
  );
});
