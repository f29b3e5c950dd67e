/** "What changed in 2026?", "what is new since June 2026?": what the sources are dated, not when this desk saw them. */

import { NUMBER_WORDS } from '../text/index.ts';
import { noticesAbout } from './evidence/notices.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { foldText, hasAny } from './evidence/words.ts';
import { tellPlanned, tellRow } from './finding.ts';
import { sayRetraction } from './retraction.ts';
import { vocabulary } from './vocabulary.ts';
import { short } from './wording.ts';

type Mark = (id: string) => string;

export interface Period {
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
  readonly said: string;
}

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month, 1)).toLowerCase(),
);
const LAST = '9999-12-31';
const DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** Undefined: it asks after no change, or names no time. */
export function periodIn(question: string, now: number): Period | undefined {
  const plain = foldText(question);
  if (!hasAny(plain, vocabulary().changing_in)) return undefined;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const month = `(${MONTHS.join('|')})`;
  const [since, name, year] =
    new RegExp(`\\bsince (?:the (?:beginning|start) of )?(?:${month} )?((?:19|20)\\d\\d)\\b`).exec(plain) ?? [];
  if (since !== undefined) return { from: startOf(year!, name), to: LAST, said: sayDated(since) };
  const [within, named, of] = new RegExp(`\\b(?:in|during|for) (?:${month} )?((?:19|20)\\d\\d)\\b`).exec(plain) ?? [];
  if (within !== undefined)
    return {
      from: startOf(of!, named),
      to: named === undefined ? `${of}-12-31` : `${startOf(of!, named).slice(0, 7)}-31`,
      said: sayDated(within),
    };
  if (/\bthis year\b/.test(plain)) return { from: `${day(now).slice(0, 4)}-01-01`, to: LAST, said: 'this year' };
  const [past, count, unit] =
    new RegExp(
      `\\b(?:in|over|during|within) the (?:last|past) (?:(\\d{1,3}|${Object.keys(COUNTS).join('|')}) )?(day|week|month|year)s?\\b`,
    ).exec(plain) ?? [];
  if (past === undefined) return undefined;
  const many = count === undefined ? 1 : (COUNTS[count] ?? Number(count));
  return { from: day(now - many * DAYS[unit!]! * 86_400_000), to: LAST, said: past };
}

/** In words, and a few are three. */
const COUNTS: Readonly<Record<string, number>> = { ...NUMBER_WORDS, few: 3 };

function startOf(year: string, month: string | undefined): string {
  return `${year}-${String(month === undefined ? 1 : MONTHS.indexOf(month) + 1).padStart(2, '0')}-01`;
}

const sayDated = (text: string) =>
  text.replace(/\b[a-z]+(?= (?:19|20)\d\d)/, (word) =>
    MONTHS.includes(word) ? `${word[0]!.toUpperCase()}${word.slice(1)}` : word,
  );

/** `own`: what was asked about; what was retracted in that time is told of all that the table holds on it. */
export function tellPeriod(
  { from, to, said }: Period,
  own: readonly EvidenceRow[],
  all: readonly EvidenceRow[],
  mark: Mark,
): string {
  const isIn = (date: string | undefined) => date !== undefined && date >= from.slice(0, date.length) && date <= to;
  const retracted = all
    .filter((row) => row.level === 0 && row.about === undefined)
    .filter((row) =>
      [...row.notices, ...noticesAbout(row, all)].some(({ kind, date }) => kind === 'retraction' && isIn(date)),
    );
  const dated = own.filter(({ date }) => isIn(date)).toSorted((a, b) => b.date!.localeCompare(a.date!));
  const told = [
    ...retracted.map((row) => `- "${short(row.title)}" was ${sayRetraction(row, all, mark)}.`),
    ...dated
      .slice(0, MOST_TOLD)
      .map(
        (row) =>
          `- ${row.design_id === 'registered' ? `Registered: ${tellPlanned(row)}` : tellRow(row)}${mark(row.id)}`,
      ),
  ];
  const opening = `${said[0]!.toUpperCase()}${said.slice(1)}`;
  if (told.length === 0) return `**${opening}: nothing that was found is dated so.**`;
  const more = dated.length > MOST_TOLD ? `\n- And ${dated.length - MOST_TOLD} more, in the evidence table.` : '';
  return `**${opening}, by the dates of the sources, the newest first:**\n\n${told.join('\n')}${more}`;
}

const MOST_TOLD = 10;
