import fc from 'fast-check';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { jsonPieces, sendLarge } from './large-json.ts';

test('whatever it holds, the pieces are what JSON.stringify makes', () => {
  const values = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()), fc.constant(undefined)));
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 60 }), (value, most) => {
      expect([...jsonPieces(value, most)].join('')).toBe(JSON.stringify(value));
    }),
    { seed: 5, numRuns: 200 },
  );
});

test('a list is asked for no more than a piece holds', () => {
  let asked = 0;
  function* endless() {
    for (;;) yield { number: asked++, text: 'x'.repeat(100) };
  }
  const pieces = jsonPieces({ things: endless() }, 10_000);
  const { value } = pieces.next();
  expect(value!.length).toBeLessThan(10_200);
  expect(asked).toBeLessThan(100);
});

test('it arrives whole, and whoever leaves in between ends it', async () => {
  const app = new Hono();
  const things = Array.from({ length: 5_000 }, (_, at) => ({ at, text: 'é'.repeat(50) }));
  let isEnded = false;
  function* watched() {
    try {
      yield* things;
    } finally {
      isEnded = true;
    }
  }
  app.get('/', (context) => sendLarge(context, { user: 'a', things: watched() }));
  expect(await (await app.request('/')).json()).toEqual({ user: 'a', things });
  isEnded = false;
  const reader = (await app.request('/')).body!.getReader();
  await reader.read();
  expect(isEnded).toBe(false);
  await reader.cancel();
  expect(isEnded).toBe(true);
});
