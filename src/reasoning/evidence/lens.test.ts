import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cosine, vectorOf } from '../../search/semantic/nearness.ts';
import { lensFile, RANK, readLenses, throughLens, WIDTH, writeLenses } from './lens.ts';

test('a lens is read as it was written, to within its eight bits', () => {
  const matrix = (factor: number) => Float32Array.from({ length: WIDTH * RANK }, (_, i) => Math.sin(i) * factor);
  const lenses = { asked: { down: matrix(1), up: matrix(2) }, said: { down: matrix(0.5), up: matrix(0.1) } };
  const read = readLenses(writeLenses(lenses));
  for (const side of ['asked', 'said'] as const)
    for (const part of ['down', 'up'] as const) {
      const most = Math.max(...lenses[side][part].map(Math.abs));
      expect(Math.max(...read[side][part].map((value, i) => Math.abs(value - lenses[side][part][i]!)))).toBeLessThan(
        most / 200,
      );
    }
  expect(() => readLenses(new Uint8Array(12))).toThrow(/learn:papers/);
});

test('what is shipped has the size of its maps, and moves a vector to one of length one', () => {
  expect(() => readLenses(readFileSync(lensFile))).not.toThrow();
  const vector = vectorOf('when is my next scan')!;
  const moved = throughLens(vector, 'asked');
  expect(cosine(moved, moved)).toBeCloseTo(1, 3);
  expect(cosine(moved, vector)).toBeLessThan(0.999);
});

const PAIRS = [
  ['when do they look inside again', 'Next colonoscopy in May 2028.', 'He looks well and was in good spirits.'],
  [
    'how come they swapped the water tablet',
    'Bumetanide instead of furosemide, which no longer worked.',
    'Drinks two litres of water a day.',
  ],
  [
    'is nan allowed her sherry',
    'No alcohol at all while she takes metronidazole.',
    'Lives with her daughter and a cat.',
  ],
  [
    'how long till i can lift the baby',
    'Nothing heavier than 5 kg for six weeks after surgery.',
    'Baby feeding well, weight on the 50th centile.',
  ],
  ['what did the heart trace show', 'ECG: sinus rhythm, QTc 441 ms.', 'She traced the pain back to the fall in March.'],
  [
    'can he fly with his chest like this',
    'Oxygen will be needed in the air below 92 %.',
    'He flew kites as a young man and has a bad chest scar.',
  ],
] as const;

test('through the lens, questions come nearer to what answers them than to what only sounds like them', () => {
  const margins = PAIRS.map((texts) => {
    const [asked, answer, other] = texts.map((text) => vectorOf(text)!) as [Float32Array, Float32Array, Float32Array];
    const near = (said: Float32Array) => cosine(throughLens(asked, 'asked'), throughLens(said, 'said'));
    return near(answer) - near(other) - (cosine(asked, answer) - cosine(asked, other));
  });
  expect(margins.reduce((sum, each) => sum + each, 0) / margins.length).toBeGreaterThan(0.02);
});
