/** What papers asked for and whether it was done: beside an answer, or as the answer where there is no result. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, citePassage, type Desk, nameOf, quotePassage } from '../desk.ts';
import { doctorFor, numberFor } from '../evidence/contact.ts';
import { itemsFor } from '../evidence/items.ts';
import { mirroredBy } from '../evidence/measures.ts';
import type { Passage } from '../evidence/passages.ts';
import { isLate, isOpen, isUnmet, type Plan, plansAbout, plansOf } from '../evidence/plans.ts';
import { readingsOf } from '../evidence/series.ts';
import { askedIn, holds } from '../frames/asked.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, sayDate, sayOn } from '../wording.ts';

/** Asked for what a plan would have brought. */
const OF_RESULTS = new Set<Frame['aspect']>([
  'result',
  'value',
  'when',
  'have',
  'about',
  'said',
  'redone',
  'next',
  'due',
  'who',
  'worked',
]);

function conceptsOf({ subjects }: Frame): string[] {
  return subjects.filter(({ kind }) => kind !== 'thing' && kind !== 'system').map(({ id }) => id);
}

/** Nothing is there of what is asked, but a paper asked for it: that, and that it was not done. */
export function answerPlanned(desk: Desk, frame: Frame): Block | undefined {
  if (!OF_RESULTS.has(frame.aspect) || frame.subjects.some((subject) => isThere(desk, subject))) return undefined;
  const said = frame.aspect === 'about' ? '' : frame.text;
  const asked = askedIn(frame.text);
  const [plan] = plansAbout(desk.chart, conceptsOf(frame), said).filter(
    (each) => isOpen(each, desk.now) && (asked === undefined || !isGeneral(frame) || holds(asked, each.passage.stems)),
  );
  if (plan === undefined) return undefined;
  return block(`**${capital(`no ${whatOf(plan)} since then is in your record.`)}** ${sayPlan(desk, plan)}`);
}

/** "My cataract op": the catalogue knows only that it is an operation, so that the words say which. */
function isGeneral({ subjects }: Frame): boolean {
  return subjects.every(({ id }) => id === 'procedure:operation' || id === 'thing:procedures');
}

function isThere({ chart }: Desk, subject: Subject): boolean {
  if (subject.kind === 'thing' || subject.kind === 'system') return false;
  const { procedures, immunisations, series, findings } = itemsFor(subject, chart);
  return procedures.some(({ name }) => !isUnmet(name)) || immunisations.length + series.length + findings.length > 0;
}

/** When something is due by the paper that asked for it last: that goes before any schedule. */
export function tellPlannedFor(desk: Desk, subject: Subject): Block | undefined {
  if (subject.kind !== 'procedure' && subject.kind !== 'observation') return undefined;
  const [plan] = [...plansAbout(desk.chart, mirroredBy(subject.id), ''), ...plansOfReports(desk, subject)].filter(
    ({ due }) => due !== null,
  );
  if (plan?.due == null || !isOpen(plan, desk.now)) return undefined;
  const late = plan.due < desk.now.slice(0, plan.due.length);
  const isNow = plan.due.slice(0, 7) === desk.now.slice(0, 7);
  const when = `${plan.due.length < 10 ? 'in' : 'by'} ${sayDate(plan.due)}`;
  const last = lastDone(desk, subject);
  return block(
    `**${late ? `Overdue: ${nameOf(subject.id)} was due ${when}` : `${isNow ? 'Due now' : 'Not yet'}: ${nameOf(subject.id)} is due ${when}`}, by your papers.**${last}`,
    [sayPlan(desk, plan)],
  );
}

/** What the report that measured it asks for: the next echo is the next ejection fraction. */
function plansOfReports({ chart }: Desk, { id, kind }: Subject): Plan[] {
  const last = kind === 'observation' ? readingsOf(chart, id).at(-1) : undefined;
  if (last === undefined) return [];
  const catalogue = openCatalogue();
  return plansOf(chart).filter(
    ({ passage: { time, title, paper } }) =>
      time?.slice(0, 10) === last.time.slice(0, 10) &&
      catalogue.find(title, { kinds: ['procedure'] }).length > 0 &&
      paper.some(({ text }) =>
        catalogue.find(text, { kinds: ['observation'] }).some(({ concept }) => concept.id === id),
      ),
  );
}

function lastDone(desk: Desk, subject: Subject): string {
  const [newest] = itemsFor(subject, desk.chart).procedures.toSorted((a, b) =>
    (b.time ?? '').localeCompare(a.time ?? ''),
  );
  if (newest !== undefined)
    return ` The last was on ${sayDate(newest.time)}${desk.notes.entry({ ...newest, date: newest.time })}.`;
  const said = lastOf(desk, [subject.id]);
  return said === undefined ? '' : ` ${said}`;
}

/** "Did they repeat it?": done since, or not; with the last there is. */
export function answerRedone(desk: Desk, frame: Frame): Block | undefined {
  const concepts = conceptsOf(frame);
  const plans = plansAbout(desk.chart, concepts, frame.text);
  const plan = plans.find((each) => isOpen(each, desk.now)) ?? plans[0];
  const last = lastOf(desk, concepts);
  if (plan === undefined) return undefined;
  if (!isOpen(plan, desk.now) && plan.done !== undefined)
    return block(
      `**Yes, ${sayOn(plan.done.time.slice(0, 10))}.**${desk.notes.entry({ ...plan.done, date: plan.done.time })} ${sayPlan(desk, plan)}`,
      [last],
    );
  return block(
    `**No: your record holds no repeat${last === undefined ? '' : ` since`}.** ${last ?? ''} ${sayPlan(desk, plan)}`.trim(),
  );
}

function lastOf(desk: Desk, concepts: readonly string[]): string | undefined {
  for (const id of concepts) {
    const reading = readingsOf(desk.chart, id).at(-1);
    if (reading !== undefined)
      return `The last ${nameOf(id)} was ${reading.shown} on ${sayDate(reading.time)}${desk.notes.entry({ uuid: reading.uuid, label: 'Observation', name: nameOf(id), date: reading.time })}.`;
  }
  return undefined;
}

const BESIDE = new Set<Frame['aspect']>([
  'value',
  'trend',
  'judge',
  'worry',
  'cause',
  'explain',
  'result',
  'about',
  'have',
  'when',
  'compare',
  'changes',
]);
const RECENT_DAYS = 900;

/** What was asked for about the same thing and is not done belongs to the answer. */
export function missingBeside(desk: Desk, frame: Frame): string[] {
  const concepts = conceptsOf(frame);
  const { from, to, near, nth } = frame.scope;
  if (!BESIDE.has(frame.aspect) || concepts.length === 0 || (from ?? to ?? near ?? nth) !== undefined) return [];
  const [plan] = plansAbout(desk.chart, concepts, '').filter(
    (each) =>
      isOpen(each, desk.now) &&
      (each.unmet || (each.due !== null && each.due < desk.now.slice(0, each.due.length))) &&
      Date.parse(desk.now) - Date.parse(each.passage.time!) < RECENT_DAYS * 86_400_000,
  );
  return plan === undefined ? [] : [sayPlan(desk, plan)];
}

const AFTER = 3;

/** What the same paper asked for right behind what is quoted, and nobody did: the control of a nodule. */
export function missingAfter(desk: Desk, passage: Passage): string[] {
  const at = passage.paper.indexOf(passage);
  return plansOf(desk.chart)
    .filter(
      (plan) =>
        plan.passage.paper === passage.paper &&
        isLate(plan, desk.now) &&
        plan.passage.paper.indexOf(plan.passage) >= at &&
        plan.passage.paper.indexOf(plan.passage) <= at + AFTER,
    )
    .slice(0, 1)
    .map((plan) => sayPlan(desk, plan));
}

function whatOf({ concepts }: Plan): string {
  const [id] = concepts;
  return id === undefined ? 'result of it' : nameOf(id);
}

export function sayPlan(desk: Desk, plan: Plan): string {
  const { passage, due, done, unmet, concepts } = plan;
  const asked = desk.quoted.has(passage)
    ? `That was asked for ${sayOn(passage.time!.slice(0, 10))}${citePassage(desk, passage)}.`
    : quotePassage(desk, passage);
  if (done !== undefined && !isOpen(plan, desk.now)) return asked;
  const late = due !== null && due < desk.now.slice(0, due.length);
  const standing = late
    ? `It was due ${due.length < 10 ? 'in' : 'by'} ${sayDate(due)}, and I find none in your record since${done === undefined ? '' : ` ${sayDate(done.time)}`}: it is overdue.`
    : `${due === null ? '' : `It is due ${due.length < 10 ? 'in' : 'by'} ${sayDate(due)}. `}${unmet ? 'The paper says that it was not done, and I find none in your record.' : 'I find none in your record since then.'}`;
  const number = numberFor(desk, concepts);
  const who = doctorFor(desk, concepts) ?? 'your doctor';
  const whom = number === '' ? who : number.startsWith(who) ? number : `${who}, or ${number},`;
  return `${asked} ${standing} Ask ${whom} to arrange it.`;
}
