/** Questions whose wrong answer does harm: an emergency that passes as a question, a dose that is no longer so, what is booked already. */
import { expect, test } from 'vitest';
import { extractFacts } from '../../clinical/index.ts';
import { emptyChart } from '../chart.ts';
import { inOwnTime, isPoisoned, NO_FOCUS, readMessage } from '../index.ts';
import { ask } from './fixture.ts';

const NOW = '2026-11-15T09:00:00Z';
const isPoisoning = (message: string) => isPoisoned({ chart: emptyChart(NOW), message, now: NOW });

test('so many tablets at once are a poisoning, whatever they are; a dose in milligrams is none', () => {
  expect(isPoisoning("she's after taking about 20 fluoxetine and some keppra")).toBe(true);
  expect(isPoisoning('I took my 20 mg fluoxetine this morning')).toBe(false);
  expect(isPoisoning('I take 10 mg of prednisolone every day')).toBe(false);
});

test('a fever is of today, whatever day the question behind it names', () => {
  const said = 'Temp 38.3 and sore over my kidney, can I wait till tomorrow?';
  const { frames, text } = readMessage(said, null, NO_FOCUS, NOW);
  const facts = extractFacts(text, { now: NOW });
  expect(facts.some(({ time = '' }) => time > NOW)).toBe(true);
  const days = facts.map((fact) => inOwnTime(fact, frames, NOW).time ?? '');
  expect(days.every((day) => day.slice(0, 10) <= NOW.slice(0, 10))).toBe(true);
});

test('the medicine may be the same and the dose another', () => {
  const person = { age: 84, takes: ['apixaban 2.5 mg'], has: ['atrial fibrillation'] };
  expect(ask(person, 'am I still on apixaban 5?')).toMatch(/^Not 5: apixaban yes, but now 2\.5 mg/);
  expect(ask(person, 'am I still on apixaban 2.5 mg?')).toMatch(/^Yes/);
});

test('a hearing test is no heart rate', () => {
  const said = ask({ age: 84, values: { 'heart rate': 46 } }, 'have I had a hearing test?');
  expect(said).toMatch(/no hearing test/);
  expect(said).not.toMatch(/heart rate was/);
});

test('what is given with a dose is not barred by what the same sentence bars', () => {
  const notes = ['Pain: paracetamol 500 mg up to four times a day (weight about 50 kg), no NSAIDs, no codeine.'];
  expect(ask({ age: 86, notes }, 'what can I take for my knee?')).not.toMatch(/Not paracetamol/);
});

test('something natural in the place of a medicine is a wish to stop it', () => {
  const said = ask({ age: 40, takes: ['azathioprine 150 mg'] }, 'can I swap the azathioprine for something natural?');
  expect(said).toMatch(/No, do not stop azathioprine on your own/);
});

test('what a flyer sells is not quoted beside an answer', () => {
  const notes = [
    "Leaflet @10 | MOOD DROPS: 100% natural St John's wort. Safe with all tablets! Order now, half price!",
  ];
  const said = ask({ age: 30, takes: ['fluoxetine 20 mg'], notes }, "could I try st john's wort instead?");
  expect(said).toMatch(/^No/);
  expect(said).not.toMatch(/Safe with all/);
});
