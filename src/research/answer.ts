/** The first line of a report: what was asked, settled as far as the sources settle it; else what there is. */

import { stem } from '../text/index.ts';
import { aspectsAsked } from './evidence/excerpt.ts';
import { isDiscredited, isEvidence } from './evidence/grading.ts';
import { outcomeWords } from './evidence/outcome-words.ts';
import { goodOf, isSameOutcome, outcomesAsked, type Result, type Tendency } from './evidence/outcomes.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { foldText, hasAny, routesIn } from './evidence/words.ts';
import { withoutConditions } from './vocabulary.ts';
import { article, inWords, plural } from './wording.ts';

type Mark = (id: string) => string;

/** Undefined where nothing is asked that could be settled. */
export function answerOf(asked: string, rows: readonly EvidenceRow[], mark: Mark): string | undefined {
  const question = withoutConditions(asked);
  const evidence = rows.filter((row) => isEvidence(row) && row.design_id !== 'knowledge');
  if (evidence.length === 0) return undefined;
  const own = onWhatIsAsked(question, evidence);
  const [route] = routesIn(question);
  const given = route === undefined ? own : own.filter(({ routes = [] }) => routes.includes(route));
  if (given.length === 0) return `**Nothing that can be relied on tells of ${route} use.**`;
  const outcomes = outcomesAsked(question);
  const settled = outcomes.slice(0, MOST_OUTCOMES).filter((asked) => tellsOf(given, asked));
  // Named only, beside the dose that is asked for, or told by nobody: then who tells of the dose, of harm.
  const isNamedOnly = settled.every(({ change }) => change === 'same');
  const told = isNamedOnly && !isOnEffect(question) ? tellAspects(question, given, mark) : undefined;
  if (told !== undefined) return told;
  // Asked whether one is as good as another, what is said of the whole answers where nothing is said of the outcome.
  const wanted = settled.length > 0 || isOnEffect(question) ? settled : outcomes.slice(0, MOST_OUTCOMES);
  if (wanted.length > 0) return wanted.map((each) => settleOutcome(question, each, given, mark)).join(' ');
  if (isOnEffect(question)) return settleEffect(question, given, mark);
  return tellAspects(question, given, mark);
}

const MOST_OUTCOMES = 2;

/** Asked for its safety or its dose: who tells of it. */
function tellAspects(question: string, rows: readonly EvidenceRow[], mark: Mark): string | undefined {
  const asked = aspectsAsked(question);
  const telling = rows.filter(({ aspects = [] }) => asked.some((id) => aspects.includes(id)));
  if (asked.length === 0 || telling.length === 0) return undefined;
  const marks = telling.slice(0, MOST_MARKS).map(({ id }) => mark(id));
  return `**On ${asked.join(' and ')}, ${plural(telling.length, 'source')} ${telling.length === 1 ? 'tells' : 'tell'} something${marks.join('')}.**`;
}

/** Sources on the therapies that the question names, where any is named that they know. */
function onWhatIsAsked(question: string, rows: readonly EvidenceRow[]): EvidenceRow[] {
  const plain = foldText(question);
  const named = [...new Set(rows.flatMap(({ therapies }) => therapies))].filter((name) => hasAny(plain, [name]));
  const own = rows.filter(({ therapies }) => therapies.some((name) => named.includes(name)));
  return named.length > 0 && own.length > 0 ? own : [...rows];
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

function settleOutcome(question: string, asked: Result, rows: readonly EvidenceRow[], mark: Mark): string {
  const all = rows.flatMap((row) => {
    const result = row.results?.find(({ outcome }) => isSameOutcome(outcome, asked.outcome));
    return result === undefined ? [] : [{ row, result }];
  });
  const onIt = all.filter(({ row }) => !isDiscredited(row));
  const sides = (['favours', 'same', 'against', 'higher', 'lower'] as const)
    .map((change) => ({ change, found: onIt.filter(({ result }) => result.change === change) }))
    .filter(({ found }) => found.length > 0);
  if (sides.length === 0) {
    const found = rows.some(isDiscredited) ? 'Nothing that can be relied on' : 'Nothing that was found';
    return `**${found} says what becomes of ${asWritten(asked.said, question)}.**${tellDoubted(all, mark)}`;
  }
  const told = sides
    .map(({ change, found }) => {
      const { outcome, said } = found[0]!.result;
      const rows = found.map(({ row }) => row);
      return `${sayChange(outcome, said, change)} in ${who(rows, mark)}`;
    })
    .join('; ');
  const isWeak = onIt.every(({ row }) => row.level <= WEAK);
  const opening = isWeak ? 'Not settled, the evidence is very weak: ' : prefix(question, asked, sides);
  const line = `${opening}${told}.`;
  return opening === '' ? `**${told[0]!.toUpperCase()}${told.slice(1)}.**` : `**${line}**`;
}

const WEAK = 1;

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
function prefix(question: string, asked: Result, sides: readonly { change: Tendency }[]): string {
  if (sides.length > 1) return 'Disputed: ';
  if (!isYesOrNo(question) || asked.change === 'same') return '';
  const { change } = sides[0]!;
  // That chance does as well is no proof that nothing becomes of it.
  if (change === 'same') return 'Not shown: ';
  return asked.change === change ? 'Yes, as far as this shows: ' : 'No, as far as this shows: ';
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

function settleEffect(question: string, rows: readonly EvidenceRow[], mark: Mark): string | undefined {
  const sound = rows.filter((row) => !isDiscredited(row));
  const [favours, against] = (['favours', 'against'] as const).map((side) =>
    sound.filter((row) => directionFor(question, row) === side),
  );
  const speak = (some: readonly EvidenceRow[]) => `${who(some, mark)} ${some.length === 1 ? 'speaks' : 'speak'}`;
  if (favours!.length > 0 && against!.length > 0)
    return `**Disputed:** ${speak(favours!)} for it, ${speak(against!)} against it.`;
  if (favours!.length > 0) return `**Yes, as far as this shows:** ${speak(favours!)} for it, nothing against it.`;
  if (against!.length > 0) return `**No, as far as this shows:** ${speak(against!)} against it, nothing for it.`;
  return '**What was found does not say whether it works.**';
}

/** Asked of what a study compares with ("is warfarin better?"), its verdict is the other way round. */
function directionFor(
  question: string,
  { direction, advice = {}, compared = [] }: EvidenceRow,
): EvidenceRow['direction'] {
  const advised = Object.keys(advice).find((name) => hasAny(foldText(question), [name]));
  if (advised !== undefined) return advice[advised] === 'for' ? 'favours' : 'against';
  const names = (
    foldText(question.split(/\b(?:than|versus|vs|or|over|against)\b/i)[0]!).match(/[\p{L}-]{4,}/gu) ?? []
  ).map(stem);
  if (direction === 'unclear' || !names.some((name) => compared.includes(name))) return direction;
  return direction === 'favours' ? 'against' : 'favours';
}

/** "A randomised trial (moderate certainty)[^1]", "two sources[^1][^3]". */
function who(rows: readonly EvidenceRow[], mark: Mark): string {
  const marks = rows
    .slice(0, MOST_MARKS)
    .map(({ id }) => mark(id))
    .join('');
  const [first] = rows;
  const { design, grade, preprint } = first!;
  return rows.length === 1
    ? `${article(design)} ${design} (${grade} certainty${preprint ? ', preprint' : ''})${marks}`
    : `${plural(rows.length, 'source')}${marks}`;
}

const MOST_MARKS = 4;

/** What there is, by kind: "Found: a guideline and two randomised trials." */
export function surveyOf(rows: readonly EvidenceRow[], mark: Mark, opening: string): string {
  const kinds = new Map<string, EvidenceRow[]>();
  for (const row of rows) kinds.set(row.design, [...(kinds.get(row.design) ?? []), row]);
  const told = [...kinds].map(([design, some]) => {
    const marks = some
      .slice(0, MOST_MARKS)
      .map(({ id }) => mark(id))
      .join('');
    return `${some.length === 1 ? `${article(design)} ${design}` : pluralOf(some.length, design)}${marks}`;
  });
  const listed = told.length < 2 ? told[0] : `${told.slice(0, -1).join(', ')} and ${told.at(-1)}`;
  return `**${opening}:** ${listed}.`;
}

/** "Two trials without randomisation": the noun takes the plural, not the last word. */
function pluralOf(count: number, design: string): string {
  const [noun, ...rest] = design.split(/ (?=without|or|about)/);
  const many = noun!.replace(/(meta-analys)is$|(stud|entr)y$|$/, (_, analys, stem) =>
    analys ? `${analys}es` : stem ? `${stem}ies` : 's',
  );
  return [inWords(count), many, ...rest].join(' ');
}
