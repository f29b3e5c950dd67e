/** "4 actually", "wed not tue", "she'd rather do one o'clock": another time for what was spoken of, or for what is named. */
import { wallOf } from '../../wall.ts';
import { matchKnown } from '../known.ts';
import { readMessage } from '../message.ts';
import { done, type Given, type Model } from './model.ts';
import { isTime } from './plans.ts';

const TOOLS = ['move_event', 'change_todo', 'set_reminder', 'change_reminder'];
const NOT = /^(?<now>.+?),?\s+(?:and\s+)?(?:not|instead of|rather than)\s+(?:at\s+|on\s+)?(?<old>.+)$/i;
const WASNT = /^not\s+(?:at\s+|on\s+)?(?<old>[^,]+),\s*(?:but\s+)?(?<now>.+)$/i;
const TAIL = /[\s,]+(?:actually|instead|rather|sorry|i mean|i meant|please)$/i;
const RATHER =
  /^(?:(?:she|he|they|we|i)(?:'d|\s+would)?\s+(?:just\s+)?(?:(?:texted|said|says|called|rang|messaged|asked)\s+(?:that\s+)?(?:she|he|they)?(?:'d|\s+would)?\s*)?)?(?:rather|prefer|prefers|wants|want|can only|could only|can)\s+(?:to\s+)?(?:do|make|make it|have it|have|meet|come|be|go)?\s*(?:at\s+|on\s+)?(?<now>.+?)(?:,?\s+(?:so\s+)?(?:could|can|would|will) you (?:please\s+)?(?:change|move|fix|update|adjust) (?:it|that))?$/i;

export const movedTo: Model = (text, given) => {
  const { about } = given;
  const plain = text.replace(TAIL, '');
  const { now, old } = (NOT.exec(plain) ?? WASNT.exec(plain))?.groups ?? {};
  if (now !== undefined && old !== undefined && isTimeOnly(old, given)) {
    // "Film night is now at 8": what it is stands before its time.
    const named = isTimeOnly(now, given) ? undefined : nameIn(now, given);
    if (named !== undefined) return done(`move ${named.name} to ${named.time}`, text, given, TOOLS);
    if (about?.at !== undefined && isTimeOnly(now, given)) return done(`move it to ${bare(now)}`, text, given, TOOLS);
    return undefined;
  }
  if (about?.at === undefined || !['event', 'todo', 'reminder'].some((kind) => about.kinds.includes(kind as 'event')))
    return undefined;
  const wish = RATHER.exec(plain)?.groups?.['now'] ?? (plain !== text || isHourPart(text) ? plain : undefined);
  const time = wish === undefined ? undefined : withHour(bare(wish), given);
  return time !== undefined && isTimeOnly(time, given) ? done(`move it to ${time}`, text, given, TOOLS) : undefined;
};

const bare = (words: string) => words.replace(/^(?:it's|its|make it|make that|at|on|now at|now on)\s+/i, '').trim();

const PART = /^(?:a\s+)?(quarter|half|five|ten|twenty|5|10|20)\s+(past|to)$/i;
const isHourPart = (text: string) => PART.test(bare(text));
const MINUTES: Readonly<Record<string, number>> = {
  quarter: 15,
  half: 30,
  five: 5,
  ten: 10,
  twenty: 20,
  '5': 5,
  '10': 10,
  '20': 20,
};

/** "Quarter past" of no hour is of the one that is nearest to what was spoken of. */
function withHour(words: string, { about, place }: Given): string {
  const [, few, side] = PART.exec(words) ?? [];
  if (few === undefined || about?.at === undefined) return /^\d{1,2}$/.test(words) ? `${words} o'clock` : words;
  const wall = wallOf(about.at, place.zone);
  const minutes = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
  const past = side!.toLowerCase() === 'past' ? MINUTES[few.toLowerCase()]! : 60 - MINUTES[few.toLowerCase()]!;
  const hours = [-1, 0, 1].map((by) => Math.floor(minutes / 60) * 60 + by * 60 + past);
  const [nearest] = hours.toSorted((one, other) => Math.abs(one - minutes) - Math.abs(other - minutes));
  const two = (value: number) => String(value).padStart(2, '0');
  return nearest! < 0 || nearest! >= 1440 ? words : `${two(Math.floor(nearest! / 60))}:${two(nearest! % 60)}`;
}

function isTimeOnly(words: string, { place, known, about }: Given): boolean {
  const text = /^\d{1,2}(?:[:.]\d\d)?$/.test(words.trim()) ? `at ${words}` : words;
  const message = readMessage(text, { anchor: about?.at, ...place }, known);
  const isPlace = message.whens.every(({ shift, counted }) => shift === undefined && counted === undefined);
  return (
    isPlace &&
    message.lengths.length === 0 &&
    message.whens.length === 1 &&
    message.tokens.every(({ word }, at) => isTime(message, at) || SMALL.has(word))
  );
}

const SMALL = new Set(['at', 'on', 'the', ',', '.', 'it', "it's", 'is', 'to', 'for']);

/** "Film night is now at 8": an event that is known, and a time. */
function nameIn(words: string, { place, known }: Given): { name: string; time: string } | undefined {
  const message = readMessage(words, place, known);
  const event = matchKnown(message.tokens, 0, message.tokens.length, known).get('event');
  const [when, ...more] = message.whens;
  if (event === undefined || event.tied || when === undefined || more.length > 0) return undefined;
  const isTaken = (at: number) => isTime(message, at) || event.at.includes(at) || SMALL.has(message.tokens[at]!.word);
  const rest = message.tokens.filter(
    ({ word }, at) => !isTaken(at) && !['now', 'my', 'our', 'has', 'moved', 'been', 'got', "'s"].includes(word),
  );
  return rest.length > 0 ? undefined : { name: event.name, time: when.text.replace(/^(?:at|on)\s+/i, '') };
}
