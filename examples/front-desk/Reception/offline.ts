import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { OfflinePolicy } from '../../../src/models/policy.ts';
import { readChoice, readOffer } from '../_shared/offer.ts';
import { findSigns } from '../_shared/signs.ts';

const topics = z
  .array(z.strictObject({ agent: z.string(), words: z.array(z.string()) }))
  .parse(parse(readFileSync(join(import.meta.dirname, 'topics.yml'), 'utf8')));

const policy: OfflinePolicy = ({ message, context }) => {
  const said = message.toLowerCase();
  if (readChoice(message, readOffer(context.state)) !== undefined)
    return { transfer: 'Booking', reason: 'chose a time' };
  if (findSigns(message) !== undefined) return { transfer: 'Nurse', reason: 'describes symptoms' };
  const topic = topics.find(({ words }) => words.some((word) => contains(said, word)));
  if (topic !== undefined) return { transfer: topic.agent };
  if (/\b(thanks|thank you|cheers|great|perfect)\b/.test(said)) return { say: 'You are welcome. Anything else?' };
  if (/\b(bye|goodbye|see you)\b/.test(said)) return { say: 'Good-bye, and take care.' };
  if (/^\W*(hi|hello|hey|good (morning|afternoon|evening|day))\b/.test(said))
    return { say: 'Hello, Elm Street Practice. What can I do for you?' };
  return {
    say: 'That I cannot help with. I can tell you when we are open and who is in, find you a time with a doctor, or ask the nurse how soon you should be seen.',
  };
};

export default policy;

function contains(said: string, word: string): boolean {
  return new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u').test(said);
}
