/** What papers say, read in a thread where some are kept: they are strangers' texts, as many as somebody indexes. */
import type { SourceItem } from '../sources/research/index.ts';
import { callAside } from '../threads/index.ts';
import { isAbout, mayConcern, mayName } from './concern.ts';
import type { Asked } from './evidence/excerpt.ts';
import { type EvidenceRow, makeRow } from './evidence/table.ts';
import { isOnAll } from './evidence/therapies.ts';
import type { Topic } from './topic.ts';

type Papers = readonly SourceItem[];

export const works = {
  naming: (papers: Papers, topic: Topic): boolean[] => papers.map((paper) => mayName(paper, topic)),
  concerning: (papers: Papers, topic: Topic): boolean[] => papers.map((paper) => mayConcern(paper, topic)),
  about: (papers: Papers, topic: Topic): boolean[] => papers.map((paper) => isAbout(paper, topic)),
  rows: makeRows,
};

/** Those that may name what is asked about, by what was found of them so far. */
export const thoseNaming = among('naming');
export const thoseConcerning = among('concerning');
export const thoseAbout = among('about');

function among(how: 'naming' | 'concerning' | 'about') {
  return async (papers: Papers, topic: Topic): Promise<SourceItem[]> => {
    if (papers.length === 0) return [];
    const are = await callAside(import.meta.url, works, how, [papers, topic], LONGEST);
    return papers.filter((_, at) => are[at]);
  };
}

/** As rows of the table, in their order; `before`: those that are there already. */
export async function rowsOf(
  papers: Papers,
  asked: Asked,
  before: readonly EvidenceRow[],
  now: number,
): Promise<{ item: SourceItem; row: EvidenceRow }[]> {
  if (papers.length === 0) return [];
  const known = before.flatMap(({ therapies }) => therapies);
  const rows = await callAside(import.meta.url, works, 'rows', [papers, asked, known, now], LONGEST);
  return papers.map((item, at) => ({ item, row: rows[at]! }));
}

/** Forty papers of the longest kind take seconds. */
const LONGEST = { limitMs: 60_000 };

/** A decision, a guideline or a study by its title speaks of medicines that nobody knows but other studies of them. */
function makeRows(papers: Papers, asked: Asked, before: readonly string[], now: number): EvidenceRow[] {
  const made = papers.map((paper) => makeRow(paper, asked, now));
  const known = [...new Set([...before, ...made.flatMap(({ therapies }) => therapies)])];
  return made.map((row, at) =>
    isOnAll(row.design_id) || row.therapies.length === 0
      ? makeRow(papers[at]!, { ...asked, known: [...(asked.known ?? []), ...known] }, now)
      : row,
  );
}
