/** What can be behind a value or a complaint, in sentences: the likeliest first, then the others, then what drives these. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { cite, citeReading, type Desk, nameOf } from '../desk.ts';
import { type Cause, causesOf } from '../evidence/causes.ts';
import { itemsFor } from '../evidence/items.ts';
import { doseStepOf } from '../evidence/lapses.ts';
import { sideOf } from '../evidence/limits.ts';
import { observationsOf } from '../evidence/observed.ts';
import { PRESSURE, sayFlag } from '../evidence/series.ts';
import { isMentioned } from '../mentions.ts';
import type { MedicineView } from '../patient.ts';
import type { Subject } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';

const MOST_CAUSES = 5;

export function sayCause(desk: Desk, cause: Cause): string {
  switch (cause.kind) {
    case 'started':
      return `${drugName(cause.item.name)}${(isMentioned(cause.item) ? undefined : stepOf(desk, cause.item)) ?? sayTerm(cause.item)}${cite(desk, cause.item, cause.item.start)}`;
    case 'stopped':
      return `that ${drugName(cause.item.name)} was stopped on ${sayDate(cause.item.end)}${cite(desk, cause.item, cause.item.end)}`;
    case 'condition':
      return `your ${lower(cause.item.name)}${cite(desk, cause.item, cause.item.onset)}`;
    case 'value':
      return sayValueCause(desk, cause);
    case 'habit':
      return `that you gave up smoking (${lower(cause.item.text)})${cite(desk, cause.item, cause.item.time)}`;
  }
}

/** ", raised from 20 to 30 mg on 2 Oct 2026": what is new of it is the dose, not the medicine. */
function stepOf({ chart }: Desk, item: MedicineView): string | undefined {
  const step = item.status === 'taken' ? doseStepOf(chart, item) : undefined;
  return step === undefined ? undefined : `, ${step.said} (${sayDate(step.passage.time)})`;
}

/** "(since 3 May 2026)", "(26 Oct 2026 to 1 Nov 2026, on no list: a paper tells it)". */
function sayTerm(item: MedicineView): string {
  const over = item.status === 'stopped' && item.end !== null ? ` to ${sayDate(item.end)}` : undefined;
  const term =
    item.start === null
      ? ''
      : item.label === 'Procedure'
        ? sayDate(item.start)
        : over === undefined
          ? `since ${sayDate(item.start)}`
          : `${sayDate(item.start)}${over}`;
  const isTold = isMentioned(item) && item.label !== 'Procedure';
  const said = [term, isTold ? 'not on your list, only a paper tells of it' : ''].filter((each) => each !== '');
  return said.length === 0 ? '' : ` (${said.join('; ')})`;
}

function sayValueCause(desk: Desk, { observation, reading, before }: Cause & { kind: 'value' }): string {
  const name = nameOf(observation);
  const from = before === undefined ? '' : ` (${before.shown} on ${sayDate(before.time)})`;
  const flag = reading.flag === undefined || reading.flag === 'normal' ? '' : `, ${sayFlag(reading.flag)}`;
  return `${name} ${reading.shown} on ${sayDate(reading.time)}${flag}${from}${citeReading(desk, reading, name)}`;
}

/** Medicines and conditions that can do it, then the values beside it. */
export function sayOthers(desk: Desk, causes: readonly Cause[], way: 'up' | 'down' | 'by'): string {
  const acting = causes.filter(({ kind }) => kind !== 'value').slice(0, MOST_CAUSES);
  const values = causes.filter(({ kind }) => kind === 'value').slice(0, 4);
  const verb = way === 'up' ? 'raise it' : way === 'down' ? 'lower it' : 'do this';
  const lines = [
    acting.length === 0 ? '' : `${capital(list(acting.map((cause) => sayCause(desk, cause))))} can ${verb}.`,
    values.length === 0 ? '' : `Beside it: ${list(values.map((cause) => sayCause(desk, cause)))}.`,
  ];
  return lines.filter((line) => line !== '').join(' ');
}

/** So much weighs what the record itself blames. */
const NAMED = 4.5;

/** The likeliest, or what was asked about: whether it can be that, and if not what rather. */
export function settleCause(
  desk: Desk,
  causes: readonly Cause[],
  asked: readonly Subject[],
  /** Whether a thing can do it, whatever the record holds of it. */
  can: (id: string) => boolean = () => false,
): { lead: string; first: Cause | undefined } {
  const meant = causes.find((cause) => asked.some((subject) => isMeant(desk, cause, subject)));
  const able = causes.filter((cause) => cause.kind !== 'value' || cause.drives);
  const first = meant ?? able.find(({ timed }) => timed) ?? able[0];
  const words = first === undefined ? '' : becauseOf(desk, first);
  if (meant !== undefined) return { lead: `${meant.timed ? 'Yes, likely' : 'Possibly'}: ${words}`, first };
  const known = asked.find(({ id }) => can(id));
  if (known !== undefined) return { lead: sayAbsent(desk, known), first };
  if (asked.length > 0) {
    const named = list(asked.map(({ text }) => lower(text)));
    return {
      lead: `My reference does not name ${named} for this${first === undefined ? '' : `; rather ${words}`}`,
      first,
    };
  }
  if (first === undefined) return { lead: 'Your record names no clear cause', first };
  return { lead: `${first.timed || first.weight >= NAMED ? 'Most likely' : 'Possibly'} because of ${words}`, first };
}

/** Both numbers of a pressure are the pressure. */
function isPart(id: string, of: string): boolean {
  return openCatalogue().isA(id, of) || (of === PRESSURE && id.endsWith('blood_pressure'));
}

/** A cause is what was asked about: the thing itself, a value of that organ, an illness that the value shows. */
function isMeant(desk: Desk, cause: Cause, subject: Subject): boolean {
  const catalogue = openCatalogue();
  const organ = subject.kind === 'observation' || subject.kind === 'system';
  const measured = organ ? observationsOf(desk, [subject]) : catalogue.shownBy(subject.id).map(({ id }) => id);
  if (cause.kind === 'value') return measured.includes(cause.observation);
  if (cause.item.concepts.some((id) => catalogue.isA(id, subject.id))) return true;
  const word = subject.text.toLowerCase().replace(/s$/, '');
  return (
    organ &&
    cause.kind === 'condition' &&
    cause.item.concepts.some(
      (id) =>
        catalogue.shownBy(id).some((each) => isPart(each.id, subject.id) || measured.includes(each.id)) ||
        [id, ...catalogue.ancestors(id)].some((each) => catalogue.get(each)?.name.toLowerCase().includes(word)),
    )
  );
}

/** It can do that, but is not taken now: when it was, or that no list shows it. */
function sayAbsent(desk: Desk, subject: Subject): string {
  const [last] = itemsFor(subject, desk.chart)
    .medicines.filter(({ status }) => status === 'stopped')
    .toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''));
  const name = lower(subject.text);
  if (subject.kind !== 'drug' && subject.kind !== 'drug_class' && subject.kind !== 'food')
    return `${capital(name)} can do this, but your record does not list it`;
  return last === undefined
    ? `${capital(name)} can do this, but your list does not show that you take it`
    : `Possibly still: ${drugName(last.name)}${last.end === null ? '' : `, taken until ${sayDate(last.end)}`}${cite(desk, last, last.end)}, can do this, and such an effect can outlast it by months`;
}

function becauseOf(desk: Desk, cause: Cause): string {
  if (cause.kind === 'started')
    return isMentioned(cause.item) || cause.item.status === 'stopped'
      ? `${drugName(cause.item.name)}${sayTerm(cause.item)}`
      : `${drugName(cause.item.name)}${stepOf(desk, cause.item) ?? (cause.item.start ? `, started on ${sayDate(cause.item.start)}` : '')}`;
  if (cause.kind === 'stopped') return `the end of ${drugName(cause.item.name)}, stopped on ${sayDate(cause.item.end)}`;
  if (cause.kind === 'condition') return `your ${lower(cause.item.name)}`;
  return sayCause(desk, cause);
}

export function markOf(desk: Desk, cause: Cause): string {
  if (cause.kind === 'value' || cause.kind === 'habit') return '';
  const date = cause.kind === 'condition' ? cause.item.onset : cause.item.start;
  return cite(desk, cause.item, date);
}

/** What moves the values that are behind it: the tablet behind the low potassium behind the cramps. */
export function driversOf(desk: Desk, causes: readonly Cause[]): string | undefined {
  const driven = causes.flatMap((cause) => {
    if (cause.kind !== 'value') return [];
    const way = sideOf(desk.chart, cause.observation, cause.reading) ?? 'up';
    const from = cause.before?.time ?? null;
    const [driver] = causesOf(desk.chart, cause.observation, way, { from, to: cause.reading.time }).filter(
      (each) =>
        (each.kind === 'started' && each.timed) ||
        each.kind === 'habit' ||
        (each.kind === 'condition' && !causes.some((other) => other.kind === 'condition' && other.item === each.item)),
    );
    return driver === undefined
      ? []
      : [
          {
            can: `${sayCause(desk, driver)} can ${way === 'down' ? 'lower' : 'raise'}`,
            what: nameOf(cause.observation),
          },
        ];
  });
  const said = [...Map.groupBy(driven, ({ can }) => can)].map(
    ([can, of]) => `${can} ${list(of.map(({ what }) => what))}`,
  );
  return said.length === 0 ? undefined : `${capital(list(said.slice(0, 3)))}.`;
}
