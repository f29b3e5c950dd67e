import { describe, expect, test } from 'vitest';
import { answerFromKnowledge } from '../../../src/knowledge/index.ts';
import { tellAnswer } from './answer.ts';
import { openFootnotes } from './footnotes.ts';

const tell = (question: string) => tellAnswer(answerFromKnowledge(question)!, openFootnotes());

describe('a general answer settles the question first', () => {
  test('with yes, where the reference names the link', () => {
    expect(tell('can stress cause hair loss')).toMatch(
      /^\*\*Yes: this is among the known causes of hair loss\.\*\*\[\^1\]/,
    );
    expect(tell('can statins cause muscle pain')).toMatch(/^\*\*Yes: this is among the side effects of statins\.\*\*/);
  });

  test('with the sentence itself, where that says no', () => {
    expect(tell('do vaccines cause autism')).toMatch(/^\*\*Vaccines do not cause autism/);
  });

  test('by saying what the reference does not tell', () => {
    expect(tell('can vitamin D deficiency cause depression')).toMatch(
      /^\*\*My reference does not name vitamin D deficiency as a cause of depression\.\*\*/,
    );
    expect(tell('is pneumonia contagious')).toMatch(/^\*\*My reference does not say how it is passed on\.\*\*/);
  });

  test('with both sides of a difference, each with its own source', () => {
    const told = tell('difference between type 1 and type 2 diabetes');
    expect(told).toMatch(/^\*\*Type 1 diabetes: [\s\S]*\[\^1\][\s\S]*\n\n\*\*Type 2 diabetes: [\s\S]*\[\^2\]/);
  });

  test('with one bold sentence and no more', () => {
    for (const question of [
      'how long does the flu last',
      'what foods are high in iron',
      'can alcohol cause high blood pressure',
    ])
      expect(tell(question).match(/\*\*/g)).toHaveLength(2);
  });
});
