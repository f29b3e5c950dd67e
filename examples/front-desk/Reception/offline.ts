import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OfflinePolicy, OfflineTurn } from 'consilium/models';
import { parse } from 'yaml';
import { z } from 'zod';
import { findDay, nowAt } from '../_shared/days.ts';
import { answersOffer, readOffer } from '../_shared/offer.ts';
import { findSigns } from '../_shared/signs.ts';

const topics = z
  .array(z.strictObject({ agent: z.string(), words: z.array(z.string()) }))
  .parse(parse(readFileSync(join(import.meta.dirname, 'topics.yml'), 'utf8')));

const policy: OfflinePolicy = (turn) => {
  const { message, context } = turn;
  const said = message.toLowerCase();
  if (answersOffer(message, readOffer(context.state)))
    return { transfer: 'Booking', reason: 'about the times offered' };
  if (findSigns(message) !== undefined) return { transfer: 'Nurse', reason: 'describes symptoms' };
  const meant = agentFor(message);
  if (meant !== undefined) return { transfer: meant };
  const colleague = followsUp(turn) ? lastColleague(turn) : undefined;
  if (colleague !== undefined) return { transfer: colleague, reason: 'goes on with it' };
  return { say: smallTalk(said) };
};

export default policy;

function agentFor(message: string): string | undefined {
  const said = message.toLowerCase();
  return topics.find(({ words }) => words.some((word) => contains(said, word)))?.agent;
}

function contains(said: string, word: string): boolean {
  return new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u').test(said);
}

/** "And tomorrow?" means nothing by itself. */
function followsUp({ message, context }: OfflineTurn): boolean {
  const today = nowAt(context.state).slice(0, 10);
  return (
    /^\W*(and|or|what about|how about)\b/i.test(message) ||
    (message.length < 30 && findDay(message, today) !== undefined)
  );
}

/**
 * Whom the desk handed over to last. In a talk that began elsewhere nobody was: then it is whom it would have handed over
 * to, by what was asked there.
 */
function lastColleague({ prompt }: OfflineTurn): string | undefined {
  const now = prompt.findLastIndex(({ role }) => role === 'user');
  for (const { role, content } of prompt.slice(0, now).toReversed()) {
    if (role !== 'assistant' && role !== 'user') continue;
    for (const part of content) {
      if (part.type === 'tool-call') return (part.input as { agent_name?: string } | undefined)?.agent_name;
      const asked = role === 'user' && part.type === 'text' && !COLLEAGUE.test(part.text) && agentFor(part.text);
      if (asked) return asked;
    }
  }
  return undefined;
}

/** What another agent said stands in the talk under its name. */
const COLLEAGUE = /^\[[\w-]+\] /;

function smallTalk(said: string): string {
  if (/\b(thanks|thank you|cheers|great|perfect)\b/.test(said)) return 'You are welcome. Anything else?';
  if (/\b(bye|goodbye|see you)\b/.test(said)) return 'Good-bye, and take care.';
  if (/^\W*(hi|hello|hey|good (morning|afternoon|evening|day))\b/.test(said))
    return 'Hello, Elm Street Practice. What can I do for you?';
  return 'That I cannot help with. I can tell you when we are open and who is in, find you a time with a doctor, or ask the nurse how soon you should be seen.';
}
