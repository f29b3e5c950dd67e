/** At which value somebody acts: the limits that papers set, beside where the value stands now. */
import { type Block, block, citeReading, type Desk, nameOf, quotePassage } from '../desk.ts';
import { type Limit, limitsFor, passes } from '../evidence/limits.ts';
import { observationsOf } from '../evidence/observed.ts';
import { type Reading, readingsOf } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import type { Frame } from '../types.ts';
import { capital, sayDate } from '../wording.ts';

export function answerLimit(desk: Desk, frame: Frame): Block | undefined {
  const named = frame.subjects.filter(({ kind }) => kind === 'observation' || kind === 'condition');
  const words = [...contentWords(frame.text).keys()];
  const worth = ({ passage, goal }: Limit) =>
    words.filter((word) => passage.stems.has(word)).length - (goal ? GOAL_LESS : 0);
  const found = observationsOf(desk, named)
    .map((id) => ({ id, limit: limitsFor(desk.chart, id).toSorted((a, b) => worth(b) - worth(a))[0] }))
    .find(({ limit }) => limit !== undefined);
  if (found?.limit === undefined) return undefined;
  const { id, limit } = found;
  const last = readingsOf(desk.chart, id).at(-1)!;
  return {
    ...block(`**${capital(nameOf(id))} ${sayBounds(limit)}, by your papers.** ${quotePassage(desk, limit.passage)}`, [
      `Yours was ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, nameOf(id))}, and ${sayStanding(limit, last)}.`,
    ]),
    nth: 0,
  };
}

/** A goal says where a value should be, not when somebody acts. */
const GOAL_LESS = 2;

function sayBounds({ low, high, goal }: Limit): string {
  if (goal)
    return low === undefined ? `at most ${high}` : high === undefined ? `at least ${low}` : `from ${low} to ${high}`;
  return [low === undefined ? '' : `below ${low}`, high === undefined ? '' : `above ${high}`]
    .filter((each) => each !== '')
    .join(' or ');
}

function sayStanding(limit: Limit, last: Reading): string {
  const side = passes(limit, last);
  if (limit.goal) return side === undefined ? 'that is within it' : `that is ${side} it`;
  return side === undefined
    ? `that is ${limit.high === undefined ? 'not below' : 'below'} it`
    : 'that is past it; ask your team now what follows';
}
