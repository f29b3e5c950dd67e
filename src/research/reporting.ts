/**
 * What an agent writes and says of what it gathered. The standing report is on its own question, and is written anew when
 * something new is on that; what is asked beside it is answered beside it, and kept with the notes.
 */

import { isSafetyNews } from './cautions.ts';
import type { Advance } from './evidence/maturity.ts';
import { targetsOf } from './evidence/notices.ts';
import { type EvidenceRow, keyOfChange, type TableChange } from './evidence/table.ts';
import { isLeftOut } from './exclusions.ts';
import { coversAll, focusOf } from './focus.ts';
import type { Gathered } from './gather.ts';
import { isCited, keepAnswer, keepReport } from './kept-reports.ts';
import { readNear } from './near.ts';
import { tellNews } from './news.ts';
import { periodIn } from './period.ts';
import { groupsIn } from './population.ts';
import { withQuotes } from './quotes.ts';
import type { Report, ReportParts } from './report.ts';
import { reportOf } from './report-aside.ts';
import { type Requirements, withoutDeskTalk } from './request.ts';
import { handingOf, readState, readTable, type StudyState, writeState } from './shelf.ts';
import type { Study } from './study.ts';
import { type Subject, topicOf } from './topic.ts';
import { isOnMedicines, medicinesIn } from './treating.ts';
import { sinceWhen, stillUnseen, type Unseen, unseenOf } from './unseen.ts';
import { hasAll, plainOf, vocabulary } from './vocabulary.ts';
import { reachOfStudy, whomIn } from './whom.ts';

export interface WrittenReport extends Report {
  readonly path: string;
  /** Where an answer is kept that was given beside the report. */
  readonly kept?: string | undefined;
  readonly fresh: boolean;
  readonly changes: readonly TableChange[];
  readonly advances: readonly Advance[];
  readonly missing: Gathered['missing'];
  readonly unseen?: readonly Unseen[] | undefined;
}

/** What is told from: as it stands before anything is told. */
interface Standing {
  readonly watching: readonly string[];
  readonly state: StudyState;
  readonly table: readonly EvidenceRow[];
  /** Of the table, each with what it says to this order, whatever another asked of the same source. */
  readonly rows: readonly EvidenceRow[];
  readonly near: readonly EvidenceRow[];
  readonly now: number;
  /** What is new stays so for who follows it: what somebody asks in between is no look. */
  readonly stays: boolean;
}

/** Writes the dated report over what was gathered, and takes that as reported; a question beside it is answered beside it. */
export async function reportFindings(
  study: Study,
  watching: readonly string[],
  question?: string,
): Promise<WrittenReport> {
  const { libraries, requirements } = study;
  const state = await readState(study);
  const table = await readTable(study);
  const questions = question === undefined ? ownQuestions(requirements) : [question];
  const isOwn = question === undefined || state.last === undefined || isRepeated(question, requirements.question);
  const isKnown = state.last?.question === undefined || state.last.question === requirements.question;
  const standing: Standing = {
    ...{ watching, state, table, now: libraries.clock.now() },
    rows: await withQuotes(study, questions, table),
    near: await readNear(study, questions, table),
    stays: question !== undefined && watching.length > 0 && state.last !== undefined && (isKnown || !isOwn),
  };
  return isOwn ? reportOwn(study, standing, question !== undefined) : answerBeside(study, standing, question);
}

/** Its own question: the dated report. */
async function reportOwn(study: Study, standing: Standing, isAsked: boolean): Promise<WrittenReport> {
  const { watching, state, rows, near, now, stays } = standing;
  const { question } = study.requirements;
  // Another question than the last report was on: its first report.
  const isOther = state.last?.question !== undefined && state.last.question !== question;
  const own = partsOf(study, state, rows, { watching, near, question });
  const report = await reportOf(isOther ? { ...own, last: undefined } : own);
  const path = await keepReport(study, state, report, stays);
  await writeState(study, {
    ...state,
    ...(!stays && NOTHING_NEW),
    ...(isAsked && { untold: [], told: now }),
    last: { at: now, path, question },
    ...(state.unseen && { unseen: stillUnseen(state.unseen) }),
    handing: handingOf(state, path),
  });
  const reported = { ...state, changes: [...own.changes], advances: [...own.advances] };
  return { ...written(report, path, reported), unseen: own.unseen };
}

/** Another question: an answer that is kept with the notes; what is new on its own is reported all the same. */
async function answerBeside(study: Study, standing: Standing, question: string): Promise<WrittenReport> {
  const { watching, state, table, rows, near, now, stays } = standing;
  const focus = focusOf(study, question, rows);
  const answer = await reportOf(partsOf(study, state, rows, { watching, near, question, focus, isBeside: true }));
  const kept = await keepAnswer(study, question, answer, now);
  const isNews = !stays && state.changes.length + state.advances.length > 0;
  const { question: followed } = study.requirements;
  const own = partsOf(study, state, table, { watching, question: followed });
  const path = isNews ? await keepReport(study, state, await reportOf(own), stays) : state.last!.path;
  const untold = state.untold.filter(({ row }) => !isCited(answer, row));
  const last = isNews ? { at: now, path, question: followed } : state.last;
  const handing = handingOf(state, isNews ? path : undefined);
  await writeState(study, { ...state, ...(isNews && NOTHING_NEW), untold, told: now, last, handing });
  return { ...written(answer, path, state), kept };
}

/** As it was asked, and as it is looked for by schedule. */
function ownQuestions({ question }: Requirements): string[] {
  return [question, withoutDeskTalk(question)];
}

/** "Research gout again": the same, with no more words and no narrower wish. */
function isRepeated(question: string, own: string): boolean {
  if (question.trim() === own) return true;
  const [now, before] = [topicOf(question), topicOf(own)];
  const known = new Set(before.words.map(({ stem }) => stem));
  const sentences = question.split(/(?<=[.!?;])\s+/).map(plainOf);
  const isNarrower = vocabulary().thresholds.some(({ all }) => sentences.some((sentence) => hasAll(sentence, all)));
  const isSameSubject =
    now.subjects.length === before.subjects.length && now.words.every(({ stem }) => known.has(stem));
  return (
    isSameSubject && now.words.length > 0 && !question.includes('?') && !isNarrower && groupsIn(question).length === 0
  );
}

const NOTHING_NEW = { changes: [], advances: [] };

/** What is new since somebody was told last. `told`: what was told elsewhere. Nothing if no report was written yet. */
export async function reportNews(
  study: Study,
  watching: readonly string[],
  elsewhere: { readonly told: ReadonlySet<string>; readonly at: number },
  question = '',
): Promise<WrittenReport | undefined> {
  const before = await readState(study);
  if (before.last === undefined) return undefined;
  const now = study.libraries.clock.now();
  // What is dated so, whenever it was seen here.
  if (periodIn(question, now) !== undefined) return reportFindings(study, watching, question);
  const rows = await readTable(study);
  const changes = before.untold.filter(
    (change) => !elsewhere.told.has(keyOfChange(change)) && !isLeftOut(change.row, study.requirements.without),
  );
  const since = Math.max(before.told ?? before.last.at, elsewhere.at);
  // Who looks by itself has its news still to report.
  const isNews = watching.length === 0 && before.changes.length + before.advances.length > 0;
  const report = isNews ? await reportFindings(study, watching) : undefined;
  // What is told may lie beside what is followed, and has its source too.
  const { citations, markerOf } = await reportOf(
    partsOf(study, before, rows, { watching, question: study.requirements.question, isBeside: true }),
  );
  const { on, beside, label } = splitNews(changes, question, rows);
  const unseen = unseenOf(before.missing, before.unseen ?? {}, study.requirements);
  const parts = { changes: on, beside, label, advances: before.advances, rows, since, now, unseen };
  const summary = tellNews(parts, markerOf);
  const path = report?.path ?? before.last.path;
  const reported = { ...NOTHING_NEW, last: { at: now, path, question: study.requirements.question } };
  await writeState(study, {
    ...{ ...before, ...(report && reported), untold: [], told: now },
    handing: handingOf(before, report?.path),
  });
  const [opening = '', , line = ''] = summary.split('\n');
  const headline = line.startsWith('- ') ? `${opening} ${line.slice(2)}` : opening;
  // What was told is no news: neither is how far it came.
  const news = changes.filter(({ row }) => row.design_id !== 'knowledge');
  const advances = before.advances.filter(({ row }) => news.some((change) => change.row.id === row));
  return {
    ...written({ markdown: '', headline, summary, citations, markerOf }, path, before),
    changes: news,
    advances,
  };
}

/** What of the news is on the medicines and the people that were asked for; what bars a medicine is told with it. */
function splitNews(changes: readonly TableChange[], question: string, rows: readonly EvidenceRow[]) {
  const medicines = medicinesIn(question, rows);
  const whom = whomIn(question);
  const isAsked = ({ row }: TableChange) =>
    (medicines.length === 0 || isOnMedicines(row, medicines) || isAboutOne(row, medicines, rows)) &&
    reachOfStudy(row, whom) !== 'others';
  const on = changes.filter((change) => isAsked(change) || isSafetyNews(change));
  const label = [medicines.map(({ text }) => text).join(' and '), whom && `in ${whom.said}`].filter(Boolean).join(' ');
  return { on, beside: changes.filter((change) => !on.includes(change)), label };
}

function written(report: Report, path: string, state: StudyState): WrittenReport {
  const { changes, advances, missing } = state;
  return { ...report, path, fresh: state.last === undefined, changes, advances, missing };
}

function partsOf(
  { name, requirements, libraries }: Study,
  { changes, advances, maturity, met, looked, missing, last, unseen = {} }: StudyState,
  rows: readonly EvidenceRow[],
  asked: Pick<ReportParts, 'watching' | 'near' | 'question' | 'focus' | 'isBeside'>,
): ReportParts {
  // What was found for questions beside it is no part of the report.
  const medicines = asked.isBeside ? [] : medicinesIn(requirements.question, rows);
  const told = rows.filter((row) => !isLeftOut(row, requirements.without));
  const own =
    medicines.length === 0
      ? told
      : told.filter((row) => isOnMedicines(row, medicines) || isAboutOne(row, medicines, rows));
  const isOwn = ({ therapies }: { therapies: readonly string[] }) =>
    own.some((row) => row.therapies.some((name) => therapies.includes(name)));
  return {
    ...{ name, requirements, rows: own, met, looked, missing, ...asked },
    near: [...(asked.near ?? []), ...(asked.question === undefined ? [] : besideOf(told, own))],
    advances: advances.filter(({ therapy }) => isOwn({ therapies: [therapy] })),
    changes: changes.filter(({ row }) => own.some(({ id }) => id === row.id)),
    maturity: maturity.filter(({ therapy }) => isOwn({ therapies: [therapy] })),
    now: libraries.clock.now(),
    last: sinceWhen(last?.at, unseen),
    unseen: unseenOf(missing, unseen, requirements),
  };
}

/** What names the subject otherwise than as what is given is no row of the answer; its sentences may answer all the same. */
function besideOf(told: readonly EvidenceRow[], own: readonly EvidenceRow[]): EvidenceRow[] {
  const ids = new Set(own.map(({ id }) => id));
  return told.filter(({ id, design_id }) => !ids.has(id) && design_id !== 'knowledge').slice(0, MOST_BESIDE);
}

const MOST_BESIDE = 40;

/** A notice about a source on one of these. */
function isAboutOne(row: EvidenceRow, medicines: readonly Subject[], rows: readonly EvidenceRow[]): boolean {
  return row.about !== undefined && targetsOf(row, rows).some((target) => isOnMedicines(target, medicines));
}

/** What the table says now, without looking, of what is asked: for who asks what is known. Nothing if no report was written yet. */
export async function recallFindings(
  study: Study,
  watching: readonly string[],
  question = '',
): Promise<WrittenReport | undefined> {
  const state = await readState(study);
  if (state.last === undefined) return undefined;
  const rows = await readTable(study);
  if (!coversAll(study, question, rows)) return undefined;
  const none = { ...state, changes: [], advances: [] };
  const focus = question === '' ? undefined : focusOf(study, question, rows);
  const asked =
    focus !== undefined || medicinesIn(question, rows).length > 0
      ? { watching, question, focus, isBeside: true }
      : { watching, question: study.requirements.question };
  const parts = partsOf(study, none, rows, asked);
  const report = await reportOf({ ...parts, now: state.last.at, last: undefined, recalled: true });
  return { ...written(report, state.last.path, none), fresh: false };
}
