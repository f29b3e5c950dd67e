/**
 * Which thing is meant, beside its name, and where it goes. Of the times of a clause some are the thing's own ("Thursday's
 * gym", "my 3pm call", "from 6") and tell it from others; the rest say what is to become of it, as a time or as a distance
 * from where it is. Every verb that acts on something that is there reads both here.
 */
import type { Clause } from './clause.ts';
import { isEnd } from './lengths.ts';
import { limitsOf } from './occurrences.ts';
import { joinWhens } from './time/join.ts';
import type { Shift } from './time/piece.ts';
import { spanOf } from './time/spans.ts';
import type { When } from './time/when.ts';
import { timeWords } from './time/words.ts';
import { wordSet } from './words.ts';

const DETERMINERS = wordSet('time_owners');
const LEADS = wordSet('time_leads');

/** Where the verb moves a thing, a time may be where it goes; where it takes it away, each is the thing's own. */
export function ownTimes(
  { whens: all, message, to }: Pick<Clause, 'whens' | 'message' | 'to'>,
  moves: boolean,
): readonly When[] {
  const { tokens, lengths } = message;
  // What bounds a change of many says nothing of one.
  const bounds = new Set(limitsOf({ whens: all, message }, !moves).map(({ when }) => when));
  const whens = all.filter((when) => !bounds.has(when));
  const single = whens.filter(({ recurs, shift }) => !recurs && shift === undefined);
  if (!moves) return single.filter(({ onward }) => !onward);
  return single.filter((when, at) => {
    const [part] = when.parts;
    const word = (index: number) => tokens[index]?.word ?? '';
    const said = tokens.slice(part!.from, part!.to).map((token) => token.word);
    const isPossessive = said.some((one) => /'s$/.test(one) && isDayWord(one.replace(/'s$/, '')));
    const isLater = single.slice(at + 1).some(({ target }) => target);
    const isFrom = said[0] === 'from' && single.length > at + 1 && !when.onward;
    const isPlaceOf = said[0] === 'of' && word(part!.from - 1) === 'instead';
    const isOwned = DETERMINERS.has(said[0]!) || (DETERMINERS.has(word(part!.from - 1)) && !LEADS.has(said[0]!));
    const names = part!.to < to && !LEADS.has(word(part!.to)) && /^\p{L}/u.test(word(part!.to));
    // "Make that 7:30" points, and owns nothing.
    const isPointer = [said[0], word(part!.from - 1)].some((one) => one === 'that' || one === 'this');
    const isHour = when.timed && !when.dated && !isPointer;
    // "Make the yoga on Monday 90 minutes": which one gets another length.
    const isSized =
      said[0] === 'on' && lengths.some((one) => one.from >= part!.to && one.to <= to && word(one.from) !== 'for');
    // "Push the gym on 5 December back by an hour": which one goes so far.
    const isShifted = when.dated && !when.target && whens.some(({ shift }) => shift !== undefined);
    return (
      isShifted ||
      isSized ||
      isPossessive ||
      isFrom ||
      isPlaceOf ||
      (!when.target && isLater) ||
      (isOwned && (names || isHour))
    );
  });
}

function isDayWord(word: string): boolean {
  return timeWords().weekday(word) !== undefined || timeWords().dayShift(word) !== undefined;
}

/** The day and the hour by which it is told from others. */
export function pointedAt(clause: Clause, moves: boolean): { on?: string; was?: string } {
  const own = ownTimes(clause, moves);
  const day = own.find(({ dated, span }) => dated && span === 'day');
  const hour = own.find(({ timed, part }) => timed && part === undefined);
  return { ...(day && { on: day.wall.slice(0, 10) }), ...(hour && { was: hour.wall.slice(11) }) };
}

/** The days that many are moved from, where they are more than one: "all todos of this week to Monday". */
export function ownSpan(clause: Clause): { from: number; to: number } | undefined {
  const own = ownTimes(clause, true).find(({ dated, span }) => dated && span !== 'day');
  return own && spanOf(own, clause.message.place);
}

/** Whether all that is said of times tells which thing is meant. */
export function isOwnOnly(clause: Pick<Clause, 'whens' | 'message' | 'to'>): boolean {
  return clause.whens.length > 0 && ownTimes(clause, true).length === clause.whens.length;
}

/** The time that was said for where it goes, by itself. */
export function targetIn(clause: Clause): When | undefined {
  const bounds = limitsOf(clause, false).map(({ when }) => when);
  const own = new Set([...ownTimes(clause, true), ...bounds]);
  const to = clause.whens.filter((when) => !own.has(when) && !isEnd(clause, when));
  if (clause.whens.length === 0) return clause.when;
  if (to.length === 0 || to.some(({ shift }) => shift !== undefined)) return undefined;
  return joinWhens(to, clause.message.place);
}

/** Where it goes, where that was said as a time; an hour alone is on the day of the thing, where one was said. */
export function goesTo(clause: Clause): When | undefined {
  const target = targetIn(clause);
  const day = ownTimes(clause, true).find(({ dated, span }) => dated && span === 'day');
  if (target === undefined || target.dated || target.recurs || day === undefined) return target;
  return joinWhens(
    [
      { ...day, timed: false, target: false },
      { ...target, target: false },
    ],
    clause.message.place,
  );
}

/** How far it goes from where it is. */
export function goesBy({ whens }: Clause): Shift | undefined {
  return whens.find(({ shift }) => shift !== undefined)?.shift;
}
