/** What became other in a source that stands where it stood: a guideline revised in place, a result corrected. */
import { reachOf } from '../whom.ts';
import type { Advice } from './advice.ts';
import { replaces } from './editions.ts';
import type { EvidenceRow } from './table.ts';

/** They hold until they are changed: that their text is another is news by itself. */
const LIVING = ['guideline', 'coverage', 'regulatory', 'communication'];

/** In words, the gravest first; nothing where the text is the same, or only worded otherwise. */
export function revisionsOf(before: EvidenceRow, now: EvidenceRow): string[] {
  if (before.print === undefined || now.print === undefined || before.print === now.print) return [];
  const facts = [
    ...alertsBeside(before, now),
    ...adviceBeside(before.advised ?? [], now.advised ?? []),
    ...rulingBeside(before, now),
    ...resultsBeside(before, now),
    ...numbersBeside(before, now),
  ];
  const isDated = before.date !== now.date && now.date !== undefined;
  const dated = isDated ? [`dated ${now.date}${before.date === undefined ? '' : `, before ${before.date}`}`] : [];
  if (facts.length + dated.length === 0) return LIVING.includes(now.design_id) ? ['its text was revised'] : [];
  return LIVING.includes(now.design_id)
    ? [`revised${isDated ? ` (${dated[0]})` : ''}`, ...facts]
    : [...facts, ...dated];
}

/** What a new edition changes in the advice of the one it replaces. */
export function editionBeside(now: EvidenceRow, all: readonly EvidenceRow[]): string[] {
  const older = all.filter((row) => row.id !== now.id && replaces(now, row));
  const [last] = older.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
  if (last === undefined) return [];
  return [`replaces "${last.title}" (${last.date})`, ...adviceBeside(last.advised ?? [], now.advised ?? [])];
}

const sayWhom = ({ whom, purpose }: Advice) =>
  `${purpose === undefined ? '' : ` for ${purpose}`}${whom === undefined ? '' : ` in ${whom.said}`}`;
const saySide = ({ side }: Advice) => (side === 'for' ? 'advised' : 'advised against');

function adviceBeside(before: readonly Advice[], now: readonly Advice[]): string[] {
  const keyOf = ({ therapy, whom, purpose }: Advice) => `${therapy} ${purpose ?? ''} ${whom?.said ?? ''}`;
  const told = now.flatMap((advice) => {
    const earlier = before.filter((other) => keyOf(other) === keyOf(advice));
    if (earlier.some(({ side }) => side === advice.side)) return [];
    const near = before.find(({ therapy, side, whom }) => therapy === advice.therapy && side === advice.side && whom);
    const was =
      earlier[0] !== undefined
        ? `before: ${saySide(earlier[0])}`
        : near === undefined
          ? 'not before'
          : `before:${sayWhom(near)}`;
    return [`${advice.therapy} is now ${saySide(advice)}${sayWhom(advice)} (${was})`];
  });
  const gone = before
    .filter(
      (advice) =>
        !now.some((other) => keyOf(other) === keyOf(advice)) &&
        !now.some(
          ({ therapy, side, whom }) =>
            therapy === advice.therapy && side === advice.side && reachOf(whom, advice.whom) === 'all',
        ),
    )
    .map((advice) => `${advice.therapy} is no longer ${saySide(advice)}${sayWhom(advice)}`);
  return [...told, ...gone].slice(0, MOST);
}

const MOST = 4;

function alertsBeside(before: EvidenceRow, now: EvidenceRow): string[] {
  const known = new Set((before.alerts ?? []).map(({ kind, therapy }) => `${kind} ${therapy}`));
  return (now.alerts ?? [])
    .filter(({ kind, therapy }) => !known.has(`${kind} ${therapy}`))
    .map(({ say, therapy }) => `${therapy}: ${say}`);
}

function rulingBeside({ ruling: before }: EvidenceRow, { ruling: now }: EvidenceRow): string[] {
  if (now === undefined || now.verdict === before?.verdict) return [];
  return [`decision: ${before === undefined ? '' : `${before.verdict} → `}${now.verdict}`];
}

const CHANGES: Readonly<Record<string, string>> = {
  favours: 'better',
  against: 'worse',
  same: 'no difference',
  higher: 'higher',
  lower: 'lower',
};

function resultsBeside({ results: before = [] }: EvidenceRow, { results: now = [] }: EvidenceRow): string[] {
  return now.flatMap(({ outcome, said, change }) => {
    const earlier = before.find((other) => other.outcome === outcome);
    if (earlier === undefined || earlier.change === change) return [];
    return [`${said}: ${CHANGES[earlier.change]} → ${CHANGES[change]}`];
  });
}

function numbersBeside(before: EvidenceRow, now: EvidenceRow): string[] {
  const size =
    before.n !== undefined && now.n !== undefined && before.n !== now.n ? [`n = ${before.n} → ${now.n}`] : [];
  const known = before.harms ?? [];
  const harms = (now.harms ?? []).filter((harm) => !known.includes(harm));
  return [...size, ...harms.slice(0, 2).map((harm) => `new on harm: ${harm.replace(/[.\s]+$/, '')}`)];
}

const NOTICES: Readonly<Record<string, string>> = { concern: 'expression of concern', other: 'notice' };

/** What was published about it since: "expression of concern (2026-03-01)". */
export function sayNotices({ notices: before }: EvidenceRow, { notices: now }: EvidenceRow): string[] {
  const fresh = now.filter(({ kind, date }) => !before.some((known) => known.kind === kind && known.date === date));
  return fresh.map(({ kind, date }) => `${NOTICES[kind] ?? kind}${date === undefined ? '' : ` (${date})`}`);
}
