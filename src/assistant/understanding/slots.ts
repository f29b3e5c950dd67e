/** What a tool needs to be told, read out of the clause. A name is what is left when time, list and order are taken away. */

import { wallOf } from '../wall.ts';
import { aboutIn, dueFrom, eventAsked, spanAsked, subjectOf, zoneAsked } from './asked.ts';
import { type Clause, textOf } from './clause.ts';
import { actionIn, deviceIn, isSeveral, numberIn, shiftIn, stateAsked, unitIn } from './devices.ts';
import { eachClock, eachEvent } from './each.ts';
import { editIn } from './edits.ts';
import { factOf } from './facts.ts';
import { contentIn, filed, fileWords, folderIn, pathFrom, pathNew, pathOf, pathTo } from './files.ts';
import { allSpan, hoursIn, isBounded, sourceOf, wideSpan } from './hours.ts';
import { lastingOf } from './lengths.ts';
import { goesBy, ownSpan, pointedAt, targetIn } from './meant.ts';
import { awayName, invitedTo, isOfList, keptFree, listMovedTo, placeFor, renamedList, renamedTo } from './naming.ts';
import { occurrencesIn } from './occurrences.ts';
import { remindedOf } from './reminded.ts';
import { roomIn } from './room.ts';
import { laterIn } from './switched-later.ts';
import { eachOfTopic, isUndo, keepsReminder, knownOr, priorityIn, saysReminders, undoneThing } from './thing-meant.ts';
import { findPieces } from './time/pieces.ts';
import type { When } from './time/when.ts';
import { timeWords } from './time/words.ts';
import {
  beforeEach,
  beginOf,
  countedBy,
  countedEvent,
  finishOf,
  hangingIn,
  lengthIn,
  movedTo,
  nearerHalf,
  remindedAt,
  spanIn,
} from './timed.ts';
import { isAll, placeAt, type Reading, titleOf, wholeName } from './titles.ts';
import { undoneIn } from './undone.ts';
import { isNextGone, isNextOf, isOneGone, whichOf } from './which-of.ts';
import { wordSet } from './words.ts';
import { yearlyIn } from './yearly.ts';

export type Slot = string | number | boolean | readonly string[] | readonly number[] | undefined;
export type Slots = Readonly<Record<string, Slot>>;

export type SlotName = keyof typeof READERS;

export function readSlots(reading: Reading, wanted: Readonly<Record<string, SlotName>>): Slots {
  const slots = Object.entries(wanted).map(([name, slot]) => [name, READERS[slot](reading)] as const);
  return Object.fromEntries(
    slots.filter(([name, value]) => value !== undefined && (value !== '' || name === 'replace')),
  );
}

/** "To Wednesday", and no word of which one. */
function isBareWeekday(clause: Clause): boolean {
  const said = bareDay(clause);
  return said !== undefined && timeWords().weekday(said) !== undefined;
}

/** "To the 19th", and no month. */
function isBareDate(clause: Clause): boolean {
  const said = bareDay(clause);
  return said !== undefined && (/^\d{1,2}(?:st|nd|rd|th)$/.test(said) || timeWords().ordinal(said) !== undefined);
}

/** The one word that says the day that something goes to. */
function bareDay(clause: Clause): string | undefined {
  const { tokens, place } = clause.message;
  const when = targetIn(clause) ?? clause.when;
  const isSaid = (at: number) => when?.parts.some((part) => part.from <= at && at < part.to) === true;
  const days = findPieces(tokens, place).filter(({ kind, from }) => kind === 'day' && isSaid(from));
  const [day] = days;
  return days.length === 1 && day!.to - day!.from === 1 ? tokens[day!.from]!.word : undefined;
}

const ALWAYS = [...wordSet('always')];

/** "From now on". */
const saysAlways = ({ text }: Clause['message']) => ALWAYS.some((words) => text.toLowerCase().includes(words));

/** An hour that may be of either half of the day, in a rhythm: the one nearer to where the thing is. */
function againNear({ when, whens, known, message: { known: all, place } }: Clause): string {
  const at = all.starts?.[known.get('event')?.name ?? ''] ?? place.anchor;
  const hours = when!.text.match(/\b\d\d:\d\d\b/g) ?? [];
  if (whens.every(({ bare }) => bare === undefined) || at === undefined || hours.length !== 1) return when!.text;
  const near = nearerHalf(`${when!.wall.slice(0, 10)}T${hours[0]}`, wallOf(at, place.zone)).slice(11);
  return when!.text.replace(hours[0]!, near);
}

const hourAlone = (when: When | undefined) => (when?.timed && !when.dated && !when.recurs ? when : undefined);

export const READERS = {
  none: () => undefined,
  title: (reading) => awayName(reading.clause) ?? titleOf(reading, wholeName) ?? keptFree(reading.clause),
  reminded: (reading) => remindedOf(reading),
  all: (reading) => isAll(reading) || undefined,
  hours: ({ clause }) => hoursIn(clause),
  all_hours: (reading) => (isAll(reading) ? hoursIn(reading.clause) : undefined),
  except: ({ clause }) => clause.except,
  except_days: ({ clause }) => clause.exceptDays,
  // "But keep the reminder": what goes with a thing is left, though the thing goes.
  keeps_reminders: ({ clause }) => (keepsReminder(clause.except) ? true : undefined),
  known_event: (reading) => knownOr(reading, 'event'),
  known_todo: (reading) => knownOr(reading, 'todo'),
  // "Reminders about the dentist": by what was said of their names, for several may have it.
  reminder_words: ({ clause: { known, message } }) =>
    known
      .get('reminder')
      ?.at.map((at) => message.tokens[at]!.word)
      .join(' ') || undefined,
  known_reminder: (reading) => knownOr(reading, 'reminder'),
  known_note: (reading) => knownOr(reading, 'note'),
  new_name: ({ clause }) =>
    (clause.list === undefined || isOfList(clause)) && renamedList(clause) === undefined
      ? renamedTo(clause)
      : undefined,
  old_list: ({ clause }) =>
    renamedList(clause)?.from ?? (renamedTo(clause) === undefined || isOfList(clause) ? undefined : clause.list?.name),
  new_list: ({ clause }) =>
    renamedList(clause)?.to ??
    (clause.list === undefined || isOfList(clause) ? undefined : (renamedTo(clause) ?? listMovedTo(clause))),
  brief_words: ({ clause }) => clause.known.get('brief')?.name,
  subject: (reading) => subjectOf(reading),
  question: (reading) => subjectOf(reading, true),
  goal: (reading) => titleOf(reading) ?? textOf(reading.clause),
  request: ({ clause }) => textOf(clause),
  list: ({ clause }) => clause.list?.name,
  when: ({ clause }) => clause.when?.wall,
  begin: ({ clause }) => (roomIn(clause) === undefined ? beginOf(clause) : undefined),
  finish: ({ clause }) => (roomIn(clause) === undefined ? finishOf(clause) : undefined),
  room_from: ({ clause }) => roomIn(clause)?.from,
  room_to: ({ clause }) => roomIn(clause)?.to,
  room_part: ({ clause }) => roomIn(clause)?.part,
  room_out: ({ clause }) => (roomIn(clause)?.out.length ? roomIn(clause)!.out : undefined),
  moved: ({ clause }) => movedTo(clause)?.wall,
  clock: ({ clause }) => occurrencesIn(clause, false).clock ?? hourAlone(targetIn(clause))?.wall.slice(11),
  // The hour may be of either half of the day.
  either: ({ clause }) => hourAlone(targetIn(clause))?.bare !== undefined || undefined,
  on_day: ({ clause }) => pointedAt(clause, true).on,
  at_time: ({ clause }) => pointedAt(clause, true).was,
  of_day: ({ clause }) => pointedAt(clause, false).on,
  of_time: ({ clause }) => pointedAt(clause, false).was,
  by_minutes: ({ clause }) => goesBy(clause)?.minutes,
  by_days: ({ clause }) => goesBy(clause)?.days,
  by_months: ({ clause }) => goesBy(clause)?.months,
  weekday: ({ clause }) => isBareWeekday(clause) || undefined,
  bare_week: ({ clause }) => targetIn(clause)?.span === 'week' || undefined,
  bare_date: ({ clause }) => isBareDate(clause) || undefined,
  one_from: (reading) => (isAll(reading) ? undefined : ownSpan(reading.clause)?.from),
  one_to: (reading) => (isAll(reading) ? undefined : ownSpan(reading.clause)?.to),
  remind_words: ({ clause }) => remindedAt(clause).when,
  remind_again: ({ clause }) => remindedAt(clause).recurs,
  counted_from: ({ clause }) => (beforeEach(clause) === undefined ? hangingIn(clause)?.said : undefined),
  counted_by: ({ clause }) => (beforeEach(clause) === undefined ? countedBy(clause) : undefined),
  counted_event: ({ clause }) => countedEvent(clause),
  each_event: ({ clause }) => eachEvent(clause)?.name ?? eachOfTopic(clause)?.name,
  each_minutes: ({ clause }) => eachEvent(clause)?.minutes ?? eachOfTopic(clause)?.minutes,
  each_clock: ({ clause }) => eachClock(clause),
  new_length: ({ clause }) => lastingOf(clause).minutes ?? movedTo(clause)?.minutes,
  longer_by: ({ clause }) => lastingOf(clause).by,
  new_end: ({ clause }) => lastingOf(clause).until,
  end_either: ({ clause }) => lastingOf(clause).either,
  new_place: ({ clause }) => placeFor(clause),
  invited: ({ clause }) => invitedTo(clause),
  leans: ({ clause }) => clause.when?.leans || undefined,
  at_hour: ({ clause: { when } }) => (when?.timed && when.part === undefined && !when.recurs ? when.wall : undefined),
  day: ({ clause: { when, ...clause } }) =>
    when?.span === 'day' && !when.recurs && !isBounded(clause) && (when.dated || !clause.shows.has('when.headless'))
      ? when.wall.slice(0, 10)
      : undefined,
  nth_of: ({ clause }) => whichOf(clause)?.nth,
  // Of what is cancelled the next one is that one alone, and not all of it.
  nth_gone: ({ clause }) => whichOf(clause)?.nth ?? (isNextGone(clause, 'event') ? 1 : undefined),
  todo_skipped: ({ clause }) => isOneGone(clause, 'todo') || undefined,
  skipped_from: ({ clause }) => (clause.when && isOneGone(clause, 'todo') ? spanIn(clause).from : undefined),
  skipped_to: ({ clause }) => (clause.when && isOneGone(clause, 'todo') ? spanIn(clause).to : undefined),
  next_gone: ({ clause }) => isNextGone(clause, 'reminder') || undefined,
  next_of: ({ clause }) => isNextOf(clause) || undefined,
  count_of: ({ clause }) => whichOf(clause)?.count,
  since: ({ clause }) => occurrencesIn(clause, false).since,
  before_day: ({ clause }) => occurrencesIn(clause, false).before,
  of_weekdays: ({ clause }) => occurrencesIn(clause, false).weekdays,
  to_weekday: ({ clause }) => occurrencesIn(clause, false).to,
  gone_since: ({ clause }) => occurrencesIn(clause, true).since,
  gone_before: ({ clause }) => occurrencesIn(clause, true).before,
  kept_weekdays: ({ clause }) => occurrencesIn(clause, true).kept,
  gone_weekdays: ({ clause }) => occurrencesIn(clause, true).weekdays,
  wide_from: (reading) => wideSpan(reading)?.from,
  wide_to: (reading) => wideSpan(reading)?.to,
  // Which of all are meant.
  all_since: (reading) => (isAll(reading) ? occurrencesIn(reading.clause, true).since : undefined),
  all_before: (reading) => (isAll(reading) ? occurrencesIn(reading.clause, true).before : undefined),
  all_from: (reading) => (isAll(reading) ? wideSpan(reading)?.from : undefined),
  all_to: (reading) => (isAll(reading) ? wideSpan(reading)?.to : undefined),
  moved_from: (reading) => (isAll(reading) ? ownSpan(reading.clause)?.from : undefined),
  moved_to: (reading) => (isAll(reading) ? ownSpan(reading.clause)?.to : undefined),
  all_overdue: (reading) => (isAll(reading) && reading.clause.shows.has('say.overdue')) || undefined,
  all_reminders: (reading) => (isAll(reading) && saysReminders(reading.clause)) || undefined,
  every_reminder: ({ clause }) => clause.shows.has('say.stop_remind') || saysReminders(clause) || undefined,
  cut_from: (reading) => allSpan(reading)?.from ?? wideSpan(reading)?.from,
  cut_to: (reading) => allSpan(reading)?.to ?? wideSpan(reading)?.to,
  when_words: ({ clause }) => clause.when?.text,
  again: ({ clause }) => (clause.when?.recurs ? clause.when.text : undefined),
  // "From Fridays to Saturdays" is no rhythm, but a way from one day to the other.
  again_moved: ({ clause }) =>
    clause.when?.recurs && occurrencesIn(clause, false).weekdays === undefined ? againNear(clause) : undefined,
  again_yearly: ({ clause }) => (clause.when?.recurs ? clause.when.text : yearlyIn(clause)),
  recurs: ({ clause }) => clause.when?.recurs,
  always: ({ clause }) => saysAlways(clause.message) || undefined,
  // A single time is told by the clock here.
  again_zone: ({ clause }) => (clause.when?.recurs ? clause.when.elsewhere : undefined),
  span_from: ({ clause }) => spanIn(clause).from,
  span_to: ({ clause }) => spanIn(clause).to,
  span_say: ({ clause }) => spanIn(clause).say,
  span_end: ({ clause }) => clause.when && spanIn(clause).to,
  told_from: ({ clause }) => clause.when && spanIn(clause).from,
  told_to: ({ clause }) => clause.when && spanIn(clause).to,
  asks_before: ({ clause }) => clause.shows.has('say.before_now') || undefined,
  every_note: ({ clause }) => clause.shows.has('say.all') || undefined,
  for_good: ({ clause }) => clause.shows.has('say.for_good') || undefined,
  due_from: ({ clause }) => dueFrom(clause),
  asked_zone: ({ clause }) => zoneAsked(clause),
  asked_event: ({ clause }) => eventAsked(clause),
  asked_from: ({ clause }) => spanAsked(clause)?.from,
  asked_to: ({ clause }) => spanAsked(clause)?.to,
  source_from: (reading) => (isAll(reading) ? sourceOf(reading.clause)?.from : undefined),
  source_to: (reading) => (isAll(reading) ? sourceOf(reading.clause)?.to : undefined),
  part: ({ clause }) =>
    ['morning', 'afternoon', 'evening'].includes(clause.when?.part ?? '') ? clause.when?.part : undefined,
  minutes: ({ clause }) => clause.when?.minutes ?? lengthIn(clause),
  priority: ({ clause }) => priorityIn(clause),
  overdue: ({ clause }) => clause.shows.has('say.overdue') || undefined,
  snooze: ({ clause }) => clause.shows.has('say.snooze') || undefined,
  next_one: ({ clause }) => clause.shows.has('say.next_one') || undefined,
  edge_one: ({ clause: { shows } }) =>
    shows.has('say.first_one') ? 'first' : shows.has('say.last_of_day') ? 'last' : undefined,
  how_long: ({ clause }) => clause.shows.has('say.how_long') || undefined,
  how_many: ({ clause: { shows } }) => (shows.has('say.how_many') && !shows.has('say.how_far')) || undefined,
  how_far: ({ clause }) => clause.shows.has('say.how_far') || undefined,
  last_one: ({ clause }) =>
    clause.message.tokens.slice(clause.from, clause.to).some(({ word }) => word === 'last') || undefined,
  lists_only: ({ clause }) => clause.shows.has('say.lists') || undefined,
  done_only: ({ clause }) => (clause.mood === 'question' && clause.shows.has('say.done')) || undefined,
  urgent_only: ({ clause: { mood, shows } }) =>
    shows.has('say.urgent_ask') || (mood === 'question' && shows.has('priority.high')) || undefined,
  next_only: ({ clause }) => clause.shows.has('noun.visit_one') || undefined,
  just_said: ({ clause }) => clause.shows.has('say.just_said') || undefined,
  clashes: ({ clause }) => clause.shows.has('say.clash') || undefined,
  place: ({ clause }) => placeAt(clause)?.name,
  fact_subject: (reading) => factOf(reading).subject,
  fact_text: (reading) => factOf(reading).text,
  path: ({ clause }) => pathOf(clause),
  path_new: ({ clause }) => pathNew(clause),
  append: ({ clause }) => (clause.shows.has('say.into_it') || clause.shows.has('verb.append') ? true : undefined),
  path_from: ({ clause }) => pathFrom(clause),
  path_to: ({ clause }) => pathTo(clause),
  file_words: (reading) => fileWords(reading, titleOf({ ...reading, clause: filed(reading.clause) })),
  folder: ({ clause }) => folderIn(clause),
  content: ({ clause }) => contentIn(clause),
  edit_find: ({ clause }) => editIn(clause)?.find,
  edit_replace: ({ clause }) => editIn(clause)?.replace,
  url: ({ clause }) => clause.url,
  other: ({ clause }) => (clause.shows.has('noun.refill') ? 'refills' : 'report'),
  about: ({ clause }) => aboutIn(clause),
  undo_count: ({ clause }) => undoneIn(clause).count,
  undone_thing: (reading) => undoneThing(reading),
  // To have it back it must have gone; "undo" is of anything that was done to it.
  undone_end: (reading) => (undoneThing(reading) !== undefined && !isUndo(reading) ? true : undefined),
  redo: ({ clause }) => clause.shows.has('say.redo') || undefined,
  undo_all: ({ clause }) => undoneIn(clause).all,
  device: ({ clause }) => deviceIn(clause),
  action: ({ clause }) => actionIn(clause),
  shift_by: ({ clause }) => shiftIn(clause).by,
  shift_way: ({ clause }) => shiftIn(clause).way,
  set_to: ({ clause }) => (shiftIn(clause).by === undefined ? numberIn(clause) : undefined),
  several: ({ clause }) => isSeveral(clause) || undefined,
  asked_state: ({ clause }) => stateAsked(clause),
  asked_every: ({ clause }) => (stateAsked(clause) !== undefined && clause.shows.has('say.all')) || undefined,
  unit: ({ clause }) => unitIn(clause),
  later: ({ clause }) => laterIn(clause),
} as const satisfies Record<string, (reading: Reading) => Slot>;
