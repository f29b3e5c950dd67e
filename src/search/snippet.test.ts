import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutSnippet } from './snippet.ts';

test('a long text is cut around the words that count', () => {
  const text = `${'Nothing to see here. '.repeat(40)}Renal doses of metformin matter.${' More of nothing.'.repeat(40)}`;
  const snippet = cutSnippet(
    text,
    new Map([
      ['renal', 1],
      ['metformin', 1],
    ]),
  );
  expect(snippet.text.length).toBeLessThanOrEqual(240);
  expect(snippet.highlights.map(([start, end]) => snippet.text.slice(start, end))).toEqual(['Renal', 'metformin']);
});

test('whatever the text, a snippet is a piece of it and highlights lie inside', () => {
  const word = fc.constantFrom('renal', 'kidney', 'x', '. ', ' ', '\n', 'é', '😀', 'metformin');
  fc.assert(
    fc.property(fc.array(word, { maxLength: 300 }), (words) => {
      const text = words.join(' ');
      const snippet = cutSnippet(text, new Map([['renal', 1]]));
      expect(text).toContain(snippet.text);
      expect(snippet.text.length).toBeLessThanOrEqual(240);
      for (const [start, end] of snippet.highlights) expect(snippet.text.slice(start, end)).toBe('renal');
    }),
    { seed: 1 },
  );
});
