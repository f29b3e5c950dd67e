import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { subjectsIn } from '../frames/subjects.ts';
import { ask, talk } from './fixture.ts';
import { handling, handlingIn } from './handling.ts';

const heart = {
  age: 68,
  has: ['atrial fibrillation', 'heart failure'],
  takes: ['apixaban 5 mg', 'bisoprolol 5 mg', 'ramipril 5 mg'],
  values: { 'estimated GFR': 42, potassium: 5.4 },
};

test.each(handling.kinds)('$id: by its example and counter-example, for medicines that are known', (kind) => {
  expect(handlingIn(kind.example, subjectsIn(kind.example))?.id).toBe(kind.id);
  expect(handlingIn(kind.counter, subjectsIn(kind.counter))).toBeUndefined();
  for (const { of } of kind.rows) for (const id of of) expect(openCatalogue().get(id)?.id).toBe(id);
});

test.each([
  ['The bisoprolol expired last month, may I still use it?', /^No, not past the date/],
  ['My tablets got left in the hot car for a day. Still good?', /^Do not rely on it.*60 °C/s],
  ['I ran out of bisoprolol three days ago', /emergency supply.*heart and pressure race/s],
  ['threw up ten minutes after my apixaban, take another?', /Never take a second dose on a guess.*half an hour/s],
])('%s', (message, says) => {
  expect(ask(heart, message)).toMatch(says);
});

test('what speaks against it in the record comes before whose it is', () => {
  expect(ask(heart, "Can I take my wife's naproxen?")).toMatch(/^No: naproxen.*prescribed for somebody else/s);
  expect(ask({ age: 30 }, "Can I take my wife's amoxicillin?")).toMatch(/^A medicine that was prescribed for somebody/);
  expect(
    ask(
      { age: 12, has: ['g6pd deficiency'] },
      'my sister has primaquine left over, can he take these against malaria?',
    ),
  ).toMatch(/^No: primaquine.*G6PD/is);
  expect(ask({ age: 30 }, 'Can I take amoxicillin?')).not.toMatch(/somebody else/);
});

test("another's tablets that were taken are weighed, and some days without one are no forgotten dose", () => {
  expect(ask(heart, 'ive been on my late husbands diclofenac since friday')).toMatch(/bleeding/);
  const without = ask(heart, 'I have been without my bisoprolol for four days');
  expect(without).toMatch(/at once can bring|emergency supply/);
  expect(without).not.toMatch(/does no harm/);
});

test('"that" beside one\'s medicines is the value that was spoken of', () => {
  const [, raised, dropped] = talk(heart, [
    'what was my last potassium?',
    'do any of my medicines push that up',
    'so i just drop the ramipril then',
  ]);
  expect(raised).toMatch(/ramipril/i);
  expect(dropped).toMatch(/^No, do not stop ramipril/);
});

test('a kind of medicine is weighed by those that belong to it', () => {
  expect(ask({ age: 30, has: ['epilepsy'], takes: ['levetiracetam 500 mg'] }, 'Can I take antimalarials?')).toMatch(
    /^Not without asking.*mefloquine|chloroquine/is,
  );
});

test('an allergy that is told is not what is asked for', () => {
  const child = { age: 7, allergic: ['peanut: anaphylaxis'] };
  expect(ask(child, 'Can he have the flu vaccine? he is allergic to peanuts')).toMatch(/^Yes/);
  expect(ask(child, 'Can he have peanut butter?')).toMatch(/^No/);
});

test('what goes with an operation, and what "on" a medicine means', () => {
  expect(ask(heart, 'I have a tooth out on Thursday, what about my Eliquis?')).toMatch(/^Do not stop anything/);
  expect(ask(heart, 'Can I get the flu jab on a blood thinner?')).toMatch(/^Yes/);
  expect(ask({ age: 7 }, 'How much Calpol can he have? he weighs 22 kg')).toMatch(/330 mg/);
});

test('what is for an emergency comes along, also where it is only pointed at', () => {
  const child = { age: 12, takes: ['epinephrine 0.3 mg'], allergic: ['peanut: anaphylaxis'] };
  const said = 'my mother says I must take the EpiPen to Borkum. It is only 4 days, can I leave it at home?';
  expect(ask(child, said)).toMatch(/^No, it comes along.*anaphylaxis/s);
});

test('deeds of everyday life are weighed like medicines, and a kind beside its medicine is not asked about', () => {
  const pregnant = { age: 31, sex: 'female' as const, has: ['pregnancy'] };
  expect(ask(pregnant, "Can I clean the cat's litter tray?")).toMatch(/^No.*toxoplasma/s);
  expect(ask(pregnant, 'can I eat smoked salmon')).toMatch(/listeria/);
  expect(ask({ age: 40, takes: ['insulin glargine 20 units'] }, 'can I go to the gym?')).toMatch(/sugar falls/);
  expect(ask({ age: 40, takes: ['tacrolimus 3 mg'] }, 'can I take the antibiotic clarithromycin?')).toMatch(
    /^No: clarithromycin/,
  );
});

test('a bare yes or no where nothing was asked is told so', () => {
  expect(ask(heart, 'no')).toMatch(/^I had not asked you anything/);
});
