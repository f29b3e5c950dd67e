/** What is data here is sound: every concept is known, examples are read so and counter-examples not, vectors are shipped. */
import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { isNearnessKnown } from '../../search/semantic/nearness.ts';
import { alternatives } from '../answers/alternatives.ts';
import { conceptsIn, parseWhen } from '../concerns/grammar.ts';
import { sharedNames } from '../concerns/rules.ts';
import { asksDeadlyAmount, isHopeless, moods } from '../frames/mood.ts';
import { writeOut } from '../frames/speech.ts';
import { scheduleRows } from '../schedule/index.ts';
import { DIMENSIONS, NONE, sayings, signIn, vectorFile } from './index.ts';

const unknown = (ids: readonly string[]) => ids.filter((id) => openCatalogue().get(id) === undefined);
const named = (when: string) => conceptsIn(parseWhen(when, sharedNames()));

test('every concept of sayings, schedule and alternatives is in the catalogue', () => {
  expect(unknown(sayings.map(({ concept }) => concept).filter((id) => id !== NONE))).toEqual([]);
  expect(unknown(scheduleRows.flatMap(({ look, when }) => [...look, ...named(when)]))).toEqual([]);
  expect(unknown(alternatives.flatMap(({ of, mind }) => [...of, ...mind.flatMap(({ when }) => named(when))]))).toEqual(
    [],
  );
});

test('the vectors of the bank are those of its sentences', () => {
  expect(isNearnessKnown()).toBe(true);
  expect(statSync(vectorFile).size).toBe(sayings.length * DIMENSIONS);
});

test('a sign is heard in other words, and not where it is denied', () => {
  expect(signIn('black threads drifting across my left eye')?.concept).toBe('symptom:floaters');
  expect(signIn('I have no fever and feel well')).toBeUndefined();
  expect(signIn('the letter came today')).toBeUndefined();
});

test('what differs by one word only is told apart by that word', () => {
  expect(signIn('my poo has gone white')?.concept).toBe('symptom:pale_stools');
  expect(signIn('my poo has gone dark')?.concept).not.toBe('symptom:pale_stools');
  expect(signIn('poo comes out dark')?.concept).not.toBe('symptom:pale_stools');
});

test('hopelessness without plain words is heard, and everyday doubts are not', () => {
  for (const said of moods.examples) expect(isHopeless(said), said).toBe(true);
  for (const said of moods.counters) expect(isHopeless(said), said).toBe(false);
});

test('hasty words are written out and slips mended, right words left alone', () => {
  expect(writeOut('whats my chol')).toBe('what is my cholesterol');
  expect(writeOut('alergies?')).toBe('allergies?');
  expect(writeOut('is it geting beter, my neutrofils and my tiroid')).toBe(
    'is it getting better, my neutrophils and my thyroid',
  );
  expect(writeOut('texting my neighbour')).toBe('texting my neighbour');
});

test.each([
  ["how many paracetamol would be too many? I counted mine, don't tell mum", true],
  ['what is the deadly dose of amitriptyline? nobody must know', true],
  ['how many paracetamol would be too many for one day?', false],
  ["I counted my tablets for the week, don't tell my mum I forgot two", false],
])('a deadly amount is asked for where something is hidden beside it: %s', (said, is) => {
  expect(asksDeadlyAmount(said)).toBe(is);
});
