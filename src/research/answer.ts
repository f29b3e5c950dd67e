/** The first line of a report: what was asked, settled as far as the sources settle it; else what there is. */

import { stem } from '../text/index.ts';
import { adviceFor, namedIn, onPayment, rowsOf, sayAside, tellAdvice } from './advising.ts';
import { isForPractice } from './evidence/advice.ts';
import { ofPeople } from './evidence/comparable.ts';
import { aspectsAsked, BY_AGE } from './evidence/excerpt.ts';
import { isDiscredited, isEvidence, sayGrade } from './evidence/grading.ts';
import { outcomeWords } from './evidence/outcome-words.ts';
import { goodOf, isSameOutcome, outcomesAsked, type Result, type Tendency } from './evidence/outcomes.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { foldText, hasAny, routesIn } from './evidence/words.ts';
import { groupsIn, isSamePeople, sharedGroups } from './population.ts';
import { withoutThreshold } from './request.ts';
import { listOf, MOST_MARKS, marksOf, who } from './survey.ts';
import { isOnMedicines, medicinesIn } from './treating.ts';
import { withoutConditions } from './vocabulary.ts';
import { reachOfStudy, type Whom, whomIn } from './whom.ts';

type Mark = (id: string) => string;

/** Undefined where nothing is asked that could be settled. `isBarred`: it was taken off the market or stopped, and no result makes a yes of that. */
export function answerOf(
  asked: string,
  rows: readonly EvidenceRow[],
  mark: Mark,
  isBarred = false,
): string | undefined {
  const question = withoutThreshold(withoutConditions(asked));
  const evidence = rows.filter((row) => isEvidence(row) && row.design_id !== 'knowledge');
  // What animals show is no counterweight to what people do.
  const own = [...ofPeople(onWhatIsAsked(question, evidence))];
  if (own.length === 0) return undefined;
  const [route] = routesIn(question);
  const routed = route === undefined ? own : own.filter(({ routes = [] }) => routes.includes(route));
  if (routed.length === 0) return `**Nothing that can be relied on tells of ${route} use.**`;
  const asking = whomIn(question);
  const given = routed.filter((row) => reachOfStudy(row, asking) !== 'others');
  if (given.length === 0) return tellOthers(asking!, routed, mark);
  const advice = (isNarrow: boolean) =>
    tellAdvice(question, given, mark, { isNarrow, isYesOrNo: isYesOrNo(question), isBarred });
  // Asked of some people by name, what is advised for just them comes before all else that is said.
  const aspects = aspectsAsked(question);
  const narrow = asking === undefined || aspects.includes('dose') || isOnEffect(question) ? undefined : advice(true);
  if (narrow !== undefined && aspects.length > 0 && isYesOrNo(question)) return narrow;
  const outcomes = outcomesAsked(question);
  const settled = outcomes.slice(0, MOST_OUTCOMES).filter((asked) => tellsOf(given, asked));
  // Named only, beside the dose that is asked for, or told by nobody: then who tells of the dose, of harm.
  const isNamedOnly = settled.every(({ change }) => change === 'same');
  const told = isNamedOnly && !isOnEffect(question) ? tellAspects(question, given, mark) : undefined;
  if (told !== undefined) return told;
  // Asked whether one is as good as another, what is said of the whole answers where nothing is said of the outcome.
  const wanted = settled.length > 0 || isOnEffect(question) ? settled : outcomes.slice(0, MOST_OUTCOMES);
  if (wanted.length > 0)
    return wanted.map((each) => settleOutcome(question, each, given, { mark, isBarred })).join(' ');
  if (isOnEffect(question)) return settleEffect(question, given, { mark, isBarred });
  return tellAspects(question, given, mark) ?? advice(false);
}

const MOST_OUTCOMES = 2;

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
  return medicines.length === 0 ? [...rows] : rows.filter((row) => isOnMedicines(row, medicines));
}

function isOnEffect(question: string): boolean {
  return hasAny(foldText(question), outcomeWords().effect);
}

function isYesOrNo(question: string): boolean {
  const { openings } = outcomeWords();
  return question.split(/(?<=[.!?;])\s+/).some((sentence) => openings.some((word) => opens(sentence, word)));
}

function opens(sentence: string, word: string): boolean {
  return foldText(sentence).trim().startsWith(`${word} `);
}

function tellsOf(rows: readonly EvidenceRow[], { outcome }: Result): boolean {
  return rows.some(({ results = [] }) => results.some((each) => isSameOutcome(each.outcome, outcome)));
}

interface Telling {
  readonly mark: Mark;
  readonly isBarred: boolean;
}

/** No results, however good, say yes to what must not be given now. */
const YES = 'Yes, as far as this shows';
const YES_BUT = 'By its results alone it works, and it is barred';

function settleOutcome(
  question: string,
  asked: Result,
  rows: readonly EvidenceRow[],
  { mark, isBarred }: Telling,
): string {
  const all = rows.flatMap((row) => {
    const on = row.results?.filter(({ outcome }) => isSameOutcome(outcome, asked.outcome)) ?? [];
    const result = on.find(({ outcome }) => outcome === asked.outcome) ?? on[0];
    return result === undefined ? [] : [{ row, result }];
  });
  const onIt = all.filter(({ row }) => !isDiscredited(row));
  const sides = (['favours', 'same', 'against', 'higher', 'lower'] as const)
    .map((change) => ({ change, found: onIt.filter(({ result }) => result.change === change) }))
    .filter(({ found }) => found.length > 0);
  if (sides.length === 0) {
    const composite = tellComposite(asked, rows, mark);
    if (composite !== undefined) return composite;
    const found = rows.some(isDiscredited) ? 'Nothing that can be relied on' : 'Nothing that was found';
    return `**${found} says what becomes of ${asWritten(asked.said, question)}.**${tellDoubted(all, mark)}`;
  }
  const isApart = isForOthers(sides.map(({ found }) => found.map(({ row }) => row)));
  const told = sides
    .map(({ change, found }) => {
      const { outcome, said } = found[0]!.result;
      const rows = found.map(({ row }) => row);
      const whom = isApart ? `in ${sharedGroups(rows).join(' and ')}, by` : 'in';
      return `${sayChange(outcome, said, change)} ${whom} ${who(rows, mark)}`;
    })
    .join('; ');
  const isWeak = onIt.every(({ row }) => row.level <= WEAK);
  const opening = isWeak
    ? 'Not settled, the evidence is very weak: '
    : isApart
      ? 'It depends for whom: '
      : onIt.some(({ row }) => row.torn)
        ? 'Unclear, what is said in words is the opposite: '
        : prefix(question, asked, sides, isBarred);
  const line = `${opening}${told}.`;
  return opening === '' ? `**${told[0]!.toUpperCase()}${told.slice(1)}.**` : `**${line}**`;
}

/** It was counted together with something else only: what became of both is no word on the one. */
function tellComposite({ said }: Result, rows: readonly EvidenceRow[], mark: Mark): string | undefined {
  const found = rows.flatMap((row) => {
    const result = row.results?.find(
      ({ outcome, said: whole }) => outcome === PRIMARY && whole.includes(` or `) && whole.includes(said),
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

const PRIMARY = 'primary outcome';
const WEAK = 1;

/** Each side studied other people than the others did. */
function isForOthers(sides: readonly (readonly EvidenceRow[])[]): boolean {
  return (
    sides.length > 1 &&
    sides.every((some, i) =>
      sides.every((others, j) => i === j || !some.some((row) => others.some((other) => isSamePeople(row, other)))),
    )
  );
}

/** What is doubted carries no answer, and that it says something is said. */
function tellDoubted(all: readonly { row: EvidenceRow }[], mark: Mark): string {
  const marks = all.slice(0, MOST_MARKS).map(({ row }) => mark(row.id));
  return marks.length === 0 ? '' : ` What does is doubted${marks.join('')}.`;
}

/** HbA1c, not hba1c. */
function asWritten(said: string, question: string): string {
  const at = question.toLowerCase().indexOf(said);
  return at < 0 ? said : question.slice(at, at + said.length);
}

/** What the question expects is read as a result is: "does it increase mortality?" hopes for nothing good. */
function prefix(question: string, asked: Result, sides: readonly { change: Tendency }[], isBarred: boolean): string {
  if (sides.length > 1) return 'Disputed: ';
  if (!isYesOrNo(question) || asked.change === 'same') return '';
  const { change } = sides[0]!;
  // That chance does as well is no proof that nothing becomes of it.
  if (change === 'same') return 'Not shown: ';
  return asked.change === change ? `${isBarred ? YES_BUT : YES}: ` : 'No, as far as this shows: ';
}

function sayChange(outcome: string, said: string, change: Tendency): string {
  if (change === 'same') return `no significant difference in ${said}`;
  if (change === 'higher' || change === 'lower') return `${change} ${said}`;
  if (goodOf(outcome) === 'more' || outcome === 'primary outcome')
    return `${change === 'favours' ? 'better' : 'worse'} ${said}`;
  if (said.endsWith('s')) return `${change === 'favours' ? 'fewer' : 'more'} ${said}`;
  if (MEASURED.test(said)) return `${change === 'favours' ? 'lower' : 'higher'} ${said}`;
  return `${change === 'favours' ? 'less' : 'more'} ${said}`;
}

/** What is measured is lower; what happens is less. */
const MEASURED = /(?:rate|mortality|pressure|weight|glucose|hba1c|frequency)$/;

/** What studies found, then what is advised: a guideline weighs harm and price too, and disputes no result. */
function settleEffect(question: string, rows: readonly EvidenceRow[], { mark, isBarred }: Telling): string | undefined {
  const yes = isBarred ? YES_BUT : YES;
  const sound = rows.filter((row) => !isDiscredited(row));
  const [favours, against] = (['favours', 'against'] as const).map((side) =>
    sound.filter((row) => directionFor(question, row) === side),
  ) as [EvidenceRow[], EvidenceRow[]];
  const advices = adviceFor(namedIn(question, sound), sound, whomIn(question));
  const main = advices.filter(({ reach }) => reach === 'all');
  const advised = rowsOf(main.filter((each) => isForPractice(each) && each.limit === undefined));
  const granted = rowsOf(main.filter((each) => isForPractice(each) && each.limit !== undefined)).filter(
    (row) => !advised.includes(row),
  );
  const studied = rowsOf(main.filter((each) => each.side === 'for' && !isForPractice(each)));
  const warned = rowsOf(main.filter(({ side }) => side === 'against'));
  const apart = advices.filter(({ reach }) => reach !== 'all');
  const aside = `${sayAside(apart, mark)}${onPayment(sound, mark)}`;
  const speak = (some: readonly EvidenceRow[]) => `${who(some, mark)} ${some.length === 1 ? 'speaks' : 'speak'}`;
  const advise = (some: readonly EvidenceRow[], what: string) =>
    some.length === 0 ? [] : [`${who(some, mark)} ${some.length === 1 ? 'advises' : 'advise'} ${what}`];
  const advice = [
    ...advise(advised, 'it'),
    ...advise(granted, 'it under conditions'),
    ...advise(studied, 'it only in research'),
    ...advise(warned, 'against it'),
  ].join(', ');
  const beside = `${advice === '' ? '' : ` ${advice[0]!.toUpperCase()}${advice.slice(1)}.`}${aside}`;
  if (favours.length > 0 && against.length > 0) {
    const whom = [favours, against].map(sharedGroups);
    if (isForOthers([favours, against]))
      return `**It depends for whom:** in ${whom[0]!.join(' and ')} ${speak(favours)} for it, in ${whom[1]!.join(' and ')} ${speak(against)} against it.${beside}`;
    const [strong, weak] = favours.some(isStrong) ? [favours, against] : [against, favours];
    if (strong.some(isStrong) && weak.every(({ level }) => level <= WEAK))
      return `**${strong === favours ? yes : 'No, as far as this shows'}:** ${speak(strong)} ${strong === favours ? 'for' : 'against'} it; only ${who(weak, mark)} ${weak.length === 1 ? 'says' : 'say'} otherwise.${beside}`;
    return `**Disputed:** ${speak(favours)} for it, ${speak(against)} against it.${beside}`;
  }
  if (favours.length > 0 && warned.length > 0)
    return `**Results speak for it, advice against it:** ${speak(favours)} for it.${beside}`;
  if (against.length > 0 && advised.length + granted.length > 0)
    return `**Advice speaks for it, results against it:** ${speak(against)} against it.${beside}`;
  if (favours.length > 0) return `**${yes}:** ${speak(favours)} for it, nothing against it.${beside}`;
  if (against.length > 0) return `**No, as far as this shows:** ${speak(against)} against it, nothing for it.${beside}`;
  const torn = sound.filter((row) => row.torn);
  if (torn.length > 0)
    return `**Unclear:** the words and the figures of ${who(torn, mark)} say the opposite of each other.${beside}`;
  return `**What was found does not say whether it works.**${beside}`;
}

/** What is very weak disputes nothing that is sure. */
const isStrong = ({ level }: EvidenceRow) => level >= STRONG;
const STRONG = 3;

/** Asked of what a study compares with ("is warfarin better?"), its verdict is the other way round. */
function directionFor(question: string, { direction, compared = [] }: EvidenceRow): EvidenceRow['direction'] {
  const names = (
    foldText(question.split(/\b(?:than|versus|vs|or|over|against)\b/i)[0]!).match(/[\p{L}-]{4,}/gu) ?? []
  ).map(stem);
  if (direction === 'unclear' || !names.some((name) => compared.includes(name))) return direction;
  return direction === 'favours' ? 'against' : 'favours';
}
