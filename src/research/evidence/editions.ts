/** Editions of a guideline: a newer one takes the place of the older, which then disputes nothing and advises nobody. */
import type { SourceItem } from '../../sources/research/index.ts';
import { sentencesOf, stem } from '../../text/index.ts';
import { labelsOf } from './head.ts';
import type { EvidenceRow } from './table.ts';
import { appraisal, foldText, hasAny } from './words.ts';

export interface Edition {
  readonly issuer?: string | undefined;
  /** Stems of its title, without years and what only says that it is a guideline. */
  readonly subject: readonly string[];
  /** Its title gives a year or a version. */
  readonly numbered: boolean;
  /** The years of what it says that it replaces; none where it gives none. */
  readonly replaces?: readonly string[] | undefined;
  /** It says of itself that it was taken back. */
  readonly withdrawn?: true | undefined;
}

export function editionOf({ title, text, who }: SourceItem): Edition {
  const { replacing, editions } = appraisal().guidelines;
  const [, labelled] =
    /^\W*(?:issued by|issuer|publisher|society|organisation|organization|by)\s*:\s*(.+)$/im.exec(
      labelsOf(text).join('\n'),
    ) ?? [];
  const issuer = labelled ?? who;
  const said = [title, ...sentencesOf(text)].filter((sentence) => hasAny(foldText(sentence), replacing));
  const own = /\b(?:19|20)\d{2}\b/.exec(title)?.[0];
  const years = said.flatMap((sentence) => sentence.match(/\b(?:19|20)\d{2}\b/g) ?? []).filter((year) => year !== own);
  const words = foldText(title).match(/[\p{L}\p{N}]+/gu) ?? [];
  const subject = words.filter((word) => !/^v?\d+$/.test(word) && !editions.includes(word)).map(stem);
  return {
    ...(issuer && { issuer: foldText(issuer).replace(/[.\s]+$/, '') }),
    subject: [...new Set(subject)],
    numbered: /\d/.test(title) || hasAny(foldText(title), ['update', 'updated', 'revised', 'new edition']),
    ...(said.length > 0 && { replaces: [...new Set(years)] }),
    ...(isWithdrawn(title, text, said) && { withdrawn: true as const }),
  };
}

/** In its head or in a sentence of its own; what it says of the edition that it replaces is none of it. */
function isWithdrawn(title: string, text: string, ofOthers: readonly string[]): boolean {
  if (GONE.test(title) || labelsOf(text).some((line) => GONE_HEAD.test(line))) return true;
  const own = [title, ...labelsOf(text), ...sentencesOf(text)].filter(
    (line) => !ofOthers.some((other) => line.includes(other)),
  );
  return own.some((line) => hasAny(foldText(line), appraisal().guidelines.withdrawn));
}

/** "(2019, superseded by the 2025 statement)"; under a title "Superseded by …". */
const GONE = /\b(?:superseded|replaced) by\b|\bwithdrawn\b/i;
const GONE_HEAD = /^\W*(?:status\W+)?(?:superseded|replaced|withdrawn)\b/i;

/** Each guideline with the newer edition that took its place, where the table has one. */
export function withEditions(rows: readonly EvidenceRow[]): EvidenceRow[] {
  return rows.map(({ superseded: _before, ...row }) => {
    const newer = rows.filter((other) => other.id !== row.id && replaces(other, row));
    const [last] = newer.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
    if (last !== undefined) return { ...row, superseded: { by: last.id, ...(last.date && { date: last.date }) } };
    return row.edition?.withdrawn ? { ...row, superseded: { withdrawn: true } } : row;
  });
}

/** The same issuer on the same subject later; or it says so, and nothing speaks against it. */
export function replaces(newer: EvidenceRow, older: EvidenceRow): boolean {
  const [a, b] = [newer.edition, older.edition];
  if (a === undefined || b === undefined || newer.level === 0 || a.withdrawn) return false;
  const isLater = newer.date !== undefined && older.date !== undefined && newer.date > older.date;
  if (!isLater) return false;
  const isKnown = a.issuer !== undefined && b.issuer !== undefined;
  if (isKnown && a.issuer !== b.issuer) return false;
  const shared = a.subject.filter((word) => b.subject.includes(word)).length;
  const [few, many] = [a.subject.length, b.subject.length].toSorted((one, other) => one - other);
  const isNamed = a.replaces !== undefined && (a.replaces.length === 0 || a.replaces.includes(older.date!.slice(0, 4)));
  if (isNamed) return few! > 0 && shared / few! >= RELATED;
  return many! > 0 && shared / many! >= SAME && (isKnown || (a.numbered && b.numbered));
}

const SAME = 0.8;
const RELATED = 0.4;
