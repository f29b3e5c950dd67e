import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nearestWord, stem } from '../text/index.ts';
import { knowledgeEntries, knowledgeEntry, searchKnowledge } from './index.ts';
import { expandStem, phraseWords, termsOf } from './words.ts';

describe('a result', () => {
  test('carries the section asked for, the whole entry, its sources', () => {
    const [first] = searchKnowledge('side effects of metformin');
    const entry = knowledgeEntry('metformin')!;
    expect(first).toMatchObject({ id: 'metformin', kind: 'drug', section: 'side effects', asked: true, missing: [] });
    expect(first!.text).toBe(entry.sections.find((section) => section.name === 'side effects')!.text);
    expect(first!.sections[0]).toEqual({ name: first!.section, text: first!.text });
    expect(first!.sections).toHaveLength(entry.sections.length);
    expect(first!.sources).toEqual(entry.sources);
  });

  test('without a section asked for begins where the entry begins', () => {
    const [first] = searchKnowledge('metformin');
    expect(first).toMatchObject({ section: 'used for', asked: false });
  });

  test('says which words of the question it does not cover', () => {
    const [first] = searchKnowledge('metformin before my marathon');
    expect(first).toMatchObject({ id: 'metformin', missing: ['marathon'] });
  });

  test('two drugs in one question are both found, with their interactions', () => {
    const found = searchKnowledge('can I combine lisinopril and spironolactone');
    expect(
      found
        .slice(0, 2)
        .map((result) => result.id)
        .sort(),
    ).toEqual(['ace-inhibitors', 'spironolactone']);
    expect(found[0]!.section).toBe('interactions');
  });

  test('results are ordered, limited, and of the kinds asked for', () => {
    const all = searchKnowledge('vitamin D', { limit: 10 });
    expect(all.map((result) => result.score)).toEqual(all.map((result) => result.score).sort((a, b) => b - a));
    expect(searchKnowledge('vitamin D', { limit: 1 })).toEqual(all.slice(0, 1));
    const tests = searchKnowledge('vitamin D', { kinds: ['test'] });
    expect(tests[0]!.id).toBe('vitamin-d-test');
    expect(tests.every((result) => result.kind === 'test')).toBe(true);
  });
});

describe('the lookup', () => {
  test('finds every entry by its title', () => {
    const lost = knowledgeEntries().filter((entry) => searchKnowledge(entry.title)[0]?.id !== entry.id);
    expect(lost.map((entry) => entry.id)).toEqual([]);
  });

  test('finds every entry by each of its other names, among the first', () => {
    const lost = knowledgeEntries().flatMap((entry) =>
      entry.also
        .filter((name) => !searchKnowledge(name).some((result) => result.id === entry.id))
        .map((name) => `${entry.id}: ${name}`),
    );
    expect(lost).toEqual([]);
  });

  test('answers the same question the same way, whatever its case and marks', () => {
    const plain = searchKnowledge('what is atrial fibrillation');
    expect(searchKnowledge('  WHAT is — Atrial Fibrillation??!')).toEqual(plain);
  });

  test('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (query, limit) => {
        const found = searchKnowledge(query, { limit });
        expect(found.length).toBeLessThanOrEqual(limit);
        for (const result of found) expect(result.score).toBeGreaterThan(0);
      }),
    );
  });
});

describe('words', () => {
  test.each([
    ['haemoglobin', 'hemoglobin'],
    ['anaemia', 'anemia'],
    ['diarrhoea', 'diarrhea'],
    ['oedema', 'edema'],
    ['tumours', 'tumor'],
    ['allergies', 'allergy'],
    ['vomiting', 'vomited'],
    ['dizziness', 'dizzy'],
    ['rashes', 'rash'],
  ])('%s and %s have one stem', (a, b) => expect(stem(a)).toBe(stem(b)));

  test('small and question words are dropped, words of one meaning made one', () => {
    const stems = (text: string) => termsOf(text).map((term) => term.stem);
    expect(stems('what is the')).toEqual([]);
    expect(stems('my BP')).toEqual(stems('blood pressure'));
    expect(stems('renal')).toEqual(stems('kidneys'));
    expect(termsOf('throwing up today')).toEqual([{ stem: 'vomit', word: 'throwing up' }]);
  });

  test('what a word stands for does not stand for something else again', () => {
    for (const word of phraseWords())
      for (const meant of expandStem(word)) expect(expandStem(meant), `${word} → ${meant}`).toEqual([meant]);
  });

  test('a misspelt word goes to the nearest known one, a far or short one to none', () => {
    const known = new Set(['metformin', 'migraine', 'asthma', 'chest']);
    expect(nearestWord('metforman', known)).toBe('metformin');
    expect(nearestWord('migriane', known)).toBe('migraine');
    expect(nearestWord('astma', known)).toBe('asthma');
    expect(nearestWord('marathon', known)).toBeUndefined();
    expect(nearestWord('ches', known)).toBeUndefined();
  });

  test('one slip in a long word is always found again', () => {
    const long = ['metformin', 'atorvastatin', 'hypothyroidism', 'levothyroxine', 'pneumothorax'];
    fc.assert(
      fc.property(
        fc.constantFrom(...long),
        fc.nat(),
        fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
        (word, n, letter) => {
          const at = 1 + (n % (word.length - 1));
          expect(nearestWord(word.slice(0, at) + letter + word.slice(at + 1), new Set(long))).toBe(word);
          expect(nearestWord(word.slice(0, at) + word.slice(at + 1), new Set(long))).toBe(word);
        },
      ),
    );
  });
});
