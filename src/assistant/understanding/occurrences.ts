/**
 * Which occasions of what comes again are meant, and to which weekday they go: "reschedule judo from Fridays to Saturdays from
 * December on". Only what says more than one occasion is read here; one day of it is told by meant.ts.
 */
import { scheduleWords } from '../../triggers/schedule/words.ts';
import { addDays, dayOf } from '../wall.ts';
import type { Clause } from './clause.ts';
import { matchKnown } from './known.ts';
import { isFromNow, type Limit, limitsIn } from './time/limits.ts';
import type { When } from './time/when.ts';
import { timeWords } from './time/words.ts';
import { wordSet } from './words.ts';

export interface Occurrences {
  /** 0 is Monday. */
  readonly weekdays?: readonly number[] | undefined;
  /** Those that stay, where all others are meant. */
  readonly kept?: readonly number[] | undefined;
  /** The weekday that they go to. */
  readonly to?: number | undefined;
  readonly since?: string | undefined;
  /** Exclusive. */
  readonly before?: string | undefined;
  /** The hour that they go to, where it was said with the weekday. */
  readonly clock?: string | undefined;
}

type Timed = Pick<Clause, 'whens' | 'message' | 'from' | 'to'> & Partial<Pick<Clause, 'shows' | 'known'>>;

/** `takesAway`: the verb cancels, so that every day is one of those that are meant. */
export function occurrencesIn(clause: Timed, takesAway: boolean): Occurrences {
  const { tokens, place } = clause.message;
  const limits = limitsOf(clause, takesAway);
  const bounds = boundsOf(clause, limits);
  const days = daysIn(clause, takesAway);
  const sources = days.filter(({ role, at }) => role === 'source' && !isOfLimit(limits, at));
  const kept = days.filter(({ role }) => role === 'kept').flatMap(({ of }) => of);
  const targets = days.filter(({ role }) => role === 'target');
  const isNow = isFromNow(tokens, clause.from, clause.to) || (!takesAway && (isOfEvery(clause) || isSoNow(clause)));
  const again = clause.whens.find(({ recurs }) => recurs);
  const isBound = limits.length > 0 || isNow || (again !== undefined && bounds.since !== undefined);
  const hour = limits.find(({ when }) => when.timed);
  // "To Saturdays", and of no other day: a new rhythm of all of it.
  const isOfDays = sources.length > 0 && (isBound || days.some(({ plural }) => plural));
  if (!isBound && !isOfDays && kept.length === 0) return {};
  // "Every Wednesday for two weeks": the end is of the new rhythm.
  const isRhythm = again !== undefined && sources.length === 0;
  const since = bounds.since ?? (isNow ? dayOf(place.now, place.zone) : undefined);
  return {
    ...(isOfDays && { weekdays: [...new Set(sources.flatMap(({ of }) => of))] }),
    ...(kept.length > 0 && { kept: [...new Set(kept)] }),
    ...(!takesAway && !isRhythm && targets.length === 1 && targets[0]!.of.length === 1 && { to: targets[0]!.of[0]! }),
    ...(since !== undefined && { since }),
    ...(bounds.before !== undefined && !isRhythm && { before: bounds.before }),
    ...(again?.timed && !takesAway && !isRhythm && { clock: again.wall.slice(11) }),
    ...(hour !== undefined && { clock: hour.when.wall.slice(11) }),
  };
}

/** "After Friday": the day from which, and none of those that are meant. */
function isOfLimit(limits: readonly Limit[], at: number): boolean {
  return limits.some(({ when: { parts } }) => parts.some(({ from, to }) => from <= at && at < to));
}

/** "Move every physio to 9", "all my yoga": each that is to come. */
function isOfEvery({ message: { tokens, known }, from, to }: Timed): boolean {
  const named = matchKnown(tokens, from, to, known).get('event')?.at ?? [];
  return tokens.slice(from, to).some(({ word }, shift) => {
    let next = from + shift + 1;
    while (next < to && EACH_SMALL.has(tokens[next]!.word)) next++;
    return EACH.has(word) && word !== 'any' && named.includes(next);
  });
}

/** "Yoga is now at 18:30", of what comes again and of no day of it: each that is to come. */
function isSoNow({ shows, known, whens, message }: Timed): boolean {
  const name = known?.get('event')?.name;
  const isSeries = name !== undefined && message.known.series?.includes(name) === true;
  const isNow = shows?.has('says.now') && message.tokens.some(({ word }) => word === 'now');
  return (
    isSeries &&
    isNow === true &&
    whens.length === 1 &&
    whens.every(({ dated, timed, recurs }) => timed && !dated && !recurs)
  );
}

const EACH = wordSet('each_of');
const EACH_SMALL = wordSet('each_small');

/** Where the weekdays stand that say which occasions are meant, or where they go. */
export function weekdaysAt(clause: Timed, takesAway: boolean): number[] {
  const { weekdays, kept, to } = occurrencesIn(clause, takesAway);
  if (weekdays === undefined && kept === undefined && to === undefined) return [];
  return daysIn(clause, takesAway).flatMap(({ at, role }) => (role === undefined ? [] : [at]));
}

/** Whether it is said from when, or until when, something is so. */
export function isLimited(clause: Timed): boolean {
  const { since, before } = occurrencesIn(clause, false);
  return since !== undefined || before !== undefined;
}

/** The times of a clause that bound a change, and say nothing of where something goes. */
export function limitsOf({ whens, message }: Pick<Clause, 'whens' | 'message'>, takesAway: boolean): Limit[] {
  return limitsIn(whens, message.tokens, message.place, takesAway);
}

/** As single times say them, and what a rhythm was said with. */
function boundsOf({ whens, message: { place } }: Timed, limits: readonly Limit[]): Pick<Limit, 'since' | 'before'> {
  const again = whens.find(({ recurs }) => recurs)?.schedule;
  const start = again !== undefined && 'start' in again ? again.start : undefined;
  const until = again !== undefined && 'end' in again ? again.end.until : undefined;
  return {
    since: limits.find(({ since }) => since)?.since ?? (start === undefined ? undefined : dayOf(start, place.zone)),
    before:
      limits.find(({ before }) => before)?.before ??
      (until === undefined ? undefined : addDays(dayOf(until, place.zone), 1)),
  };
}

interface DaySaid {
  readonly at: number;
  readonly of: readonly number[];
  readonly plural: boolean;
  readonly role: 'source' | 'target' | 'kept' | undefined;
}

const OWNERS = wordSet('time_owners');
const LEADS = wordSet('time_leads');
const JOINS = wordSet('joins');

/** The weekdays of a clause, each as what it is of or what it goes to. */
function daysIn(clause: Timed, takesAway: boolean): DaySaid[] {
  const { message, from, to } = clause;
  const { tokens } = message;
  const found: DaySaid[] = [];
  for (let at = from; at < to; at++) {
    const word = tokens[at]!.word.replace(/'s?$/, '');
    const days = scheduleWords().weekdays(timeWords().same(word));
    if (days === undefined || isDated(clause.whens, message, at)) continue;
    const lead = leadOf(tokens, at);
    const last = found.at(-1);
    const isRow = last !== undefined && at - last.at === 2 && JOINS.has(tokens[at - 1]!.word);
    const isEach = timeWords().isEach(tokens[at - 1]?.word ?? '') || tokens[at - 1]?.word === 'all';
    const plural = days.plural || isEach;
    const gone = takesAway && plural && isKept(tokens, lead) ? 'kept' : 'source';
    const role = isRow ? last.role : takesAway ? gone : roleOf(clause, at, lead);
    found.push({ at, of: days.days.map((day) => (day + 6) % 7), plural, role });
  }
  // "On Saturdays instead of Fridays": where another is left, it is where it goes.
  const isMoved = found.some(({ role }) => role === 'source');
  return found.map((one) =>
    one.role === undefined && isMoved && one.plural && !takesAway ? { ...one, role: 'target' as const } : one,
  );
}

/** "Except on Mondays": those stay. */
function isKept(tokens: Clause['message']['tokens'], lead: { word: string; at: number }): boolean {
  const at = ['on', 'for'].includes(lead.word) ? lead.at - 1 : lead.at;
  return EXCEPT.has(tokens[at]?.word ?? '');
}

const EXCEPT = wordSet('except_words');

/** A weekday of a date ("Friday 4 December") is one day. */
function isDated(whens: readonly When[], { tokens }: Clause['message'], at: number): boolean {
  return whens.some(
    ({ recurs, parts }) =>
      !recurs &&
      parts.some((part) => part.from <= at && at < part.to && tokens.slice(at + 1, part.to).some(isDatePart)),
  );
}

const isDatePart = ({ word }: { readonly word: string }) =>
  /^\d{1,2}(?:st|nd|rd|th)?$|^\d{4}-/.test(word) || timeWords().month(word) !== undefined;

/** The word that leads to a day, over "the" and "every". */
function leadOf(tokens: Clause['message']['tokens'], at: number): { word: string; at: number } {
  let before = at - 1;
  while (before >= 0 && (SKIPPED.has(tokens[before]!.word) || timeWords().isEach(tokens[before]!.word))) before--;
  return { word: tokens[before]?.word ?? '', at: before };
}

const SKIPPED = new Set(['the', 'all', 'being']);

function roleOf({ message: { tokens }, to }: Timed, at: number, lead: { word: string; at: number }): DaySaid['role'] {
  const next = tokens[at + 1]?.word ?? '';
  if (lead.word === 'of' && tokens[lead.at - 1]?.word === 'instead') return 'source';
  if (lead.word === 'than' && tokens[lead.at - 1]?.word === 'rather') return 'source';
  if (lead.word === 'from') return 'source';
  if (lead.word === 'to' || lead.word === 'onto' || lead.word === 'into') return 'target';
  const isNamed = at + 1 < to && !LEADS.has(next) && /^\p{L}/u.test(next);
  if (OWNERS.has(tokens[at - 1]?.word ?? '') && isNamed) return 'source';
  if (/'s?$/.test(tokens[at]!.word) && isNamed) return 'source';
  // "Judo Fridays to Saturdays".
  if (TO.has(next) && scheduleWords().weekdays(timeWords().same(tokens[at + 2]?.word ?? '')) !== undefined)
    return 'source';
  return undefined;
}

const TO = new Set(['to', 'onto', '→']);
