/** "Before then", "until then", "that day": the day of what was spoken of, in its place. */
import { dayOf } from '../../wall.ts';
import type { Place } from '../time/when.ts';
import type { Topic } from '../topic.ts';

const THEN = /\b(before|by|until|till|til|after)\s+(?:then|that)(?=\s*(?:[,.!?]|$|and\b|so\b|to\b))/gi;

export function withThen(text: string, about: Topic | undefined, { zone }: Place): string {
  // Behind what was not understood, or only asked about, nobody knows which day that is.
  if (about?.at === undefined || about.lost === true || about.open !== undefined) return text;
  const date = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  const day = new Intl.DateTimeFormat('en-GB', date).format(Date.parse(`${dayOf(about.at, zone)}T00:00Z`));
  const then = text.replace(THEN, (_, side: string) => `${side} ${day}`);
  return DATED.test(then) ? then : then.replace(SAME_DAY, `on ${day}`);
}

/** "That day", where no other day is said that it could be of. */
const SAME_DAY = /\b(?:on\s+)?(?:that(?: very| same)? day|the same day|same day)\b/gi;
const DATED =
  /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)\p{L}*\b|\b(?:today|tomorrow|tmrw|tonight|yesterday)\b|\d(?:st|nd|rd|th)\b|\d{4}-\d\d/iu;
