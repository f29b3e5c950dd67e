/** What a yes or a no is given to, and what cannot wait beside it. */
import { describe, expect, test } from 'vitest';
import { ask, talk } from './answers/fixture.ts';

const lithium = {
  age: 63,
  sex: 'male' as const,
  takes: ['lithium 900 mg', 'levothyroxine 75 ug'],
  has: ['hypertension'],
  values: { 'lithium level': 0.7, 'systolic blood pressure': 132, calcium: 9.4 },
};
const toxic = { ...lithium, values: { ...lithium.values, 'lithium level': 1.8 } };

describe('a verdict', () => {
  test.each([
    [
      'he wants to do sauna each day and eat without any salt for his pressure, good idea?',
      /^Not without asking first: sauna and salt/,
    ],
    ['I plan to go to the sauna to bring my blood pressure down, wise?', /^Not without asking first: sauna/],
    ['do i just take the ibuprofen?', /^No: ibuprofen/],
    ['is coffee ok and can i take naproxen?', /^No: naproxen.*coffee/s],
    ['is it ok to eat no salt', /^Not without asking first/],
  ])('is that of the worst part: %s', (message, begins) => {
    expect(ask(lithium, message)).toMatch(begins);
  });

  test('is given to what is done and to what is left off, each by itself', () => {
    const heart = { age: 80, sex: 'female' as const, takes: ['furosemide 40 mg'], has: ['heart failure', 'epilepsy'] };
    const said = ask(heart, 'mum wants to go swimming and stop the water tablet on holiday, good idea?');
    expect(said).toMatch(/^No, do not stop/);
    expect(said).toMatch(/swimming/i);
  });

  test.each([
    'which vaccinations should I get now?',
    'calcium 2.9, what is that, too much milk?',
    'a tooth is pulled on friday, anything special?',
  ])('is not given where nobody asks for one: %s', (message) => {
    expect(ask(lithium, message)).not.toMatch(/^(?:Yes|No)\b/);
  });
});

describe('what cannot wait and nobody asked about', () => {
  const [first, second, third, fourth, again] = talk(toxic, [
    'when was I born?',
    'what is my calcium?',
    'what do I take for my thyroid?',
    'what is my blood pressure?',
    'is my lithium ok?',
  ]) as [string, string, string, string, string];

  test('comes after the answer, with one call', () => {
    expect(first).toMatch(/^You are 63.*Not asked, but it cannot wait: The level of lithium is too high/s);
    expect(first.match(/\bCall\b/g)).toHaveLength(1);
  });

  test('is not repeated, but reminded of, and told whole where it is asked about', () => {
    expect(`${second}${third}`).not.toMatch(/level of lithium|Still open/);
    expect(fourth).toMatch(/Still open from before: lithium level 1\.8/);
    expect(again).toMatch(/The level of lithium is too high.*Call today/s);
  });

  test('is no longer reminded of once somebody was called', () => {
    const said = talk(toxic, [
      'when was I born?',
      'ok we called the clinic',
      'what is my calcium?',
      'and my pressure?',
      'what do I take for my thyroid?',
    ]);
    expect(said.slice(1).join(' ')).not.toMatch(/Still open/);
  });
});
