import fc from 'fast-check';
import { expect, test } from 'vitest';
import { showable, showableJson, showableValue } from './showable.ts';

const LEFT = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

test.each([
  ['a colour', '\u001b[31mred\u001b[0m', 'red'],
  ['a cleared screen', 'gone\u001b[2J\u001b[Hhere', 'gonehere'],
  ['a title', '\u001b]0;owned\u0007words', 'words'],
  ['a link', '\u001b]8;;http://evil\u001b\\click\u001b]8;;\u001b\\', 'click'],
  ['a clipboard', '\u001b]52;c;ZXZpbA==\u0007x', 'x'],
  ['one byte for two', '\u009b31mred', 'red'],
  ['a line written over', 'safe\rEVIL', 'safe\nEVIL'],
  ['erased letters', 'a\b\u007fb', 'ab'],
  ['reading order', 'a\u202egnp.exe', 'agnp.exe'],
  ['one that never ends', '\u001b]0;words', '0;words'],
])('%s does not reach a terminal', (_, given, left) => {
  expect(showable(given)).toBe(left);
});

test('lines, tabs, other alphabets and pictures stay', () => {
  const text = 'Zeile 1\n\tZeile 2 · äöü · שלום\u200f · 👩‍⚕️ · µg';
  expect(showable(text)).toBe(text);
});

test('whatever is given, nothing of it is left, and a second time changes nothing', () => {
  const nasty = fc.array(
    fc.constantFrom('\u001b', '[', ']', '0', ';', 'm', '\u0007', '\\', '\u009b', '\u202e', 'a', '\n', '\r'),
  );
  fc.assert(
    fc.property(nasty, (pieces) => {
      const shown = showable(pieces.join(''));
      expect(shown).not.toMatch(LEFT);
      expect(showable(shown)).toBe(shown);
    }),
  );
});

test('of data every text and every name; what has none of it is the same object', () => {
  const clean = { a: ['b', 1, null], c: { d: 'e' } };
  expect(showableValue(clean)).toBe(clean);
  expect(showableValue({ 'a\u001b[1m': ['\u001b[2Jb', 1, null] })).toEqual({ a: ['b', 1, null] });
});

test('JSON says the same, in escapes', () => {
  const value = { name: 'a\u202eb\u009bc' };
  const written = showableJson(JSON.stringify(value));
  expect(written).not.toMatch(LEFT);
  expect(JSON.parse(written)).toEqual(value);
});
