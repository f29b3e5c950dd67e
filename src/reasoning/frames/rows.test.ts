/** Every row of the recognisers is tested by its own example and counter-example. */
import { describe, expect, test } from 'vitest';
import { NO_FOCUS } from '../types.ts';
import { readMessage } from './index.ts';
import { commandIn, isLongAgo, manners, modalityOf, toldAct } from './manner.ts';
import { findPhrase, parsePhrase } from './phrase.ts';
import { recognisers } from './recognise.ts';
import { subjectsIn } from './subjects.ts';

const NOW = '2026-11-15T09:00:00Z';
const aspectsOf = (message: string) =>
  readMessage(message, null, NO_FOCUS, NOW)
    .frames.filter(({ act }) => act === 'ask' || act === 'tell')
    .map(({ aspect, act }) => (act === 'ask' ? aspect : 'told'));

describe('what a clause asks for', () => {
  for (const { id, aspect, example, counter } of recognisers.rows) {
    test(`${id}: "${example}"`, () => expect(rowsIn(example)).toContain(aspect));
    test(`${id} is not "${counter}"`, () => expect(aspectsOf(counter).at(-1)).not.toBe(aspect));
  }
});

/** A row about what is told with a question is seen in any clause of its example. */
function rowsIn(example: string): string[] {
  const { frames } = readMessage(example, null, NO_FOCUS, NOW);
  const told = frames
    .filter(({ act, text, subjects }) => act === 'tell' && toldAct(text, subjects) === 'missed')
    .map(() => 'missed');
  return [...aspectsOf(example), ...told];
}

describe('how a clause is meant', () => {
  const subjects = (text: string) => subjectsIn(text);
  for (const { id, act, example, counter } of manners.acts) {
    test(`${id}: "${example}"`, () => expect(toldAct(example, subjects(example))).toBe(act));
    test(`${id} is not "${counter}"`, () => expect(toldAct(counter, subjects(counter))).not.toBe(act));
  }
  for (const { id, modality, example, counter } of manners.modalities) {
    test(`${id}: "${example}"`, () => expect(modalityOf(example, subjects(example))).toBe(modality));
    test(`${id} is not "${counter}"`, () => expect(modalityOf(counter, subjects(counter))).not.toBe(modality));
  }
  for (const { id, example, counter } of manners.past) {
    test(`${id}: ${example}`, () => expect(isLongAgo(example, subjectsIn(example))).toBe(true));
    test(`${id}, not: ${counter}`, () => expect(isLongAgo(counter, subjectsIn(counter))).toBe(false));
  }
  for (const { id, example, counter } of manners.present) {
    test(`${id}: ${example}`, () => expect(isLongAgo(example, subjectsIn(example))).toBe(false));
    test(`${id}, not: ${counter}`, () => expect(isLongAgo(counter, subjectsIn(counter))).toBe(true));
  }
  for (const { id, act, example, counter } of manners.commands) {
    test(`${id}: "${example}"`, () => expect(commandIn(example, subjects(example))).toBe(act));
    test(`${id} is not "${counter}"`, () => expect(commandIn(counter, subjects(counter))).not.toBe(act));
  }
});

describe('phrases', () => {
  const words = (text: string) => text.split(' ').map((each) => ({ text: each, kinds: [] }));
  test.each([
    ['when (was|did)', 'and when did it', 1],
    ['improv*', 'has it improved', 2],
    ['how .. dose', 'how high is my dose', 0],
    ['^ why $', 'why not', -1],
    ['very? good', 'good', 0],
  ])('%s in "%s"', (phrase, text, at) => expect(findPhrase(parsePhrase(phrase), words(text))).toBe(at));

  test.each(['(a|b', '', 'a ) b'])('"%s" is refused', (written) =>
    expect(() => parsePhrase(written)).toThrow(/cannot be read/));
});
