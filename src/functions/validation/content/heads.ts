/** The noun that a topic turns on: the *officer* of "the data protection officer", the *apology* of "an apology to customers". */
import { wordsIn } from '../../../text/index.ts';
import { isStopword } from '../../text/words.ts';
import type { Claim } from './claim.ts';

const ENDS =
  /[\s,](?:of|to|for|in|on|at|from|with|by|about|that|which|who|whose|when|if|where|after|before|during|between|under|against|as|and|or|until|per)\s.*$/i;
const QUESTION =
  /^(?:(?:at|by|in|on|for|from|until|to|under|of|with) )?(?:how|what|which|who|whom|whose|when|where|why|whether|if)\b/i;

/** Undefined where it is a question: then no single word carries it. */
export function headOf(topic: string): string | undefined {
  if (QUESTION.test(topic)) return undefined;
  const noun = topic.replace(/^(?:an?|the|its|their|any|some|at least \w+|both)\s+/i, '').replace(ENDS, '');
  return wordsIn(noun)
    .map(({ lower }) => lower)
    .filter((lower) => !isStopword(lower) && lower.length > 2 && !/^\d/.test(lower))
    .at(-1);
}

/** So near a word must come that a topic turns on; what asks for a kind of answer is answered otherwise. */
const SPOKEN = 0.6;

export function headMissing({ mode, text, asking }: Claim, anywhere: (word: string) => number): number {
  const head = mode === 'topic' ? headOf(text) : undefined;
  return head === undefined || asking.has(head) || anywhere(head) >= SPOKEN ? 0 : 1;
}
