/** When a rhythm begins, where that is said apart from how often: "Start on 1 December. Check every Monday." */
import { readSchedule } from '../triggers/index.ts';
import { hasAll, plainOf, vocabulary } from './vocabulary.ts';

export interface Rhythm {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** When it begins, said apart from how often: "Start on 1 December." */
  readonly isStart?: true;
  /** When it ends, said apart: "…, only trials, until June 2027." With the words that say so. */
  readonly isEnd?: true;
  readonly said?: string;
  /** Of time, and no day that anybody could read. */
  readonly isUnread?: true;
}

/** Whether words are a schedule does not hang on the day. */
export const ANY_TIME: { readonly now: number; readonly zone: string } = { now: Date.UTC(2026, 0, 1), zone: 'UTC' };

/** "Start on 1 December", "From December on, check weekly": the first day, where it stands apart from the rhythm. */
export function startIn(message: string, rhythms: readonly Rhythm[]): Rhythm | undefined {
  if (rhythms.length === 0 && !hasAll(plainOf(message), [vocabulary().ongoing])) return undefined;
  const { words, from, first } = vocabulary().starts;
  const cue = new RegExp(
    `(?<![\\p{L}\\p{N}])(${[...words, ...from, ...first].join('|')})\\s+(?=[\\p{L}\\p{N}])`,
    'giu',
  );
  for (const { 0: whole, 1: word = '', index } of message.matchAll(cue)) {
    if (rhythms.some(({ start, end }) => start <= index && index < end)) continue;
    const before = message.slice(0, index);
    const isFirst = /(?:^|[.!?;]\s*)$/.test(before);
    if (first.includes(word.toLowerCase()) && !isFirst) continue;
    const rest = message.slice(index + whole.length).split(/[.!?;,\n](?!\d)/, 1)[0]!;
    const ends = [...rest.matchAll(/\S+/g)].slice(0, MOST_START_WORDS).map(({ 0: one, index: at }) => at + one.length);
    const end = ends.toReversed().find((to) => isMoment(rest.slice(0, to)));
    // "After Christmas, …" says when, in words that nobody reads: it is not left out in silence.
    const isUnread = end === undefined && isFirst && /^\S+$/.test(rest) && isOfTime(rest);
    if (end === undefined && !isUnread) continue;
    const day = rest.slice(0, end);
    if (from.includes(word.toLowerCase()) && !isFirst && isOfSources(before, day)) continue;
    const text = `starting ${day.replace(/^(?:on|with|the)\s+/i, '')}`;
    return { text, start: index, end: index + whole.length + day.length, isStart: true };
  }
  return undefined;
}

/** "Trials from 2027", "evidence from May": when those are of, and not when to look. */
export function isOfSources(before: string, day: string): boolean {
  const [last = ''] = /\p{L}+(?=\s*$)/u.exec(before.toLowerCase()) ?? [];
  return /^\d{4}$/.test(day) || vocabulary().starts.dated.includes(last);
}

function isMoment(text: string): boolean {
  try {
    const said = text.replace(/^(?:on|with|the)\s+/i, '').replace(/\s+on(?:wards?)?$/i, '');
    return readSchedule(said, ANY_TIME).schedule.kind === 'once';
  } catch {
    return false;
  }
}

const MOST_START_WORDS = 7;

/** "In adults over 65" has a number, and is of people. */
export function isOfTime(clause: string): boolean {
  if (hasAll(plainOf(clause), [vocabulary().again.times])) return true;
  return !/^\s*in\b/i.test(clause) && /\d{1,2}[:.h]\d{2}|\b\d{1,2}(?:st|nd|rd|th)?\b(?!\s?%)/.test(clause);
}
