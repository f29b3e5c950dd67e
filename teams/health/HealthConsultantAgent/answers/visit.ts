/** Before a visit: what to bring up; after one: what is new in the record since. */
import { findInteractions, identify } from 'consilium/clinical';
import { daysBetween, monthsBefore } from '../../_shared/clock.ts';
import {
  citeCondition,
  citeEncounter,
  citeRegimen,
  citeSymptom,
  currentRegimens,
  type Encounter,
  isScheduled,
} from '../../_shared/graph.ts';
import { knownBy, sentences } from '../../_shared/knowledge.ts';
import { sayFlag } from '../../_shared/measures.ts';
import { findEffect } from '../../_shared/medicine.ts';
import { capital, count, drugName, list, lower, sayDate, sayValue } from '../../_shared/wording.ts';
import type { Desk } from './desk.ts';
import { checksOf } from './due.ts';
import { sayKind } from './kinds.ts';
import { isOutside, linesOf } from './lines.ts';

const RECENT_MONTHS = 6;
const OLD_DAYS = 550;
const MOST = 3;

/** The two or three things of each kind that are worth the doctor's time. */
export function answerPrepare(desk: Desk): string {
  const { rows, now } = desk;
  const next = rows.encounters
    .filter((visit) => isScheduled(visit, now))
    .toSorted((a, b) => (a.start! < b.start! ? -1 : 1))[0];
  const points = [...valuesToAsk(desk), ...complaintsToAsk(desk), ...medicinesToAsk(desk), ...checksToAsk(desk)];
  const visit =
    next === undefined
      ? 'No visit is scheduled in your record.'
      : `For your visit on ${sayDate(next.start)}${withWhom(next)}${desk.notes.entry(citeEncounter(next))}`;
  const lead =
    points.length === 0
      ? `**${visit.replace(/\.$/, '')}: nothing in your record stands out.**`
      : `**${next === undefined ? `${visit} When you next go, ` : `${visit}, `}${count(points.length, 'thing')} ${points.length === 1 ? 'is' : 'are'} worth asking:**`;
  return [moveMarks(lead), points.map((point) => `- ${point}`).join('\n'), tellHow(desk)].filter(Boolean).join('\n\n');
}

/** A footnote stands behind bold words, not inside them. */
function moveMarks(lead: string): string {
  const marks = [...lead.matchAll(/\[\^\d+\]/g)].map(([mark]) => mark).join('');
  return `${lead.replace(/\[\^\d+\]/g, '')}${marks}`;
}

function withWhom({ practitioners, reason }: Encounter): string {
  const who = practitioners.length === 0 ? '' : ` with Dr ${practitioners[0]}`;
  return `${who}${reason === null ? '' : ` (${lower(reason)})`}`;
}

function valuesToAsk(desk: Desk): string[] {
  return linesOf(desk)
    .filter((line) => isOutside(line) && daysBetween(line.time, desk.now) < OLD_DAYS)
    .slice(0, MOST)
    .map(
      ({ say, shown, time, flag, marker }) =>
        `${capital(say)} ${shown} on ${sayDate(time)}, ${sayFlag(flag)}${marker()}: what would bring it back, and what is your goal?`,
    );
}

function complaintsToAsk({ rows, now, notes }: Desk): string[] {
  const current = currentRegimens(rows.medications, now);
  return rows.symptoms
    .filter(({ onset_date, until }) => until === null && (onset_date ?? '') >= monthsBefore(now, 3).slice(0, 10))
    .slice(0, MOST)
    .map((symptom) => {
      const drug = current.find(({ name }) => findEffect(name, symptom.name) !== undefined);
      const known = drug && findEffect(drug.name, symptom.name)!.known;
      const cause =
        drug === undefined || known === undefined
          ? 'what is behind it?'
          : `could ${drugName(drug.name)}${notes.entry(citeRegimen(drug))} be behind it?${notes.knowledge(known)}`;
      return `${capital(symptom.name)} since ${sayDate(symptom.onset_date)}${notes.entry(citeSymptom(symptom))}: ${cause}`;
    });
}

function medicinesToAsk({ rows, now, notes }: Desk): string[] {
  const current = currentRegimens(rows.medications, now);
  const cite = (name: string) => {
    const regimen = current.find((each) => identify(each.name).name === name);
    return regimen === undefined ? name : `${drugName(regimen.name)}${notes.entry(citeRegimen(regimen))}`;
  };
  const clashes = findInteractions([...new Set(current.map(({ name }) => identify(name).name))])
    .filter(({ severity }) => severity === 'major' || severity === 'contraindicated')
    .slice(0, MOST)
    .map(
      ({ drugs: [one, two], effect, source }) =>
        `${capital(cite(one))} and ${cite(two)} together (${effect}): is that meant so?${notes.source(source)}`,
    );
  const begun = current
    .filter(({ start }) => (start ?? '') >= monthsBefore(now, RECENT_MONTHS).slice(0, 10))
    .slice(0, MOST)
    .map(
      (drug) =>
        `${capital(drugName(drug.name))}, new since ${sayDate(drug.start)}${notes.entry(citeRegimen(drug))}: does it work, for how long, and what is checked?`,
    );
  return [...clashes, ...begun];
}

function checksToAsk(desk: Desk): string[] {
  const due = checksOf(desk).filter(({ overdue }) => overdue);
  if (due.length === 0) return [];
  const sources = [...new Set(due.map(({ source }) => source))].map((source) => desk.notes.source(source)).join('');
  return [`${capital(list(due.map(({ check }) => check)))}: by your record due, is it?${sources}`];
}

function tellHow({ notes }: Desk): string {
  const entry = knownBy('doctor-visit');
  const section = entry?.sections.find(({ name }) => name === 'what to do');
  if (entry === undefined || section === undefined) return '';
  const bring = sentences(section.text).find((sentence) => /^Bring/.test(sentence));
  return bring === undefined ? '' : `${bring}${notes.knowledge(entry)}`;
}

/** What came into the record after the last visit; where that is nothing, what that visit brought. */
export function answerChanges(desk: Desk): string {
  const { rows, now } = desk;
  const last = rows.encounters.find(
    (visit) => visit.status !== 'cancelled' && !isScheduled(visit, now) && (visit.start ?? '9') <= now,
  );
  if (last === undefined)
    return '**There is no visit in your record to count from.** Ask about a value ("How has my blood pressure changed?") or say since when.';
  const day = last.start!.slice(0, 10);
  const since = newsOf(desk, (date) => date > day);
  const said = `your last visit on ${sayDate(last.start)}${withWhom(last)}${desk.notes.entry(citeEncounter(last))}`;
  if (since.length > 0)
    return `${moveMarks(`**Since ${said}, ${count(since.length, 'thing')} ${since.length === 1 ? 'is' : 'are'} new in your record.**`)}\n\n${since.map((line) => `- ${line}`).join('\n')}`;
  const then = newsOf(desk, (date) => date === day);
  const brought =
    then.length === 0 ? '' : `\n\nThat visit itself brought:\n\n${then.map((line) => `- ${line}`).join('\n')}`;
  return `${moveMarks(`**Nothing is new in your record since ${said}.**`)}${brought}`;
}

function newsOf({ rows, notes }: Desk, isNew: (date: string) => boolean): string[] {
  const within = (date: string | null | undefined) => date != null && isNew(date.slice(0, 10));
  const values = rows.kinds
    .filter(({ newest }) => within(newest[0]?.time))
    .map(({ name, code, newest: [value, before] }) => {
      const say = sayKind(name, code);
      const earlier = before === undefined ? '' : `, before ${sayValue(before.value ?? '', before.unit)}`;
      return `${capital(say)} ${sayValue(value!.value ?? '', value!.unit)} on ${sayDate(value!.time)}${earlier}${notes.entry({ uuid: value!.uuid, label: 'Observation', name: capital(say), date: value!.time })}`;
    });
  const drugs = rows.medications.flatMap((drug) => [
    ...(within(drug.start)
      ? [`${capital(drugName(drug.name))} started on ${sayDate(drug.start)}${notes.entry(citeRegimen(drug))}`]
      : []),
    ...(within(drug.until)
      ? [`${capital(drugName(drug.name))} stopped on ${sayDate(drug.until)}${notes.entry(citeRegimen(drug))}`]
      : []),
  ]);
  const conditions = rows.conditions
    .filter(({ onset_date }) => within(onset_date))
    .map((each) => `${capital(each.name)}, since ${sayDate(each.onset_date)}${notes.entry(citeCondition(each))}`);
  const symptoms = rows.symptoms
    .filter(({ onset_date }) => within(onset_date))
    .map((each) => `${capital(each.name)}, since ${sayDate(each.onset_date)}${notes.entry(citeSymptom(each))}`);
  return [...conditions, ...drugs, ...symptoms, ...values];
}
