import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sentencesOf } from '../text/index.ts';
import { answerFromKnowledge, knowledgeEntries } from './index.ts';
import { readQuestion } from './question.ts';

/** The first answering sentence, and where it stands. */
function answer(question: string): { ids: string[]; first: string; section: string; link: string | undefined } {
  const found = answerFromKnowledge(question);
  const [part] = found?.parts ?? [];
  return {
    ids: found?.parts.map(({ entry }) => entry.id) ?? [],
    first: part?.sentences[0] ?? '',
    section: part?.section ?? '',
    link: found?.link,
  };
}

describe('what a question wants to know', () => {
  test.each([
    ['What is the difference between a sprain and a strain?', 'difference', 'a sprain', 'a strain'],
    ['can stress cause hair loss', 'cause', 'stress', 'hair loss'],
    ['Can you get diarrhoea from antibiotics?', 'cause', 'antibiotics', 'diarrhoea'],
    ['does Vitamin C prevent colds', 'help', 'Vitamin C', 'colds'],
    ['can you get shingles twice', 'repeat', 'shingles', ''],
    ['how long does the flu last', 'duration', 'does the flu last', ''],
    ['how often should I get a mammogram', 'frequency', 'should I get a mammogram', ''],
    ['when should I worry about a headache', 'care', 'about a headache', ''],
    ['what do I do if someone faints', 'action', 'if someone faints', ''],
    ['how do you get rid of head lice', 'action', 'head lice', ''],
    ['do I need a colonoscopy', 'need', 'a colonoscopy', ''],
    ['is psoriasis contagious', 'contagion', 'psoriasis', ''],
    ['is it bad to sleep 5 hours', 'judgement', 'to sleep 5 hours', ''],
    ['what is a normal blood pressure', 'plain', '', ''],
  ])('%s: %s', (question, ask, one, two) => {
    expect(readQuestion(question)).toMatchObject({ ask, one, two });
  });

  test('is read from any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(readQuestion(text).told('')).toBe(false);
      }),
    );
  });
});

describe('an answer', () => {
  test('to a difference is both entries, or the one that is about both', () => {
    expect(answer('difference between type 1 and type 2 diabetes').ids).toEqual(['type-1-diabetes', 'type-2-diabetes']);
    expect(answer('difference between cold and flu').ids).toEqual(['cold-or-flu']);
    expect(answer('difference between a sprain and a strain').ids).toEqual(['sprain']);
  });

  test('to "can one cause two" says whether the base names it', () => {
    expect(answer('can stress cause hair loss')).toMatchObject({
      ids: ['hair-loss'],
      section: 'causes',
      link: 'named',
    });
    expect(answer('can low iron make you dizzy')).toMatchObject({ ids: ['iron-deficiency'], link: 'named' });
    expect(answer('can vitamin D deficiency cause depression').link).toBe('unnamed');
    expect(answer('do vaccines cause autism').first).toMatch(/do not cause autism/);
  });

  test('begins with the sentence that holds what was asked, wherever it stands', () => {
    expect(answer('can you get shingles twice').first).toMatch(/^Shingles can come again/);
    expect(answer('is creatine bad for kidneys').first).toMatch(/does not harm the kidneys/);
    expect(answer('is it bad to sleep 5 hours').first).toMatch(/5 hours or less is bad/);
    expect(answer('how long does a concussion take to heal').first).toMatch(/2 weeks/);
    expect(answer('do I need a colonoscopy').first).toMatch(/advised/);
    expect(answer('what do I do if I get an asthma attack')).toMatchObject({ section: 'what to do' });
    expect(answer('when should I worry about a headache')).toMatchObject({ section: 'when to seek care' });
  });

  test('does not begin with a sentence that needs the one before it', () => {
    for (const entry of knowledgeEntries().slice(0, 80)) {
      const { first } = answer(`what is ${entry.title}`);
      expect(first, entry.id).not.toMatch(/^(?:They|These|Others)\b/);
    }
  });

  test.each([
    'is it bad to wear socks in bed',
    'can you die from watching television',
    'how long does a tattoo hurt',
    'why do cats purr',
    'difference between a lemon and a lime',
    '',
  ])('rather than something near is none: %s', (question) => {
    expect(answerFromKnowledge(question)).toBeUndefined();
  });

  test('holds only sentences of its entries, none twice', () => {
    const all = new Map(knowledgeEntries().map(({ id, sections }) => [id, sections]));
    const words = fc.constantFrom(
      'can',
      'does',
      'how long',
      'flu',
      'stress',
      'cause',
      'help',
      'headache',
      'iron',
      'is',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 6 }), (asked) => {
        for (const { entry, section, sentences } of answerFromKnowledge(asked.join(' '))?.parts ?? []) {
          const text = all.get(entry.id)!.find(({ name }) => name === section)!.text;
          expect([...sentences].sort()).toEqual(sentencesOf(text).sort());
        }
      }),
    );
  });
});
