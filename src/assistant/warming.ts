/** What the assistant reads with its first question and needs outside of threads, a step at a time. */
import { lexicon } from './understanding/lexicon.ts';
import { contradicts } from './understanding/telling.ts';
import { timeWords } from './understanding/time/words.ts';

export function* warmAssistant(): Generator<unknown> {
  yield timeWords();
  yield lexicon();
  yield contradicts('call the dentist', 'call the doctor at 8');
}
