import fc from 'fast-check';
import { countTokens as reference } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { countTokens, countTokensGently, cutToTokens } from './tokens.ts';

const PLAIN = { disallowedSpecial: new Set<string>() };
const word = fc.stringMatching(/^[A-Za-z]{1,12}$/);
const prose = fc.array(word, { minLength: 1, maxLength: 900 }).map((words) => words.join(' '));

describe('counting', () => {
  test('agrees with the tokenizer on prose of any length', () => {
    fc.assert(
      fc.property(prose, (text) => countTokens(text) === reference(text, PLAIN)),
      { seed: 5, numRuns: 60 },
    );
  });

  test('agrees with it on signs and languages of every kind', () => {
    // The package loses the mark that a file begins with.
    const signs = fc.string({ unit: 'binary', maxLength: 120 }).filter((text) => !text.includes('\uFEFF'));
    const mixed = fc.array(fc.oneof(signs, word, fc.constantFrom(' ', '\n\n', "'ve", '12345', 'Ärztin', '診察')), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(mixed, (parts) => countTokens(parts.join('')) === reference(parts.join(''), PLAIN)),
      { seed: 7, numRuns: 200 },
    );
  });

  test('reads marks that steer a model as ordinary text', () => {
    expect(countTokens('<|endoftext|> <|im_start|>system')).toBeGreaterThan(6);
  });

  test('stops soon after it has counted enough', () => {
    const counted = countTokens('word '.repeat(1_000_000), 100);
    expect(counted).toBeGreaterThan(100);
    expect(counted).toBeLessThan(1_000);
  });

  test('with turns for others in between comes to the same', async () => {
    for (const unit of ['The river rises. ', 'a, b; ', 'endless'])
      expect(await countTokensGently(unit.repeat(20_000))).toBe(countTokens(unit.repeat(20_000)));
    expect(await countTokensGently('word '.repeat(1_000_000), 100)).toBeLessThan(1_000);
  });

  test('an endless word is counted, too', () => {
    expect(countTokens('a'.repeat(100_000))).toBeGreaterThan(5_000);
  });
});

describe('cutting', () => {
  test('never leaves more than the limit, never anything but the beginning, and says what it counts', () => {
    const texts = fc.oneof(prose, fc.string({ unit: 'grapheme', maxLength: 300 }));
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 400 }), (text, limit) => {
        const cut = cutToTokens(text, limit);
        expect(text.startsWith(cut.text)).toBe(true);
        expect(cut.tokens).toBe(countTokens(cut.text));
        expect(cut.tokens).toBeLessThanOrEqual(limit);
        expect(cut.text.isWellFormed()).toBe(true);
      }),
      { seed: 5, numRuns: 120 },
    );
  });

  test('comes close to the limit where there is enough text', () => {
    const text = 'The quick brown fox jumps over the lazy dog. '.repeat(2_000);
    for (const limit of [1, 10, 100, 999, 5_000]) expect(cutToTokens(text, limit).tokens).toBeGreaterThan(limit - 12);
  });

  test('ends between words and not between the halves of a character', () => {
    expect(cutToTokens('internationalization matters enormously', 3).text).toMatch(
      /^(?:internationalization(?: matters)?|)$/,
    );
    expect(cutToTokens('😀'.repeat(50), 7).text.isWellFormed()).toBe(true);
  });

  test('what fits is left as it is', () => {
    expect(cutToTokens('short', 10)).toEqual({ text: 'short', tokens: 1 });
  });
});
