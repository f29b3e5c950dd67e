/** times.yml, turned round: from a word to what it means. */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../../text/rows.ts';
import { scheduleWords } from '../../../triggers/schedule/words.ts';

const words = z.array(z.string());
const schema = z.strictObject({
  same: z.record(z.string(), words),
  parts: z.record(
    z.string(),
    z.strictObject({
      from: z.int(),
      to: z.int(),
      alone: z.int(),
      exact: z.boolean().default(false),
      today: z.boolean().default(false),
      /** Only beside a clock: "breakfast at 8" is of the morning, breakfast is no time. */
      weak: z.boolean().default(false),
    }),
  ),
  moments: z.record(z.string(), z.strictObject({ at: z.int(), over: z.int().optional(), leads: words })),
  days: z.record(z.string(), z.int()),
  feasts: z.record(z.string(), z.tuple([z.int(), z.int()])),
  numbers: z.record(z.string(), z.number()),
  ordinals: z.record(z.string(), z.int()),
  before: words,
  date_behind: words,
  within: words,
  between: words,
  clock_before: words,
  seats: words,
  words_too: words,
  day_leads: words,
  habits: z.array(z.strictObject({ from: z.int(), to: z.int(), words })),
  onward: words,
  thereafter: words,
  endless: words,
  from_now: words,
  limits: z.strictObject({ since: words, after: words, until: words, before: words, within: words }),
  zones: z.record(z.string(), z.string()),
  riders: z.strictObject({ until: words, starting: words, lasting: words, except: words }),
  except_if_read: words,
  unkept: words,
  no_such: words,
  own: z.strictObject({ on: words, at: words }),
  month_leads: words,
  name_stops: words,
  pointers: words,
  sides: z.strictObject({ before: words, after: words }),
  shifts: z.strictObject({
    always: words,
    told: words,
    moves: words,
    changes: words,
    later: words,
    earlier: words,
    turned: words,
    lengthens: words,
    ends: words,
  }),
});

export type RiderKind = keyof z.infer<typeof schema>['riders'];
export type LimitKind = keyof z.infer<typeof schema>['limits'];
export type Moment = z.infer<typeof schema>['moments'][string];
export type Part = z.infer<typeof schema>['parts'][string];

export interface TimeWords {
  same(word: string): string;
  part(word: string): Part | undefined;
  /** The usual hour of what is done every day. */
  moment(word: string): Moment | undefined;
  dayShift(word: string): number | undefined;
  readonly feasts: readonly { words: readonly string[]; month: number; day: number }[];
  number(word: string): number | undefined;
  ordinal(word: string): number | undefined;
  weekday(word: string): number | undefined;
  month(word: string): number | undefined;
  unit(word: string): 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' | 'fortnight' | undefined;
  isBefore(word: string): boolean;
  /** What may stand behind a day of the month that is said by its number alone. */
  isDateBehind(word: string): boolean;
  /** What says where in a span of days, in words. */
  readonly within: readonly (readonly string[])[];
  isBetween(word: string): boolean;
  /** "Sun": a weekday in short, and a word. */
  isWordToo(word: string): boolean;
  isDayLead(word: string): boolean;
  /** "Every", "daily". */
  isEach(word: string): boolean;
  isClockBefore(word: string): boolean;
  /** What is had for so many people. */
  isSeat(word: string): boolean;
  /** What is done at certain hours, word by word. */
  readonly habits: readonly { readonly from: number; readonly to: number; readonly words: readonly string[] }[];
  zone(word: string): string | undefined;
  /** What leads to a bound of what comes again, as words. */
  readonly riders: readonly { readonly kind: RiderKind; readonly words: readonly string[]; readonly weak: boolean }[];
  /** What leads to a day that bounds a change, the longest first. */
  readonly limits: readonly { readonly kind: LimitKind; readonly words: readonly string[] }[];
  /** "The school holidays": days that no calendar here knows. */
  isUnkept(word: string): boolean;
  /** "No class in December". */
  isNoSuch(word: string): boolean;
  /** Days and hours with a name and no date of their own, with what leads to them. */
  readonly own: ReadonlyMap<string, string>;
  isMonthLead(word: string): boolean;
  isNameStop(word: string): boolean;
  isPointer(word: string): boolean;
  /** How many words of a list stand here, the most first. */
  sizeAt(list: 'onward' | 'thereafter' | 'endless' | 'from_now', wordOf: (shift: number) => string | undefined): number;
  /** On which side of a time something lies. */
  side(word: string): 'before' | 'after' | undefined;
  /** What moves a thing from where it is. */
  readonly shifts: { is(list: keyof z.infer<typeof schema>['shifts'], word: string): boolean };
  readonly all: readonly string[];
}

let known: TimeWords | undefined;

export function timeWords(): TimeWords {
  known ??= compile(schema.parse(readRows(join(import.meta.dirname, 'times.yml'))));
  return known;
}

const UNITS = new Set(['minute', 'hour', 'day', 'week', 'month', 'year', 'fortnight']);

function compile(data: z.infer<typeof schema>): TimeWords {
  const schedule = scheduleWords();
  const same = new Map(Object.entries(data.same).flatMap(([word, ways]) => ways.map((way) => [way, word] as const)));
  const sets = {
    before: new Set(data.before),
    behind: new Set(data.date_behind),
    between: new Set(data.between),
    clock: new Set(data.clock_before),
    months: new Set(data.month_leads),
    stops: new Set(data.name_stops),
    pointers: new Set(data.pointers),
  };
  const sizes = {
    onward: phrasesOf(data.onward),
    thereafter: phrasesOf(data.thereafter),
    endless: phrasesOf(data.endless),
    from_now: phrasesOf(data.from_now),
  };
  const resolve = (word: string) => same.get(word) ?? word;
  return {
    same: resolve,
    part: (word) => data.parts[resolve(word)],
    dayShift: (word) => data.days[resolve(word)],
    feasts: Object.entries(data.feasts).map(([name, [month, day]]) => ({ words: name.split(' '), month, day })),
    number: (word) => (/^\d{1,4}$/.test(word) ? Number(word) : data.numbers[word]),
    ordinal: (word) => {
      const [, digits] = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word) ?? [];
      if (digits !== undefined) return Number(digits);
      const [tens, ones] = word.split('-');
      return (
        data.ordinals[word] ??
        (ones && data.numbers[tens!] !== undefined ? sum(data.numbers[tens!]!, data.ordinals[ones]) : undefined)
      );
    },
    weekday: (word) => {
      const found = schedule.weekdays(resolve(word.replace(/'s$/, '')));
      return found === undefined || found.plural ? undefined : (found.days[0]! + 6) % 7;
    },
    month: (word) =>
      word === 'may' || word === 'mar' || word === 'mai' ? { may: 5, mar: 3, mai: 5 }[word] : schedule.month(word),
    unit: (word) => {
      const unit = resolve(word);
      return UNITS.has(unit) ? (unit as ReturnType<TimeWords['unit']>) : undefined;
    },
    moment: (word) => data.moments[word],
    isBefore: (word) => sets.before.has(word),
    isDateBehind: (word) => sets.behind.has(word) || data.parts[resolve(word)] !== undefined,
    within: data.within.map((phrase) => phrase.split(' ')),
    isBetween: (word) => sets.between.has(word),
    isWordToo: (word) => data.words_too.includes(word),
    isDayLead: (word) => data.day_leads.includes(word),
    isEach: (word) => schedule.is('every', word) || schedule.adverb(word) !== undefined,
    isClockBefore: (word) => sets.clock.has(word),
    isSeat: (word) => data.seats.includes(word),
    habits: data.habits.flatMap(({ words: ways, ...hours }) =>
      ways.map((way) => ({ ...hours, words: way.split(' ') })),
    ),
    own: new Map(Object.entries(data.own).flatMap(([lead, names]) => names.map((name) => [name, lead] as const))),
    isMonthLead: (word) => sets.months.has(word),
    isNameStop: (word) => sets.stops.has(word),
    isPointer: (word) => sets.pointers.has(word),
    sizeAt: (list, wordOf) =>
      sizes[list].find((ways) => ways.every((word, shift) => wordOf(shift) === word))?.length ?? 0,
    zone: (word) => data.zones[word],
    limits: Object.entries(data.limits)
      .flatMap(([kind, ways]) => phrasesOf(ways).map((way) => ({ kind: kind as LimitKind, words: way })))
      .toSorted((one, other) => other.words.length - one.words.length),
    isUnkept: (word) => data.unkept.includes(word),
    isNoSuch: (word) => data.no_such.includes(word),
    riders: [
      ...Object.entries(data.riders).flatMap(([kind, ways]) =>
        ways.map((way) => ({ kind: kind as RiderKind, words: way.split(' '), weak: false })),
      ),
      ...data.except_if_read.map((way) => ({ kind: 'except' as const, words: way.split(' '), weak: true })),
    ].toSorted((one, other) => other.words.length - one.words.length),
    side: (word) =>
      data.sides.before.includes(word) ? 'before' : data.sides.after.includes(word) ? 'after' : undefined,
    shifts: { is: (list, word) => data.shifts[list].includes(word) },
    all: [
      ...same.keys(),
      ...Object.keys(data.same),
      ...Object.keys(data.parts),
      ...Object.keys(data.days),
      ...Object.keys(data.numbers),
      ...Object.keys(data.ordinals),
      ...[...Object.values(data.riders).flat(), ...data.except_if_read].flatMap((way) => way.split(' ')),
      ...'january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday weekend'.split(
        ' ',
      ),
    ],
  };
}

/** The longest first. */
function phrasesOf(ways: readonly string[]): string[][] {
  return ways.map((way) => way.split(' ')).toSorted((one, other) => other.length - one.length);
}

function sum(one: number, other: number | undefined): number | undefined {
  return other === undefined ? undefined : one + other;
}
