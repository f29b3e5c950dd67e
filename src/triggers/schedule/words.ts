/** The vocabulary of schedules, from words.yml, turned round: from a word to what it means. */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';

const list = z.array(z.string());
const clock = z.string().regex(/^\d\d:\d\d$/);
const schema = z.strictObject({
  every: list,
  per: list,
  at: list,
  until: list,
  starting: list,
  onwards: list,
  lasting: list,
  except: list,
  to: list,
  between: list,
  in: list,
  and: list,
  fillers: list,
  clock: list,
  times: list,
  units: z.record(z.enum(['minute', 'hour', 'day', 'week', 'fortnight', 'month', 'quarter', 'year']), list),
  adverbs: z.record(
    z.string(),
    z.strictObject({
      unit: z.enum(['hour', 'day', 'week', 'month', 'year']),
      every: z.int(),
      time: clock.optional(),
    }),
  ),
  weekdays: z.array(list).length(7),
  plural_weekdays: z.array(list).length(7),
  weekday_groups: z.record(z.string(), z.array(z.int())),
  months: z.array(list).length(12),
  feasts: list,
  said_as: z.record(z.string(), z.string()),
  feast_days: z.array(
    z.union([
      z.strictObject({ names: list, month: z.int(), day: z.int() }),
      z.strictObject({ names: list, easter: z.int() }),
    ]),
  ),
  parts_of: z.record(z.string(), z.strictObject({ day: z.int(), month: z.int() })),
  ends: list,
  beginnings: list,
  next: list,
  numbers: z.record(z.string(), z.int()),
  ordinals: z.record(z.string(), z.int()),
  parts_of_day: z.record(z.string(), clock),
  zones: z.record(z.string(), list),
  usual_time: clock,
  examples: list,
  unknowable: z.array(z.strictObject({ words: list, say: z.string() })),
});

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
export type Role =
  | 'every'
  | 'per'
  | 'at'
  | 'until'
  | 'starting'
  | 'onwards'
  | 'lasting'
  | 'except'
  | 'to'
  | 'in'
  | 'and'
  | 'fillers'
  | 'clock'
  | 'times'
  | 'between';

export interface Words {
  is(role: Role, word: string | undefined): boolean;
  /** A quarter is three months. */
  unit(word: string): { unit: Unit; factor: number } | undefined;
  adverb(word: string): { unit: Exclude<Unit, 'minute'>; every: number; time?: string | undefined } | undefined;
  weekdays(word: string): { days: number[]; plural: boolean } | undefined;
  month(word: string): number | undefined;
  number(word: string): number | undefined;
  ordinal(word: string): number | undefined;
  /** Minutes since midnight. */
  partOfDay(word: string): number | undefined;
  /** What people call a zone, by the zone. */
  readonly zones: Readonly<Record<string, readonly string[]>>;
  /** How "the end of …" begins, and what says that the next one is meant. */
  readonly ends: readonly string[];
  /** How "the beginning of …" begins. */
  readonly beginnings: readonly string[];
  /** Names of islands that are days. */
  readonly feasts: readonly string[];
  /** "Working day" is a weekday. */
  readonly saidAs: Readonly<Record<string, string>>;
  readonly feastDays: z.infer<typeof schema>['feast_days'];
  /** "Mid-May", "late 2027". */
  partOf(word: string): { day: number; month: number } | undefined;
  readonly next: readonly string[];
  readonly usualTime: number;
  readonly examples: readonly string[];
  readonly unknowable: readonly { readonly words: readonly string[]; readonly say: string }[];
}

let known: Words | undefined;

export function scheduleWords(): Words {
  known ??= compile(schema.parse(readRows(join(import.meta.dirname, 'words.yml'))));
  return known;
}

function compile(data: z.infer<typeof schema>): Words {
  const roles: Role[] = [
    'every',
    'per',
    'at',
    'until',
    'starting',
    'onwards',
    'lasting',
    'except',
    'to',
    'between',
    'in',
    'and',
    'fillers',
    'clock',
    'times',
  ];
  const sets = new Map(roles.map((role) => [role, new Set(data[role])]));
  const units = invert(Object.entries(data.units));
  const weekdays = invert(data.weekdays.map((words, day) => [day, words]));
  const plurals = invert(data.plural_weekdays.map((words, day) => [day, words]));
  const months = invert(data.months.map((words, month) => [month + 1, words]));
  return {
    zones: data.zones,
    ends: data.ends,
    beginnings: data.beginnings,
    feasts: data.feasts,
    saidAs: data.said_as,
    feastDays: data.feast_days,
    partOf: (word) => data.parts_of[word],
    next: data.next,
    is: (role, word) => word !== undefined && sets.get(role)!.has(word),
    unit: (word) => {
      const unit = units.get(word);
      if (unit === 'quarter') return { unit: 'month', factor: 3 };
      if (unit === 'fortnight') return { unit: 'week', factor: 2 };
      return unit === undefined ? undefined : { unit: unit as Unit, factor: 1 };
    },
    adverb: (word) => data.adverbs[word],
    weekdays: (word) => {
      const group = data.weekday_groups[word];
      if (group !== undefined) return { days: group, plural: true };
      const plural = plurals.get(word);
      const day = plural ?? weekdays.get(word);
      return day === undefined ? undefined : { days: [day], plural: plural !== undefined };
    },
    month: (word) => months.get(word),
    number: (word) => (/^\d{1,4}$/.test(word) ? Number(word) : data.numbers[word]),
    ordinal: (word) => {
      const [, digits] = /^(\d{1,2})(?:st|nd|rd|th|\.)$/.exec(word) ?? [];
      return digits === undefined ? data.ordinals[word] : Number(digits);
    },
    partOfDay: (word) => {
      const time = data.parts_of_day[word];
      return time === undefined ? undefined : minutesOf(time);
    },
    usualTime: minutesOf(data.usual_time),
    examples: data.examples,
    unknowable: data.unknowable,
  };
}

export function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

function invert<T>(entries: readonly (readonly [T, readonly string[]])[]): Map<string, T> {
  return new Map(entries.flatMap(([value, words]) => words.map((word) => [word, value] as const)));
}
