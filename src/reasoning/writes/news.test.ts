/** What is news: a visit that was, or one with a day; not a place, a guess, a jab's name, or what was typed off a paper. */
import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { readMessage } from '../frames/index.ts';
import { factsIn } from '../frames/told.ts';
import { NO_FOCUS } from '../types.ts';
import { isTold } from './gate.ts';

const now = '2026-11-15T09:00:00Z';

function kept(message: string, kind = 'encounter'): string[] {
  const { frames, text } = readMessage(message, emptyChart(now), NO_FOCUS, now);
  return factsIn(text, now)
    .filter((fact) => fact.kind === kind)
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

test.each([
  ['condition', 'had the hep jabs and the shingles one, so thats the lot done?'],
  ['symptom', 'why did they quit his aspirin? was it a bleed or what'],
  ['procedure', 'what checks am I late for. colonoscopy, eyes, whatever'],
  ['measurement', 'this came with his papers: "potassium 6.8 creatinine 4.4". do we go in?'],
  ['symptom', 'he bumped his head, laughing again. keep an eye for vomiting and tell dad?'],
])('no %s: %s', (kind, said) => expect(kept(said, kind)).toEqual([]));

test.each([
  ['condition', 'I have shingles'],
  ['procedure', 'had a colonoscopy in May'],
  ['measurement', 'my potassium was 5.1 today'],
])('a %s: %s', (kind, said) => expect(kept(said, kind)).toHaveLength(1));
