/** `--every`: what comes again, in words, as todos and events keep it. */
import { readWhen, type Series, sayAgain, seriesOf, type Todo } from '../assistant/index.ts';
import { ConsiliumError } from '../kernel/index.ts';

export interface Every {
  readonly series: readonly Series[];
  /** "every Tuesday at 09:00 until 20 Dec 2026". */
  readonly said: string;
}

/** Throws for words that say no rhythm, and for a part of them that cannot be kept. */
export function readEvery(words: string, now: number, zone: string): Every {
  const read = readWhen(/^\s*(?:every|each|daily|weekly|monthly|yearly)\b/i.test(words) ? words : `every ${words}`, {
    now,
    zone,
  });
  if (!read?.recurs)
    throw new ConsiliumError('INPUT_INVALID', `--every says no rhythm: "${words.slice(0, 80)}".`, {
      hint: 'For example: --every "Tuesday at 9 until 20 December".',
    });
  const { series, lost: left } = seriesOf(read.schedule, now, !read.timed);
  const lost = [...left, ...(read.again?.lost ?? [])];
  if (series.length === 0 || lost.length > 0)
    throw new ConsiliumError('RHYTHM_UNKEPT', `A calendar cannot keep "${(lost[0] ?? words).slice(0, 80)}".`);
  return { series, said: sayAgain(read.schedule, !read.timed) };
}

/** A todo has one rule. */
export function ruleOf(words: string, now: number, zone: string): Pick<Todo, 'rule' | 'except'> & { due: string } {
  const { series } = readEvery(words, now, zone);
  const [first] = series;
  if (series.length > 1)
    throw new ConsiliumError('RHYTHM_UNKEPT', `A todo cannot keep "${words.slice(0, 80)}": it has one rhythm.`, {
      hint: 'Make it an event, or a reminder.',
    });
  const { start: due, rule, except } = first!;
  return { due, rule, except: except.length > 0 ? [...except] : undefined };
}
