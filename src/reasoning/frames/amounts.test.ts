import { expect, test } from 'vitest';
import { isDayDose, isPoisoned } from '../alarm/index.ts';
import { emptyChart } from '../chart.ts';
import { amountOf } from './amounts.ts';

const NOW = '2026-06-15T10:00:00Z';
const of = (text: string, name: string) => {
  const start = text.indexOf(name);
  return amountOf({ start, end: start + name.length }, text);
};
const heard = (message: string) => ({ chart: emptyChart(NOW), message, now: NOW });

test('how many, how strong and how often is read from the words around a medicine', () => {
  expect(of('8 of the 1g paracetamol today', 'paracetamol')).toMatchObject({ count: 8, value: 1, unit: 'g' });
  expect(of('I had 40mg of my warfarin', 'warfarin')).toMatchObject({ value: 40, unit: 'mg', total: true });
  expect(of('took my tramadol again and again, maybe 700 mg', 'tramadol')).toMatchObject({ value: 700, total: true });
  expect(of('two paracetamol every hour', 'paracetamol')).toMatchObject({ count: 2, perDay: 16 });
  expect(of('took his xanax, like 9', 'xanax')).toMatchObject({ count: 9 });
  expect(of('took lithium at 8 pm', 'lithium').count).toBeUndefined();
});

test('only what is known to lie within the dose of a day is taken back as no overdose', () => {
  expect(isDayDose(heard('took six paracetamol 500 mg through the day'))).toBe(true);
  expect(isDayDose(heard('took 4 digoxin over the day'))).toBe(false);
  expect(isDayDose(heard('I had 8 of the 1g paracetamol over the day'))).toBe(false);
  expect(isDayDose(heard('took eight paracetamol at once'))).toBe(false);
});

test('what somebody else took, or a child got hold of, is a poisoning by what and how much it is', () => {
  expect(isPoisoned(heard('my husband just had 10 of his gliclazide'))).toBe(true);
  expect(isPoisoned(heard('the toddler ate two of grandads glyburide'))).toBe(true);
  expect(isPoisoned(heard('my brother takes warfarin'))).toBe(false);
  expect(isPoisoned(heard('my toddler had calpol this morning'))).toBe(false);
  for (const own of [
    'my son ate breakfast and took his ritalin',
    'The doctor found an ear infection and gave my son amoxicillin',
    'They found asthma and my daughter has taken salbutamol since',
  ])
    expect(isPoisoned(heard(own)), own).toBe(false);
  for (const held of [
    'My toddler found grandmas tablets and ate some amlodipine',
    'our two year old ate, I think, two of the metformin',
    'my grandson put a fentanyl patch in his mouth',
  ])
    expect(isPoisoned(heard(held)), held).toBe(true);
});
