import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDocument, tidy, unitsOf } from './index.ts';

const splitUnits = (text: string) => unitsOf(readDocument(text));

const told = (text: string) => splitUnits(text).map((unit) => unit.text);

describe('sentences', () => {
  test.each([
    ['Dr. Smith met Prof. Jones. They talked.', ['Dr. Smith met Prof. Jones.', 'They talked.']],
    ['Use e.g. Redis, i.e. a cache. It helps.', ['Use e.g. Redis, i.e. a cache.', 'It helps.']],
    ['See Fig. 3 and Sec. 4. Both show it.', ['See Fig. 3 and Sec. 4.', 'Both show it.']],
    ['The U.S. Army moved. J. R. R. Tolkien wrote.', ['The U.S. Army moved.', 'J. R. R. Tolkien wrote.']],
    ['It costs 3.5 dollars. Version 2.1.0 came.', ['It costs 3.5 dollars.', 'Version 2.1.0 came.']],
    ['Really? Yes! "Fine." She left.', ['Really?', 'Yes!', '"Fine."', 'She left.']],
    ['Wait… no. Then go.', ['Wait… no.', 'Then go.']],
    ['これは文です。次の文です。', ['これは文です。', '次の文です。']],
    ['One line\nbroken in two. Next.', ['One line broken in two.', 'Next.']],
  ])('%j', (text, sentences) => {
    expect(told(text)).toEqual(sentences);
  });

  test('lists, tables, headings and code are units of their own kind', () => {
    const text =
      '# Title\n\nSome prose. More.\n\n- first item\n- second item\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nx. Y. Z.\n```\n\nSetext\n------\nEnd.';
    expect(splitUnits(text).map(({ kind, text: words }) => [kind, words])).toEqual([
      ['heading', 'Title'],
      ['sentence', 'Some prose.'],
      ['sentence', 'More.'],
      ['item', 'first item'],
      ['item', 'second item'],
      ['row', 'a, b'],
      ['row', '1, 2'],
      ['code', '```js\nx. Y. Z.\n```'],
      ['heading', 'Setext'],
      ['sentence', 'End.'],
    ]);
  });

  test('units come in order, do not overlap, and say what stands there', () => {
    const piece = fc.constantFrom(
      'Word. ',
      'e.g. ',
      '\n',
      '\n\n',
      '- item ',
      '# H',
      '```',
      '| a |',
      'end! ',
      '😀 ',
      '1. ',
      '---\n',
      'x',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 60 }).map((parts) => parts.join('')),
        (text) => {
          let last = 0;
          for (const { start, end, text: words } of splitUnits(text)) {
            expect(start).toBeGreaterThanOrEqual(last);
            for (const word of tidy(words).match(/[a-z]+/gi) ?? []) expect(text.slice(start, end)).toContain(word);
            expect(words.trim()).toBe(words);
            last = end;
          }
        },
      ),
      { seed: 5, numRuns: 300 },
    );
  });
});
