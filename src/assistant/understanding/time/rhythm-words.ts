/** Which words may stand in what is said of a rhythm. */
import { scheduleWords } from '../../../triggers/schedule/words.ts';
import { timeWords } from './words.ts';

export function isTimeWord(word: string): boolean {
  const [schedule, times] = [scheduleWords(), timeWords()];
  return (
    /^\d/.test(word) ||
    schedule.is('every', word) ||
    schedule.is('per', word) ||
    schedule.is('at', word) ||
    schedule.is('and', word) ||
    schedule.is('fillers', word) ||
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
    ['am', 'pm', 'in', 'other', "o'clock", 'between', 'on'].includes(word)
  );
}
