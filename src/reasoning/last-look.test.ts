/** Whatever way an answer went, the paragraph that is plainly meant is quoted; among few papers, and for small talk, none is. */
import { expect, test } from 'vitest';
import { ask, talk } from './answers/fixture.ts';

const MATTERS = [
  'Eyes: both lenses were looked at, drops go on at night, glasses are new since spring.',
  'Feet: skin whole, pulses felt, nails cut by the podiatrist every eight weeks.',
  'Teeth: a crown on the lower left is loose and waits for the dentist in town.',
  'Sleep: goes to bed at ten, wakes at four, naps after lunch in the chair.',
  'Diet: porridge, soup and toast, little fruit, two cups of tea with sugar.',
  'House: lives alone on the second floor, the stairs are steep, a rail was put in.',
  'Work: was a bus driver for thirty years and mends clocks in the shed now.',
  'Family: a daughter in Leeds telephones on Sundays and does the shopping online.',
  'Ears: wax was taken out, the hearing aid on the right whistles.',
  'Skin: dry patches on both elbows, a cream twice a day helps.',
  'Heart: the echo of the baby in the womb was normal, rhythm 142, no further scan is needed, the midwife listens at each visit.',
  'Transport: the taxi card runs until March, the bus pass was renewed.',
  'Garden: grows beans and roses, kneels on a mat, wears gloves.',
  'Money: the allowance was granted in June and comes every four weeks.',
];
const person = { age: 34, has: ['pregnancy'], notes: [`Clinic letter @20 | ${MATTERS.join('\n\n')}`] };

test.each([
  ['they said something of the taxi card and the bus pass', /runs until March/],
  ['any changes with the hearing aid that whistles, wax taken out?', /hearing aid on the right whistles/],
])('a paragraph that is plainly meant is quoted, however the message was read: %s', (message, said) => {
  expect(ask(person, message)).toMatch(said);
});

test('a brief question goes on from the one before', () => {
  const [, further] = talk(person, [
    'was the heart of the baby fine on the echo, what rhythm',
    'so do I need more of them?',
  ]);
  expect(further).toMatch(/midwife listens/);
});

test('small talk quotes nothing, and among few paragraphs likeliest is not likely', () => {
  expect(ask(person, 'thank you very much')).not.toMatch(/says:/);
  const few = { age: 34, notes: ['Clinic letter @20 | Garden: grows beans and roses, kneels on a mat, wears gloves.'] };
  expect(ask(few, 'my knee hurts when I climb stairs')).not.toMatch(/beans/);
});
