import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../kernel/index.ts';
import { fill, holds, readTemplate, referencesIn, type Scope } from './reference.ts';

const scope: Scope = {
  input: { title: 'On tea', pages: 12, tags: ['a', 'b'], draft: false },
  stages: new Map<string, Json>([
    ['extract', { items: [{ text: 'leaf', at: [1, 2] }, { text: 'water', at: [3] }, { at: [] }] }],
    ['each', [{ code: 'x' }, { code: 'y' }]],
  ]),
  item: { name: 'second' },
  index: 1,
  retry: { attempt: 2, feedback: ['too long'] },
};
const filled = (value: Json) => fill(readTemplate(value), scope);

describe('a reference', () => {
  test.each<[Json, Json | undefined]>([
    ['${input.title}', 'On tea'],
    ['${input.pages}', 12],
    ['${input.draft}', false],
    ['${input}', scope.input],
    ['${stages.extract.items[1].text}', 'water'],
    ['${stages.extract.items[*].text}', ['leaf', 'water']],
    ['${stages.extract.items[*].at[*]}', [1, 2, 3]],
    ['${stages.extract.items[:1]}', [{ text: 'leaf', at: [1, 2] }]],
    ['${stages.each[index].code}', 'y'],
    ['${item.name}', 'second'],
    ['${index}', 1],
    ['${retry.feedback}', ['too long']],
    ['${input.nothing}', undefined],
    ['${input.nothing ?? "something }"}', 'something }'],
    ['${input.nothing ?? []}', []],
    ['${input.title.length}', undefined],
    ['${input.constructor}', undefined],
    ['${stages.never.ran}', undefined],
  ])('%j is the value itself', (value, expected) => {
    expect(filled(value)).toEqual(expected);
  });

  test.each<[Json, Json]>([
    ['“${input.title}”, ${input.pages} pages', '“On tea”, 12 pages'],
    ['tags: ${input.tags}', 'tags: a, b'],
    ['${input.tags | lines}', 'a\nb'],
    ['Points:\n${stages.extract.items[*].text | bullets}', 'Points:\n- leaf\n- water'],
    ['${stages.each[0] | json}', '{"code":"x"}'],
    ['none: ${input.nothing}.', 'none: .'],
    ['costs $5, $${input.title}', 'costs $5, ${input.title}'],
  ])('%j in a text becomes text', (value, expected) => {
    expect(filled(value)).toBe(expected);
  });

  test('is spread into a list, and what is absent is left out of lists and objects', () => {
    expect(filled(['first', '...${input.tags}', '...${input.nothing}', '${input.nothing}', '${index}'])).toEqual([
      'first',
      'a',
      'b',
      1,
    ]);
    expect(filled({ a: '${input.nothing}', b: { c: '${item.name}' } })).toEqual({ b: { c: 'second' } });
  });

  test.each([
    '${}',
    '${file.name}',
    '${input.title',
    'a ${input.a and ${input.b}',
    '${input.title | shout}',
    '${input["x"]}',
    '${1+1}',
  ])('%j is refused', (value) => {
    expect(() => readTemplate(value)).toThrow(/cannot be read/);
  });

  test('knows what it refers to, wherever it stands', () => {
    const template = readTemplate({ a: ['...${stages.one.x}', 'b ${stages.two.y}'], c: { d: '${input.z}' } });
    expect(referencesIn(template).map(({ text }) => text)).toEqual(['stages.one.x', 'stages.two.y', 'input.z']);
  });
});

test('what is put in is never read again, whatever it says', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const poisoned = `${text}\${input.secret}$\${`;
      const world: Scope = { input: { text: poisoned, secret: 'S' }, stages: new Map() };
      expect(fill(readTemplate('${input.text}'), world)).toBe(poisoned);
      expect(fill(readTemplate('<${input.text}>'), world)).toBe(`<${poisoned}>`);
    }),
  );
});

test('a text without references is itself, and none makes the reader hang or crash otherwise', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (text.includes('${')) return;
      expect(fill(readTemplate(text), scope)).toBe(text);
    }),
  );
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('$', '{', '}', '"', '\\', '?', '|', '[', '*', ']', '.', 'i', ' ') }),
      (text) => {
        try {
          fill(readTemplate(text), scope);
        } catch (thrown) {
          expect(thrown).toMatchObject({ code: 'REFERENCE_INVALID' });
        }
      },
    ),
  );
});

test('a condition holds unless it is absent, false, zero or empty', () => {
  for (const value of [undefined, null, false, 0, '', [], {}]) expect(holds(value)).toBe(false);
  for (const value of [true, 1, 'no', [0], { a: null }]) expect(holds(value)).toBe(true);
});
