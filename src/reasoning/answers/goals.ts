/** Where a value should lie: what papers set for this person, else what is usual. */
import type { Goal } from '../../clinical/catalogue/goals.ts';
import { type Block, block, citeReading, type Desk, mentionPassage, nameOf, quotePassage } from '../desk.ts';
import { distortedBy } from '../evidence/distortions.ts';
import { type Limit, limitsFor } from '../evidence/limits.ts';
import { goalFor } from '../evidence/measures.ts';
import { findPassages } from '../evidence/passages.ts';
import { DIASTOLIC, MMHG, PRESSURE, type Reading, sayRange } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import { round, sayDate } from '../wording.ts';
import { isAsWanted, sayLimit, sideOfGoal } from './limits.ts';
import { againstOwn, OWN_MEASURE } from './own-measure.ts';

/** The goal that a paper sets for this person, else that the last value stands alone. */
export function tellGoal(desk: Desk, id: string, readings: Reading[]): Block {
  const name = nameOf(id);
  const last = readings.at(-1)!;
  const goal = goalPassage(desk, id);
  const now = `Your last was ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, name)}.`;
  if (goal !== undefined) {
    const side = sideOfGoal(desk, id, last);
    const met = isAsWanted(desk, id, last)
      ? ' That is within it.'
      : side === undefined
        ? ` ${againstOwn(desk, id, last) ?? ''}`.trimEnd()
        : ` That is ${side} it${farFrom(desk, id, last)}.`;
    const own = limitsFor(desk.chart, id).find((limit) => limit.goal);
    const settles =
      ASKS_MET.test(desk.message) && own !== undefined ? (side === undefined ? 'Yes: your' : 'No: your') : 'Your';
    const lead =
      own === undefined || id === PRESSURE
        ? settles === 'Your'
          ? ''
          : `**${settles.slice(0, -6)}.** `
        : `**${settles} own goal for ${name} is ${sayGoal(own)}.** `;
    return block(`${lead}${lead === '' ? '**' : ''}${quotePassage(desk, goal)}${lead === '' ? '**' : ''} ${now}${met}`);
  }
  const limit = sayLimit(desk, id, last);
  if (limit !== undefined) return block(`**${limit}** ${now}`);
  // What bends the value is told with it: then the range of others is no goal.
  const range = distortedBy(desk.chart, id).length > 0 ? '' : sayRange(desk.chart, id, last);
  return block(
    `**Your papers set no goal of your own for ${name}${range === '' ? '' : `; the usual range is ${range}`}.** ${now}`,
  );
}

/** ", by 7 kg" */
function farFrom({ chart }: Desk, id: string, last: Reading): string {
  const own = limitsFor(chart, id).find((limit) => limit.goal);
  const bound = own?.high !== undefined && last.value > own.high ? own.high : own?.low;
  if (bound === undefined || last.lower !== undefined) return '';
  const unit = last.shown.replace(/^[\d.,/-]+\s*/, '');
  return `, by ${`${round(Math.abs(last.value - bound))} ${unit}`.trim()}`;
}

/** Asked whether it is reached. */
const ASKS_MET = /(?:^|[,;:.?]|\band\b|\bso\b)\s*(?:am i|is it|is my|are my|are they|have i|did i|does it)\b/i;

/** "2 to 3", "at most 7.5". */
function sayGoal({ low, high }: Limit): string {
  if (low === undefined) return `at most ${high}`;
  return high === undefined ? `at least ${low}` : `${low} to ${high}`;
}

function usualFor({ chart }: Desk, id: string, one: Reading): Goal | undefined {
  return goalFor(chart, id, id === PRESSURE ? MMHG : one.point.original.unit);
}

/** Both numbers of a pressure have to lie below theirs. */
export function isMet({ chart }: Desk, { below }: Goal, one: Reading): boolean {
  const second = one.lower && goalFor(chart, DIASTOLIC, MMHG);
  return one.value < below && (second === undefined || one.lower!.value < second.below);
}

export function usualGoal(desk: Desk, id: string, one: Reading): string | undefined {
  const goal = usualFor(desk, id, one);
  return goal === undefined
    ? undefined
    : `The goal usually set for people with ${goal.who} is below ${goal.say}, which it ${isMet(desk, goal, one) ? 'meets' : 'does not meet'}.${desk.notes.source(goal.source)}`;
}

export function goalSentence(desk: Desk, id: string): string | undefined {
  const goal = goalPassage(desk, id);
  return goal === undefined ? undefined : mentionPassage(desk, goal);
}

const AIMS = /\b(?:goal|target|aim|aims|should be|keep)\b/i;

export function goalPassage({ chart }: Desk, id: string) {
  const found = findPassages(chart, { concepts: [id], words: contentWords('goal target aim below above'), named: true })
    .map(({ passage }) => passage)
    .filter(({ text }) => /\d/.test(text));
  return found.find(({ text }) => AIMS.test(text)) ?? found.find(({ text }) => OWN_MEASURE.test(text));
}
