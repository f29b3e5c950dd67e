/** How something is kept from coming, coming back or getting worse: what papers advise, what guards and what works against it here, what is due, what one does oneself. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { nearnessTo } from '../../search/semantic/nearness.ts';
import { type Block, block, cite, citeReading, type Desk, nameOf, sayPassage } from '../desk.ts';
import { doctorFor } from '../evidence/contact.ts';
import { isLowAspirin } from '../evidence/influences.ts';
import { findPassages, stemsOf } from '../evidence/passages.ts';
import { readingsOf, sayFlag } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import { type Guard, guardFor, guards } from '../glossary/guards.ts';
import { glossary, leadsOf } from '../glossary/index.ts';
import type { MedicineView } from '../patient.ts';
import { scheduleFor } from '../schedule/index.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, drugName, list, lower, sayDate } from '../wording.ts';
import { sayDue } from './checks.ts';

const MOST = 5;

export function answerPrevent(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ id }) => guardFor(id) !== undefined) ?? meantHere(desk, frame);
  const guard = subject === undefined ? undefined : guardFor(subject.id);
  if (subject === undefined || guard === undefined) return undefined;
  const doctor = doctorFor(desk, [subject.id]) ?? 'your doctor';
  const against = taken(desk, guard.against).filter((item) => !isLowAspirin(item));
  return block(`**${capital(guard.do)}.**${desk.notes.source(guards.source)}`, [
    ...advised(desk, frame, subject, guard),
    against.length === 0
      ? undefined
      : `Worth asking ${doctor} about: ${list(against.slice(0, MOST).map((item) => sayItem(desk, item)))} can work against it; change nothing alone.`,
    ...guarding(desk, guard),
    ...values(desk, guard),
    ...overdue(desk, subject, guard),
  ]);
}

const LEAST_NEAR = 0.2;
/** A word of the question that its advice holds is worth as much as being nearer by so much. */
const SHARED = 0.15;

/** "So that I do not land in hospital with fluid again": of what the record lists, the illness that lies nearest to the words. */
function meantHere({ chart }: Desk, { text, aspect }: Frame): Subject | undefined {
  if (aspect !== 'prevent') return undefined;
  const found = chart.view.conditions.flatMap(({ concepts, name, status }) => {
    const id = status === 'active' ? concepts.find((each) => guardFor(each) !== undefined) : undefined;
    return id === undefined ? [] : [{ id, name, said: `${name}: ${guardFor(id)!.do}` }];
  });
  const near = nearnessTo(
    text,
    found.map(({ said }) => said),
  );
  const words = [...contentWords(text).keys()];
  const sharedWith = (said: string) => words.filter((word) => stemsOf(said).has(word)).length;
  const [best] = found
    .map((each, at) => ({ ...each, near: (near[at] ?? 0) + SHARED * sharedWith(each.said) }))
    .filter((each) => each.near >= LEAST_NEAR)
    .toSorted((a, b) => b.near - a.near);
  return best === undefined
    ? undefined
    : { id: best.id, kind: 'condition', as: 'itself', text: best.name, start: 0, end: 0 };
}

function taken({ chart }: Desk, ids: readonly string[]): MedicineView[] {
  const catalogue = openCatalogue();
  return chart.view.medicines.filter(
    ({ status, concepts }) => status === 'taken' && concepts.some((each) => ids.some((id) => catalogue.isA(each, id))),
  );
}

function sayItem(desk: Desk, item: MedicineView): string {
  return `${drugName(item.name)}${item.start === null ? '' : ` (since ${sayDate(item.start)})`}${cite(desk, item, item.start)}`;
}

/** What is taken against it: no day of it left out. */
function guarding(desk: Desk, guard: Guard): string[] {
  const items = taken(desk, guard.by);
  if (items.length === 0) return [];
  return [`What you take for that: ${list(items.slice(0, MOST).map((item) => sayItem(desk, item)))}.`];
}

/** The values to hold, those outside of range first. */
function values(desk: Desk, guard: Guard): string[] {
  const last = guard.hold.flatMap((id) => {
    const reading = readingsOf(desk.chart, id).at(-1);
    return reading === undefined ? [] : [{ id, reading }];
  });
  const off = last.filter(({ reading: { flag } }) => flag !== undefined && flag !== 'normal');
  const say = ({ id, reading }: (typeof last)[number]) =>
    `${nameOf(id)} ${reading.shown} on ${sayDate(reading.time)}${reading.flag === undefined || reading.flag === 'normal' ? '' : `, ${sayFlag(reading.flag)}`}${citeReading(desk, reading, nameOf(id))}`;
  const fine = last.filter((each) => !off.includes(each));
  return [
    off.length === 0 ? '' : `What stands out: ${list(off.map(say))}.`,
    fine.length === 0 ? '' : `Within the range: ${list(fine.map(say))}.`,
  ].filter((part) => part !== '');
}

/** What this person's papers advise for it. */
function advised(desk: Desk, frame: Frame, subject: Subject, guard: Guard): string[] {
  return findPassages(desk.chart, {
    concepts: [...new Set([subject.id, ...guard.of])],
    words: contentWords(frame.text),
    text: frame.text,
    named: true,
  })
    .map(({ passage }) => passage)
    .filter(({ remark }) => !remark)
    .slice(0, 3)
    .map((passage) => sayPassage(desk, passage))
    .filter((said) => said !== '');
}

/** What the schedule has for the illness or the values, and is due. */
function overdue(desk: Desk, subject: Subject, guard: Guard): string[] {
  const catalogue = openCatalogue();
  const ids = [subject.id, ...guard.of];
  const due = scheduleFor(desk.chart.view, desk.told).filter(
    ({ isDue, row }) =>
      isDue &&
      !row.plan &&
      (row.look.some((id) => guard.hold.includes(id)) ||
        ids.some((id) => row.when?.includes(id)) ||
        row.look.some((id) => guard.by.some((each) => catalogue.isA(id, each)))),
  );
  return due.slice(0, 4).map((each) => `Due: ${sayDue(desk, each)}`);
}

/** What an illness can lead to, what of that the record already lists, and what keeps it away. */
export function answerLeads(desk: Desk, frame: Frame): Block | undefined {
  const subject = frame.subjects.find(({ kind }) => kind === 'condition');
  const leads = subject === undefined ? [] : leadsOf(subject.id);
  if (subject === undefined || leads.length === 0) return undefined;
  const catalogue = openCatalogue();
  const held = desk.chart.view.conditions.filter(
    ({ status, concepts }) =>
      status === 'active' && concepts.some((each) => leads.some(({ two }) => catalogue.isA(each, two))),
  );
  const guard = guardFor(subject.id);
  return block(
    `**${capital(nameOf(subject.id))} can lead to: ${list(leads.map(({ two }) => nameOf(two)))}.**${desk.notes.source(glossary.source)}`,
    [
      leads
        .slice(0, MOST)
        .map(({ two, says }) => `- ${capital(nameOf(two))}: ${says}.`)
        .join('\n'),
      held.length === 0
        ? undefined
        : `Of these your record lists ${list(held.map((item) => `${lower(item.name)}${cite(desk, item, item.onset)}`))}.`,
      guard === undefined ? undefined : `What keeps it away: ${guard.do}.${desk.notes.source(guards.source)}`,
      ...(guard === undefined ? [] : [...guarding(desk, guard), ...values(desk, guard)]),
    ],
  );
}
