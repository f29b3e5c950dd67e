/** The evidence table: one row a source, graded, with where it was found; what two tables differ in. */
import {
  compareSnapshots,
  describeChange,
  type Notice,
  noticesToWords,
  type SourceItem,
  snapshotOf,
} from '../../sources/research/index.ts';
import { stem } from '../../text/index.ts';
import { readForeign } from '../foreign.ts';
import { groupsIn } from '../population.ts';
import { trialsIn } from '../topic.ts';
import { type Statement, statementsOf } from './abstract.ts';
import {
  adviceOn,
  type Direction,
  directionOf,
  readItem,
  type Setback,
  type Stage,
  setbackOf,
  sizeOf,
  stageOf,
} from './appraisal.ts';
import { armsOf } from './arms.ts';
import { designOf, ownNotices, rulingOf, type Verdict } from './design.ts';
import { type Asked, chooseExcerpt } from './excerpt.ts';
import { CONCERN, type Grade, gradeAlone, gradeOf, gradeTogether, regrade } from './grading.ts';
import { harmsOf } from './harms.ts';
import { type NoticeTarget, noticesAbout, noticeTargetOf, targetsOf } from './notices.ts';
import { mainResult, type Result, resultsOf } from './outcomes.ts';
import { therapiesOf } from './therapies.ts';
import { foldText, hasPhrase, routesIn } from './words.ts';

export interface EvidenceRow {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly source: string;
  readonly who?: string | undefined;
  readonly where?: string | undefined;
  readonly date?: string | undefined;
  readonly design: string;
  readonly design_id: string;
  readonly n?: number | undefined;
  readonly grade: Grade;
  /** How much it weighs beside others: 4 high … 1 very low, 0 no evidence: retracted, or a notice about another. */
  readonly level: number;
  /** The same without what other studies say. */
  readonly own_level: number;
  /** What the grade rests on. */
  readonly because: readonly string[];
  readonly direction: Direction;
  /** Of an authority's or a payer's paper: who decided what. */
  readonly ruling?: { readonly by: string; readonly verdict: Verdict } | undefined;
  /** Outcome by outcome. */
  readonly results?: readonly Result[] | undefined;
  /** Stems of the names of what it is compared with. */
  readonly compared?: readonly string[] | undefined;
  readonly stage?: string | undefined;
  readonly setback?: Setback | undefined;
  /** Of a guideline: what it says of each therapy. */
  readonly advice?: Readonly<Record<string, 'for' | 'against'>> | undefined;
  /** With what it treats: what it is about, not what it mentions. */
  readonly therapies: readonly string[];
  /** What it says of harm, in its words. */
  readonly harms?: readonly string[] | undefined;
  /** How it was given. */
  readonly routes?: readonly string[] | undefined;
  /** Groups by age of which it speaks. */
  readonly groups?: readonly string[] | undefined;
  /** Registered trials that it names. */
  readonly trials?: readonly string[] | undefined;
  readonly preprint: boolean;
  /** In which it is written, and quoted, where that is not English. */
  readonly language?: string | undefined;
  readonly notices: readonly Notice[];
  /** The sentences of it that say most to the question. */
  readonly excerpt: string;
  /** The asked aspects (safety, children, dose) of which they tell. */
  readonly aspects?: readonly string[] | undefined;
  readonly doi?: string | undefined;
  readonly pmid?: string | undefined;
  /** It is a notice, and names these. */
  readonly about?: NoticeTarget | undefined;
  /** It holds text that gives orders to software; that was treated as data. */
  readonly orders?: boolean | undefined;
  readonly first_seen: string;
  readonly last_seen: string;
  /** Where it was asked. */
  readonly from: string;
  readonly snapshot: Readonly<Record<string, string>>;
}

export function makeRow(given: SourceItem, asked: Asked, now: number): EvidenceRow {
  const { item: obeyed, orders: plain } = readItem(given);
  const { item: read, language, asWritten } = readForeign(obeyed);
  const { item: whole, orders: foreign } = readItem(read);
  const orders = plain + foreign;
  const statements = statementsOf(whole.text);
  const own = ownPart(whole, statements);
  const item = { ...own, notices: [...own.notices, ...ownNotices(own)] };
  const design = designOf(item);
  const about = noticeTargetOf(item);
  const n = sizeOf(item);
  const arms = armsOf(item.title, statements);
  const setback = about === undefined && orders === 0 ? setbackOf(item) : undefined;
  const { level, because } =
    about === undefined
      ? gradeAlone(item, n, now, { isOrdering: orders > 0, names: asked.names })
      : { level: 0, because: [design.say] };
  const ruling = orders === 0 ? rulingOf(item) : undefined;
  // What orders its readers about is not believed: only what a register says of it counts.
  const isHeard = about === undefined && orders === 0;
  const isResult = !WITHOUT_RESULTS.includes(design.id);
  const found = isResult ? resultsOf(item.title, statements) : [];
  const results = isHeard ? found.map(({ told: _, ...result }) => result) : [];
  const wanted = design.id === 'guideline' ? askedOf(asked, item.title) : asked;
  const excerpt = chooseExcerpt(statements, { ...wanted, ruling: ruling?.told }, found, asWritten);
  const compared = arms.names.compared.map(stem);
  const therapies = therapiesOf(item, arms.names, [...(asked.names ?? []), ...(asked.known ?? [])]);
  const harms = isHeard ? harmsOf(statements, found).map(asWritten) : [];
  const advice = isHeard && design.id === 'guideline' ? adviceIn(item, therapies) : {};
  const routes = routesIn(`${item.title}. ${item.text}`);
  const day = new Date(now).toISOString();
  return {
    ...{ id: item.id, title: obeyed.title, url: item.url, source: item.source, who: item.who, where: item.where },
    ...{ date: item.date, design: design.say, design_id: design.id, n },
    ...{ level, own_level: level, grade: gradeOf(level, design.id, because), because },
    ...(ruling && { ruling: { by: ruling.by, verdict: ruling.verdict } }),
    direction:
      isHeard && !WITHOUT_VERDICT.includes(design.id) ? directionOf(item, mainResult(results)?.change) : 'unclear',
    results,
    ...(isResult && compared.length > 0 && { compared }),
    stage: isHeard || item.trial !== undefined || item.approval !== undefined ? stageOf(item)?.id : undefined,
    ...(setback && { setback }),
    ...(Object.keys(advice).length > 0 && { advice }),
    therapies,
    ...(harms.length > 0 && { harms }),
    ...(routes.length > 0 && { routes }),
    groups: groupsIn(`${item.title}. ${item.text}`),
    trials: trialsIn(`${item.id} ${item.title} ${item.text}`),
    preprint: item.preprint ?? false,
    ...(language && { language }),
    notices: item.notices,
    excerpt: excerpt.text,
    ...(excerpt.aspects.length > 0 && { aspects: excerpt.aspects }),
    ...(item.doi && { doi: item.doi }),
    ...(item.pmid && { pmid: item.pmid }),
    ...(about && { about }),
    ...(orders > 0 && { orders: true }),
    ...{
      first_seen: day,
      last_seen: day,
      from: item.from,
      snapshot: snapshotOf(language === undefined ? item : { ...item, title: obeyed.title, text: obeyed.text }),
    },
  };
}

/** Of a long paper what is about itself; what was known before and what others found decides nothing. */
function ownPart(item: SourceItem, statements: readonly Statement[]): SourceItem {
  if (item.text.length < LONG_PAPER) return item;
  const own = statements.filter(({ role }) => role !== 'background');
  return own.length === 0 ? item : { ...item, text: own.map(({ text }) => text).join('\n') };
}

const LONG_PAPER = 6_000;

function adviceIn(item: SourceItem, therapies: readonly string[]): Record<string, 'for' | 'against'> {
  return Object.fromEntries(
    therapies.flatMap((therapy) => {
      const advice = adviceOn(therapy, item);
      return advice === undefined ? [] : [[therapy, advice]];
    }),
  );
}

const WITHOUT_RESULTS = ['registered', 'knowledge', 'notice', 'guideline', 'news'];
/** What they say of each medicine is advice or a decision; of the whole they say nothing. */
const WITHOUT_VERDICT = ['registered', 'guideline', 'coverage', 'regulatory', 'told_decision', 'communication'];
const GUIDELINE_WEIGHT = 5;

/** All of a guideline is on its title; what was asked beside that chooses. */
function askedOf(asked: Asked, title: string): Asked {
  const titled = new Set((title.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map(stem));
  const words = new Set([...asked.words].filter((word) => !titled.has(word)));
  const apart = !(asked.names ?? []).some((name) => hasPhrase(foldText(title), name));
  return { ...asked, words, weight: GUIDELINE_WEIGHT, apart };
}

/** A row as the notices of the table leave it. */
function withNotices(row: EvidenceRow, rows: readonly EvidenceRow[]): EvidenceRow {
  const more = noticesAbout(row, rows).filter(({ kind }) => !row.notices.some((known) => known.kind === kind));
  if (more.length === 0) return row;
  const notices = [...row.notices, ...more];
  const told = {
    ...row,
    notices,
    snapshot: { ...row.snapshot, notices: noticesToWords(notices) },
  };
  if (more.some(({ kind }) => kind === 'retraction'))
    return { ...regrade(told, 0, ['retracted']), own_level: 0, direction: 'unclear' };
  if (!more.some(({ kind }) => kind === 'concern') || row.level === 0) return told;
  const level = Math.max(1, row.own_level - 1);
  return { ...regrade(told, level, [...row.because, CONCERN]), own_level: level };
}

export interface TableChange {
  readonly kind: 'new' | 'changed' | 'retracted';
  readonly row: EvidenceRow;
  /** What changed, in words. */
  readonly what: readonly string[];
}

/** What is found now on top of what was known; rows that were not found again stay. */
export function mergeTables(
  known: readonly EvidenceRow[],
  found: readonly EvidenceRow[],
): { rows: EvidenceRow[]; changes: TableChange[] } {
  const before = new Map(known.map((row) => [row.id, row]));
  const fresh = new Map([...known, ...found].map((row) => [row.id, row]));
  const all = [...fresh.values()];
  const changes: TableChange[] = [];
  const rows = all.map((row) => {
    const earlier = before.get(row.id);
    const now = { ...withNotices(row, all), first_seen: earlier?.first_seen ?? row.first_seen };
    const change = changeOf(earlier, now, all);
    if (change !== undefined) changes.push(change);
    return now;
  });
  return { rows: gradeTogether(rows).toSorted(byStrength), changes };
}

function changeOf(
  before: EvidenceRow | undefined,
  row: EvidenceRow,
  all: readonly EvidenceRow[],
): TableChange | undefined {
  // A notice is told at the publication that it is about, and by itself where that is not in the table.
  if (row.about !== undefined)
    return before === undefined && targetsOf(row, all).length === 0 ? { kind: 'new', row, what: [] } : undefined;
  if (before === undefined) return { kind: row.level === 0 ? 'retracted' : 'new', row, what: [] };
  const what = compareSnapshots(before.snapshot, row.snapshot)
    .filter(({ field }) => field !== 'title')
    .map(describeChange);
  if (before.level > 0 && row.level === 0) return { kind: 'retracted', row, what };
  return what.length > 0 ? { kind: 'changed', row, what } : undefined;
}

export function byStrength(a: EvidenceRow, b: EvidenceRow): number {
  return (
    b.level - a.level ||
    (b.n ?? 0) - (a.n ?? 0) ||
    (b.date ?? '').localeCompare(a.date ?? '') ||
    a.id.localeCompare(b.id)
  );
}

export { type Grade, gradeTogether };
export type { Stage };
