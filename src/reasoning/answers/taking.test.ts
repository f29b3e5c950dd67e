import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { ask } from './fixture.ts';
import { takingRows } from './taking.ts';

test('every class of how to take is in the catalogue', () => {
  const unknown = takingRows.rows.flatMap(({ of }) => of).filter((id) => openCatalogue().get(id) === undefined);
  expect(unknown).toEqual([]);
});

test.each([
  ['alendronic acid', 'how should I take alendronic acid?', /upright for 30 minutes/],
  ['levothyroxine', 'when is the best time to take levothyroxine, before or after breakfast?', /before breakfast/],
  ['dabigatran', 'can I open the dabigatran capsule and crush it?', /never open the capsule/i],
])('%s: %s', (medicine, message, says) => {
  expect(ask({ age: 74, takes: [medicine] }, message)).toMatch(says);
});

test.each([
  ['allopurinol', 'big toe red and hurts like mad, should I double the allopurinol?', /goes on at the same dose/],
  ['furosemide', 'can i cut down on the furosemide?', /written plan/],
])('a dose is not changed alone: %s', (medicine, message, says) => {
  const said = ask({ age: 60, takes: [medicine] }, message);
  expect(said).toMatch(/^No: do not change the dose/);
  expect(said).toMatch(says);
});

test('but as a paper says', () => {
  const notes = ['If the weight rises by 2 kg in three days, double furosemide for three days and ring us.'];
  const said = ask({ age: 60, takes: ['furosemide'], notes }, 'should I double my furosemide?');
  expect(said).toMatch(/^Only as your papers say/);
  expect(said).toContain('2 kg in three days');
});

test('who asks whether to stop is not told that nothing speaks against it', () => {
  const said = ask(
    { age: 52, has: ['depression'], takes: ['sertraline'] },
    'can I just stop sertraline, feel fine now',
  );
  expect(said).toMatch(/^No, do not stop sertraline on your own/);
});

test('sugar that is had is in the blood, sugar that is eaten is food', () => {
  const person = { age: 61, has: ['type 2 diabetes'], takes: ['metformin'] };
  expect(ask(person, 'what was my last sugar?')).not.toMatch(/speaks against sugar/);
  expect(ask(person, 'can I have sugar in my tea?')).toMatch(/sugar/i);
});
