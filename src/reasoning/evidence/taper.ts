/** A taper by rule: "prednisolone 40 mg, down by 5 mg every Monday until 10 mg" as the steps that follow from it. */

import { readDates } from '../../clinical/dates/dates.ts';
import { NUMBER_WORDS } from '../../text/index.ts';
import type { Passage } from './passages.ts';

export interface Step {
  /** As it is written: "5.5 mg". */
  dose: string;
  from: string;
  passage: Passage;
}

const AMOUNT = '(\\d+(?:[.,]\\d+)?)';
const UNIT = '(mg|mcg|micrograms?|units?|ml|tablets?|drops?)';
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const COUNT = `(?:(\\d+|${Object.keys(NUMBER_WORDS).join('|')}|other|second|third)(?:nd|rd|th)? )?`;
const RULE = new RegExp(
  [
    `(?:down|reduc\\w*|lower\\w*|cut\\w*|drop\\w*|taper\\w*|less|increas\\w*|up|rais\\w*)\\b[^.;\\d]{0,20}?\\bby ${AMOUNT}\\s?(?:${UNIT})?\\b`,
    `[^.;\\d]{0,12}?\\b(?:every|each|a|per) ${COUNT}(days?|weeks?|months?|fortnight|${DAYS.map((day) => `${day}s?`).join('|')})\\b`,
  ].join(''),
  'i',
);
const UP = /^(?:increas|up|rais)/i;
const START = new RegExp(`${AMOUNT}\\s?${UNIT}\\b`, 'gi');
const END = new RegExp(
  `^[^.;]{0,20}?\\b(?:until|till|down to|to|up to) (?:(?:it is|at|on) )?(?:${AMOUNT}\\s?(?:${UNIT})?\\b|zero|nothing|off)`,
  'i',
);
const MOST_STEPS = 60;
const A_DAY = 86_400_000;
const ORDINALS: Readonly<Record<string, number>> = { other: 2, second: 2, third: 3 };

/** From the dose that stands before the rule, on the day that is named there or that the paper was written. */
export function taperIn(passage: Passage): Step[] {
  const { text, time } = passage;
  const rule = RULE.exec(text);
  const start = rule === null ? undefined : [...text.slice(0, rule.index).matchAll(START)].at(-1);
  if (rule === null || start === undefined || time === null) return [];
  const [said, by = '', , count, each = ''] = rule;
  const unit = start[2]!;
  const begin = beginOf(text.slice(0, rule.index + said.length), time);
  const gap = gapOf(count, each.toLowerCase());
  const end = END.exec(text.slice(rule.index + said.length));
  const isUp = UP.test(said);
  const last = end?.[1] === undefined ? (isUp ? Number.POSITIVE_INFINITY : 0) : numberOf(end[1]);
  const steps: Step[] = [];
  let amount = numberOf(start[1]!);
  let day = begin;
  while (steps.length < MOST_STEPS && (isUp ? amount <= last : amount >= Math.max(last, 0))) {
    steps.push({ dose: `${amount} ${unit}`, from: day, passage });
    amount = Math.round((isUp ? amount + numberOf(by) : amount - numberOf(by)) * 100) / 100;
    day = gap.weekday === undefined ? plus(day, gap.days) : nextWeekday(day, gap.weekday, gap.days);
    if (isUp && last === Number.POSITIVE_INFINITY && steps.length > 1) break;
  }
  return steps.filter(({ dose }) => !dose.startsWith('0 '));
}

function beginOf(text: string, written: string): string {
  const on = new Date(`${written.slice(0, 10)}T12:00:00Z`);
  const [day] = readDates(text, on).filter(({ time, duration }) => duration === undefined && time.length >= 10);
  return (day?.time ?? written).slice(0, 10);
}

function gapOf(count: string | undefined, each: string): { days: number; weekday?: number } {
  const many =
    count === undefined ? 1 : (ORDINALS[count.toLowerCase()] ?? NUMBER_WORDS[count.toLowerCase()] ?? Number(count));
  const weekday = DAYS.indexOf(each.replace(/s$/, ''));
  if (weekday >= 0) return { days: 7 * many, weekday };
  if (each.startsWith('fortnight')) return { days: 14 };
  const unit = each.startsWith('day') ? 1 : each.startsWith('week') ? 7 : 30;
  return { days: many * unit };
}

function nextWeekday(day: string, weekday: number, days: number): string {
  const ahead = (weekday - new Date(day).getUTCDay() + 7) % 7;
  return plus(day, ahead === 0 ? days : ahead);
}

const plus = (day: string, days: number) => new Date(Date.parse(day) + days * A_DAY).toISOString().slice(0, 10);
const numberOf = (said: string) => Number(said.replace(',', '.'));
