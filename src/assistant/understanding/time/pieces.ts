/** The parts that a time is said in: a day, a time of day, a part of the day, a distance, a length. Each is read at a token. */
import { addDays, type Day, dayOf, weekdayOf } from '../../wall.ts';
import type { Token } from '../tokens.ts';
import type { Place } from './when.ts';
import { type Part, timeWords } from './words.ts';

interface Range {
  /** Tokens, from and to (exclusive). */
  readonly from: number;
  readonly to: number;
}

export type Span = 'day' | 'week' | 'weekend' | 'month';

export type Piece = Range &
  (
    | { readonly kind: 'day'; readonly day: Day; readonly span: Span }
    | { readonly kind: 'clock'; readonly minutes: number; readonly sure: boolean; readonly until?: number | undefined }
    | { readonly kind: 'part'; readonly part: Part; readonly name: string }
    | { readonly kind: 'exact'; readonly ms: number }
    | { readonly kind: 'length'; readonly minutes: number }
    /** "That day", "the day after": counted from the day that was said before. */
    | { readonly kind: 'that'; readonly shift: number; readonly part?: Part | undefined }
  );

const MINUTE = 60_000;
const UNIT_MINUTES = { minute: 1, hour: 60 } as const;

export function findPieces(tokens: readonly Token[], place: Place): Piece[] {
  const reader = { tokens, place, today: dayOf(place.now, place.zone) };
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = READERS.map((read) => read(reader, at, pieces.at(-1))).find((piece) => piece !== undefined);
    if (found === undefined) at++;
    else {
      pieces.push(found);
      at = found.to;
    }
  }
  return pieces;
}

interface Reader {
  readonly tokens: readonly Token[];
  readonly place: Place;
  readonly today: Day;
}

type Read = (reader: Reader, at: number, last: Piece | undefined) => Piece | undefined;

const wordAt = ({ tokens }: Reader, at: number): string => tokens[at]?.word ?? '';

/** A count in one or two words, and how many: "twenty five", "half a", "an". */
function countAt(reader: Reader, at: number): { count: number; to: number } | undefined {
  const words = timeWords();
  const first = words.number(wordAt(reader, at));
  if (wordAt(reader, at) === 'half' && ['a', 'an'].includes(wordAt(reader, at + 1))) return { count: 0.5, to: at + 2 };
  if (first === undefined) {
    const [, decimal] = /^(\d+\.\d+)$/.exec(wordAt(reader, at)) ?? [];
    return decimal === undefined ? undefined : { count: Number(decimal), to: at + 1 };
  }
  const next = words.number(wordAt(reader, at + 1));
  if (first >= 20 && first % 10 === 0 && next !== undefined && next < 10 && next >= 1)
    return { count: first + next, to: at + 2 };
  if (first === 1 && wordAt(reader, at + 1) === 'couple')
    return { count: 2, to: at + (wordAt(reader, at + 2) === 'of' ? 3 : 2) };
  if (wordAt(reader, at) === 'couple' && wordAt(reader, at + 1) === 'of') return { count: 2, to: at + 2 };
  return { count: first, to: at + 1 };
}

/** "20 minutes", "an hour and a half", "1h", "two weeks", "45min". */
function amountAt(
  reader: Reader,
  at: number,
): { minutes?: number; days?: number; months?: number; to: number } | undefined {
  const words = timeWords();
  const [, digits, short] = /^(\d+)(h|hr|hrs|m|min|mins)$/.exec(wordAt(reader, at)) ?? [];
  const count = digits === undefined ? countAt(reader, at) : { count: Number(digits), to: at };
  if (count === undefined) return undefined;
  const said = wordAt(reader, count.to);
  const unit = short === undefined ? words.unit(said) : short.startsWith('h') ? 'hour' : 'minute';
  if (unit === undefined || (digits !== undefined && short === undefined)) return undefined;
  let to = count.to + 1;
  let { count: many } = count;
  if (unit === 'minute' || unit === 'hour') {
    if (wordAt(reader, to) === 'and' && ['a', 'half'].includes(wordAt(reader, to + 1))) {
      many += 0.5;
      to += wordAt(reader, to + 1) === 'half' ? 2 : 3;
    }
    let minutes = many * UNIT_MINUTES[unit];
    const more = wordAt(reader, to) === 'and' ? amountAt(reader, to + 1) : undefined;
    if (more?.minutes !== undefined) {
      minutes += more.minutes;
      to = more.to;
    }
    return { minutes: Math.round(minutes), to };
  }
  if (unit === 'month' || unit === 'year') return { months: many * (unit === 'year' ? 12 : 1), to };
  return { days: Math.round(many * { day: 1, week: 7, fortnight: 14 }[unit]), to };
}

/** "In 20 minutes", "an hour from now", "in two weeks", "3 days from now". */
const readDistance: Read = (reader, at) => {
  const opens = ['in', 'within', '+'].includes(wordAt(reader, at));
  const skip = opens && ['about', 'around', 'roughly', 'the', 'next'].includes(wordAt(reader, at + 1)) ? 1 : 0;
  const amount = amountAt(reader, opens ? at + 1 + skip : at);
  if (amount === undefined) return undefined;
  let { to } = amount;
  const hence = wordAt(reader, to);
  const isHence =
    (hence === 'from' && ['now', 'today'].includes(wordAt(reader, to + 1))) || hence === 'hence' || hence === 'later';
  if (!opens && !isHence) {
    if (wordAt(reader, at - 1) === 'at') return undefined;
    // "A week on Monday", "two weeks from Friday", "a week before Christmas".
    if (amount.days !== undefined && ['on', 'from', 'before', 'after'].includes(hence)) {
      const base = readDay(reader, to + 1, undefined);
      if (base?.kind === 'day')
        return { ...base, from: at, day: addDays(base.day, hence === 'before' ? -amount.days : amount.days) };
    }
    if (amount.minutes === undefined) return undefined;
    // "A timer for 12 minutes" rings in twelve minutes.
    if (reader.tokens.some(({ word }) => word === 'timer'))
      return { kind: 'exact', ms: amount.minutes * MINUTE, from: at, to };
    return { kind: 'length', minutes: amount.minutes, from: at, to };
  }
  if (isHence) to += hence === 'from' ? 2 : 1;
  if (amount.minutes !== undefined) return { kind: 'exact', ms: amount.minutes * MINUTE, from: at, to };
  if (amount.months !== undefined)
    return { kind: 'day', day: addMonths(reader.today, amount.months), span: 'day', from: at, to };
  const base = wordAt(reader, to) === 'time' || wordAt(reader, to) === "'" ? to + 1 : to;
  return { kind: 'day', day: addDays(reader.today, amount.days!), span: 'day', from: at, to: base };
};

function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

const readDay: Read = (reader, at) => {
  const words = timeWords();
  const { today } = reader;
  const word = wordAt(reader, at);
  const day = (value: Day, to: number, span: Span = 'day'): Piece => ({ kind: 'day', day: value, span, from: at, to });
  const phrase = (...said: string[]) => said.every((one, shift) => wordAt(reader, at + shift) === one);
  if (phrase('day', 'after', 'tomorrow')) return day(addDays(today, 2), at + 3);
  if (phrase('that', 'day') || phrase('same', 'day') || phrase('that', 'morning') || phrase('that', 'evening'))
    return { kind: 'that', shift: 0, from: at, to: at + (wordAt(reader, at + 1) === 'day' ? 2 : 1) };
  if (phrase('day', 'after') || phrase('following', 'day') || phrase('next', 'day'))
    return { kind: 'that', shift: 1, from: at, to: at + 2 };
  const eve = words.part(word);
  if (eve !== undefined && wordAt(reader, at + 1) === 'before' && !words.weekday(wordAt(reader, at + 2)))
    return { kind: 'that', shift: -1, part: eve, from: at, to: at + 2 };
  if (phrase('day', 'before')) return { kind: 'that', shift: -1, from: at, to: at + 2 };
  const shift = words.dayShift(word.replace(/'s$/, ''));
  if (shift !== undefined && words.same(word) !== 'tonight') {
    const isWeekOn = words.same(wordAt(reader, at + 1)) === 'week';
    return day(addDays(today, shift + (isWeekOn ? 7 : 0)), at + (isWeekOn ? 2 : 1));
  }
  return readWeek(reader, at, undefined) ?? readFeast(reader, at, undefined) ?? readDate(reader, at, undefined);
};

const WHICH = new Set(['this', 'next', 'coming', 'last', 'upcoming', 'following']);

/** "Friday", "next Tuesday", "Monday week", "this weekend", "next month", "the end of the week". */
const readWeek: Read = (reader, at) => {
  const words = timeWords();
  const { today } = reader;
  const which = WHICH.has(wordAt(reader, at)) ? wordAt(reader, at) : undefined;
  const from = which === undefined ? at : at + 1;
  const word = wordAt(reader, from);
  const monday = addDays(today, -weekdayOf(today));
  const weekday = words.weekday(word);
  if (weekday !== undefined) {
    if (which === 'last')
      return { kind: 'day', day: addDays(monday, weekday - 7), span: 'day', from: at, to: from + 1 };
    const isWeekOn =
      words.same(wordAt(reader, from + 1)) === 'week' && !['on', 'from'].includes(wordAt(reader, from + 2));
    const ahead = (weekday - weekdayOf(today) + 7) % 7 || 7;
    const day = which === 'next' ? addDays(monday, 7 + weekday) : addDays(today, ahead + (isWeekOn ? 7 : 0));
    let to = from + (isWeekOn ? 2 : 1);
    // "Saturday the 28th": the date says which.
    const skip = [',', 'the'].includes(wordAt(reader, to)) ? (wordAt(reader, to + 1) === 'the' ? 2 : 1) : 0;
    const date = readDate(reader, to + skip, undefined);
    if (date?.kind === 'day' && which === undefined) return { ...date, from: at };
    // "Next week Tuesday", "Tuesday next week".
    if (wordAt(reader, to) === 'next' && words.same(wordAt(reader, to + 1)) === 'week')
      return { kind: 'day', day: addDays(monday, 7 + weekday), span: 'day', from: at, to: to + 2 };
    if (wordAt(reader, to) === 'this' && words.same(wordAt(reader, to + 1)) === 'week') to += 2;
    return { kind: 'day', day, span: 'day', from: at, to };
  }
  if (word === 'end' && wordAt(reader, from + 1) === 'of') {
    const skip = ['the', 'this', 'next'].includes(wordAt(reader, from + 2)) ? 1 : 0;
    const unit = words.unit(wordAt(reader, from + 2 + skip));
    const later = wordAt(reader, from + 2) === 'next' ? 1 : 0;
    if (unit === 'week')
      return { kind: 'day', day: addDays(monday, 4 + 7 * later), span: 'day', from: at, to: from + 3 + skip };
    if (unit === 'month')
      return {
        kind: 'day',
        day: addDays(addMonths(`${today.slice(0, 7)}-01`, 1 + later), -1),
        span: 'day',
        from: at,
        to: from + 3 + skip,
      };
  }
  const later = which === 'next' || which === 'following' ? 7 : 0;
  // "A weekend trip" is no date.
  if (
    word === 'weekend' &&
    which === undefined &&
    !['the', 'at', 'on', 'over', 'for', 'by'].includes(wordAt(reader, at - 1))
  )
    return undefined;
  if (word === 'weekend')
    return { kind: 'day', day: addDays(monday, 5 + later), span: 'weekend', from: at, to: from + 1 };
  if (which === undefined) return undefined;
  const unit = words.unit(word);
  if (unit === 'week') {
    const inWeek = words.weekday(
      wordAt(reader, from + 1) === 'on' ? wordAt(reader, from + 2) : wordAt(reader, from + 1),
    );
    if (inWeek !== undefined)
      return {
        kind: 'day',
        day: addDays(monday, later + inWeek),
        span: 'day',
        from: at,
        to: from + (wordAt(reader, from + 1) === 'on' ? 3 : 2),
      };
    return {
      kind: 'day',
      day: later ? addDays(monday, 7) : which === 'last' ? addDays(monday, -7) : today,
      span: 'week',
      from: at,
      to: from + 1,
    };
  }
  if (unit === 'month')
    return {
      kind: 'day',
      day: later ? addMonths(`${today.slice(0, 7)}-01`, 1) : today,
      span: 'month',
      from: at,
      to: from + 1,
    };
  return undefined;
};

const readFeast: Read = (reader, at) => {
  const found = timeWords()
    .feasts.filter(({ words }) => words.every((word, shift) => wordAt(reader, at + shift) === word))
    .toSorted((one, other) => other.words.length - one.words.length)[0];
  return (
    found && {
      kind: 'day',
      day: forward(reader.today, found.month, found.day),
      span: 'day',
      from: at,
      to: at + found.words.length,
    }
  );
};

/** This year's, or next year's where it has gone by. */
function forward(today: Day, month: number, date: number, year?: number): Day {
  const two = (count: number) => String(count).padStart(2, '0');
  const of = (which: number) => `${which}-${two(month)}-${two(date)}`;
  if (year !== undefined) return of(year < 100 ? 2000 + year : year);
  const [thisYear = 0] = today.split('-').map(Number);
  return of(thisYear) >= today ? of(thisYear) : of(thisYear + 1);
}

/** "3 December", "December 3rd", "the 27th", "24/11", "2026-12-01". */
const readDate: Read = (reader, at) => {
  const words = timeWords();
  const word = wordAt(reader, at);
  const made = (month: number, date: number, to: number, year?: number): Piece | undefined => {
    const day = forward(reader.today, month, date, year);
    return Number.isNaN(Date.parse(`${day}T00:00Z`)) || new Date(`${day}T00:00Z`).getUTCDate() !== date
      ? undefined
      : { kind: 'day', day, span: 'day', from: at, to };
  };
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word);
  if (iso) return made(Number(iso[2]), Number(iso[3]), at + 1, Number(iso[1]));
  const slash = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{2,4}))?$/.exec(word);
  if (slash && (word.includes('/') || slash[3] !== undefined)) {
    const [one, two] = [Number(slash[1]), Number(slash[2])];
    const year = slash[3] === undefined ? undefined : Number(slash[3]);
    return two > 12 ? made(one, two, at + 1, year) : made(two, one, at + 1, year);
  }
  const yearAt = (to: number) => {
    const skip = wordAt(reader, to) === ',' ? 1 : 0;
    const [year] = /^20\d{2}$/.exec(wordAt(reader, to + skip)) ?? [];
    return year === undefined ? { to } : { to: to + skip + 1, year: Number(year) };
  };
  const month = words.month(word);
  if (month !== undefined) {
    const skip = wordAt(reader, at + 1) === 'the' ? 1 : 0;
    const date = dateAt(reader, at + 1 + skip);
    if (date === undefined) return undefined;
    const { to, year } = yearAt(date.to);
    return made(month, date.date, to, year);
  }
  const date = dateAt(reader, at);
  if (date === undefined) return undefined;
  const skip = wordAt(reader, date.to) === 'of' ? 1 : 0;
  const inMonth = words.month(wordAt(reader, date.to + skip));
  if (inMonth !== undefined) {
    const { to, year } = yearAt(date.to + skip + 1);
    return made(inMonth, date.date, to, year);
  }
  return date.ordinal && (/\d/.test(word) || wordAt(reader, at - 1) === 'the') && !words.unit(wordAt(reader, date.to))
    ? nextDate(reader, at, date)
    : undefined;
};

function dateAt(reader: Reader, at: number): { date: number; ordinal: boolean; to: number } | undefined {
  const words = timeWords();
  const word = wordAt(reader, at);
  const tens = words.number(word);
  const ones = words.ordinal(wordAt(reader, at + 1));
  if (tens !== undefined && tens >= 20 && tens % 10 === 0 && ones !== undefined && ones < 10)
    return { date: tens + ones, ordinal: true, to: at + 2 };
  const ordinal = words.ordinal(word);
  if (ordinal !== undefined && ordinal >= 1 && ordinal <= 31) return { date: ordinal, ordinal: true, to: at + 1 };
  const plain = /^\d{1,2}$/.test(word) ? Number(word) : undefined;
  return plain !== undefined && plain >= 1 && plain <= 31 ? { date: plain, ordinal: false, to: at + 1 } : undefined;
}

/** "The 27th": of this month, or the next that has one. */
function nextDate({ today }: Reader, at: number, { date, to }: { date: number; to: number }): Piece | undefined {
  for (let ahead = 0; ahead < 4; ahead++) {
    const first = addMonths(`${today.slice(0, 7)}-01`, ahead);
    const day = addDays(first, date - 1);
    if (day.slice(0, 7) === first.slice(0, 7) && day >= today) return { kind: 'day', day, span: 'day', from: at, to };
  }
  return undefined;
}

const readPart: Read = (reader, at, last) => {
  const words = timeWords();
  const word = wordAt(reader, at);
  if (word === 'first' && wordAt(reader, at + 1) === 'thing')
    return { kind: 'part', part: words.part('morning')!, name: 'morning', from: at, to: at + 2 };
  if (word === 'end' && wordAt(reader, at + 1) === 'of' && wordAt(reader, at + 2) === 'day')
    return { kind: 'part', part: words.part('evening')!, name: 'evening', from: at, to: at + 3 };
  const part = words.part(word);
  if (part === undefined) return undefined;
  if (part.exact) return { kind: 'clock', minutes: part.alone, sure: true, from: at, to: at + 1 };
  // "Parents' evening": a part of the day that names a thing is no time.
  const before = wordAt(reader, at - 1);
  const isTime =
    part.today ||
    last?.to === at ||
    ['this', 'the', 'in', 'at', 'by', 'before', 'every', 'each', 'for', 'that', ',', 'on'].includes(before);
  return isTime ? { kind: 'part', part, name: words.same(word), from: at, to: at + 1 } : undefined;
};

export const READERS: readonly Read[] = [
  readDistance,
  (reader, at, last) => readClock(reader, at, last),
  readDay,
  readPart,
];

/** "Half past eight", "quarter to 9", "3.30pm", "0815", "at 5", "nine o'clock", "9 to 11". */
const readClock: Read = (reader, at, last) => {
  const start = clockAt(reader, at, last);
  if (start === undefined) return undefined;
  const joins = ['to', '-', 'till', 'til', 'until', '–'].includes(wordAt(reader, start.to));
  const end = joins
    ? clockAt(reader, start.to + 1, { kind: 'day', day: reader.today, span: 'day', from: start.to, to: start.to + 1 })
    : undefined;
  if (end === undefined || wordAt(reader, at) === 'half') return { kind: 'clock', ...start, from: at };
  const sure = start.sure || end.sure;
  const minutes =
    !start.sure && end.sure && end.minutes >= 720 && start.minutes + 720 <= end.minutes
      ? start.minutes + 720
      : start.minutes;
  const until = end.minutes > minutes ? end.minutes : end.minutes + 720;
  return { kind: 'clock', minutes, sure, until, from: at, to: end.to };
};

function clockAt(
  reader: Reader,
  at: number,
  last: Piece | undefined,
): { minutes: number; sure: boolean; to: number } | undefined {
  const words = timeWords();
  const word = wordAt(reader, at);
  const hourAt = (index: number): { hour: number; to: number } | undefined => {
    const hour = words.number(wordAt(reader, index));
    return hour !== undefined &&
      Number.isInteger(hour) &&
      hour >= 1 &&
      hour <= 12 &&
      !['a', 'an', 'couple'].includes(wordAt(reader, index))
      ? { hour, to: index + 1 }
      : undefined;
  };
  const finish = (minutes: number, to: number, sure = false) => withHalf(reader, minutes, to, sure);
  if (word === 'half') {
    const hour = hourAt(wordAt(reader, at + 1) === 'past' ? at + 2 : at + 1);
    return hour && finish(hour.hour * 60 + 30, hour.to);
  }
  const few = word === 'quarter' ? 15 : word === 'a' && wordAt(reader, at + 1) === 'quarter' ? 15 : words.number(word);
  const turn = at + (word === 'a' ? 2 : 1);
  const side = wordAt(reader, turn) === 'minutes' ? turn + 1 : turn;
  if (
    few !== undefined &&
    few < 60 &&
    few >= 5 &&
    ['past', 'to', 'after', 'before'].includes(wordAt(reader, side)) &&
    few % 5 === 0
  ) {
    const hour = hourAt(side + 1);
    if (
      hour !== undefined &&
      (word === 'quarter' || word === 'a' || ['past'].includes(wordAt(reader, side)) || few > 12)
    )
      return finish(hour.hour * 60 + (['past', 'after'].includes(wordAt(reader, side)) ? few : -few), hour.to);
  }
  return digitsAt(reader, at, last, finish);
}

type Finish = (
  minutes: number,
  to: number,
  sure?: boolean,
) => { minutes: number; sure: boolean; to: number } | undefined;

function digitsAt(reader: Reader, at: number, last: Piece | undefined, finish: Finish) {
  const words = timeWords();
  const word = wordAt(reader, at);
  const before = wordAt(reader, at - 1);
  const [, hours, minutes, half] = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm|a|p|h|ish)?$/.exec(word) ?? [];
  if (hours !== undefined) {
    const hour = Number(hours);
    if (hour > 24 || Number(minutes ?? 0) > 59) return undefined;
    const total = hour * 60 + Number(minutes ?? 0);
    if (half?.startsWith('a') || half?.startsWith('p'))
      return hour > 12
        ? undefined
        : {
            minutes: (hour % 12) * 60 + Number(minutes ?? 0) + (half.startsWith('p') ? 720 : 0),
            sure: true,
            to: at + 1,
          };
    const next = wordAt(reader, at + 1);
    if (/^(?:am|pm|a\.m|p\.m)$/.test(next))
      return hour > 12
        ? undefined
        : {
            minutes: (hour % 12) * 60 + Number(minutes ?? 0) + (next.startsWith('p') ? 720 : 0),
            sure: true,
            to: at + (wordAt(reader, at + 2) === '.' && next.includes('.') ? 3 : 2),
          };
    if (minutes !== undefined && (word.includes(':') || isNearTime(reader, at, last)))
      return wordAt(reader, at + 1) === 'with'
        ? undefined
        : finish(total, at + 1, hour > 12 || hour === 0 || word.startsWith('0'));
    if (words.same(next) === "o'clock") return finish(total, at + 2, hour > 12);
    // "6 30".
    if (/^[0-5]\d$/.test(next) && hour >= 1 && isNearTime(reader, at, last))
      return finish(total + Number(next), at + 2, hour > 12);
    if (half === 'ish' || (isNearTime(reader, at, last) && hour >= 1 && !isCounted(reader, at + 1)))
      return finish(total, at + 1, hour > 12);
    return undefined;
  }
  if (
    /^[01]\d[0-5]\d$|^2[0-3][0-5]\d$/.test(word) &&
    (word.startsWith('0') || isNearTime(reader, at, last) || /^h(?:rs?|ours)$/.test(wordAt(reader, at + 1))) &&
    !/^20[2-4]\d$/.test(word)
  )
    return {
      minutes: Number(word.slice(0, 2)) * 60 + Number(word.slice(2)),
      sure: true,
      to: at + (/^h(?:rs?|ours)$/.test(wordAt(reader, at + 1)) ? 2 : 1),
    };
  const hour = words.number(word);
  if (hour === undefined || !Number.isInteger(hour) || hour < 1 || hour > 12 || ['a', 'an', 'couple'].includes(word))
    return undefined;
  if (words.same(wordAt(reader, at + 1)) === "o'clock") return finish(hour * 60, at + 2);
  if (/^(?:am|pm)$/.test(wordAt(reader, at + 1)))
    return { minutes: (hour % 12) * 60 + (wordAt(reader, at + 1) === 'pm' ? 720 : 0), sure: true, to: at + 2 };
  const spoken = words.number(wordAt(reader, at + 1));
  if ((before === 'at' || before === '@') && !isCounted(reader, at + 1))
    return spoken !== undefined && spoken >= 10 && spoken < 60
      ? finish(hour * 60 + spoken, at + 2)
      : finish(hour * 60, at + 1);
  return isNearTime(reader, at, last) && !isCounted(reader, at + 1) ? finish(hour * 60, at + 1) : undefined;
}

/** "3 in the afternoon", "7 tonight", "nine pm": what follows says which half of the day. */
function withHalf(reader: Reader, minutes: number, to: number, sure: boolean) {
  const next = wordAt(reader, to);
  if (/^(?:am|pm|a\.m|p\.m)$/.test(next)) {
    const base = minutes % 720;
    return { minutes: base + (next.startsWith('p') ? 720 : 0), sure: true, to: to + 1 };
  }
  return { minutes, sure, to };
}

/** A bare number is an hour only beside a word of time. */
function isNearTime(reader: Reader, at: number, last: Piece | undefined): boolean {
  const words = timeWords();
  const before = wordAt(reader, at - 1);
  if (['at', '@', 'till', 'til', 'until', 'around', 'by', 'after', 'before', 'from', 'between'].includes(before))
    return true;
  if (isRange(reader, at)) return true;
  if (before === "it's" && wordAt(reader, at - 2) === 'when') return true;
  if (before === 'for' && ['alarm', 'reminder', 'me'].includes(wordAt(reader, at - 2))) return true;
  const gap =
    last !== undefined &&
    last.kind !== 'length' &&
    (last.to === at || (last.to === at - 1 && [',', 'at', '@', 'for', 'from'].includes(before)));
  if (gap && (last.kind === 'day' || last.kind === 'part' || last.kind === 'that')) return true;
  const next = wordAt(reader, at + 1);
  if (words.same(next) === 'tonight' || words.dayShift(next) !== undefined) return true;
  if (next === 'in' && wordAt(reader, at + 2) === 'the' && words.part(wordAt(reader, at + 3)) !== undefined)
    return true;
  return (
    ['to', 'for'].includes(before) &&
    (words.weekday(next) !== undefined ||
      (next === 'on' && words.weekday(wordAt(reader, at + 2)) !== undefined) ||
      ['instead', ''].includes(next)) &&
    !isCounted(reader, at + 1)
  );
}

/** "2 to 4 on Thursday", "9-11 tomorrow": two hours and a day. */
function isRange(reader: Reader, at: number): boolean {
  const words = timeWords();
  if (
    !['to', '-', '–', 'till', 'until'].includes(wordAt(reader, at + 1)) ||
    !/^\d{1,2}(?::\d\d)?(?:am|pm)?$/.test(wordAt(reader, at + 2))
  )
    return false;
  const next = wordAt(reader, at + 3) === 'on' ? wordAt(reader, at + 4) : wordAt(reader, at + 3);
  return (
    words.weekday(next) !== undefined ||
    words.dayShift(next) !== undefined ||
    /am|pm/.test(wordAt(reader, at + 2)) ||
    next === 'am' ||
    next === 'pm'
  );
}

/** "At 5 Elm Street", "at 3 degrees", "by 2 kilos": a number of something. */
function isCounted(reader: Reader, at: number): boolean {
  const next = wordAt(reader, at);
  return (
    next === '%' ||
    next === '°' ||
    ['percent', 'degrees', 'degree', 'street', 'road', 'euros', 'people', 'times', 'of'].includes(next) ||
    timeWords().month(next) !== undefined ||
    (timeWords().unit(next) !== undefined &&
      next !== 'day' &&
      !(next.startsWith('hour') && wordAt(reader, at - 2) === 'at'))
  );
}
