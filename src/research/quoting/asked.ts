/** What a message asks, without the wishes for how it is to be looked into. */
import { isQuestion } from '../questions.ts';
import { withoutThreshold } from '../request.ts';
import { withoutCadence } from '../rhythm.ts';
import { plainOf, vocabulary, withoutConditions } from '../vocabulary.ts';

export const asked = (question: string) => withoutThreshold(withoutCadence(withoutConditions(question)));

/** It asks for something, with a question mark or without: "zorbafen in gout, which dose". */
export function isAsking(question: string): boolean {
  const isOrder = vocabulary().order_verbs.some((verb) => plainOf(question).startsWith(`${verb} `));
  return isQuestion(question) || question.includes('?') || !isOrder;
}
