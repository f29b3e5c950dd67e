/** The evidence table: one row a source, graded, with where it was found; what two tables differ in. */
import {
  compareSnapshots,
  describeChange,
  type Notice,
  type SourceItem,
  snapshotOf,
} from '../../sources/research/index.ts';
import {
  type Direction,
  designOf,
  directionOf,
  readableSentences,
  type Stage,
  sizeOf,
  stageOf,
  tellingScore,
  therapiesOf,
} from './appraisal.ts';

export type Grade = 'high' | 'moderate' | 'low' | 'very low' | 'retracted';
const GRADES: readonly Grade[] = ['retracted', 'very low', 'low', 'moderate', 'high'];

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
  /** 4 high … 1 very low, 0 retracted. */
  readonly level: number;
  /** The same without what other studies say. */
  readonly own_level: number;
  /** What the grade rests on. */
  readonly because: readonly string[];
  readonly direction: Direction;
  readonly stage?: string | undefined;
  readonly therapies: readonly string[];
  readonly preprint: boolean;
  readonly notices: readonly Notice[];
  /** The sentence of it that says most to the question. */
  readonly excerpt: string;
  /** It holds text that gives orders to software; that was treated as data. */
  readonly orders?: boolean | undefined;
  readonly first_seen: string;
  readonly last_seen: string;
  /** Where it was asked. */
  readonly from: string;
  readonly snapshot: Readonly<Record<string, string>>;
}

export function makeRow(
  item: SourceItem,
  about: ReadonlySet<string>,
  now: number,
  stemOf: (word: string) => string,
): EvidenceRow {
  const design = designOf(item);
  const n = sizeOf(item);
  const { sentences, orders } = readableSentences(item.text);
  const row = { ...item, n, design: design.say, design_id: design.id };
  const { level, because } = gradeAlone(item, design.level, n, now);
  const day = new Date(now).toISOString();
  return {
    ...{ id: item.id, title: item.title, url: item.url, source: item.source, who: item.who, where: item.where },
    ...{
      date: item.date,
      design: row.design,
      design_id: row.design_id,
      n,
      level,
      own_level: level,
      grade: GRADES[level]!,
      because,
    },
    direction: directionOf(item),
    stage: stageOf(item)?.id,
    therapies: therapiesOf(item),
    preprint: item.preprint ?? false,
    notices: item.notices,
    excerpt: bestSentence(sentences, about, stemOf),
    ...(orders > 0 && { orders: true }),
    ...{ first_seen: day, last_seen: day, from: item.from, snapshot: snapshotOf(item) },
  };
}

const SMALL_STUDY = 50;
const OLD_YEARS = 12;
const SIZED = ['randomised trial', 'trial without randomisation', 'observational study'];

function gradeAlone(
  item: SourceItem,
  start: number,
  n: number | undefined,
  now: number,
): { level: number; because: string[] } {
  if (item.notices.some(({ kind }) => kind === 'retraction')) return { level: 0, because: ['retracted'] };
  const design = designOf(item).say;
  const because = [design];
  let level = start;
  const lower = (why: string) => {
    level -= 1;
    because.push(why);
  };
  if (n !== undefined && n < SMALL_STUDY && SIZED.includes(design)) lower(`small (n = ${n})`);
  if (item.preprint) lower('preprint, not reviewed');
  if (item.notices.some(({ kind }) => kind === 'concern')) lower('expression of concern');
  const year = Number(item.date?.slice(0, 4));
  if (year > 0 && new Date(now).getUTCFullYear() - year > OLD_YEARS) lower(`from ${year}`);
  return { level: Math.max(1, level), because };
}

/** What others say of the same therapy counts too: agreement lifts what is weak by itself, contradiction lowers. */
export function gradeTogether(rows: readonly EvidenceRow[]): EvidenceRow[] {
  return rows.map((row) => {
    if (row.level === 0 || row.direction === 'unclear') return row;
    const others = rows.filter(
      (other) =>
        other.id !== row.id &&
        other.level > 1 &&
        other.direction !== 'unclear' &&
        other.therapies.some((name) => row.therapies.includes(name)),
    );
    const agree = others.filter(({ direction }) => direction === row.direction).length;
    const differ = others.length - agree;
    const because = row.because.filter((why) => !/^\d+ other/.test(why));
    if (differ > 0 && differ >= agree)
      return regrade(row, Math.max(1, row.own_level - 1), [
        ...because,
        `${differ} other ${differ === 1 ? 'disagrees' : 'disagree'}`,
      ]);
    if (agree >= 2)
      return regrade(row, Math.max(row.own_level, Math.min(3, row.own_level + 1)), [
        ...because,
        `${agree} others agree`,
      ]);
    return regrade(row, row.own_level, because);
  });
}

function regrade(row: EvidenceRow, level: number, because: readonly string[]): EvidenceRow {
  return { ...row, level, grade: GRADES[level]!, because };
}

const LONGEST_EXCERPT = 320;

/** The sentence with most of the question in it; numbers and results count. */
function bestSentence(
  sentences: readonly string[],
  about: ReadonlySet<string>,
  stemOf: (word: string) => string,
): string {
  const score = (sentence: string) => {
    const words = new Set((sentence.toLowerCase().match(/[\p{L}]{3,}/gu) ?? []).map(stemOf));
    const shared = [...about].filter((word) => words.has(word)).length;
    return shared + tellingScore(sentence) - Math.abs(sentence.length - 160) / 400;
  };
  const [best = ''] = sentences.toSorted((a, b) => score(b) - score(a));
  return best.length > LONGEST_EXCERPT ? `${best.slice(0, best.lastIndexOf(' ', LONGEST_EXCERPT))} …` : best;
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
  const rows = new Map(known.map((row) => [row.id, row]));
  const changes: TableChange[] = [];
  for (const row of found) {
    const before = rows.get(row.id);
    if (before === undefined) {
      changes.push({ kind: row.level === 0 ? 'retracted' : 'new', row, what: [] });
      rows.set(row.id, row);
      continue;
    }
    const kept = { ...row, first_seen: before.first_seen };
    const what = compareSnapshots(before.snapshot, row.snapshot)
      .filter(({ field }) => field !== 'title')
      .map(describeChange);
    const isRetracted = before.level > 0 && row.level === 0;
    if (isRetracted || what.length > 0) changes.push({ kind: isRetracted ? 'retracted' : 'changed', row: kept, what });
    rows.set(row.id, kept);
  }
  return { rows: gradeTogether([...rows.values()]).toSorted(byStrength), changes };
}

export function byStrength(a: EvidenceRow, b: EvidenceRow): number {
  return (
    b.level - a.level ||
    (b.n ?? 0) - (a.n ?? 0) ||
    (b.date ?? '').localeCompare(a.date ?? '') ||
    a.id.localeCompare(b.id)
  );
}

export type { Stage };
