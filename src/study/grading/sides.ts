/** Whether an answer that binds its figure to one side ("above 3.3", "≤ 15 %") stands on the side that is asked for. */
import { boundBefore, boundOfGap, restates } from '../facts/bounds.ts';
import type { Verdict } from '../types.ts';
import type { Value } from './reading.ts';
import { answerWords } from './words.ts';

/** On which side of the figure what is meant lies: by the key, by what stands around the gap, by what the question asks for. */
export function compareSides(wanted: Value, { limit }: Value, question: string): Verdict {
  if (limit === undefined) return 'right';
  const stated = wanted.limit === undefined ? boundOfGap(question) : undefined;
  if (stated !== undefined) return restates(stated, limit);
  const side = wanted.limit?.side ?? sideAsked(question) ?? limitAsked(question);
  if (side !== undefined) return side === limit.side ? 'right' : 'wrong';
  return limit.side === 'below' && !limit.soft && wanted.low === wanted.high ? 'wrong' : 'right';
}

/** "Below which value …?" */
function sideAsked(question: string): 'above' | 'below' | undefined {
  const at = question.search(/\b(?:which|what|how much|how many)\b/i);
  return at <= 0 ? undefined : boundBefore(question.slice(0, at))?.side;
}

/** "The maximum dose" is one that nothing lies above. */
function limitAsked(question: string): 'above' | 'below' | undefined {
  const { most, least } = answerWords().limits;
  const [isMost, isLeast] = [most.test(question), least.test(question)];
  if (isMost === isLeast) return undefined;
  return isMost ? 'below' : 'above';
}
