import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../kernel/event.ts';
import { readObjections } from './critique.ts';
import { clean } from './table.ts';
import { isAlike, vote } from './vote.ts';

describe('a vote', () => {
  test.each<[string, Json[], Json, number]>([
    ['the majority wins', [1, 2, 2], 2, 1],
    ['a tie goes to the earlier', [true, false], true, 0],
    ['words that differ only in case and space are the same', ['Asthma ', 'asthma', 'COPD'], 'Asthma ', 1],
    ['of numbers without a majority the middle one', [1, 50, 3], 3, 0],
    [
      'of texts without a majority the one nearest to the others',
      ['wheeze at night', 'cough and wheeze at night', 'cough at dawn and night'],
      'cough and wheeze at night',
      0,
    ],
    [
      'each field by itself',
      [
        { a: 1, b: 1 },
        { a: 1, b: 2 },
        { a: 3, b: 2 },
      ],
      { a: 1, b: 2 },
      1,
    ],
    ['a field that only one has is left out', [{ a: 1, x: 9 }, { a: 1 }, { a: 1 }], { a: 1 }, 1],
    [
      'items of a list that most name',
      [
        ['a', 'b'],
        ['b', 'a'],
        ['b', 'c'],
      ],
      ['a', 'b'],
      2 / 3,
    ],
    [
      'items by their names, and within them by field',
      [[{ name: 'Aspirin', dose: 1 }], [{ name: 'aspirin', dose: 2 }], [{ name: 'Aspirin', dose: 2 }, { name: 'x' }]],
      [{ name: 'Aspirin', dose: 2 }],
      0.5,
    ],
    ['lists with nothing in common: the first', [['a'], ['b'], ['c']], ['a'], 0],
    ['empty lists', [[], [], ['x']], ['x'], 0],
    ['kinds that do not go together', [1, 'one', [1]], 1, 0],
  ])('%s', (_what, answers, value, agreement) => {
    const result = vote(answers);
    expect(result.value).toEqual(value);
    expect(result.agreement).toBeCloseTo(agreement);
  });

  const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>;

  test('of one voice, or of equal ones, is that voice', () => {
    fc.assert(
      fc.property(json, fc.integer({ min: 1, max: 5 }), (value, voices) => {
        const names = JSON.stringify(value);
        fc.pre(!/"(id|name|title|term|key|label|claim|text|description)"/.test(names) && !hasTwins(value));
        expect(isAlike(JSON.stringify(vote(Array(voices).fill(value)).value), names)).toBe(true);
      }),
      { seed: 4 },
    );
  });

  test('never invents: each plain value of the result is one that somebody gave', () => {
    fc.assert(
      fc.property(fc.array(json, { minLength: 1, maxLength: 5 }), (answers) => {
        const { value, agreement } = vote(answers);
        const given = new Set(answers.flatMap(leaves));
        for (const leaf of leaves(value)) expect(given.has(leaf)).toBe(true);
        expect(agreement).toBeGreaterThanOrEqual(0);
        expect(agreement).toBeLessThanOrEqual(1);
      }),
      { seed: 4 },
    );
  });
});

/** A list that names a thing twice: a vote names it once. */
function hasTwins(value: Json): boolean {
  if (Array.isArray(value))
    return value.some(
      (item, i) => value.some((other, j) => j < i && isAlike(tell(item), tell(other))) || hasTwins(item),
    );
  return typeof value === 'object' && value !== null && Object.values(value).some(hasTwins);
}

const tell = (value: Json) => JSON.stringify(value);

function leaves(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leaves);
  return [tell(value)];
}

test.each([
  ['{"objections": []}', undefined],
  ['{"objections": [{"problem": "Too long."}]}', '- Too long.'],
  ['No major issues found.', undefined],
  ['No source for the dose.', 'No source for the dose.'],
  ['', undefined],
])('objections in %j', (text, objections) => expect(readObjections(text)).toBe(objections));

test.each([
  ['<think>a\nb</think>\nYes.', false, 'Yes.'],
  ['<think>never ends', false, ''],
  ['I <think> so.', false, 'I <think> so.'],
  ['```json\n{"a":1}\n```', true, '{"a":1}'],
  ['```js\ncode\n```', false, '```js\ncode\n```'],
  ['Here is {it}:\n{"a":{"b":"}"}}\nAnything else?', true, '{"a":{"b":"}"}}'],
  ['Sure!\n```json\n{"a":1}\n```', true, '{"a":1}'],
  ['{"a":1} or {"a":2}', true, '{"a":1} or {"a":2}'],
  ['Sure! {"a":1}', false, 'Sure! {"a":1}'],
  ['{'.repeat(300_000), true, '{'.repeat(300_000)],
])('what is left of %j', (text, json, left) => expect(clean(text, json)).toBe(left));
