/** One check, vaccine or value that is asked about: when it was last done, how often it belongs, and whether it is overdue. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Concern, sayConcern } from '../concern.ts';
import { type Block, block, citePassage, type Desk, nameOf, quotePassage, sayPassage } from '../desk.ts';
import { doctorFor } from '../evidence/contact.ts';
import { findPassages, type Passage } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import type { EncounterView } from '../patient.ts';
import { pattern } from '../patterns.ts';
import { type DoneItem, type Due, doneOf, outgrown, scheduleFor, systemChecks } from '../schedule/index.ts';
import { type PaperDue, paperSchedule } from '../schedule/papers.ts';
import { statusOf } from '../schedule/status.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, list, lower, sayDate } from '../wording.ts';

export function tellNamed(desk: Desk, frame: Frame, subject: Subject, all: readonly Concern[]): Block {
  const ids = [subject.id, ...(subject.alike ?? [])];
  return tellChecks(desk, frame, ids, lower(subject.text), all);
}

/** "Do my eyes want checking?": the checks of that part of the body. */
export function tellSystem(desk: Desk, frame: Frame): Block | undefined {
  const systems = frame.subjects.filter(({ kind }) => kind === 'system');
  const ids = systems.flatMap(({ id }) => systemChecks[id.replace('system:', '')] ?? []);
  return ids.length === 0
    ? undefined
    : tellChecks(desk, frame, ids, `check of your ${list(systems.map(({ text }) => lower(text)))}`, []);
}

function tellChecks(desk: Desk, frame: Frame, ids: readonly string[], asked: string, all: readonly Concern[]): Block {
  const catalogue = openCatalogue();
  const related = (id: string) => ids.some((each) => catalogue.isA(id, each) || catalogue.isA(each, id));
  const own = all.filter(({ concepts }) => concepts.some(related));
  const rows = scheduleFor(desk.chart.view, desk.told).filter(({ row }) => row.look.some(related));
  const counted = new Set(rows.flatMap(({ row }) => row.look));
  const set = paperSchedule(desk.chart).filter(({ concept }) => related(concept) || counted.has(concept));
  const [last] = [
    ...doneOf(ids, desk.chart.view),
    ...set.flatMap((each) => (each.last?.uuid === each.passage.uuid ? [{ ...each.last, name: asked }] : [])),
    ...doneOf([...counted, ...set.map(({ concept }) => concept)], desk.chart.view),
  ];
  const monitored = ids.flatMap((id) => (/^(?:drug|class):/.test(id) ? catalogue.monitoring(id) : []));
  const papers = papersOn(desk, frame, ids);
  const over = set.find(({ isDue }) => isDue) ?? rows.find(({ isDue }) => isDue);
  const { booked: visit, off, lacking } = statusOf(desk.chart, [...ids, ...counted], last);
  const called: Off | undefined = off === undefined ? undefined : { next: undefined, off };
  const lead =
    monitored.length > 0
      ? sayMonitoring(desk, asked, monitored)
      : (pastAge(desk, ids, last, rows.length + set.length) ??
        settle(desk, last, over ?? called, set[0] ?? rows[0], ASKS_COVER.test(frame.text)) ??
        sayMissing(papers.length > 0, own.length > 0, asked));
  const booked = visit === undefined ? undefined : sayBooked(desk, visit);
  const known =
    booked !== undefined ||
    rows.length + set.length + own.length + papers.length + monitored.length > 0 ||
    last !== undefined ||
    lead.startsWith('No');
  return block(
    `**${lead}**`,
    [
      booked,
      lacking === undefined ? undefined : quotePassage(desk, lacking),
      ...set.slice(0, 2).map((each) => sayPaperDue(desk, each)),
      ...rows.filter(({ isDue }) => isDue).map((each) => sayDue(desk, each)),
      ...own.slice(0, rows.length > 0 ? 0 : 3).map((concern) => sayConcern(desk, concern)),
      ...papers.slice(0, 2).map((paper) => sayPassage(desk, paper)),
      ...findingsOf(desk, asked, papers.length === 0),
      booked !== undefined || (over === undefined && called === undefined)
        ? undefined
        : `Ask ${doctorFor(desk, ids) ?? 'your doctor'} for it.`,
    ],
    known ? 'answered' : 'absent',
  );
}

export function sayBooked(desk: Desk, { uuid, label, name: title, reason, time }: EncounterView): string {
  const name = reason ?? title;
  return `It is booked: ${lower(name)} on ${sayDate(time)}${desk.notes.entry({ uuid, label, name, date: time })}.`;
}

/** "Do I still need smears?" past the age until which it is done. */
function pastAge(desk: Desk, ids: readonly string[], last: DoneItem | undefined, fitting: number): string | undefined {
  const over = fitting > 0 ? undefined : outgrown(ids, desk.chart.view);
  if (over === undefined) return undefined;
  const done = last === undefined ? '' : `; the last was on ${sayDate(last.time)}${citeDone(desk, last)}`;
  return `No longer as a routine: ${over.row.what} goes on until ${over.until} (${over.row.note})${done}. Who had an abnormal result, or has signs, is seen at any age.${desk.notes.source(over.row.source)}`;
}

/** "Is he covered?", "am I up to date?": yes means that nothing is missing. */
const ASKS_COVER = pattern('asks_cover');

interface Off {
  next: undefined;
  off: DoneItem;
}

/** Yes, overdue; no, not before; or only when it was. */
function settle(
  desk: Desk,
  last: DoneItem | undefined,
  over: (PaperDue | Due | Off) | undefined,
  any: PaperDue | Due | undefined,
  cover = false,
): string | undefined {
  const done =
    last === undefined ? undefined : `the last ${lower(last.name)} was on ${sayDate(last.time)}${citeDone(desk, last)}`;
  if (over !== undefined) {
    const since =
      over.next === undefined || last === undefined
        ? ''
        : `, so it has been due since ${sayDate(over.next.slice(0, 7))}`;
    const off =
      'off' in over ? `; the one of ${sayDate(over.off.time)} did not take place${citeDone(desk, over.off)}` : '';
    if (done === undefined) return cover ? 'No: none is on record.' : 'Yes, due: none is on record.';
    return `${cover ? 'Not fully: it is overdue,' : 'Yes, overdue:'} ${done}${since}${off}.`;
  }
  if (done === undefined) return undefined;
  // A day that a paper named and that is past: it was done, and nobody said when the one after is.
  if (any?.next === undefined || any.next <= desk.now.slice(0, any.next.length))
    return `${cover && any !== undefined ? 'Yes: ' : ''}${cover && any !== undefined ? done : capital(done)}.`;
  return `${cover ? 'Yes, for now' : 'Not yet'}: ${done}, and the next is due in ${sayDate(any.next.slice(0, 7))}.`;
}

function sayMissing(inPapers: boolean, isDue: boolean, asked: string): string {
  if (isDue) return 'Yes, due: none is on record.';
  return inPapers ? 'Your papers name what is needed.' : `Your record holds no ${asked} that I could count from.`;
}

function citeDone(desk: Desk, { uuid, label, name, time }: DoneItem): string {
  return desk.notes.entry({ uuid, label, name, date: time });
}

/** "With lithium: lithium level every 3 months (last on 13 Oct 2026)." */
function sayMonitoring(
  desk: Desk,
  asked: string,
  monitored: readonly { observation: string; months: number }[],
): string {
  const now = desk.now.slice(0, 10);
  const lines = monitored.map(({ observation, months }) => {
    const [last] = doneOf([observation], desk.chart.view);
    const every = months === 12 ? 'every year' : `every ${months} months`;
    if (last === undefined) return `${nameOf(observation)} ${every} (none on record: due)`;
    const day = new Date(last.time);
    day.setUTCMonth(day.getUTCMonth() + months);
    const late = day.toISOString().slice(0, 10) <= now ? ', overdue' : '';
    return `${nameOf(observation)} ${every} (last on ${sayDate(last.time)}${citeDone(desk, last)}${late})`;
  });
  return `With ${asked} these checks belong: ${lines.join('; ')}.`;
}

export function sayDue(desk: Desk, { row, done, because, given, next }: Due): string {
  const [last] = done;
  const then =
    given === undefined || next === undefined
      ? ''
      : `; only ${given === 1 ? 'one dose is' : `${given} doses are`} on record, dose ${given + 1} is missing, due since ${sayDate(next.slice(0, 7))}`;
  const when =
    last === undefined
      ? 'none on record'
      : `last on ${sayDate(last.time)}${desk.notes.entry({ ...last, date: last.time })}${then}`;
  const why = because
    .filter(({ uuid }) => uuid !== undefined)
    .map(
      ({ name, uuid, label, time }) =>
        `${lower(name)}${desk.notes.entry({ uuid: uuid!, label: label!, name, date: time })}`,
    );
  const reason = why.length === 0 ? '' : `; because of ${list(why)}`;
  return `${capital(row.what)} (${row.note}): ${when}${reason}.${desk.notes.source(row.source)}${sayStanding(desk, row, last)}`;
}

/** What is known beside the last time: booked, missed, or not had by the word of a paper. */
function sayStanding(desk: Desk, { look }: Due['row'], last: DoneItem | undefined): string {
  const { booked, off, lacking } = statusOf(desk.chart, look, last);
  if (booked !== undefined) return ` ${sayBooked(desk, booked)}`;
  if (off !== undefined) return ` The one of ${sayDate(off.time)} did not take place${citeDone(desk, off)}.`;
  const said = lacking === undefined ? '' : sayPassage(desk, lacking);
  return said === '' ? '' : ` ${said}`;
}

/** "Eye pressure: every year by your eye letter; last on 14 May 2024, so overdue." */
/** What papers ask for again and is due, of the checks that a schedule knows. */
export function dueByPapers({ chart }: Desk, rows: readonly Due[]): PaperDue[] {
  return paperSchedule(chart).filter((each) => each.isDue && rows.some((one) => isOfRow(one, each)));
}

export function isOfRow({ row }: Due, { concept }: Pick<PaperDue, 'concept'>): boolean {
  const catalogue = openCatalogue();
  return row.look.some((id) => catalogue.isA(concept, id) || catalogue.isA(id, concept));
}

export function sayPaperDue(desk: Desk, { concept, said, passage, last, isDue }: PaperDue): string {
  const when = last === undefined ? 'none is on record' : `last on ${sayDate(last.time)}${citeDone(desk, last)}`;
  return `${capital(nameOf(concept))}: ${lower(said)} by your ${lower(passage.title)} of ${sayDate(passage.time)}${citePassage(desk, passage)}; ${when}${isDue ? ', so overdue' : ''}.`;
}

const OF_TIME = /\b(?:months?|years?|weeks?|every|yearly|annual\w*|before|again|due|overdue|next|repeat\w*)\b/i;

/** Papers that name it and speak of a time. */
function papersOn(desk: Desk, frame: Frame, ids: readonly string[]): Passage[] {
  return findPassages(desk.chart, {
    concepts: ids,
    words: contentWords(`${frame.text} next every months years`),
    named: true,
    wide: true,
  })
    .map(({ passage }) => passage)
    .filter(({ remark, text }) => !remark && OF_TIME.test(text));
}

function findingsOf(desk: Desk, asked: string, wanted: boolean): string[] {
  if (!wanted) return [];
  return desk.chart.view.findings
    .filter(({ name }) => name.toLowerCase().includes(asked))
    .map(
      (item) =>
        `${item.name}: ${item.text}${desk.notes.entry({ uuid: item.uuid, label: item.label, name: item.name, date: item.time })}.`,
    );
}
