/** Which visits are news: one that was, or one with a day; not a place that is only named. */
import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { readMessage } from '../frames/index.ts';
import { factsIn } from '../frames/told.ts';
import { NO_FOCUS } from '../types.ts';
import { isTold } from './gate.ts';

const now = '2026-11-15T09:00:00Z';

function kept(message: string): string[] {
  const { frames, text } = readMessage(message, emptyChart(now), NO_FOCUS, now);
  return factsIn(text, now)
    .filter(({ kind }) => kind === 'encounter')
    .filter((fact) => isTold(fact, frames))
    .map(({ name }) => name);
}

test.each(['I went to the ER', 'saw the cardiologist', 'seeing the dentist on Friday'])('%s', (said) =>
  expect(kept(said)).toHaveLength(1));

test.each([
  'the ER wrote that it is fine',
  'Seeing the new endocrinologist soon.',
  'the ER doctors said nothing of it',
])('no visit to keep: %s', (said) => expect(kept(said)).toEqual([]));
