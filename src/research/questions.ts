/** Whether a sentence asks, by how it opens or ends. */
import { outcomeWords } from './evidence/outcome-words.ts';
import { foldText } from './evidence/words.ts';
import { vocabulary } from './vocabulary.ts';

export function isQuestion(sentence: string): boolean {
  const plain = foldText(sentence).trim();
  const openings = [...outcomeWords().openings, ...vocabulary().question_words];
  return plain.endsWith('?') || openings.some((word) => plain.startsWith(`${word} `));
}
