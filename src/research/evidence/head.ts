/** The head of a document: what it says of itself under its title, and who issued it. */
import type { SourceItem } from '../../sources/research/index.ts';
import { foldText } from './words.ts';

const MOST_LABELS = 4;

const LONGEST_LABEL = 260;

/** The lines under the title that say what a document is, where it stood and when: up to the first paragraph. */
export function labelsOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  const start = lines.findIndex((line) => line !== '' && !line.startsWith('#'));
  const labels: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (start < 0 || at < start || line === '') continue;
    // Set apart, what says where it stood belongs to the head too: authors, then journal.
    const isApart = labels.length > 0 && lines[at - 1] === '';
    if (labels.length === MOST_LABELS || line.length > LONGEST_LABEL || (isApart && !PLACED.test(line))) break;
    labels.push(line);
  }
  return labels;
}

/** Where and when it appeared: year, volume and page, a number of its own, the day it was posted, a record's name. */
const PLACED =
  /\b(?:19|20)\d\d;\s?[\p{L}\d]|\bdoi:|^\W*identifier:|\b(?:published|posted|first posted|issued|in force)\b.{0,30}\b(?:19|20)\d\d|\bpreprints?\b.{0,20}\b(?:19|20)\d\d|\b\d{1,2} \p{Lu}\p{L}+ (?:19|20)\d\d\.?\W*$/iu;

/** What a text begins with to tell of something is no label: who is named in it issued nothing. */
const isProse = (line: string) =>
  /[.!?]$/.test(line) &&
  line.split(/(?<=[.!?])\s+/).some((sentence) => sentence.split(/\s+/).length >= FEWEST_OF_PROSE);

const FEWEST_OF_PROSE = 8;

export function issuersOf({ title, text, where }: SourceItem): string[] {
  return [title, ...labelsOf(text).filter((line) => !isProse(line)), where ?? ''];
}

export function headOf(item: SourceItem): string {
  return foldText(issuersOf(item).join('. ')).replace(/(?<=\p{L})\.(?=\p{L})/gu, '');
}
