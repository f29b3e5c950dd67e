/** Papers of somebody else that lie in this record: their heading names a person who was born at another time. */
import { monthNumber } from '../../text/index.ts';
import { cueWords } from '../frames/cues.ts';
import type { DocumentView, MisfiledView } from '../patient.ts';
import { pattern } from '../patterns.ts';

/** Whom a paper is about or sent to: at the head of a line, or after a letterhead in it. */
const HEADING =
  /(?:^|[.;]\s|\s[-–]\s)\s*(?:(?:re|patient|name|pt|pupil|student|resident|client|child|regarding|concerning|subject|to)\b\s*[:.]|(?:name|patient)\s+(?=\p{Lu}{3})|dear (?:parents?|mother|father|family|carers?) of\b)\s*(.{5,120})/iu;
const LINES = 12;
const BORN =
  /\b(?:born|dob|d\.o\.b\.?|date of birth|geb\.?|b\.|\*)\W{0,3}(?:on )?(?:(\d{1,2})[./ -](\d{1,2}|\p{L}{3,9})[./ -](\d{4}|\d{2}\b)|(\d{4})-(\d{2})-(\d{2})|(\d{4}))/iu;
const DAY = 86_400_000;
/** A day or a month may be a slip of the pen; so far apart it is another person, and under another name any day is. */
const SLACK_DAYS = 400;
const SAME_DAYS = 1;

/** Whom the heading of a paper names, where they can not be the patient by their birth. */
export function strangerIn(text: string, birthDate: string | null, name: string | null = null): string | undefined {
  if (birthDate === null) return undefined;
  for (const [at, line] of text.trimStart().split('\n', LINES).entries()) {
    const named = HEADING.exec(line)?.[1] ?? (at === 0 || LABELLED.test(line) ? beginsWithName(line) : undefined);
    const born = named === undefined ? null : BORN.exec(named);
    if (named === undefined || born === null) continue;
    const apart = Math.abs(birthOf(born, birthDate) - Date.parse(birthDate)) / DAY;
    if (Number.isFinite(apart))
      return apart > slackFor(named.slice(0, born.index), name)
        ? named.slice(0, born.index + born[0].length).trim()
        : undefined;
  }
  return undefined;
}

/** "OSBORN TREVANNION, born 30.9.1948": a paper that begins with somebody and their birth is headed by them. */
function beginsWithName(line: string): string | undefined {
  return NAMED_BORN.exec(line)?.index === 0 ? line.slice(0, LONGEST_HEADING) : undefined;
}

/** Lower down only where the birth is named as such: "BALDWIN, ORRIN T DOB 02/14/1948". */
const LABELLED = /\b(?:dob|d\.o\.b\.?|date of birth)\b/i;
const LONGEST_HEADING = 120;

function slackFor(named: string, name: string | null): number {
  const parts = namesIn(name ?? '');
  return parts.size === 0 || [...namesIn(named)].some((part) => parts.has(part)) ? SLACK_DAYS : SAME_DAYS;
}

function namesIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
}

function birthOf([, day, month, year, isoYear, isoMonth, isoDay, bare]: RegExpExecArray, birthDate: string): number {
  if (isoYear !== undefined) return Date.parse(`${isoYear}-${isoMonth}-${isoDay}T12:00:00Z`);
  if (bare !== undefined) return Date.UTC(Number(bare), 6, 1);
  const full = fullYear(year!, birthDate);
  const at = /^\d/.test(month!) ? Number(month) : monthNumber(month!);
  // "11/30/1952": the month first.
  return at > MONTHS ? Date.UTC(full, Number(day) - 1, at) : Date.UTC(full, at - 1, Number(day));
}

const MONTHS = 12;

/** "30.1.17": of two centuries the one that lies nearer to the patient's own birth. */
function fullYear(year: string, birthDate: string): number {
  if (year.length > 2) return Number(year);
  const own = Number(birthDate.slice(0, 4));
  return [1900, 2000]
    .map((century) => century + Number(year))
    .toSorted((a, b) => Math.abs(a - own) - Math.abs(b - own))[0]!;
}

const MARKED = pattern('misfiled_mark');

/** What somebody wrote on it: "wrong chart", "filed by mistake". */
function markedIn({ name, text }: DocumentView): string | undefined {
  if (!MARKED.test(name) && !MARKED.test(text)) return undefined;
  const heading = text
    .split('\n', LINES)
    .map((line) => HEADING.exec(line)?.[1])
    .find((each) => each !== undefined);
  return heading?.split(/[.;]\s/)[0]?.trim() ?? name;
}

/** What belongs to the patient, and what is of somebody else. */
export function sortPapers(
  papers: readonly DocumentView[],
  birthDate: string | null,
  name: string | null = null,
): { own: DocumentView[]; misfiled: MisfiledView[] } {
  const sorted = papers
    .flatMap((paper) => (strangerIn(paper.text, birthDate, name) === undefined ? partsOf(paper, birthDate) : [paper]))
    .map((paper) => ({ paper, who: strangerIn(paper.text, birthDate, name) ?? markedIn(paper) }));
  return {
    own: sorted.flatMap(({ paper, who }) => (who === undefined ? [paper] : [])),
    misfiled: sorted.flatMap(({ paper, who }) => (who === undefined ? [] : [{ ...paper, who }])),
  };
}

/** "LEONARD TANSLEY, born 3 May 1939": somebody by name and birth, and not as a relative of this person. */
const NAMED_BORN =
  /((?:\p{Lu}[\p{L}'’.-]+ ){1,3}\p{Lu}[\p{L}'’-]+),? \(?(?=(?:[^()\n]{0,20}\b)?(?:born\b|[Dd]\.?[Oo]\.?[Bb]\b|[Dd]ate of birth\b|b\. \d))/u;
const KIN = new RegExp(`\\b(?:${cueWords('kin').join('|')}|baby)\\b[^.]{0,24}$`, 'i');

/** A second sheet in the same envelope: a line that is about somebody else is a paper of its own. */
function partsOf(paper: DocumentView, birthDate: string | null): DocumentView[] {
  const lines = paper.text.split('\n');
  const theirs = lines.filter((line, at) => at > 0 && isOfStranger(line, birthDate));
  if (theirs.length === 0) return [paper];
  const own = { ...paper, text: lines.filter((line) => !theirs.includes(line)).join('\n') };
  return [
    own,
    ...theirs.map((text) => ({
      ...paper,
      text: `Patient: ${NAMED_BORN.exec(text)![0]}${text.split(NAMED_BORN).at(-1)!}`,
    })),
  ];
}

function isOfStranger(line: string, birthDate: string | null): boolean {
  const named = birthDate === null ? null : NAMED_BORN.exec(line);
  if (named === null || KIN.test(line.slice(0, named.index))) return false;
  const born = BORN.exec(line.slice(named.index));
  const apart = born === null ? Number.NaN : Math.abs(birthOf(born, birthDate!) - Date.parse(birthDate!)) / DAY;
  return Number.isFinite(apart) && apart > SLACK_DAYS;
}
