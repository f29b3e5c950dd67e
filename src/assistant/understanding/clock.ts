/** "What time is it in Tokyo?": asked of the clock, not of the calendar. */
import type { Message } from './clause.ts';
import { lexicon } from './lexicon.ts';
import { zoneSaid } from './time/zones.ts';

export interface ClockAsked {
  /** As it was said; absent: here. */
  readonly where?: string | undefined;
  readonly zone?: string | undefined;
  /** The day is asked for, not the hour. */
  readonly day?: true | undefined;
}

export function clockIn({ tokens, text }: Message): ClockAsked | undefined {
  const sign = lexicon()
    .signsIn(tokens)
    .find(({ sign: name }) => name === 'talk.clock' || name === 'talk.date');
  if (sign === undefined) return undefined;
  const rest = tokens
    .slice(sign.to)
    .filter(({ word }) => !/^(?:[?.!]|now|right|there|currently|please|today)$/.test(word));
  const [first] = rest;
  const day = sign.sign === 'talk.date' ? { day: true as const } : {};
  if (first === undefined) return day;
  const last = rest.at(-1)!;
  if (!['in', 'at', 'over'].includes(first.word) || rest.length < 2 || rest.length > 5) return undefined;
  const where = text.slice(rest[1]!.start, last.end);
  return { where, zone: zoneSaid(where), ...day };
}
