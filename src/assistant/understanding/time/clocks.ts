/** Times of day: "half past eight", "3.30pm", "0815", "9 to 11". */
import { scheduleWords } from '../../../triggers/schedule/words.ts';
import { wordSet } from '../words.ts';
import { isCorrection } from './corrected.ts';
import { isDateRow } from './dates.ts';
import { type Piece, type Read, type Reader, wordAt } from './piece.ts';
import { rangeOf } from './ranges.ts';
import { isNextHour } from './rows.ts';
import { timeWords } from './words.ts';

/** "Half past eight", "quarter to 9", "3.30pm", "0815", "at 5", "nine o'clock", "9 to 11". */
export const readClock: Read = (reader, at, last) => {
  if (isDateRow(reader, at) || isPronoun(reader, at, last) || isLongNumber(reader, at)) return undefined;
  const start = clockAt(reader, at, last);
  if (start === undefined) return noSuchTime(reader, at);
  const isBetween = wordAt(reader, at - 1) === 'between' && wordAt(reader, start.to) === 'and';
  // "Move it from 14:00 to 13:00": where it is, and where it goes.
  const isLed = last !== undefined && (wordAt(reader, last.from) === 'to' || wordAt(reader, last.from - 1) === 'to');
  if (
    ['from', 'at'].includes(wordAt(reader, at - 1)) &&
    wordAt(reader, start.to) === 'to' &&
    !isLed &&
    isMoved(reader, at, true)
  )
    return { kind: 'clock', ...start, from: at };
  const joins = isBetween || ['to', '-', 'till', 'til', 'until', '–'].includes(wordAt(reader, start.to));
  const end = joins
    ? clockAt(reader, start.to + 1, { kind: 'day', day: reader.today, span: 'day', from: start.to, to: start.to + 1 })
    : undefined;
  if (end === undefined) return { kind: 'clock', ...start, from: at };
  const said = (hour: typeof end, from: number) => ({
    ...hour,
    digits: /^\d{1,2}(?:[:.]\d\d)?$/.test(wordAt(reader, from)),
  });
  const range = rangeOf(said(start, at), said(end, start.to + 1));
  // "From 14:00 to 13:00": nobody means the next day, unless something goes from the one hour to the other.
  if (start.sure && end.sure && range.lasts > LONGEST && !isMoved(reader, at))
    return {
      kind: 'wrong',
      why: `${wordAt(reader, at)} to ${wordAt(reader, start.to + 1)} would end before it begins.`,
      from: at,
      to: end.to,
    };
  return { kind: 'clock', ...range, from: at, to: end.to };
};

/** "0151 2233445": a number of a telephone. */
function isLongNumber(reader: Reader, at: number): boolean {
  return /^\d{3,}$/.test(wordAt(reader, at)) && /^\d{3,}$/.test(wordAt(reader, at + 1));
}

/** Minutes: a night is shorter. */
const LONGEST = 16 * 60;

/** "The 10 December one to 19:00", "my Wednesday one": a thing of that day, and no hour. */
function isPronoun(reader: Reader, at: number, last: Piece | undefined): boolean {
  if (wordAt(reader, at) !== 'one' || last?.to !== at) return false;
  return OWNERS.has(wordAt(reader, last.from)) || OWNERS.has(wordAt(reader, last.from - 1));
}

const OWNERS = wordSet('time_owners');

function noSuchTime(reader: Reader, at: number): Piece | undefined {
  const word = wordAt(reader, at);
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(word) ?? [];
  const isWrong = hours !== undefined && (Number(hours) > 24 || Number(minutes) > 59);
  return isWrong && ['at', 'to', 'from', 'until', 'by', 'for'].includes(wordAt(reader, at - 1))
    ? { kind: 'wrong', why: `There is no ${word} on a clock.`, from: at, to: at + 1 }
    : undefined;
}

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
  const part = words.part(word);
  if (part?.exact) return { minutes: part.alone, sure: true, to: at + 1 };
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
      (word === 'quarter' ||
        word === 'a' ||
        ['past'].includes(wordAt(reader, side)) ||
        few > 12 ||
        isSpoken(reader, at, side, hour.to))
    )
      return finish(hour.hour * 60 + (['past', 'after'].includes(wordAt(reader, side)) ? few : -few), hour.to);
  }
  return digitsAt(reader, at, last, finish);
}

/** "At ten to five": in words and behind "at" it is before the hour; "from ten to five" and "9 to 5" go from one to the other. */
function isSpoken(reader: Reader, at: number, side: number, to: number): boolean {
  if (['before', 'after'].includes(wordAt(reader, side))) return wordAt(reader, at - 1) === 'at';
  const isWords = [at, to - 1].every((place) => /^\p{L}+$/u.test(wordAt(reader, place)));
  return isWords && ['at', 'by', '@', 'around', 'about'].includes(wordAt(reader, at - 1));
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
      return wordAt(reader, at + 1) === 'with' && isReplaced(reader, at)
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

/** "Replace 8:45 with 9:15": words of a file. */
function isReplaced({ tokens }: Reader, at: number): boolean {
  return tokens.slice(0, at).some(({ word }) => ['replace', 'swap', 'substitute', 'exchange'].includes(word));
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
  // "A table for 4 on Friday": so many people.
  if (['for', 'of'].includes(before) && words.isSeat(wordAt(reader, at - 2))) return false;
  // "Dinner on Friday at 7 for 4": the hour was said.
  if (before === 'for' && last?.kind === 'clock' && last.to === at - 1) return false;
  if (['at', '@', 'till', 'til', 'until', 'around', 'by', 'after', 'before', 'from', 'between'].includes(before))
    return true;
  if (isRange(reader, at) || isNextHour(reader, at, last)) return true;
  if (reader.place.anchor !== undefined && isCorrection(reader, at, at + 1)) return true;
  if (before === "it's" && wordAt(reader, at - 2) === 'when') return true;
  if (before === 'for' && ['alarm', 'reminder', 'me'].includes(wordAt(reader, at - 2))) return true;
  const gap =
    last !== undefined &&
    last.kind !== 'length' &&
    (last.to === at || (last.to === at - 1 && [',', 'at', '@', 'for', 'from'].includes(before)));
  if (gap && (last.kind === 'day' || last.kind === 'part' || last.kind === 'that')) return true;
  const next = wordAt(reader, at + 1);
  if (words.same(next) === 'tonight' || words.dayShift(next) !== undefined) return true;
  if (next === 'this' && words.part(wordAt(reader, at + 2)) !== undefined) return true;
  if (next === 'in' && wordAt(reader, at + 2) === 'the' && words.part(wordAt(reader, at + 3)) !== undefined)
    return true;
  // "Move it to 11 and remind me": where a thing is moved to, a time follows.
  const isJoint = next === 'and' || next === 'then' || /^[,.;!?]$/.test(next) || next === 'please';
  if (before === 'to' && isJoint && isMoved(reader, at)) return true;
  return (
    ['to', 'for', 'it'].includes(before) &&
    (words.weekday(next) !== undefined ||
      (next === 'on' && words.weekday(wordAt(reader, at + 2)) !== undefined) ||
      ['instead', ''].includes(next)) &&
    !isCounted(reader, at + 1)
  );
}

/** Whether the order that governs these words moves something: of the verbs before them in the sentence the last. */
function isMoved(reader: Reader, at: number, isPlain = false): boolean {
  const { shifts } = timeWords();
  // "The night shift" is no verb.
  const isVerb = (place: number) => !isPlain || VERB_LEADS.has(wordAt(reader, place - 1));
  for (let before = at - 2; before >= 0 && !/^[.;!?]$/.test(wordAt(reader, before)); before--) {
    const word = wordAt(reader, before);
    const isShift = shifts.is('moves', word) || (isPlain && shifts.is('changes', word));
    if (isShift && isVerb(before)) return true;
    if (ORDERS.has(word)) return false;
  }
  return false;
}

const VERB_LEADS = new Set(['', ',', '.', ';', 'and', 'then', 'please', 'you', 'to', 'just', 'no', 'actually']);

/** Verbs that order something else. */
const ORDERS = new Set([...wordSet('tasks'), ...wordSet('adds'), 'remind', 'set', 'turn']);

/** "2 to 4 on Thursday", "9-11 tomorrow": two hours and a day. */
function isRange(reader: Reader, at: number): boolean {
  const words = timeWords();
  if (!['to', '-', '–', 'till', 'until'].includes(wordAt(reader, at + 1))) return false;
  if (words.part(wordAt(reader, at + 2))?.exact) return true;
  if (!/^\d{1,2}(?::\d\d)?(?:am|pm)?$/.test(wordAt(reader, at + 2))) return false;
  const next = wordAt(reader, at + 3) === 'on' ? wordAt(reader, at + 4) : wordAt(reader, at + 3);
  // "Every weekday 8 to 9", "8 to 9:30".
  if (scheduleWords().weekdays(wordAt(reader, at - 1)) !== undefined || /:/.test(wordAt(reader, at + 2))) return true;
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
