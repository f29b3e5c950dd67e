/** Days: "Friday", "next week Tuesday", "the day before the exam"; dates are in dates.ts. */
import { addDays, addMonths, type Day, weekdayOf } from '../../wall.ts';
import { forward, readDate, readFeast, readNth } from './dates.ts';
import { nameAt, type Piece, type Read, type Reader, type Span, wordAt } from './piece.ts';
import { type Part, timeWords } from './words.ts';

export const readDay: Read = (reader, at) => {
  const words = timeWords();
  const { today } = reader;
  const word = wordAt(reader, at);
  const day = (value: Day, to: number, span: Span = 'day'): Piece => ({ kind: 'day', day: value, span, from: at, to });
  const phrase = (...said: string[]) => said.every((one, shift) => wordAt(reader, at + shift) === one);
  if (phrase('day', 'after', 'tomorrow')) return day(addDays(today, 2), at + 3);
  if (phrase('that', 'day') || phrase('same', 'day') || phrase('that', 'morning') || phrase('that', 'evening'))
    return { kind: 'that', shift: 0, from: at, to: at + (wordAt(reader, at + 1) === 'day' ? 2 : 1) };
  const beside = (shift: number, part?: Part): Piece => {
    const of = nameAt(reader, at + 2);
    return { kind: 'that', shift, part, of, from: at, to: of?.to ?? at + 2 };
  };
  if (phrase('day', 'after')) return beside(1);
  if (phrase('following', 'day') || phrase('next', 'day')) return { kind: 'that', shift: 1, from: at, to: at + 2 };
  const eve = words.part(word);
  if (
    eve !== undefined &&
    wordAt(reader, at + 1) === 'before' &&
    !isTimeAt(reader, at + 2) &&
    !BEDS.has(wordAt(reader, at + 2))
  )
    return beside(-1, eve);
  if (phrase('day', 'before')) return beside(-1);
  const after = words.weekday(word);
  if (after !== undefined && wordAt(reader, at + 1) === 'after' && isClosed(reader, at + 2))
    return { kind: 'that', shift: 0, weekday: after, from: at, to: at + 2 };
  const owned = ownDayAt(reader, at);
  if (owned !== undefined) return owned;
  const shift = words.dayShift(word.replace(/'s$/, ''));
  if (shift !== undefined && words.same(word) !== 'tonight') {
    const isWeekOn = words.same(wordAt(reader, at + 1)) === 'week';
    return day(addDays(today, shift + (isWeekOn ? 7 : 0)), at + (isWeekOn ? 2 : 1));
  }
  return (
    weekAfterNext(reader, at) ??
    readNth(reader, at, undefined) ??
    readWeek(reader, at, undefined) ??
    readFeast(reader, at, undefined) ??
    readDate(reader, at, undefined)
  );
};

/** "On Saturday night before bed" is of that night. */
const BEDS = new Set(['bed', 'bedtime']);

/** "Tomorrow morning before 11", "the evening before Friday": a time follows, and no thing. */
function isTimeAt(reader: Reader, at: number): boolean {
  const [word, words] = [wordAt(reader, at), timeWords()];
  return (
    words.weekday(word) !== undefined ||
    words.part(word) !== undefined ||
    words.number(word) !== undefined ||
    /^\d/.test(word)
  );
}

/** Nothing that it would be of: "the Monday after." */
function isClosed(reader: Reader, at: number): boolean {
  const word = wordAt(reader, at);
  return word === '' || /^[^\p{L}\p{N}]/u.test(word) || ['at', 'and', 'to'].includes(word);
}

/** "The week after next", "the week after next on Tuesday", "Tuesday the week after next". */
function weekAfterNext(reader: Reader, at: number): Piece | undefined {
  const { weekday, same } = timeWords();
  const isHere = (from: number) =>
    same(wordAt(reader, from)) === 'week' &&
    wordAt(reader, from + 1) === 'after' &&
    wordAt(reader, from + 2) === 'next';
  const monday = addDays(reader.today, 14 - weekdayOf(reader.today));
  const first = weekday(wordAt(reader, at));
  const skip = ['of', 'in'].includes(wordAt(reader, at + 1)) ? 1 : 0;
  const behind = at + 1 + skip + (wordAt(reader, at + 1 + skip) === 'the' ? 1 : 0);
  if (first !== undefined && isHere(behind))
    return { kind: 'day', day: addDays(monday, first), span: 'day', from: at, to: behind + 3 };
  if (!isHere(at)) return undefined;
  const next = at + 3 + ([',', 'on'].includes(wordAt(reader, at + 3)) ? 1 : 0);
  const day = weekday(wordAt(reader, next));
  return day === undefined
    ? { kind: 'day', day: monday, span: 'week', from: at, to: at + 3 }
    : { kind: 'day', day: addDays(monday, day), span: 'day', from: at, to: next + 1 };
}

/** "On my birthday", "at sunset": a time that has a name and is known, or not, as things are. */
function ownDayAt(reader: Reader, at: number): Piece | undefined {
  const of = nameAt(reader, at);
  const lead = of && timeWords().own.get(wordAt(reader, of.to - 1));
  if (of === undefined || of.to - at > 3 || lead === undefined || wordAt(reader, at - 1) !== lead) return undefined;
  return lead === 'on' ? { kind: 'that', shift: 0, of, ...of } : { kind: 'offset', ms: 0, of, ...of };
}

/** "The week of 4 January", "the week beginning 4 January": all of it. */
function weekOf(reader: Reader, at: number): Piece | undefined {
  if (!WEEK_LEADS.has(wordAt(reader, at + 1))) return undefined;
  const skip = wordAt(reader, at + 2) === 'the' || wordAt(reader, at + 2) === 'on' ? 3 : 2;
  const date = readDate(reader, at + skip, undefined) ?? readFeast(reader, at + skip, undefined);
  if (date?.kind !== 'day' || date.span !== 'day') return undefined;
  return { kind: 'day', day: addDays(date.day, -weekdayOf(date.day)), span: 'week', from: at, to: date.to };
}

const WEEK_LEADS = new Set(['of', 'beginning', 'starting', 'commencing', 'from']);

/** "Sunday 29 March", which is a Monday: nobody knows which of the two is meant. A day of no month is of the month that fits. */
function contradiction(reader: Reader, date: Extract<Piece, { kind: 'day' }>, weekday: number): Piece | undefined {
  const isWhole = Array.from({ length: date.to - date.from }, (_, shift) => wordAt(reader, date.from + shift)).some(
    (word) => timeWords().month(word) !== undefined || /^\d{4}-|[/.]/.test(word),
  );
  const own = weekdayOf(date.day);
  if (!isWhole || date.span !== 'day' || own === weekday) return undefined;
  return { kind: 'wrong', why: `${date.day} is a ${DAYS[own]}, not a ${DAYS[weekday]}.`, from: date.from, to: date.to };
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const WHICH = new Set(['this', 'next', 'coming', 'last', 'upcoming', 'following']);

/** "Friday", "next Tuesday", "Monday week", "this weekend", "next month", "the end of the week". */
const readWeek: Read = (reader, at) => {
  const words = timeWords();
  const { today } = reader;
  const which = WHICH.has(wordAt(reader, at)) ? wordAt(reader, at) : undefined;
  const from = which === undefined ? at : at + 1;
  const word = isOwning(reader, from) ? wordAt(reader, from).replace(/'s$/, '') : wordAt(reader, from);
  const monday = addDays(today, -weekdayOf(today));
  const weekday = isOtherWord(reader, from, which !== undefined) ? undefined : words.weekday(word);
  if (weekday !== undefined) {
    const back = (weekdayOf(today) - weekday + 7) % 7 || 7;
    if (which === 'last') return { kind: 'day', day: addDays(today, -back), span: 'day', from: at, to: from + 1 };
    const isWeekOn =
      words.same(wordAt(reader, from + 1)) === 'week' && !['on', 'from'].includes(wordAt(reader, from + 2));
    const ahead = (weekday - weekdayOf(today) + 7) % 7 || 7;
    const day = which === 'next' ? addDays(monday, 7 + weekday) : addDays(today, ahead + (isWeekOn ? 7 : 0));
    let to = from + (isWeekOn ? 2 : 1);
    // "Saturday the 28th": the date says which.
    const skip = [',', 'the'].includes(wordAt(reader, to)) ? (wordAt(reader, to + 1) === 'the' ? 2 : 1) : 0;
    const date = readDate(reader, to + skip, undefined);
    if (date?.kind === 'day' && which === undefined)
      return contradiction(reader, date, weekday) ?? { ...date, from: at };
    // "Next week Tuesday", "Tuesday next week".
    if (wordAt(reader, to) === 'next' && words.same(wordAt(reader, to + 1)) === 'week')
      return { kind: 'day', day: addDays(monday, 7 + weekday), span: 'day', from: at, to: to + 2 };
    if (wordAt(reader, to) === 'this' && words.same(wordAt(reader, to + 1)) === 'week') to += 2;
    return { kind: 'day', day, span: 'day', from: at, to };
  }
  if (word === 'end' && wordAt(reader, from + 1) === 'of') {
    const skip = ['the', 'this', 'next'].includes(wordAt(reader, from + 2)) ? 1 : 0;
    const unit = words.unit(wordAt(reader, from + 2 + skip));
    const month = words.month(wordAt(reader, from + 2 + skip));
    if (month !== undefined) {
      const first = forward(today, month, 28).slice(0, 7);
      const last = addDays(addMonths(`${first}-01`, 1), -1);
      return { kind: 'day', day: last, span: 'day', from: at, to: from + 3 + skip };
    }
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
  const ofDate = word === 'week' && which === undefined ? weekOf(reader, at) : undefined;
  if (ofDate !== undefined) return ofDate;
  const later = which === 'next' || which === 'following' ? 7 : 0;
  // "A weekend trip" is no date.
  if (
    word === 'weekend' &&
    which === undefined &&
    !['the', 'at', 'on', 'over', 'for', 'by'].includes(wordAt(reader, at - 1))
  )
    return undefined;
  // On its Sunday, this weekend is today: nothing is due on the day before.
  if (word === 'weekend' && later === 0 && which !== 'last' && today === addDays(monday, 6))
    return { kind: 'day', day: today, span: 'day', from: at, to: from + 1 };
  if (word === 'weekend')
    return {
      kind: 'day',
      day: addDays(monday, 5 + (which === 'last' ? -7 : later)),
      span: 'weekend',
      from: at,
      to: from + 1,
    };
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
      day: which === 'last' || later ? addMonths(`${today.slice(0, 7)}-01`, later ? 1 : -1) : today,
      span: 'month',
      from: at,
      to: from + 1,
    };
  if (unit === 'year' && later)
    return { kind: 'day', day: addMonths(`${today.slice(0, 4)}-01-01`, 12), span: 'year', from: at, to: from + 1 };
  return undefined;
};

/** "Next week's yoga", "this week's": of something that is there; "this week's report" is a name. */
function isOwning({ tokens, place }: Reader, at: number): boolean {
  const next = tokens[at + 1]?.word ?? '';
  return !/^\p{L}/u.test(next) || timeWords().isBefore(next) || place.startOf?.(at + 1, at + 2) !== undefined;
}

/** "Sun cream", "sat nav": a short weekday that is a word too is one only where no name goes on behind it. */
function isOtherWord(reader: Reader, at: number, led: boolean): boolean {
  const words = timeWords();
  const [before, word, next] = [wordAt(reader, at - 1), wordAt(reader, at), wordAt(reader, at + 1)];
  if (!words.isWordToo(word) || led || words.isDayLead(before)) return false;
  const isTime = words.part(next) ?? words.dayShift(next) ?? words.unit(next) ?? words.month(next);
  return (
    /^\p{L}/u.test(next) &&
    isTime === undefined &&
    !words.isBetween(next) &&
    !words.isBefore(next) &&
    !/^(?:and|or|with|to|noon|please|same|instead|then|not|only|too|but)$/.test(next)
  );
}
