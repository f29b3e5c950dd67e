/** Retractions, concerns and corrections as publications of their own: each is about another, which it changes. */
import { cleanDoi, type Notice, type NoticeKind, type SourceItem } from '../../sources/research/index.ts';
import { noticeKindOf } from './design.ts';
import type { EvidenceRow } from './table.ts';
import { appraisal, foldText, hasPhrase } from './words.ts';

/** What a notice names. */
export interface NoticeTarget {
  readonly kind: NoticeKind;
  readonly dois: readonly string[];
  readonly pmids: readonly string[];
  /** Year, volume and first page of what it cites: "2019;12:9". */
  readonly places?: readonly string[] | undefined;
}

export function noticeTargetOf(item: SourceItem): NoticeTarget | undefined {
  const kind = noticeKindOf(item);
  if (kind === undefined) return undefined;
  const text = `${item.title}\n${item.text}`;
  const dois = [...text.matchAll(/\b10\.\d{4,9}\/[^\s"<>,;]+/g)].flatMap(([written]) => cleanDoi(bare(written)) ?? []);
  // Its own number is none of the paper's.
  const own = item.doi === undefined ? undefined : cleanDoi(item.doi);
  const pmids = [...text.matchAll(/\bPMID\b\W{0,3}(\d{4,9})/gi)].map(([, id]) => id!);
  const places = placesIn(item.text);
  return {
    kind,
    dois: [...new Set(dois)].filter((doi) => doi !== own),
    pmids: [...new Set(pmids)],
    ...(places.length > 0 && { places }),
  };
}

/** Where something stands in a journal: year, volume (issue) and first page. */
export function placesIn(text: string): string[] {
  const found = text.matchAll(/(?<!\d)((?:19|20)\d\d);\s?(\d+)\s?(?:\(\d+\))?:\s?([a-z]?\d+)/giu);
  return [...new Set([...found].map(([, year, volume, page]) => `${year};${volume}:${page!.toLowerCase()}`))];
}

/** "(10.5555/gout.1)": the bracket that closes was opened before it. */
function bare(written: string): string {
  return written.includes('(') ? written : written.replace(/[)\].]+$/, '');
}

/** The rows that a notice is about: by number where it gives one that a row has, else by the words of the title. */
export function targetsOf(notice: EvidenceRow, rows: readonly EvidenceRow[]): EvidenceRow[] {
  const { about } = notice;
  if (about === undefined) return [];
  const papers = rows.filter(({ id, design_id }) => id !== notice.id && !UNTOUCHED.includes(design_id));
  const numbered = papers.filter(
    ({ doi, pmid, place }) =>
      (doi !== undefined && about.dois.includes(doi)) ||
      (pmid !== undefined && about.pmids.includes(pmid)) ||
      (place !== undefined && place !== notice.place && about.places?.includes(place) === true),
  );
  if (numbered.length > 0) return numbered;
  const isOther = ({ doi, pmid }: EvidenceRow) =>
    (doi !== undefined && about.dois.length > 0) || (pmid !== undefined && about.pmids.length > 0);
  const scored = papers
    .filter((row) => !isOther(row) && canBeAbout(notice, row))
    .map((row) => ({ row, score: likeness(notice.title, row) }))
    .toSorted((a, b) => b.score - a.score);
  const [first, second] = scored;
  // Two that are equally alike: it does not say which.
  return first !== undefined && first.score >= ALIKE && first.score > (second?.score ?? 0) ? [first.row] : [];
}

/** No notice comes before its paper, and none on one medicine is on a paper about another. */
function canBeAbout(notice: EvidenceRow, row: EvidenceRow): boolean {
  if (notice.date !== undefined && row.date !== undefined && row.date.slice(0, notice.date.length) > notice.date)
    return false;
  const [said, named] = [foldText(notice.title), foldText(row.title)];
  const theirs = notice.therapies.filter((name) => hasPhrase(said, name));
  const own = row.therapies.filter((name) => hasPhrase(named, name));
  return theirs.length === 0 || own.length === 0 || own.some((name) => hasPhrase(said, name));
}

const UNTOUCHED = ['notice', 'knowledge'];
const ALIKE = 0.8;
const LEAST_ALIKE = 0.4;
const FEWEST_SHARED = 2;
const SECONDARY = ['guideline', 'meta_analysis', 'review'];

/** How much of the shorter title stands in the other; the closer to the whole wins. What others wrote about a study must be the whole. */
function likeness(notice: string, { title, design_id }: EvidenceRow): number {
  const [said, named] = [wordsOf(notice), wordsOf(title)];
  const shared = [...said].filter((word) => named.has(word)).length;
  const ofLarger = shared / Math.max(said.size, named.size);
  if (shared < FEWEST_SHARED || ofLarger < (SECONDARY.includes(design_id) ? ALIKE : LEAST_ALIKE)) return 0;
  return shared / Math.min(said.size, named.size) + ofLarger / 100;
}

/** Telling words; a letter or a number by itself tells trial A from trial B. */
function wordsOf(title: string): Set<string> {
  const { title_words, design_words } = appraisal();
  const all = title.replace(/10\.\d{4,9}\/\S+/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = all.filter((word) => !/^(?:a|an)$/.test(word)).map((word) => word.toLowerCase());
  return new Set(words.filter((word) => !title_words.includes(word) && !design_words.includes(word)));
}

/** The notices that rows of the table give of one of them. */
export function noticesAbout(row: EvidenceRow, rows: readonly EvidenceRow[]): Notice[] {
  return rows
    .filter(({ about }) => about !== undefined)
    .filter((notice) => targetsOf(notice, rows).some(({ id }) => id === row.id))
    .map(({ about, doi, date, source }) => ({ kind: about!.kind, doi, date, by: source as Notice['by'] }));
}
