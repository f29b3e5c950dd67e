import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { NO_FOCUS } from '../types.ts';
import { readMessage } from './index.ts';

const NOW = '2026-11-15T09:00:00Z';
const read = (message: string) => readMessage(message, emptyChart(NOW), NO_FOCUS, NOW);

test('the number of a point is no part of a value, and a value keeps its own', () => {
  expect(read('my potassium is 5.6 is that bad').text).toContain('5.6');
  expect(read('Her potassium was 5.6. The doctor left.').text).toContain('5.6.');
  expect(read('Two things. 1 can i drive? 2 is it ok to fly').text).not.toMatch(/\d/);
});

test('who is called after an organ is not that organ', () => {
  const said = read('My potassium was 5.6. The kidney doctor could not find a cause. Does anything explain it?');
  expect(said.frames.at(-1)?.subjects.map(({ id }) => id)).toEqual(['observation:potassium']);
  const asked = read('when do I see the kidney doctor');
  expect(asked.frames[0]?.subjects.length).toBeGreaterThan(0);
});

test('how strong something is, where it is measured, asks for the value', () => {
  expect(read('how strong is my heart pumping?').frames[0]?.aspect).toBe('value');
});

test('to wait until one wakes is no wish not to wake', () => {
  expect(read('i turned it off, can i leave it till i wake up').frames.map(({ aspect }) => aspect)).not.toContain(
    'mood',
  );
});

test('what somebody is about to do, and asks leave for, is asked; what went before it is not', () => {
  const said = read("I have gained 2 kg so i'll just double it tonight ok");
  expect(said.frames.map(({ act, aspect }) => `${act} ${aspect}`)).toEqual(['tell about', 'ask change']);
  expect(read("my head hurts so i'll take paracetamol").frames.map(({ act }) => act)).not.toContain('ask');
});

test('a pump that was turned off is one that fails, whoever turned it off', () => {
  expect(read('turned the pump off cos it kept beeping').frames[0]?.subjects.map(({ id }) => id)).toContain(
    'symptom:insulin_pump_failure',
  );
});
