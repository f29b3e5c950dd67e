import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldsOf, type JsonSchema, readFields } from '../../web/src/pieces/fields.ts';
import { PAGES, pageAt, pathTo } from '../../web/src/shell/pages.ts';
import { BOX, layOut } from '../../web/src/workshop/layout.ts';

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    content: { type: 'string', description: 'What is read.' },
    style: { enum: ['technical', 'bullets'], default: 'technical' },
    target_tokens: { type: 'integer' },
    preserve: { type: 'array', items: { type: 'string' }, default: [] },
    artifacts: { type: 'array', items: { type: 'object' } },
    strict: { type: 'boolean' },
  },
  required: ['content', 'target_tokens', 'preserve'],
};
const FIELDS = fieldsOf(SCHEMA);

describe('a form out of a schema', () => {
  test('has a field for each property, of the kind that fits it', () => {
    expect(FIELDS.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['content', 'long', true],
      ['style', 'choice', false],
      ['target_tokens', 'number', true],
      ['preserve', 'lines', false],
      ['artifacts', 'json', false],
      ['strict', 'switch', false],
    ]);
    expect(FIELDS[2]!.label).toBe('Target tokens');
  });

  test('comes to the input of the function, without what was left empty', () => {
    const typed = {
      content: 'Gout.',
      target_tokens: ' 120 ',
      preserve: 'uric acid\n\n water ',
      artifacts: '[{"a": 1}]',
    };
    expect(readFields(FIELDS, typed)).toEqual({
      ok: true,
      input: {
        content: 'Gout.',
        style: 'technical',
        target_tokens: 120,
        preserve: ['uric acid', 'water'],
        artifacts: [{ a: 1 }],
      },
    });
  });

  test.each([
    [{ target_tokens: '5' }, 'content', 'Content is needed.'],
    [{ content: 'x', target_tokens: 'many' }, 'target_tokens', 'Target tokens is not a number.'],
    [{ content: 'x', target_tokens: '5', artifacts: '{' }, 'artifacts', 'Artifacts is not JSON.'],
  ])('says which field is wrong: %o', (typed, name, message) => {
    expect(readFields(FIELDS, typed)).toEqual({ ok: false, name, message });
  });
});

describe('stages', () => {
  test('stand to the right of what they wait for, and none on another', () => {
    // A stage may wait for any before it.
    const stages = fc.array(fc.array(fc.nat(20), { maxLength: 3 }), { maxLength: 20 }).map((waits) =>
      waits.map((others, at) => ({
        id: `s${at}`,
        depends_on: [...new Set(others.filter((other) => other < at).map((other) => `s${other}`))],
      })),
    );
    fc.assert(
      fc.property(stages, (given) => {
        const { boxes, lines } = layOut(given);
        for (const { from, to } of lines) expect(to.x).toBeGreaterThanOrEqual(from.x + BOX.width);
        expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(given.length);
      }),
    );
  });

  test('a circle, which no valid pipeline has, is drawn all the same', () => {
    const { boxes } = layOut([
      { id: 'a', depends_on: ['b'] },
      { id: 'b', depends_on: ['a'] },
    ]);
    expect(boxes).toHaveLength(2);
  });
});

test('a page is found again at its own address, whatever its name holds', () => {
  for (const { id } of PAGES)
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { maxLength: 2 }), (rest) => {
        expect(pageAt(pathTo(id, ...rest))).toEqual({ id, rest });
      }),
    );
  expect(pageAt('/c/123')).toBeUndefined();
  expect(pageAt('/search/%E0%A4%A')).toEqual({ id: 'search', rest: ['%E0%A4%A'] });
});
