import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitLoosely } from './loose.ts';
import { sentencesIn, sentencesOf } from './sentences.ts';

describe('prose', () => {
  test.each([
    ['Dr. Smith came. He left.', ['Dr. Smith came.', 'He left.']],
    ['Take 2.5 mg. Wait.', ['Take 2.5 mg.', 'Wait.']],
    ['It fell (e.g. Iron). So what? Nothing!', ['It fell (e.g. Iron).', 'So what?', 'Nothing!']],
    ['It helps.[^1] It also harms. [^2] More.', ['It helps.[^1]', 'It also harms. [^2]', 'More.']],
    ['See no. 5 below. Then go.', ['See no. 5 below.', 'Then go.']],
    ['It lacks vitamin C. Give it.', ['It lacks vitamin C.', 'Give it.']],
    ['It lowers factors II, IX and X. Its effect lasts.', ['It lowers factors II, IX and X.', 'Its effect lasts.']],
    ['A paper by Miller and J. Smith. It is old.', ['A paper by Miller and J. Smith.', 'It is old.']],
    ['痛い。助けて！', ['痛い。', '助けて！']],
    ['', []],
  ])('%s', (text, sentences) => expect(sentencesOf(text)).toEqual(sentences));

  test('spans lie in order inside the text and lose no letter', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', '.', '?', ' ', '\n', '"', '1'), maxLength: 60 }),
        (text) => {
          let at = 0;
          for (const [from, to] of sentencesIn(text)) {
            expect(text.slice(at, from).trim()).toBe('');
            expect(to).toBeGreaterThan(from);
            at = to;
          }
          expect(text.slice(at).trim()).toBe('');
        },
      ),
    );
  });
});

describe('messages and notes', () => {
  const split = (text: string) => Array.from(splitLoosely(text), ([from, to]) => text.slice(from, to).trim());
  test.each([
    ['i feel sick. my head hurts', ['i feel sick.', 'my head hurts']],
    ['Lisinopril 10 mg p.o. b.i.d. Aspirin.', ['Lisinopril 10 mg p.o. b.i.d.', 'Aspirin.']],
    ['pain in the\nleft arm', ['pain in the\nleft arm']],
    ['Fever\nCough', ['Fever', 'Cough']],
    ['1. Asthma', ['1. Asthma']],
  ])('%s', (text, sentences) => expect(split(text)).toEqual(sentences));

  test('a text that never ends comes in short pieces that make it whole', () => {
    const text = 'word '.repeat(2000);
    const pieces = Array.from(splitLoosely(text), ([from, to]) => text.slice(from, to));
    expect(pieces.join('')).toBe(text);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1500);
  });
});

test('a name that begins small begins a sentence, a word does not', () => {
  expect(sentencesOf('It was not made for death. eGFR did not differ. mRNA rose.')).toHaveLength(3);
  expect(sentencesOf('It rose (approx. twofold). It fell.')).toHaveLength(2);
});
