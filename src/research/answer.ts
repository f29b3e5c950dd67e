/** The first line of a report: what was asked, settled as far as the sources settle it; else what there is. */

import { tellAdvice } from './advising.ts';
import { asSeen, isYesOrNo, prefix, sayChange, sayResult } from './changes.ts';
import { isOnEffect, pairAsked } from './comparing.ts';
import { isForOthers, settleEffect, type Telling, WEAK } from './effects.ts';
import { ofPeople } from './evidence/comparable.ts';
import { aspectsAsked, BY_AGE } from './evidence/excerpt.ts';
import { isDiscredited, isEvidence, sayGrade } from './evidence/grading.ts';
import { isOnOutcome, outcomesIn, PRIMARY, type Result } from './evidence/outcome-names.ts';
import { mainResult, outcomesAsked } from './evidence/outcomes.ts';
import { purposesIn } from './evidence/purposes.ts';
import { seenAs, seenInKinds } from './evidence/seeing.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { routesIn } from './evidence/words.ts';
import { groupsIn, isSamePeople, sharedGroups } from './population.ts';
import { tellDoubts, tellObserved, tellOpen } from './provisos.ts';
import { withoutThreshold } from './request.ts';
import { withoutCadence } from './rhythm.ts';
import { trialNamesIn } from './short-forms.ts';
import { listOf, MOST_MARKS, marksOf, who } from './survey.ts';
import { isOnMedicines, isOnOtherDisease, medicinesIn } from './treating.ts';
import { quoteInstead, quoteUnread, tellCounted, tellNarrower } from './unread.ts';
import { withoutConditions } from './vocabulary.ts';
import { tellWay } from './ways.ts';
import { reachOfStudy, type Whom, whomIn } from './whom.ts';
import { asWritten, withCapitals } from './wording.ts';

type Mark = (id: string) => string;

/** Undefined where nothing is asked that could be settled. `isBarred`: it was taken off the market or stopped, and no result makes a yes of that. */
export function answerOf(
  asked: string,
  rows: readonly EvidenceRow[],
  mark: Mark,
  isBarred = false,
): string | undefined {
  const question = withoutThreshold(withoutCadence(withoutConditions(asked)));
  const evidence = rows.filter((row) => isEvidence(row) && row.design_id !== 'knowledge');
  // What animals show is no counterweight to what people do.
  const named = [...ofPeople(onWhatIsAsked(question, evidence))];
  if (named.length === 0) return undefined;
  const way = tellWay(question, named, mark);
  if (way !== undefined) return way;
  const comparing = pairAsked(question, named);
  const own = named.flatMap((row) => seenAs(row, comparing));
  if (own.length === 0)
    return `**Nothing that was found could be read as saying ${comparing.rival === undefined ? 'whether it works' : `how it does against ${comparing.rival}`}.**`;
  const settle = (some: readonly EvidenceRow[]) => settleRows(question, some, { mark, isBarred, comparing });
  return settleByPurpose(question, own, settle);
}

/** What it did for one purpose is no word on another, and disputes nothing there. */
function settleByPurpose(
  question: string,
  rows: readonly EvidenceRow[],
  settle: (rows: readonly EvidenceRow[]) => string | undefined,
): string | undefined {
  const asked = purposesIn(question);
  const found = [...new Set(rows.flatMap(({ purpose }) => purpose ?? []))];
  const of = (purpose: string) => {
    const told = settle(rows.filter((row) => row.purpose === purpose))?.replaceAll('**', '');
    return told === undefined ? '' : ` For ${purpose}: ${told[0]!.toLowerCase()}${told.slice(1)}`;
  };
  if (asked.length > 0) {
    const main = rows.filter(({ purpose }) => purpose === undefined || asked.includes(purpose));
    const others = found.filter((purpose) => !asked.includes(purpose)).map(of);
    const own = main.length === 0 ? `**Nothing that was found tells this of ${asked.join(' and ')}.**` : settle(main);
    return own === undefined ? undefined : `${own}${others.join('')}`;
  }
  if (found.length < 2) return settle(rows);
  const plain = rows.filter(({ purpose, direction }) => purpose === undefined && direction !== 'unclear');
  const whole = plain.length === 0 ? '**It depends what for.**' : settle(plain);
  return `${whole}${found.map(of).join('')}`;
}

function settleRows(question: string, own: readonly EvidenceRow[], telling: Telling): string | undefined {
  const { mark, isBarred } = telling;
  const [route] = routesIn(question);
  const routed = route === undefined ? own : own.filter(({ routes = [] }) => routes.includes(route));
  if (routed.length === 0) return `**Nothing that can be relied on tells of ${route} use.**`;
  const asking = whomIn(question);
  const given = routed
    .filter((row) => reachOfStudy(row, asking) !== 'others')
    .map((row) => seenInKinds(row, asking?.kinds ?? []));
  if (given.length === 0) return tellOthers(asking!, routed, mark);
  const advice = (isNarrow: boolean) =>
    tellAdvice(question, given, mark, { isNarrow, isYesOrNo: isYesOrNo(question), isBarred });
  // Asked of some people by name, what is advised for just them comes before all else that is said.
  const aspects = aspectsAsked(question);
  const narrow = asking === undefined || aspects.includes('dose') || isOnEffect(question) ? undefined : advice(true);
  if (narrow !== undefined && aspects.length > 0 && isYesOrNo(question)) return narrow;
  const primary = tellPrimary(question, given, mark);
  if (primary !== undefined) return primary;
  const outcomes = outcomesAsked(question);
  const settled = outcomes.slice(0, MOST_OUTCOMES).filter((asked) => tellsOf(given, asked));
  // Named only, beside the dose that is asked for, or told by nobody: then who tells of the dose, of harm.
  const isNamedOnly = settled.every(({ change }) => change === 'same');
  const told = isNamedOnly && !isOnEffect(question) ? tellAspects(question, given, mark) : undefined;
  if (told !== undefined)
    return settled.length > 0 ? told : (quoteInstead(question, outcomes, told, given, mark) ?? told);
  // Asked whether one is as good as another, what is said of the whole answers where nothing is said of the outcome.
  const wanted = settled.length > 0 || isOnEffect(question) ? settled : outcomes.slice(0, MOST_OUTCOMES);
  if (wanted.length > 0) return wanted.map((each) => settleOutcome(question, each, given, telling)).join(' ');
  if (isOnEffect(question) || telling.comparing.against !== undefined) return settleEffect(question, given, telling);
  return tellAspects(question, given, mark) ?? advice(false);
}

const MOST_OUTCOMES = 2;

const PRIMARY_ASKED = /\bprimary (?:composite )?(?:end[ -]?points?|outcomes?)\b/i;

/** "Did it meet its primary endpoint?": what each was made for, and what became of it. */
export function tellPrimary(question: string, rows: readonly EvidenceRow[], mark: Mark): string | undefined {
  if (!PRIMARY_ASKED.test(question)) return undefined;
  const named = trialNamesIn(question);
  const asked = rows.filter(
    ({ title, excerpt, design_id }) =>
      design_id !== 'subgroup' && named.some((name) => `${title} ${excerpt}`.includes(name)),
  );
  if (named.length > 0 && asked.length === 0) return undefined;
  const told = (asked.length > 0 ? asked : rows).flatMap((row) => {
    const own = row.results?.find(({ outcome }) => outcome === PRIMARY) ?? row.results?.find(({ main }) => main);
    if (own === undefined || isDiscredited(row)) return [];
    const met = own.change === 'favours' ? 'Met' : own.change === 'same' || own.change === 'against' ? 'Not met' : '';
    const became = `${sayChange(own.outcome, own.said, own.change)} in ${who([row], mark)}`;
    return [`**${met === '' ? '' : `${met}: `}${became}.**${own.change === 'same' ? tellOpen([row], mark) : ''}`];
  });
  return told.length === 0 ? undefined : told.slice(0, MOST_MARKS).join(' ');
}

/** What is known of others answers nothing: whom it is of is said. */
function tellOthers({ said }: Whom, rows: readonly EvidenceRow[], mark: Mark): string {
  const known = [...Map.groupBy(rows, ({ whom }) => whom?.said ?? '')].map(
    ([others, some]) => `${others === '' ? 'others' : others}${marksOf(some, mark)}`,
  );
  return `**Nothing that was found tells this of ${said}.** What is known is of ${listOf(known.slice(0, MOST_MARKS))}.`;
}

/** Asked for its safety or its dose: what the strongest of those says that tell of it, and who else does. */
function tellAspects(question: string, rows: readonly EvidenceRow[], mark: Mark): string | undefined {
  const asked = aspectsAsked(question);
  const whom = groupsIn(question);
  const isFor = (id: string, groups: readonly string[]) => id in BY_AGE && groups.some((group) => whom.includes(group));
  const countOf = ({ aspects = [], groups = [] }: EvidenceRow) =>
    asked.filter((id) => aspects.includes(id) || isFor(id, groups)).length;
  const telling = rows
    .filter((row) => countOf(row) > 0)
    .toSorted((a, b) => countOf(b) - countOf(a) || b.level - a.level || (b.n ?? 0) - (a.n ?? 0));
  const [first, ...others] = telling;
  if (first === undefined) return undefined;
  const language = first.language === undefined ? '' : `in ${first.language}`;
  const source = [first.design, first.n === undefined ? '' : `n = ${first.n}`, language, sayGrade(first)]
    .filter(Boolean)
    .join(', ');
  // Each in its own words: that they agree is not looked into here.
  const beside = others.filter((row) => isSamePeople(row, first));
  const more = beside.length === 0 ? '' : ` Also on this: ${who(beside, mark)}.`;
  return `**${first.excerpt.replace(/[.\s]+$/, '')} (${source})${mark(first.id)}.**${more}`;
}

/** Sources on the medicines that the question names, where it names any. */
function onWhatIsAsked(question: string, rows: readonly EvidenceRow[]): EvidenceRow[] {
  const medicines = medicinesIn(question, rows);
  const own = medicines.length === 0 ? [...rows] : rows.filter((row) => isOnMedicines(row, medicines));
  // What it does in one disease is no word on another.
  const same = own.filter(
    ({ title, title_read, therapies }) => !isOnOtherDisease(title_read ?? title, question, therapies),
  );
  return same.length === 0 ? own : same;
}

function tellsOf(rows: readonly EvidenceRow[], asked: Result): boolean {
  return rows.some(({ results = [] }) => results.some((each) => isOnOutcome(each, asked)));
}

function settleOutcome(
  question: string,
  asked: Result,
  rows: readonly EvidenceRow[],
  { mark, isBarred, comparing }: Telling,
): string {
  const all = rows.flatMap((row) => {
    const on = row.results?.filter((each) => isOnOutcome(each, asked)) ?? [];
    // Of deaths by name of no cause, those of any cause.
    const result =
      on.find(({ outcome }) => outcome === asked.outcome) ??
      on.find(({ outcome }) => /^(?:all-cause|overall) /.test(outcome)) ??
      on[0];
    return result === undefined ? [] : [{ row, result, others: on.filter((each) => each !== result) }];
  });
  const heard = all.filter(({ row }) => !isDiscredited(row));
  // Placebo or none first; what it did against a rival is told apart.
  const isAlone = comparing.arm !== undefined && comparing.against === undefined;
  const plain = isAlone ? heard.filter(({ row }) => row.rival === undefined) : heard;
  const onIt = plain.length > 0 ? plain : heard;
  const beside = isAlone ? tellBeside(onIt, heard, mark) : '';
  const sides = (['favours', 'same', 'against', 'higher', 'lower'] as const)
    .map((change) => ({ change, found: onIt.filter(({ result }) => result.change === change) }))
    .filter(({ found }) => found.length > 0);
  if (sides.length === 0) {
    const composite = tellComposite(asked, rows, mark);
    if (composite !== undefined) return composite;
    const named = asWritten(asked.said, question);
    const quoted =
      tellNarrower(asked, named, rows, mark) ??
      quoteUnread(asked, named, rows, mark) ??
      tellCounted(asked, named, rows, mark);
    if (quoted !== undefined) return quoted;
    const found = rows.some(isDiscredited) ? 'Nothing that can be relied on' : 'Nothing that was found';
    return `**${found} says what becomes of ${named}.**${tellDoubted(all, mark)}`;
  }
  const isApart = isForOthers(sides.map(({ found }) => found.map(({ row }) => row)));
  const told = sides
    .map(({ change, found }) => {
      const { result } = found[0]!;
      const rows = found.map(({ row }) => row);
      const whom = isApart ? `in ${sharedGroups(rows).join(' and ')}, by` : 'in';
      const told = { ...result, change, said: withCapitals(result.said, found[0]!.row.excerpt) };
      return `${sayResult(told)} ${whom} ${who(rows, mark)}`;
    })
    .join('; ');
  const isWeak = onIt.every(({ row }) => row.level <= WEAK);
  const opening = isWeak
    ? 'Not settled, the evidence is very weak: '
    : isApart
      ? 'It depends for whom: '
      : onIt.some(({ row }) => row.torn)
        ? 'Unclear, what is said in words is the opposite: '
        : asSeen(question, onIt, prefix(question, asked, sides, isBarred));
  const line = `${opening}${told}.`;
  const apart = onIt
    .flatMap(({ row, others }) => others.map((each) => `${sayResult(each)}${mark(row.id)}`))
    .slice(0, MOST_MARKS);
  const special = apart.length === 0 ? '' : ` Told apart: ${apart.join('; ')}.`;
  const own = onIt.map(({ row }) => row);
  const provisos = `${tellDoubts(own, mark)}${tellObserved(own)}`;
  const open = tellOpen(
    onIt
      .filter(
        ({ row, result }) => result.change === 'same' && result.outcome === mainResult(row.results ?? [])?.outcome,
      )
      .map(({ row }) => row),
    mark,
  );
  return `${opening === '' ? `**${told[0]!.toUpperCase()}${told.slice(1)}.**` : `**${line}**`}${special}${open}${provisos}${beside}`;
}

type Found = readonly { readonly row: EvidenceRow; readonly result: Result }[];

/** What it was held against, where that is a treatment too; and what became of it against such, beside what it did by itself. */
function tellBeside(onIt: Found, heard: Found, mark: Mark): string {
  const rivals = (some: Found) => listOf([...new Set(some.flatMap(({ row }) => row.rival ?? []))]);
  if (onIt.length === heard.length)
    return onIt.length > 0 && onIt.every(({ row }) => row.rival !== undefined)
      ? ` That is against ${rivals(onIt)}.`
      : '';
  return heard
    .filter((each) => !onIt.includes(each))
    .map(
      ({ row, result }) =>
        ` Against ${row.rival}: ${sayChange(result.outcome, result.said, result.change)} in ${who([row], mark)}.`,
    )
    .join('');
}

/** It was counted together with something else only: what became of both is no word on the one. */
function tellComposite(asked: Result, rows: readonly EvidenceRow[], mark: Mark): string | undefined {
  const { said } = asked;
  const found = rows.flatMap((row) => {
    const result = row.results?.find(
      ({ outcome, said: whole }) =>
        outcome === PRIMARY &&
        whole.includes(` or `) &&
        (whole.includes(said) || outcomesIn(whole).some((each) => each.outcome === asked.outcome)),
    );
    return result === undefined || isDiscredited(row) ? [] : [{ row, result }];
  });
  const [first] = found;
  if (first === undefined) return undefined;
  const rowsWith = found.filter(({ result }) => result.change === first.result.change).map(({ row }) => row);
  const became =
    first.result.change === 'same'
      ? 'no significant difference'
      : first.result.change === 'favours'
        ? 'better'
        : 'worse';
  return `**Of ${said} by itself nothing was found; only as part of the ${first.result.said}: ${became} in ${who(rowsWith, mark)}.**`;
}

/** What is doubted carries no answer, and that it says something is said. */
function tellDoubted(all: readonly { row: EvidenceRow }[], mark: Mark): string {
  const marks = all.slice(0, MOST_MARKS).map(({ row }) => mark(row.id));
  return marks.length === 0 ? '' : ` What does is doubted${marks.join('')}.`;
}
