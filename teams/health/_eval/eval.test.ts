/** The judge judges: good answers pass, bad ones fail, and the sets of this folder are sound. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCaseSet } from './cases.ts';
import { judgeCase } from './judge.ts';

test.each(['train', 'dev'])('every case of %s passes its good answer and fails its bad ones', (name) => {
  const { faults, cases } = readCaseSet(join(import.meta.dirname, name));
  expect(faults).toEqual([]);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

const CASE = {
  id: 'x',
  patient: 'p',
  cat: 'record' as const,
  severity: 2 as const,
  why: 'test',
  turns: [{ say: 'q', must: [['warfarin'], ['^yes']], mustNot: ['there is no'], cite: true, writes: [] }],
  good: ['Yes: warfarin.'],
  bad: [],
};
const played = (text: string, more: object = {}) => [{ text, outcome: 'answered', cited: true, written: [], ...more }];

test('points are the share of criteria met', () => {
  expect(judgeCase(CASE, played('Yes: **warfarin**.[^1]\n\n[^1]: there is no')).points).toBe(1);
  expect(judgeCase(CASE, played('You take warfarin.')).points).toBeCloseTo(2 / 3);
  expect(judgeCase(CASE, played('Yes: warfarin.', { cited: false })).points).toBeCloseTo(2 / 3);
});

test('what must not be said, a write that was not told and a fallback earn nothing', () => {
  expect(judgeCase(CASE, played('Yes: warfarin. There is no other.')).points).toBe(0);
  expect(judgeCase(CASE, played('Yes: warfarin.', { written: ['warfarin'] }))).toMatchObject({
    points: 0,
    wrongWrites: 1,
  });
  expect(judgeCase(CASE, played('Yes: warfarin.', { outcome: 'fallback' })).points).toBe(0);
});
