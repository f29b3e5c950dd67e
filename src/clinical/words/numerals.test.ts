import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeFigures } from './numerals.ts';

const figures = (text: string) => writeFigures(text).text.replace(/\s+/g, ' ').trim();

describe('numbers in words', () => {
  test('are added up as they are spoken', () => {
    expect(figures('one hundred and eighty two pounds')).toBe('182 pounds');
    expect(figures('one forty over ninety-five')).toBe('140 over 95');
    expect(figures('a hundred and two point five')).toBe('102.5');
    expect(figures('one oh five')).toBe('105');
    expect(figures('two thousand units')).toBe('2000 units');
    expect(figures('one and a half tablets')).toBe('1.5 tablets');
    expect(figures('half a tablet')).toBe('0.5 tablet');
  });

  test('stay words where they count nothing', () => {
    for (const text of ['no one has it', 'one of my kids', 'two or three times', 'twenty twenty five'])
      expect(figures(text)).toBe(text);
  });

  test('never move anything else', () => {
    const word = fc.constantFrom(
      'one',
      'hundred',
      'forty',
      'and',
      'a',
      'half',
      'point',
      'oh',
      'over',
      'tablets',
      'x',
      '-',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const text = words.join(' ');
        const written = writeFigures(text);
        expect(written.text).toHaveLength(text.length);
        let at = 0;
        for (const [from, to] of written.spans) {
          expect(written.text.slice(at, from)).toBe(text.slice(at, from));
          at = to;
        }
        expect(written.text.slice(at)).toBe(text.slice(at));
      }),
    );
  });
});
