/** "Before then", "until then", "the same day": the day of what was spoken of, in its place. */
import { dayOf } from '../../wall.ts';
import type { Place } from '../time/when.ts';
import type { Topic } from '../topic.ts';

const THEN = /\b(before|by|until|till|til|after)\s+(?:then|that)(?=\s*(?:[,.!?]|$|and\b|so\b|to\b))/gi;

export function withThen(text: string, about: Topic | undefined, { zone }: Place): string {
  if (about?.at === undefined) return text;
  const date = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const day = new Intl.DateTimeFormat('en-GB', date).format(Date.parse(`${dayOf(about.at, zone)}T00:00Z`));
  return text.replace(THEN, (_, side: string) => `${side} ${day}`);
}
