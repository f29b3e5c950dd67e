import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findRedFlags } from '../danger/redflags.ts';
import { readSet } from '../eval/examples.ts';
import { triage } from '../triage/triage.ts';
import { checkLanguageFiles } from './language-schema.ts';
import { readForeign } from './languages.ts';

const read = (file: string) => readFileSync(new URL(`../data/${file}`, import.meta.url), 'utf8');

describe('the files of the languages', () => {
  test('are in order', () => {
    expect(checkLanguageFiles()).toEqual([]);
  });

  test.each([
    ['languages.yml', 'es: Spanish', 'es: spanish', /languages\.yml:\d+: A name is/],
    ['languages.yml', 'words: |', 'words: |\n  qq: yes', /languages\.yml:\d+: No language is named "qq"/],
    ['language-es.yml', 'lists: |', 'lists: |\n  lost: nada', /language-es\.yml:\d+: "lost" is used nowhere/],
    ['language-es.yml', 'lists: |', 'lists: |\n  burn: <fuego>', /language-es\.yml: No list is named "fuego"/],
    ['language-fr.yml', 'advice:', 'advise:', /language-fr\.yml: The advice is missing/],
  ])('%s: a mistake is told with its place', (file, from, to, message) => {
    const mistakes = checkLanguageFiles((name) => (name === file ? read(name).replace(from, to) : read(name)));
    expect(mistakes).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
  });
});

test.each(readSet('triage-languages').map(({ text, label }) => [label, text]))('%s: %s', (label, text) => {
  expect(triage(text!).rule).toBe(label);
});

test('a danger told in another language says what to do in that language too', () => {
  expect(findRedFlags('ayuda, mi bebé no respira')).toMatchObject([
    {
      rule: 'not_breathing',
      text: 'no respira',
      advice: expect.stringMatching(/^Llame.*\. Call your local emergency/),
    },
  ]);
});

test('the language is told where most of a message is in it', () => {
  expect(triage('me duele la cabeza desde ayer').language).toEqual({ code: 'es', name: 'Spanish' });
  expect(triage('у меня болит голова').language?.name).toBe('Russian');
  expect(triage('my knee hurts since yesterday').language).toBeUndefined();
});

test.each([
  'mein Handy reagiert nicht mehr',
  'mon ordinateur ne répond plus',
  '我的电脑没有反应',
  'la bourse s’est effondrée',
])('a machine or a market in trouble is none of health: %s', (text) => {
  expect(triage(text).rule).toBe('non_health');
});

test('plain English is not looked at further', () => {
  for (const text of ['I have chest pain', 'what was my last hba1c', 'play some jazz', 'How is anaphylaxis treated?'])
    expect(readForeign(text)).toBeUndefined();
});

test('marks and letters may be left out', () => {
  for (const text of ['mi bebe no respira', 'MI BEBÉ NO RESPIRA', 'mi bebe\u0301 no respira'])
    expect(findRedFlags(text).map(({ rule }) => rule)).toContain('not_breathing');
});

test('any text is read without failing, and places lie inside it', () => {
  const words = fc.constantFrom(
    'no respira',
    'нет',
    '胸が痛い',
    'ماء',
    'saans nahi',
    ',',
    '.',
    'hola',
    '\u0301',
    '가슴이 아파요',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words).map((parts) => parts.join(' ')),
  );
  fc.assert(
    fc.property(text, (any) => {
      for (const { start, end } of readForeign(any)?.dangers ?? []) {
        expect(start).toBeLessThan(end);
        expect(end).toBeLessThanOrEqual(any.length);
      }
    }),
  );
});
