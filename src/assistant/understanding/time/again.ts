/** What comes again, as the schedules of the house read it. */
import { readSchedule } from '../../../triggers/schedule/read.ts';
import { scheduleWords } from '../../../triggers/schedule/words.ts';
import { dayOf, wallOf } from '../../wall.ts';
import { plainTokens, type Token } from '../tokens.ts';
import type { Place, When } from './when.ts';
import { timeWords } from './words.ts';

const MOST_WORDS = 12;

/** What comes again is read by the schedules of the house: the longest part of the text that they understand. */
export function findRecurring(tokens: readonly Token[], place: Place): When[] {
  const words = scheduleWords();
  const isAgain = (word: string) =>
    words.is('every', word) ||
    words.adverb(word) !== undefined ||
    words.weekdays(word)?.plural === true ||
    word === 'twice';
  const key = tokens.findIndex(
    ({ word }, at) =>
      isAgain(word) &&
      !(word === 'weekend' || word === 'weekday') &&
      !(word === 'each' && tokens[at + 1]?.word === 'other') &&
      // "The quarterly report" comes once.
      !(words.adverb(word) !== undefined && /^(?:the|a|my|our|this|that)$/.test(tokens[at - 1]?.word ?? '')),
  );
  if (key < 0) return [];
  const spans: { from: number; to: number }[] = [];
  for (let from = Math.max(0, key - 8); from <= key; from++)
    for (let to = key + 1; to <= Math.min(tokens.length, key + MOST_WORDS); to++)
      if (tokens.slice(from, to).every(({ word }) => isTimeWord(word))) spans.push({ from, to });
  spans.sort((one, other) => other.to - other.from - (one.to - one.from));
  for (const span of spans.slice(0, 60)) {
    const said = spell(tokens.slice(span.from, span.to));
    const found = readAgain(said, place);
    if (found === undefined) continue;
    const timed = found.timed;
    return [
      {
        parts: [span],
        text: said,
        at: found.next,
        timed,
        wall: timed ? wallOf(found.next, place.zone) : dayOf(found.next, place.zone),
        recurs: true,
        schedule: found.schedule,
        span: 'day',
        dated: true,
        deadline: false,
        target: false,
      },
    ];
  }
  return [];
}

function spell(tokens: readonly Token[]): string {
  return tokens.map(({ word }) => timeWords().same(word)).join(' ');
}

function readAgain(said: string, place: Place) {
  try {
    const { schedule, next } = readSchedule(said, place);
    if (schedule.kind === 'once') return undefined;
    const timed =
      schedule.kind === 'interval' ||
      plainTokens(said).some(
        ({ word }) =>
          /\d[:.]\d\d|\d(?:am|pm)$|^(?:am|pm|at|o'clock)$/.test(word) || timeWords().part(word) !== undefined,
      );
    return { schedule, next, timed };
  } catch {
    return undefined;
  }
}

function isTimeWord(word: string): boolean {
  const [schedule, times] = [scheduleWords(), timeWords()];
  return (
    /^\d/.test(word) ||
    schedule.is('every', word) ||
    schedule.is('per', word) ||
    schedule.is('at', word) ||
    schedule.is('and', word) ||
    schedule.is('fillers', word) ||
    schedule.is('starting', word) ||
    schedule.is('times', word) ||
    schedule.unit(word) !== undefined ||
    schedule.weekdays(word) !== undefined ||
    schedule.adverb(word) !== undefined ||
    schedule.month(word) !== undefined ||
    schedule.ordinal(word) !== undefined ||
    schedule.number(word) !== undefined ||
    times.part(word) !== undefined ||
    times.number(word) !== undefined ||
    times.weekday(word) !== undefined ||
    ['am', 'pm', 'in', 'other', "o'clock"].includes(word)
  );
}
