import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Piece, splitStream } from './stream.ts';

async function split(text: string, cuts: number[] = []): Promise<Piece[]> {
  const bytes = Buffer.from(text, 'utf8');
  async function* chunks() {
    let from = 0;
    for (const cut of [...cuts.map((at) => at % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
      yield bytes.subarray(from, cut);
      from = cut;
    }
  }
  const pieces: Piece[] = [];
  for await (const piece of splitStream(chunks(), 'file.json')) pieces.push(piece);
  return pieces;
}

describe('splitting a stream', () => {
  test('hands out the entries of a bundle and then the bundle without them', async () => {
    const pieces = await split('{"a": {"entry": [0]}, "entry" : [ {"n": 1}, {"n": "]}"} ], "z": "\\"{"}');
    expect(pieces.map(({ kind, json, place }) => [kind, JSON.parse(json), place])).toEqual([
      ['entry', { n: 1 }, 'entry 1'],
      ['entry', { n: ']}' }, 'entry 2'],
      ['value', { a: { entry: [0] }, entry: [], z: '"{' }, 'line 1'],
    ]);
  });

  test('takes the lines of NDJSON as values', async () => {
    const pieces = await split('{"a":1}\n{"b":2}\n\n{"c":3}');
    expect(pieces.map(({ place }) => place)).toEqual(['line 1', 'line 2', 'line 4']);
  });

  test('is the same wherever the stream is cut', async () => {
    const json = fc.object({ key: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('entry')), maxDepth: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(json),
        fc.array(json),
        fc.array(fc.nat(), { maxLength: 12 }),
        async (entries, values, cuts) => {
          const documents = [
            { resourceType: 'Bundle', entry: entries, after: 'é"\\' },
            ...values.map((value) => ({ value })),
          ];
          const pieces = await split(documents.map((value) => JSON.stringify(value)).join('\n'), cuts);
          const parsed = pieces.map(({ kind, json: text }) => [kind, JSON.parse(text)]);
          expect(parsed).toEqual([
            ...entries.map((entry) => ['entry', JSON.parse(JSON.stringify(entry))]),
            ['value', { resourceType: 'Bundle', entry: [], after: 'é"\\' }],
            ...values.map((value) => ['value', JSON.parse(JSON.stringify({ value }))]),
          ]);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('any cut-off text ends in a clear error, never in silence', async () => {
    const text = '{"resourceType":"Bundle","entry":[{"resource":{"id":"a\\"b"}}],"type":"x"}';
    for (let end = 1; end < text.length; end++) {
      await expect(split(text.slice(0, end))).rejects.toMatchObject({ code: 'FHIR_INVALID' });
    }
  });

  test('the bytes of an attachment that nobody would read are let go as they come, wherever the stream is cut', async () => {
    const long = `${'QUJD\\/'.repeat(500_000)}`;
    const entry = (data: string) => `{"resource":{"note":"é","content":[{"data":"${data}","title":"a\\"b"}]}}`;
    const text = `{"entry":[${entry(long)},${entry('QUJD')}],"data":"${long}"}`;
    for (const cuts of [
      [],
      [30, 2_900_000],
      [50, 51, 52, 53],
      [1_000_000, 2_000_000, 3_000_049, 3_000_050, 3_000_051],
    ]) {
      const pieces = await split(text, cuts);
      expect(pieces.map(({ isLess }) => isLess)).toEqual([true, false, true]);
      const content = (data: string) => ({ resource: { note: 'é', content: [{ data, title: 'a"b' }] } });
      const parsed = pieces.map(({ json }) => JSON.parse(json));
      expect(parsed).toEqual([content(''), content('QUJD'), { entry: [], data: '' }]);
    }
    await expect(split(`{"data":"${'A'.repeat(20_000_001)}"}`)).rejects.toMatchObject({ code: 'FHIR_TOO_LARGE' });
  });
});
