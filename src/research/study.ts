/**
 * A round of work of one research agent: look, grade, compare with what its files say, and write it down. Everything it
 * knows is in its workspace; it can be stopped anywhere and begin again.
 */
import type { Workspace } from '../memory/index.ts';
import { isMet } from './enough.ts';
import { type Asked, aspectsAsked } from './evidence/excerpt.ts';
import { type Advance, findAdvances, trackMaturity } from './evidence/maturity.ts';
import { targetsOf } from './evidence/notices.ts';
import { outcomesAsked } from './evidence/outcomes.ts';
import { type EvidenceRow, makeRow, mergeTables, type TableChange } from './evidence/table.ts';
import { isSame } from './fit.ts';
import { type Gathered, gather, isAbout, type Libraries, type Missing } from './gather.ts';
import { type Report, writeReport } from './report.ts';
import type { Requirements } from './request.ts';
import { freePath, readState, readTable, writeState, writeTable } from './shelf.ts';
import { medicinesAsked } from './standing.ts';
import { type Topic, termsOf, topicOf } from './topic.ts';
import { aspectsIn, withoutConditions } from './vocabulary.ts';

export { readMaturity, readTable } from './shelf.ts';

export const RESEARCH_FOLDERS = ['reports', 'evidence', 'correspondence', 'tracking', 'notes'] as const;

const ROUNDS = 3;

export interface Study {
  readonly workspace: Workspace;
  readonly name: string;
  readonly description: string;
  readonly requirements: Requirements;
  readonly libraries: Libraries;
  readonly actor: string;
  readonly signal?: AbortSignal | undefined;
}

export interface Findings {
  readonly rows: number;
  readonly fresh: number;
  readonly changed: number;
  readonly retracted: number;
  readonly met: boolean;
  readonly rounds: number;
  readonly looked: Gathered['looked'];
  readonly missing: Gathered['missing'];
  /** The strongest rows. */
  readonly top: readonly EvidenceRow[];
}

/** Looks until the evidence is enough or the rounds are used up, and takes it into the table. */
export async function gatherEvidence(study: Study, query: string): Promise<Findings> {
  const { libraries, requirements } = study;
  const state = await readState(study);
  const topic = topicOf(`${study.name.replace(/ Research$/, '')}. ${query}`);
  const asked = askedOf(requirements.question, query);
  let rows = await readTable(study);
  let { changes } = state;
  const looked = new Map<string, number>();
  const missing = new Map<string, Missing>();
  let rounds = 0;
  for (const wording of queriesFor(query, study, () => rows)) {
    const terms = rounds === 0 ? termsOf(topic) : wording;
    const gathered = await gather(
      {
        ...{
          query: wording,
          terms,
          skip: new Set(missing.keys()),
          topic,
          scopes: requirements.scopes,
          signal: study.signal,
        },
        watches: rounds === 0 ? requirements.watches : [],
        addresses: rounds === 0 ? requirements.addresses : [],
      },
      libraries,
    );
    rounds++;
    const now = libraries.clock.now();
    const found = gathered.items.map((item) => ({ item, row: makeRow(item, asked, now) }));
    const all = [...rows, ...found.map(({ row }) => row)];
    // A notice that is neither on the subject nor about anything here is left.
    const kept = found.filter(
      ({ item, row }) => row.about === undefined || targetsOf(row, all).length > 0 || isAbout(item, topic),
    );
    const merged = mergeTables(
      rows,
      kept.map(({ row }) => row),
    );
    rows = merged.rows;
    changes = joinChanges(changes, merged.changes);
    for (const { source, found } of gathered.looked) looked.set(source, (looked.get(source) ?? 0) + found);
    for (const each of gathered.missing) missing.set(each.source, each);
    if (isMet(rows, requirements) || rounds >= ROUNDS) break;
  }
  const maturity = trackMaturity(rows);
  const met = isMet(rows, requirements);
  const found = {
    looked: [...looked].map(([source, found]) => ({ source, found })),
    missing: [...missing.values()],
  };
  const advances = [...state.advances, ...findAdvances(state.maturity, maturity)];
  await writeTable(study, rows);
  await writeState(study, { ...state, ...found, maturity, changes, advances, met });
  const count = (kind: string) => changes.filter((change) => change.kind === kind).length;
  return {
    ...{
      rows: rows.length,
      fresh: count('new'),
      changed: count('changed'),
      retracted: count('retracted'),
      met,
      rounds,
      ...found,
    },
    top: rows.filter(({ level }) => level > 0).slice(0, 8),
  };
}

/** What is asked now decides what is quoted; where it asks for no aspect, what was asked first does. */
function askedOf(question: string, query: string): Asked {
  const text = topicOf(query).words.length > 0 ? query : `${question} ${query}`;
  const now = aspectsAsked(query);
  return {
    words: new Set([...topicOf(text).words.map(({ stem }) => stem), ...aspectsIn(text)]),
    aspects: now.length > 0 ? now : aspectsAsked(question),
    outcomes: outcomesAsked(withoutConditions(query || question)).map(({ outcome }) => outcome),
    names: medicinesAsked(topicOf(query).words.length > 0 ? query : question),
  };
}

/** Each row once; a retraction says more than that it was new. */
function joinChanges(known: readonly TableChange[], more: readonly TableChange[]): TableChange[] {
  const byRow = new Map(known.map((change) => [change.row.id, change]));
  for (const change of more)
    if (change.kind === 'retracted' || !byRow.has(change.row.id)) byRow.set(change.row.id, change);
  return [...byRow.values()];
}

/** The question, then what it brought up: its therapies by name, then stronger designs. */
function* queriesFor(
  query: string,
  { requirements, name }: Study,
  rows: () => readonly EvidenceRow[],
): Generator<string> {
  const population = requirements.population ? ` ${requirements.population}` : '';
  const asked = withoutConditions(query);
  yield `${asked}${asked.toLowerCase().includes(population.trim()) ? '' : population}`;
  const own = topicOf(name.replace(/ Research$/, ''));
  // A trial by its number is found, or it is not.
  if (own.subjects.length + own.words.length === 0 && own.trials.length > 0) return;
  const topic = own.label || asked;
  const therapies = [...new Set(rows().flatMap((row) => row.therapies))].slice(0, 5);
  if (therapies.length > 0) yield `${topic} ${therapies.join(' ')}`;
  yield `${topic} randomised controlled trial`;
}

export interface WrittenReport extends Report {
  readonly path: string;
  readonly fresh: boolean;
  readonly changes: readonly TableChange[];
  readonly advances: readonly Advance[];
  readonly missing: Gathered['missing'];
}

/** Writes the dated report over what was gathered, and takes that as reported. */
export async function reportFindings(
  study: Study,
  watching: readonly string[],
  question?: string,
): Promise<WrittenReport> {
  const { workspace, libraries, requirements, name, actor } = study;
  const state = await readState(study);
  const rows = await readTable(study);
  const now = libraries.clock.now();
  const { changes, advances, maturity, met, looked, missing } = state;
  const report = writeReport({
    ...{
      name,
      requirements,
      rows,
      changes,
      maturity,
      advances,
      met,
      looked,
      missing,
      watching,
      now,
      last: state.last?.at,
      // At the first look all that was found is on what was asked.
      focus: state.last === undefined ? undefined : focusOf(study, question, rows),
      question: question ?? requirements.question,
    },
  });
  const date = new Date(now).toISOString().slice(0, 10);
  // What somebody asks in between is no look: what is new stays so for who follows it.
  const stays = question !== undefined && watching.length > 0 && state.last !== undefined;
  const isSame = (stays || changes.length + advances.length === 0) && state.last?.path.startsWith(`reports/${date}`);
  // Nothing new on the same day: a version of the same report, not another one.
  const path = isSame ? state.last!.path : await freePath(workspace, date);
  await workspace.write(path, report.markdown, actor);
  await writeState(study, { ...state, ...(!stays && { changes: [], advances: [] }), last: { at: now, path } });
  return { ...report, path, fresh: state.last === undefined, changes, advances, missing };
}

/** What a question asks beyond the agent's own subject: "and colchicine?" to who follows gout. */
function focusOf({ name }: Study, question: string | undefined, rows: readonly EvidenceRow[]): Topic | undefined {
  if (question === undefined) return undefined;
  const own = topicOf(name.replace(/ Research$/, ''));
  const known = new Set(own.subjects.flatMap(({ concepts }) => concepts));
  const topic = topicOf(question);
  const subjects = topic.subjects.filter(
    (subject) =>
      !subject.concepts.some((id) => known.has(id)) &&
      !own.subjects.some((each) => isSame(each, subject)) &&
      !name.toLowerCase().includes(subject.text.toLowerCase()),
  );
  if (subjects.length > 0) return { ...topic, subjects, label: subjects.map(({ text }) => text).join(', ') };
  // A name that nobody knows, asked about by itself: "and vamorolone?"
  const unknown = topic.words.filter(({ stem: form }) => !own.words.some((word) => word.stem === form));
  // What the evidence knows as a medicine is what is asked about.
  const therapies = new Set(rows.flatMap((row) => row.therapies.flatMap((name) => name.split(' '))));
  const medicines = unknown.filter(({ text }) => therapies.has(text.toLowerCase()));
  const words = medicines.length > 0 ? medicines : unknown;
  return topic.subjects.length > 0 || words.length === 0 || words.length > 3
    ? undefined
    : { ...topic, words, label: words.map(({ text }) => text).join(' ') };
}

/** What the table says now, without looking: for who asks what is known. Nothing if no report was written yet. */
export async function recallFindings(study: Study, watching: readonly string[]): Promise<WrittenReport | undefined> {
  const state = await readState(study);
  if (state.last === undefined) return undefined;
  const { maturity, met, looked, missing, last } = state;
  const parts = { name: study.name, requirements: study.requirements, rows: await readTable(study) };
  const found = { maturity, met, looked, missing, watching, now: last.at, recalled: true, changes: [], advances: [] };
  const question = study.requirements.question;
  return {
    ...writeReport({ ...parts, ...found, question }),
    path: last.path,
    fresh: false,
    changes: [],
    advances: [],
    missing,
  };
}
