import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseGently } from './gentle-json.ts';

describe('JSON in pieces', () => {
  test('is what JSON.parse makes of it, whatever a piece is', async () => {
    const key = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor', '0', ''));
    const json = fc.oneof(fc.jsonValue({ maxDepth: 6 }), fc.object({ key, maxDepth: 5 }));
    await fc.assert(
      fc.asyncProperty(
        json,
        fc.integer({ min: 0, max: 40 }),
        fc.constantFrom(undefined, 1, '\t\r\n'),
        async (value, piece, indent) => {
          const text = JSON.stringify(value, null, indent);
          expect(JSON.stringify(await parseGently(text, piece))).toBe(JSON.stringify(JSON.parse(text)));
        },
      ),
      { numRuns: 500 },
    );
  });

  test('refuses what JSON.parse refuses, whatever a piece is', async () => {
    const token = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"a"',
      '"a":',
      '1',
      ' ',
      '[[1]',
      '"',
      '\\',
      'null',
      '{"b":[2]}',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 14 }), fc.integer({ min: 0, max: 12 }), async (tokens, piece) => {
        const text = tokens.join('');
        expect(await outcome(() => parseGently(text, piece))).toEqual(await outcome(async () => JSON.parse(text)));
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    ['names that are each another', `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`],
    ['lists in lists', `[${Array(40_000).fill('[[],{"a":[1,2]}]').join(',')}]`],
    ['one that is long among short ones', `{"a":1,"b":[${Array(40_000).fill('"\\u0041"').join(',')}],"c":{"d":[]}}`],
  ])('%s', async (_, text) => {
    expect(await parseGently(text)).toEqual(JSON.parse(text));
  });

  test('others have their turn meanwhile', async () => {
    const text = `{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":${at}`).join(',')}}`;
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    await parseGently(text);
    isDone = true;
    expect(turns).toBeGreaterThan(3);
  });
});

async function outcome(parse: () => Promise<unknown>): Promise<unknown> {
  try {
    return { value: await parse() };
  } catch (thrown) {
    return thrown instanceof SyntaxError ? 'refused' : thrown;
  }
}
