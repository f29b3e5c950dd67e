import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { type Path, parseSource } from './source.ts';

describe('a YAML file knows where each value stands', () => {
  const text = `# a comment
name: Hub
tools:
  - one
  - agent: Two
    safe: true
inline: { a: 1, b: [x, y] }
shared: &place
  city: Graz
again: *place
empty:
text: |
  several
  lines
`;
  const at = (path: Path, on?: 'key') => {
    const { line, column } = parseSource('x.yml', text).locate(path, on);
    return [line, column];
  };

  test.each<[Path, number[]]>([
    [['name'], [2, 7]],
    [
      ['tools', 0],
      [4, 5],
    ],
    [
      ['tools', 1],
      [5, 5],
    ],
    [
      ['tools', 1, 'safe'],
      [6, 11],
    ],
    [
      ['inline', 'b', 1],
      [7, 24],
    ],
    [
      ['again', 'city'],
      [9, 9],
    ],
    [['text'], [12, 7]],
  ])('%j', (path, place) => {
    expect(at(path)).toEqual(place);
  });

  test('a block and an empty value are shown by their key', () => {
    expect(at(['tools'])).toEqual([3, 1]);
    expect(at(['empty'])).toEqual([11, 1]);
  });

  test('a key is found apart from its value, and what is absent by what is around it', () => {
    expect(at(['tools', 1, 'safe'], 'key')).toEqual([6, 5]);
    expect(at(['tools', 1, 'nothing'])).toEqual([5, 5]);
    expect(at(['nothing', 'at', 'all'])).toEqual([2, 1]);
  });
});

test('whatever the bytes, reading neither throws nor points outside of the file', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'ab: -[]{}&*!|>%@`"\'#\n\t,?') })),
      (text) => {
        const source = parseSource('x.yml', text);
        const lines = text.split(/\r?\n/).length;
        for (const { line } of [...source.problems, source.locate(['a', 0, 'b'])]) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
        }
      },
    ),
  );
});

test('any JSON survives, and every key in it is found on the line where it is written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ depthSize: 'small' })), (value) => {
      const written = stringify(value, { aliasDuplicateObjects: false });
      const source = parseSource('x.yml', written);
      expect(source.problems).toEqual([]);
      expect(JSON.stringify(source.value)).toBe(JSON.stringify(value));
      for (const key of Object.keys(value))
        expect(source.locate([key], 'key').excerpt).toMatch(new RegExp(`^[{ ]*"?${key}"?:`));
    }),
  );
});
