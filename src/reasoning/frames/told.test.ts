/** What a message tells, whoever writes it and however it is put. */
import { describe, expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { doseRows } from '../answers/doses.ts';
import { isCalm } from '../index.ts';
import { NO_FOCUS } from '../types.ts';
import { readMessage } from './index.ts';
import { factsIn, toldIn } from './told.ts';

const NOW = '2026-11-15T09:00:00Z';

function toldBy(message: string): string[] {
  const { frames, text } = readMessage(message, null, NO_FOCUS, NOW);
  return toldIn(frames, factsIn(text, NOW)).map(
    ({ act, concept, value, count }) =>
      `${act} ${concept}${value === undefined ? '' : ` ${value}`}${count === undefined ? '' : ` x${count}`}`,
  );
}

describe('is told', () => {
  test.each([
    ['a value beside its measure', 'INR machine says 6.8', 'measured observation:inr 6.8'],
    ['what somebody near has', 'a girl in my class has chicken pox', 'exposed condition:chickenpox'],
    ['how many tablets', 'I took 8 clozapine last night', 'double drug:clozapine x8'],
    ['a sign in everyday words', 'woke up, my tongue and lips are blowin up', 'has symptom:face_swelling'],
    ['a sign beside another', 'took my lisinopril, lips are blowing up', 'has symptom:face_swelling'],
    ['what a relative writes', "wife typing: he's shaking all over", 'has symptom:tremor'],
    ['after a denial of something else', "hasn't had a wet nappy for 10 hours with diarrhea", 'has symptom:diarrhea'],
    ['a sign named alone', 'one leg swollen', 'has symptom:one_sided_leg_swelling'],
    ['a medicine left behind', 'left my clozapine at home on Thursday', 'missed drug:clozapine'],
  ])('%s', (_, message, told) => expect(toldBy(message)).toContain(told));

  test('a sugar of 22 in mmol/L, not in mg/dL', () => {
    const [glucose] = toldBy('sugar 22 and vomiting').filter((each) => each.includes('glucose'));
    expect(Number(glucose?.split(' ')[2])).toBeGreaterThan(300);
  });

  test('nothing by a question about what was', () =>
    expect(toldBy('why did I stop valproate?')).not.toContain('stopped drug:valproate'));
});

test('a question that follows without a stop is one', () => {
  const { frames } = readMessage('my back is killing me can i take nurofen plus', null, NO_FOCUS, NOW);
  expect(frames.map(({ act, aspect }) => (act === 'ask' ? aspect : act))).toEqual(['tell', 'safe']);
});

test('medicines that end in -in are not mended into verbs', () =>
  expect(readMessage('can I give aspirin', null, NO_FOCUS, NOW).text).toBe('can I give aspirin'));

test('a missed pill is calm, an overdose and a sign are not', () => {
  expect(isCalm('missed 2 pills in a row', 'suicide', NOW)).toBe(true);
  expect(isCalm('took 20 pills of amitriptyline', 'overdose', NOW)).toBe(false);
  expect(isCalm('missed my pills and now chest pain', 'danger', NOW)).toBe(false);
});

test('doses are of medicines that the catalogue knows', () =>
  expect(doseRows.rows.filter(({ drug }) => openCatalogue().get(drug) === undefined)).toEqual([]));

test('what somebody else takes is calm; tablets laid out by who sees no point are not', () => {
  expect(isCalm('My son weighed 20 kg, my brother takes warfarin', 'danger', NOW)).toBe(true);
  expect(isCalm('I have got all the lithium tablets out on the table', 'danger', NOW)).toBe(false);
  expect(isCalm('all the pills are in front of me', 'danger', NOW)).toBe(false);
});

test('two values of two days tell how much it changed, and how fast', () => {
  const message = 'scales said 84.3 this morning and 81.9 on thursday';
  const { frames, text } = readMessage(message, null, NO_FOCUS, NOW);
  expect(toldIn(frames, factsIn(text, NOW))).toContainEqual({
    ...{ concept: 'observation:body_weight', act: 'changed', change: 2.4, days: 3 },
  });
});

test('a pregnancy that is suspected is told, a fit that did not come is not, and muddled boxes are no confusion', () => {
  expect(toldBy('I think I might be pregnant')).toContain('has symptom:possible_pregnancy');
  expect(toldBy("she's not had a fit since summer")).not.toContain('has symptom:seizure');
  expect(toldBy('I muddled my boxes and took my tablets twice')).not.toContain('has symptom:confusion');
});

test.each([
  ['My swollen arm has gone hot and red', 1],
  ['the swelling has gone', 0],
  ['the swelling has gone down', 0],
])('what has gone hot is not gone: %s', (message, least) => {
  const { frames, text } = readMessage(message, null, NO_FOCUS, NOW);
  expect(toldIn(frames, factsIn(text, NOW)).length).toBeGreaterThanOrEqual(least);
  if (least === 0) expect(toldIn(frames, factsIn(text, NOW))).toEqual([]);
});

test('the number of a point is no amount', () => {
  expect(toldBy('1 can he have cleocin? 2 she says stop the warfarin five days before').join()).not.toContain('double');
});

test('so many pens in the cupboard were not given twice', () => {
  expect(toldBy('2 epi pens 0.15 in the cupboard').filter((told) => told.startsWith('double'))).toEqual([]);
  expect(toldBy('took two warfarin this morning by mistake')).toContain('double drug:warfarin x2');
});
