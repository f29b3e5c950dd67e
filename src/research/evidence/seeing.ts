/**
 * A source as a question sees it: of the arm that is asked about, held against what it is asked against. Asked of what was the
 * comparator there, all is the other way round; asked of nothing by name, placebo or none comes before any rival.
 */
import { stem } from '../../text/index.ts';
import { reachOfKind } from '../whom.ts';
import type { Contrast, TrialArm } from './contrasts.ts';
import type { Result, Tendency } from './outcome-names.ts';
import { mainResult } from './outcomes.ts';
import type { EvidenceRow } from './row.ts';
import { foldText, hasPhrase } from './words.ts';

export interface Named {
  /** Stems of its name. */
  readonly names: readonly string[];
  readonly dose?: string | undefined;
  /** Placebo, or nothing. */
  readonly isNone?: true | undefined;
}

export interface PairAsked {
  readonly arm?: Named | undefined;
  readonly against?: Named | undefined;
}

/** They tell what is advised, decided or known, and hold nothing against anything. */
const WITHOUT_ARMS = [
  'guideline',
  'regulatory',
  'communication',
  'coverage',
  'told_decision',
  'knowledge',
  'registered',
  'notice',
];

/** One for each rival, placebo or none first; none where the source does not hold the two against each other. */
export function seenAs(row: EvidenceRow, asked: PairAsked): EvidenceRow[] {
  if (WITHOUT_ARMS.includes(row.design_id) || asked.arm === undefined) return [row];
  return row.contrasts === undefined
    ? seenOfTwo(row, asked.arm, asked.against)
    : seenOfMany(row, asked.arm, asked.against);
}

/** Asked of one kind of people, only what is said of them or of all: what it did in the others decides nothing. */
export function seenInKinds(row: EvidenceRow, asked: readonly string[]): EvidenceRow {
  const { results = [] } = row;
  const own = results.filter(({ kinds = [] }) => reachOfKind(kinds, asked) !== 'others');
  const narrow = own.filter(({ kinds = [] }) => kinds.some((kind) => asked.includes(kind)));
  if (asked.length === 0 || (own.length === results.length && narrow.length === 0)) return row;
  const told = [...narrow, ...own.filter((result) => !narrow.some(({ outcome }) => outcome === result.outcome))];
  const main = mainResult(told)?.change;
  const { relation: _relation, neutral: _neutral, ...rest } = row;
  return {
    ...rest,
    results: told,
    direction: main === 'favours' ? 'favours' : main === 'same' || main === 'against' ? 'against' : 'unclear',
    ...(main === 'same' && { relation: 'same' as const }),
  };
}

function seenOfTwo(row: EvidenceRow, arm: Named, against: Named | undefined): EvidenceRow[] {
  const { compared = [], therapies } = row;
  const own = therapies.flatMap(wordsOf);
  const isOther = shares(arm.names, compared) && !shares(arm.names, own);
  const seen = isOther ? turned(row, therapies[0]) : row;
  if (against === undefined) return [seen];
  if (against.isNone) return seen.rival === undefined ? [seen] : [];
  const isPair = isOther ? shares(against.names, own) : shares(against.names, compared);
  // What pools trials has no arms by name: it is on both where its title is.
  const title = foldText(row.title)
    .split(/[^\p{L}\p{N}-]+/u)
    .map(stem);
  const isPooled = compared.length === 0 && [arm, against].every(({ names }) => shares(names, title));
  return isPair || isPooled ? [seen] : [];
}

function seenOfMany(row: EvidenceRow, arm: Named, against: Named | undefined): EvidenceRow[] {
  const found = row.contrasts!.flatMap((contrast) => {
    if (isArm(contrast.arm, arm)) return [contrast];
    return isArm(contrast.against, arm) && !contrast.against.isNone ? [turnedContrast(contrast)] : [];
  });
  const meant = against === undefined ? found : found.filter((contrast) => isArm(contrast.against, against));
  // Two doses of what is asked about are no rivals of each other, unless that is asked.
  const apart = against === undefined ? meant.filter((each) => each.against.names[0] !== each.arm.names[0]) : meant;
  const groups = [...Map.groupBy(apart, (each) => (each.against.isNone ? '' : each.against.key))];
  return groups
    .toSorted(([one], [other]) => Number(one !== '') - Number(other !== ''))
    .map(([, same]) => seenWith(row, same));
}

/** Several doses against the same: what one of them did, and which did not. */
function seenWith(row: EvidenceRow, same: readonly Contrast[]): EvidenceRow {
  const { rival: _rival, relation: _relation, compared: _compared, doses: _doses, ...rest } = row;
  const [first] = same.toSorted((a, b) => rank(a) - rank(b));
  const { against, direction, relation } = first!;
  const results = new Map<string, Result>();
  for (const { results: own } of same.toSorted((a, b) => rank(a) - rank(b)))
    for (const result of own) if (!results.has(result.outcome)) results.set(result.outcome, result);
  const doses = same.length < 2 ? undefined : dosesOf(same);
  return {
    ...rest,
    ...{ direction, results: [...results.values()] },
    ...(relation && { relation }),
    ...(!against.isNone && { rival: against.key, compared: against.names.map(stem) }),
    ...(doses && { doses }),
  };
}

const rank = ({ direction }: Contrast) => ['favours', 'against', 'unclear'].indexOf(direction);

function dosesOf(same: readonly Contrast[]): EvidenceRow['doses'] {
  const of = (isFor: boolean) =>
    same.filter(({ direction }) => (direction === 'favours') === isFor).map(({ arm }) => arm.dose ?? arm.key);
  return { favours: of(true), others: of(false) };
}

function isArm(arm: TrialArm, { names, dose, isNone }: Named): boolean {
  if (isNone) return arm.isNone;
  return !arm.isNone && shares(names, arm.names.map(stem)) && (dose === undefined || arm.dose === dose);
}

const shares = (some: readonly string[], others: readonly string[]) => some.some((one) => others.includes(one));
const wordsOf = (name: string) =>
  foldText(name)
    .split(/[\s-]+/)
    .map(stem);

const OTHER: Readonly<Record<Tendency, Tendency>> = {
  ...{ favours: 'against', against: 'favours', same: 'same', higher: 'lower', lower: 'higher' },
};

const turnedResults = (results: readonly Result[]) =>
  results.map((result) => ({ ...result, change: OTHER[result.change] }));

/** That one is no worse than the other says nothing for the other. */
function turnedDirection(
  direction: EvidenceRow['direction'],
  relation: EvidenceRow['relation'],
): EvidenceRow['direction'] {
  if (relation !== undefined) return 'against';
  return direction === 'unclear' ? direction : direction === 'favours' ? 'against' : 'favours';
}

function turned(row: EvidenceRow, rival: string | undefined): EvidenceRow {
  const { direction, relation, results = [], rival: _before, ...rest } = row;
  return {
    ...rest,
    ...{ direction: turnedDirection(direction, relation), results: turnedResults(results) },
    ...(relation && { relation: 'same' as const }),
    ...(rival && { rival }),
  };
}

function turnedContrast({ arm, against, results, direction, relation }: Contrast): Contrast {
  return {
    ...{ arm: against, against: arm, results: turnedResults(results), direction: turnedDirection(direction, relation) },
    ...(relation && { relation: 'same' as const }),
  };
}

/** The source names it at all: by what it treats with, or by what that is held against. */
export function isNamed({ therapies, title }: EvidenceRow, name: string): boolean {
  return therapies.includes(name) || hasPhrase(foldText(title), name);
}
