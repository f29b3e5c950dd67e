/**
 * Events of one name that one message makes on several days: days that follow one another are one event that lasts, three
 * weekdays or more that lie apart, at one hour, are a rhythm ("flour delivery mon wed fri 5am").
 */
import { addDays, wallOf, weekdayOf } from '../../wall.ts';
import { type Given, wholeOf } from '../everyday/model.ts';
import { readMessage } from '../message.ts';
import type { Understood } from '../read.ts';
import type { Request } from '../request.ts';

export function merged(text: string, read: Understood, given: Given): Understood {
  if (read.kind !== 'requests') return read;
  const placed = onItsDay(read.requests, given);
  if (placed !== undefined) return { ...read, requests: placed };
  const days = read.requests.filter(({ tool, answers }) => tool === 'add_event' && !answers);
  const [first] = days;
  if (first === undefined || days.length < 2 || days.length !== read.requests.length) return read;
  const isOne = days.every((one) => isSameBut(one, first) && typeof one.input['start'] === 'string');
  const one = isOne ? (lasting(days) ?? rhythm(days, text, given)) : undefined;
  return one === undefined ? read : { ...read, requests: [one] };
}

/** "Move Brightwell to 4 and put Hensel at 3 instead": an hour of no day, beside what is moved within its own. */
function onItsDay(requests: readonly Request[], { known, place }: Given): Request[] | undefined {
  const moved = requests.filter(({ tool }) => tool === 'move_event');
  const made = requests.filter(({ tool }) => tool === 'add_event');
  const [only] = moved;
  const at = typeof only?.input['query'] === 'string' ? known.starts?.[only.input['query']] : undefined;
  if (moved.length !== 1 || made.length !== 1 || at === undefined || only!.input['clock'] === undefined)
    return undefined;
  const { start, when } = made[0]!.input;
  const { whens } = readMessage(made[0]!.text, place, known);
  if (typeof start !== 'string' || start.length === 10 || when !== undefined || whens.some(({ dated }) => dated))
    return undefined;
  const day = wallOf(at, place.zone).slice(0, 10);
  return requests.map((one) =>
    one === made[0] ? { ...one, input: { ...one.input, start: `${day}${start.slice(10)}` } } : one,
  );
}

/** The same name, hour and length. */
function isSameBut({ input: one }: Request, { input: other }: Request): boolean {
  const { start: from, ...rest } = one;
  const { start: to, ...more } = other;
  return JSON.stringify(rest) === JSON.stringify(more) && String(from).slice(10) === String(to).slice(10);
}

function lasting(days: readonly Request[]): Request | undefined {
  const starts = days.map(({ input: { start } }) => String(start));
  const isRow = starts.every((day, at) => day.length === 10 && (at === 0 || day === addDays(starts[at - 1]!, 1)));
  const { input } = days[0]!;
  return isRow && input['when'] === undefined && input['end'] === undefined
    ? { ...days[0]!, input: { ...input, end: addDays(starts.at(-1)!, 1) } }
    : undefined;
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const A_RHYTHM = 3;
/** This week alone, or days of the month: each is a day of its own. */
const DATED = /\b(?:this|next|the)\s+(?:week|\d)|\d(?:st|nd|rd|th)\b|\bonly\b|\bjust\b|\b\d{1,2}[./]\d{1,2}\b/i;

function rhythm(days: readonly Request[], text: string, { read }: Given): Request | undefined {
  const starts = days.map(({ input: { start } }) => String(start));
  if (days.length < A_RHYTHM || DATED.test(text) || starts.some((start) => start.length === 10)) return undefined;
  const { title, minutes } = days[0]!.input;
  // Days in a row are those of a roster, and of this week alone.
  const isRow = starts.some((start, at) => at > 0 && start.slice(0, 10) === addDays(starts[at - 1]!.slice(0, 10), 1));
  const names = starts.map((start) => DAYS[weekdayOf(start)]!);
  if (isRow || new Set(names).size < names.length) return undefined;
  const order = `add "${String(title)}" to my calendar every ${names.slice(0, -1).join(', ')} and ${names.at(-1)} at ${starts[0]!.slice(11)}`;
  const [only, ...more] = wholeOf(read(order)) ?? [];
  if (only?.tool !== 'add_event' || more.length > 0) return undefined;
  return { ...only, text, input: { ...only.input, ...(minutes !== undefined && { minutes }) } };
}
