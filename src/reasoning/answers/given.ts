/** When something was last given that is given now and then, by entries of it being given or by papers, and when the next is due. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readDates } from '../../clinical/dates/dates.ts';
import type { Chart } from '../chart.ts';
import { type Block, block, cite, citePassage, type Desk, sayPassage } from '../desk.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { actsOn } from '../evidence/influences.ts';
import { itemsFor, medicinesFor } from '../evidence/items.ts';
import { measureWords } from '../evidence/measures.ts';
import { findPassages, type Passage, passagesOf } from '../evidence/passages.ts';
import type { Reading } from '../evidence/series.ts';
import { hasTime } from '../frames/inherit.ts';
import { isInside } from '../frames/scope.ts';
import type { EventView, MedicineView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Aspect, Frame, Subject } from '../types.ts';
import { capital, drugName, list, sayDate } from '../wording.ts';
import { medicinesOf } from './medicines.ts';

const ASKS_LAST = pattern('asks_last_given');
const ASKS_NEXT = pattern('asks_next_given');
const OF_TIMES = new Set<Aspect>(['when', 'next', 'due', 'about', 'take', 'since', 'visit']);
/** Whether it was ever had: what was given counts too, where no list of medicines holds it. */
const WHETHER = new Set<Aspect>(['have', 'tried']);
const GIVEN = /\b(?:given|injected|administered|infused|received)\b/i;
const THAT_DAY =
  /\b(?:given|injected|administered|infused|received)\b.{0,30}\b(?:today|now|this (?:morning|afternoon))\b|\btoday\b.{0,30}\b(?:given|injected)\b/i;

export function answerLastGiven(desk: Desk, frame: Frame): Block | undefined {
  if (!OF_TIMES.has(frame.aspect) && !WHETHER.has(frame.aspect)) return undefined;
  const named = frame.subjects.filter(({ kind }) => kind === 'drug' || kind === 'drug_class');
  const [item] = medicinesOf(desk, named).filter(({ status }) => status === 'taken');
  if (item === undefined) return byEvents(desk, frame, named);
  const [last, ...before] = givenEntries(desk, item);
  const told = givenThen(desk, frame, item);
  if (told !== undefined) return told;
  if (!OF_TIMES.has(frame.aspect)) return undefined;
  const isNext = frame.aspect === 'next' || frame.aspect === 'due' || ASKS_NEXT.test(frame.text);
  if (last !== undefined && (isNext || ASKS_LAST.test(frame.text))) return byEntries(desk, item, last, before, isNext);
  return frame.aspect === 'when' && ASKS_LAST.test(frame.text) ? byPapers(desk, item) : undefined;
}

/** "Did I have my jab last month?": whether one of the days lies in that time, and when the next is due. */
export function givenThen(desk: Desk, { aspect, scope }: Frame, item: MedicineView): Block | undefined {
  const [last, ...before] = givenEntries(desk, item);
  if (!WHETHER.has(aspect) || last === undefined || !hasTime(scope)) return undefined;
  const then = [last, ...before].find(({ time }) => isInside(time!, scope));
  const name = drugName(item.name);
  const next = sayNext(desk, item, last.time, '');
  const off = calledOff(desk, item, last.time!);
  return then === undefined
    ? block(
        `**Your record tells of no ${name} ${scope.say ?? 'then'}: the last was given on ${sayDate(last.time)}.**${cite(desk, last, last.time)}`,
        [off, next],
      )
    : block(`**Yes: ${name} was given on ${sayDate(then.time)}.**${cite(desk, then, then.time)}`, [next]);
}

/** A visit for it that was called off since. */
function calledOff({ chart, notes }: Desk, { concepts }: MedicineView, since: string): string | undefined {
  const visit = chart.view.encounters.find(
    ({ status, name, reason, time }) =>
      status === 'cancelled' &&
      time !== null &&
      time > since &&
      openCatalogue()
        .find(`${reason ?? ''} ${name}`, { kinds: ['drug'] })
        .some(({ concept }) => concepts.includes(concept.id)),
  );
  if (visit === undefined) return undefined;
  const marker = notes.entry({ uuid: visit.uuid, label: visit.label, name: visit.name, date: visit.time });
  return `A visit for it on ${sayDate(visit.time)} was called off${marker}.`;
}

/** What was given once or now and then, and stands on no list of medicines: the day it was done, and what the entry says of the next. */
function byEvents(desk: Desk, { aspect, text }: Frame, named: readonly Subject[]): Block | undefined {
  const [last, ...before] = named
    .flatMap((subject) => itemsFor(subject, desk.chart).procedures)
    .filter(({ time, status }) => time !== null && time <= desk.now && status !== 'not-done')
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  if (last === undefined && ASKS_LAST.test(text)) return byEnded(desk, named);
  if (last === undefined || aspect === 'since') return undefined;
  const note = desk.chart.property(last.uuid, 'text');
  const said = typeof note === 'string' && note !== '' ? note.replace(/\.?$/, '.') : undefined;
  const due = said === undefined ? undefined : dayAfter(last.time!, said);
  const given = `${capital(last.name)} was given on ${sayDate(last.time)}${cite(desk, last, last.time)}.`;
  const next = due === undefined ? undefined : sayDue(desk, due, last.concepts);
  const isNext = aspect === 'next' || aspect === 'due' || ASKS_NEXT.test(text);
  const lead =
    isNext && next !== undefined ? `**${next}** ${given}` : `**${WHETHER.has(aspect) ? 'Yes: ' : ''}${given}**`;
  return block(lead, [
    said === undefined ? undefined : `Noted with it: "${said}"`,
    isNext ? undefined : next,
    before.length === 0
      ? undefined
      : `Before that: ${list(before.slice(0, 3).map((each) => `${sayDate(each.time)}${cite(desk, each, each.time)}`))}.`,
    isNext && next === undefined ? 'When the next is due, your record does not say: ask who gave it.' : undefined,
  ]);
}

/** What is not taken any more, where the last of it is asked for: the newest time that it stood on the list. */
function byEnded(desk: Desk, named: readonly Subject[]): Block | undefined {
  const [last] = medicinesOf(desk, named)
    .filter(({ start }) => start !== null && start <= desk.now)
    .toSorted((a, b) => b.start!.localeCompare(a.start!));
  if (last === undefined) return undefined;
  return block(
    `**The last ${drugName(last.name)} on your list is of ${sayDate(last.start)}${last.end === null || last.end === last.start ? '' : `, until ${sayDate(last.end)}`}.**${cite(desk, last, last.start)}`,
  );
}

/** Injections and infusions of a medicine that the record lists as done, the newest first. */
export function givenEntries({ chart, now }: Desk, item: MedicineView): EventView[] {
  const { concepts } = item;
  const done = chart.view.procedures.filter(
    ({ name, time, status }) =>
      time !== null &&
      time <= now &&
      status !== 'not-done' &&
      openCatalogue()
        .find(name, { kinds: ['drug'] })
        .some(({ concept }) => concepts.includes(concept.id)),
  );
  const noted = notedDays(chart, item, now).filter((each) => !done.some(({ time }) => time!.startsWith(each.time!)));
  return [...done, ...noted].toSorted((a, b) => b.time!.localeCompare(a.time!));
}

/** "Given at the surgery on 18/10/2025 and 21/04/2026. Next due …": the days that the entry itself notes. */
function notedDays(chart: Chart, item: MedicineView, now: string): EventView[] {
  return passagesOf(chart)
    .filter(({ remark, uuid, text }) => remark && uuid === item.uuid && GIVEN.test(text) && !NOT_YET.test(text))
    .flatMap(({ text }) => readDates(text, new Date(now)))
    .filter(
      ({ time, duration }) => duration === undefined && time.length >= 10 && time.slice(0, 10) <= now.slice(0, 10),
    )
    .map(({ time }) => ({ ...item, time: time.slice(0, 10), status: null }));
}

const NOT_YET = /\b(?:next|due|to be|will be|not)\b/i;

/** What is given now and then for one of these illnesses, and has not been given for too long. */
export function lateGiven(desk: Desk, ids: readonly string[]): string[] {
  return sayLate(desk, [...new Set(ids.flatMap((id) => medicinesFor({ id, text: '' }, desk.chart)))]);
}

/** A value that has gone the wrong way, and what would push it back was not given in time. */
export function lateBehind(desk: Desk, id: string, flag: Reading['flag']): string[] {
  const back = flag?.endsWith('low') ? 'up' : flag?.endsWith('high') ? 'down' : undefined;
  if (back === undefined) return [];
  const ill = measureWords.treated_as[id];
  const forIt = ill === undefined ? [] : medicinesFor({ id: ill, text: '' }, desk.chart);
  const supply = desk.chart.view.medicines.filter(
    (item) => forIt.includes(item) || item.concepts.some((each) => actsOn(each, id, back)) || isOf(item, id),
  );
  return sayLate(desk, supply).slice(0, 1);
}

/** Vitamin B12 as an injection supplies what vitamin B12 in the blood measures. */
function isOf({ concepts }: MedicineView, id: string): boolean {
  const name = openCatalogue().get(id)?.name.toLowerCase();
  return concepts.some((each) => openCatalogue().get(each)?.name.toLowerCase() === name);
}

function sayLate(desk: Desk, items: readonly MedicineView[]): string[] {
  return items
    .filter(({ status }) => status === 'taken')
    .flatMap((item) => {
      const [last] = givenEntries(desk, item);
      const next = last === undefined ? undefined : sayNext(desk, item, last.time, '');
      return last === undefined || next === undefined || !next.includes('overdue')
        ? []
        : [`The last ${drugName(item.name)} was given on ${sayDate(last.time)}${cite(desk, last, last.time)}. ${next}`];
    });
}

function byEntries(
  desk: Desk,
  item: MedicineView,
  last: EventView,
  before: readonly EventView[],
  isNext: boolean,
): Block {
  const name = drugName(item.name);
  const next = sayNext(desk, item, last.time, '');
  const given = `The last ${name} was given on ${sayDate(last.time)}${cite(desk, last, last.time)}.`;
  const written =
    item.frequency === null
      ? undefined
      : `${capital(name)}, as written: ${item.frequency}${cite(desk, item, item.start)}.`;
  const earlier = before.slice(0, 3);
  const papers = findPassages(desk.chart, { concepts: item.concepts, words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ remark, time }) => !remark && time !== null && time >= last.time!)
    .slice(0, 1)
    .map((passage) => sayPassage(desk, passage));
  return block(
    isNext && next !== undefined ? `**${next}** ${given}` : `**${given}**${next === undefined ? '' : ` ${next}`}`,
    [
      earlier.length === 0
        ? undefined
        : `Before that: ${list(earlier.map((each) => `${sayDate(each.time)}${cite(desk, each, each.time)}`))}.`,
      written,
      ...papers,
    ],
  );
}

function byPapers(desk: Desk, item: MedicineView): Block | undefined {
  const [last] = findPassages(desk.chart, { concepts: item.concepts, words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ text, remark, time }) => !remark && time !== null && GIVEN.test(text))
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  if (last === undefined) return undefined;
  const name = drugName(item.name);
  const day = THAT_DAY.test(last.text) ? last.time : null;
  return block(
    `**${day === null ? `The newest paper that tells of ${name} being given is of ${sayDate(last.time)}` : `The last ${name} that your papers tell of was given on ${sayDate(day)}`}.**${citePassage(desk, last)}`,
    [
      sayPassage(desk, last),
      sayNext(desk, item, day, last.text),
      `${capital(name)} stands on your list${item.start === null ? '' : ` since ${sayDate(item.start)}`}${cite(desk, item, item.start)}.`,
    ],
  );
}

const COUNTED: Record<string, number> = {
  ...{
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    twelve: 12,
    second: 2,
    other: 2,
  },
};
const EVERY = /\bevery (?:(\d+|[a-z]+) )?(days?|weeks?|months?|years?)\b/i;
const NAMED_GAPS: [RegExp, number, 'week' | 'month'][] = [
  [/\b(?:twice a year|half-?yearly|every half year|6-monthly|six-monthly)\b/i, 6, 'month'],
  [/\b(?:once a year|yearly|annually)\b/i, 12, 'month'],
  [/\b(?:once a month|monthly)\b/i, 1, 'month'],
  [/\b(?:fortnightly|every fortnight)\b/i, 2, 'week'],
  [/\b(?:once a week|once weekly|weekly)\b/i, 1, 'week'],
];
const DAY_MS = 86_400_000;

/** By how often it is written to be given. */
function sayNext(desk: Desk, item: MedicineView, day: string | null, text: Passage['text']): string | undefined {
  const written = [item.frequency, item.note, item.name, text].filter((each) => each !== null).join(' ; ');
  const due = day === null ? undefined : dayAfter(day, written);
  return due === undefined ? undefined : sayDue(desk, due, item.concepts);
}

function sayDue(desk: Desk, due: string, concepts: readonly string[]): string {
  const today = desk.now.slice(0, 10);
  if (due >= today)
    return `By how often it is given, the next is due on ${sayDate(due)}${due === today ? ', today' : ''}.`;
  const number = numberFor(desk, concepts);
  const whom = [doctorFor(desk, concepts) ?? 'your doctor', number].filter((each) => each !== '').join(' or ');
  return `By how often it is given, the next was due on ${sayDate(due)}: it is overdue, and I find none since. Call ${whom} today for a date.`;
}

/** The day that is one gap later, where the words name a gap. */
export function dayAfter(day: string, written: string): string | undefined {
  const [, said, unit] = EVERY.exec(written) ?? [];
  const count = said === undefined ? 1 : (COUNTED[said.toLowerCase()] ?? Number(said));
  const named = NAMED_GAPS.find(([words]) => words.test(written));
  const [amount, kind] =
    unit !== undefined && Number.isFinite(count)
      ? [count, unit.toLowerCase().replace(/s$/, '')]
      : [named?.[1], named?.[2]];
  if (amount === undefined || kind === undefined || (kind === 'day' && amount < 7)) return undefined;
  const next = new Date(day.slice(0, 10));
  if (kind === 'month' || kind === 'year') addMonths(next, kind === 'year' ? amount * 12 : amount);
  else next.setTime(next.getTime() + amount * (kind === 'week' ? 7 : 1) * DAY_MS);
  return next.toISOString().slice(0, 10);
}

/** A month after the 31st is the last day of a shorter one. */
function addMonths(date: Date, months: number): void {
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
}
