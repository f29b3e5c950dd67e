/** Reasons of one point and of several, in own words: a verdict wherever one can be given, and never the contrary one. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { gradeWords } from './meaning.ts';
import { pointsOf } from './points.ts';
import { spellOut } from './word-parts.ts';

interface Row {
  readonly question: string;
  readonly key: string;
  readonly context: string;
  readonly answer: string;
  readonly verdict: string;
}

const rows = ['reasons', 'reasons-near'].flatMap((name) =>
  readFileSync(new URL(`../eval/train/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row),
);

function graded({ question, key, context, answer }: Omit<Row, 'verdict'>) {
  return gradeWords({ text: key, also: [], question, sentence: context }, answer);
}

/** Every eighth: the whole set is for eval/learn-statements.ts, which judges each by weights that saw none of its question. */
test('reasons to learn from are graded as they are marked, or left to compare where their signs are even', () => {
  const given = rows.filter((_, at) => at % 8 === 0).map((row) => ({ ...row, given: graded(row) }));
  const decided = given.filter((row) => row.given !== 'compare');
  const agreed = decided.filter((row) => row.given === row.verdict).length;
  expect(agreed / decided.length).toBeGreaterThanOrEqual(0.85);
  expect(decided.length / given.length).toBeGreaterThanOrEqual(0.8);
  const praised = given.filter((row) => row.verdict === 'wrong' && row.given === 'right').length;
  expect(praised / given.length).toBeLessThanOrEqual(0.04);
});

describe('a chain of points', () => {
  const asked = {
    question: 'Why is mitomycin C applied during the operation?',
    key: 'it inhibits fibroblasts and so prevents scarring of the bleb',
    context: 'Mitomycin C is applied because it inhibits fibroblasts and so prevents scarring of the bleb.',
  };
  test.each([
    ['to keep the bleb from scarring', 'right'],
    ['stops fibroblasts so the bleb does not scar', 'right'],
    ['it inhibits fibroblasts', 'partly'],
    ['it stimulates fibroblasts', 'wrong'],
    ['it inhibits fibroblasts and promotes scarring of the bleb', 'wrong'],
    ['it widens the pupil', 'wrong'],
  ])('%s: %s', (answer, verdict) => expect(graded({ ...asked, answer })).toBe(verdict));
});

test('what is so and what is not so may not be exchanged', () => {
  const asked = {
    question: 'Why is the abdomen soft?',
    key: 'the pain is neuropathic and not inflammatory',
    context: 'The abdomen is soft because the pain is neuropathic and not inflammatory.',
  };
  expect(graded({ ...asked, answer: 'because the pain is inflammatory and not neuropathic' })).toBe('wrong');
  expect(graded({ ...asked, answer: 'it is nerve pain' })).toMatch(/right|partly/);
});

test('points: what follows, what is done to two things, what is told in passing', () => {
  expect(pointsOf('they reduce aldosterone and so the excretion of potassium').map(({ text }) => text)).toEqual([
    'they reduce aldosterone',
    'they reduce the excretion of potassium',
  ]);
  expect(pointsOf('it dilates veins and so lowers preload and oxygen demand').map(({ deed }) => deed)).toEqual([
    0, 1, 1,
  ]);
  expect(pointsOf('it antagonises the aldosterone that is raised in cirrhosis').map(({ isAside }) => isAside)).toEqual([
    false,
    true,
  ]);
});

test('words of medicine by their parts', () => {
  expect(spellOut('nephrotoxic and ototoxic')).toBe('kidney damage and ear damage');
  expect(spellOut('hyperkalaemia, vasoconstriction')).toBe('high potassium, vessel constriction');
});

test('another verb in the place of the right one is not taken for it', () => {
  const ice = {
    question: 'Burns: Why must ice not be used?',
    key: 'vasoconstriction deepens the burn',
    context: 'Ice must not be used because vasoconstriction deepens the burn.',
  };
  expect(graded({ ...ice, answer: 'because vasoconstriction heals the burn' })).not.toMatch(/right|partly/);
  expect(graded({ ...ice, answer: 'vasoconstriction deepens the burn' })).toBe('right');
});

test('one of two reasons that stand side by side is a part', () => {
  const eyes = {
    question: 'Why are long-sighted people at risk?',
    key: 'their eyes are short and the anterior chamber is shallow',
    context: 'Long-sighted people are at risk because their eyes are short and the anterior chamber is shallow.',
  };
  expect(graded({ ...eyes, answer: 'because their anterior chamber is shallow' })).toBe('partly');
});

test('what stands for a list is no opposite of it, however alike it is spelled', () => {
  const key = { text: 'immediate descent, oxygen and dexamethasone', also: [], question: 'What is the treatment?' };
  expect(gradeWords(key, 'ascent, oxygen and dexamethasone')).not.toBe('right');
});
