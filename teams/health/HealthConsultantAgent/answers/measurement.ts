/** A value and where it stands: the last one, its range, how it moved, and what changed by date. */
import { describeTrend, identify } from 'consilium/clinical';
import { daysBetween, monthsBefore } from '../../_shared/clock.ts';
import type { Told } from '../../_shared/facts.ts';
import { citeRegimen, isActive, type Regimen } from '../../_shared/graph.ts';
import { findAdvice } from '../../_shared/knowledge.ts';
import { type Flag, type Goal, goalFor, measureOf, measuresIn, PRESSURE, sayFlag } from '../../_shared/measures.ts';
import { capital, drugName, lower, sayDate, saySpan, sayValue } from '../../_shared/wording.ts';
import { type Desk, nextStep, table } from './desk.ts';
import { extremeIn, tellExtreme } from './extremes.ts';
import { nothingThere, tellWords } from './kinds.ts';
import { asksMeaning, tellMeaning } from './meaning.ts';
import { type Reading, readingsOf } from './readings.ts';
import { tellMeasured } from './told.ts';

const TREND =
  /\b(better|worse|improv\w*|trend\w*|chang\w*|over time|over the|going|getting|gone|went|since|history|compar\w*|progress\w*|develop\w*|ris(?:e|en|ing)|rose|fall\w*|fell|drop\w*|up or down|stable|so far|lately|last (?:few|\d+) (?:months|years))\b/i;
const WHETHER = /^\W*(?:and\W+|but\W+|so\W+)?(?:is|are|was|were|has|have|did|does|do)\b/i;
const JUDGED = /\b(normal|ok(?:ay)?|fine|good|bad|high|low|too|range|healthy|worry|worried|concern\w*|alright)\b/i;

export function answerMeasurement(desk: Desk, codes: readonly string[], told?: Told): string {
  const judged = told === undefined ? '' : tellMeasured(desk, told);
  if (judged !== '')
    return [judged, told?.code === undefined ? '' : tellAdvice(desk, told.code.code, undefined)]
      .filter(Boolean)
      .join('\n\n');
  const held = codes.filter((code) => readingsOf(desk, code).length > 0);
  const [lead, ...others] = held;
  if (lead === undefined) return tellWords(desk, codes) ?? nothingThere(desk, codes);
  const readings = readingsOf(desk, lead);
  const extreme = extremeIn(desk.question, lead);
  if (extreme !== undefined) return tellExtreme(desk, lead, readings, extreme);
  const window = windowOf(readings, desk);
  const body = [
    `${headline(desk, lead, readings, window)}${tellGoal(desk, lead, readings.at(-1)!)}${tellCause(desk, lead, window)}`,
    window.length > 2 ? tellTable(lead, window) : '',
    tellOthers(desk, others),
    asksMeaning(desk.question) ? tellMeaning(desk, [{ say: measureOf(lead).say, flag: readings.at(-1)!.flag }]) : '',
    tellAdvice(desk, lead, readings.at(-1)!.flag),
    tellStep(desk, lead, readings.at(-1)!),
  ];
  return body.filter((part) => part !== '').join('\n\n');
}

/** The stretch that the question means: what it says, else the last two years, else the last few. */
function windowOf(readings: Reading[], { question, now }: Desk): Reading[] {
  const since = /\bsince\D{0,12}((?:19|20)\d\d)\b/i.exec(question)?.[1];
  const month = /\bsince (?:last )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?!\s*\d{4})/i.exec(
    question,
  )?.[1];
  if (month !== undefined) return sinceNearest(readings, lastMonthNamed(month, now));
  const ago = /\b(\d+|an?|one|two|three|five) (month|year)s? ago\b/i.exec(question);
  if (ago !== null) return sinceNearest(readings, monthsBefore(now, monthsIn(ago)));
  const back = /\blast (\d+|few|couple of|two|three|five)?\s*(month|year)s?\b/i.exec(question);
  const months = back && monthsIn(back);
  const from =
    since ??
    (months
      ? monthsBefore(now, months)
      : /\b(all|ever|whole|entire|first)\b/i.test(question)
        ? ''
        : monthsBefore(now, 24));
  const inside = readings.filter(({ time }) => time >= from);
  return (inside.length >= 2 ? inside : readings.slice(-5)).slice(-8);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The first day of the last March that was. */
function lastMonthNamed(name: string, now: string): string {
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  const year = Number(now.slice(0, 4)) - (month > Number(now.slice(5, 7)) ? 1 : 0);
  return `${year}-${String(month).padStart(2, '0')}-15`;
}

/** "compare it now and a year ago": from the value that is nearest to that day. */
function sinceNearest(readings: Reading[], day: string): Reading[] {
  const far = ({ time }: Reading) => Math.abs(daysBetween(time, day));
  const nearest = readings.reduce((best, each) => (far(each) < far(best) ? each : best));
  return nearest === readings.at(-1) ? readings.slice(-2) : readings.slice(readings.indexOf(nearest));
}

function monthsIn([, number, unit]: RegExpExecArray): number {
  return (numberOf(number) || 1) * (unit!.toLowerCase() === 'year' ? 12 : 1);
}

function numberOf(word: string | undefined): number {
  const known: Record<string, number> = { a: 1, an: 1, one: 1, few: 3, 'couple of': 2, two: 2, three: 3, five: 5 };
  return word === undefined ? 0 : (known[word.toLowerCase()] ?? Number(word));
}

function headline(desk: Desk, loinc: string, readings: Reading[], window: Reading[]): string {
  const { notes, question } = desk;
  const { say } = measureOf(loinc);
  const last = readings.at(-1)!;
  if (TREND.test(question) && window.length > 1) return tellMove(desk, loinc, window);
  const cited = notes.entry(last.cite);
  const value = `${last.shown} on ${sayDate(last.time)}`;
  const goal = goalOf(desk, loinc, last);
  if (/\bcontrol/i.test(question) && goal !== undefined)
    return `**${last.value < goal.below ? 'Yes' : 'Not quite'}: your last ${say} was ${value}.**${cited}${tellBefore(desk, readings, say)}`;
  if (WHETHER.test(question) && JUDGED.test(question) && last.flag !== undefined) {
    const fine = last.flag === 'normal';
    const asksBad = /\b(high|low|too|worry|worried|bad|concern\w*)\b/i.test(question);
    return `**${fine !== asksBad ? 'Yes' : 'No'}: your last ${say} was ${value}, ${fine ? 'within the range' : sayFlag(last.flag)}.**${cited}${range(last)}${tellBefore(desk, readings, say)}`;
  }
  return `**Your last ${say} was ${value}${tellStanding(last)}.**${cited}${range(last)}${tellBefore(desk, readings, say)}`;
}

function tellStanding({ flag }: Reading): string {
  return flag === undefined ? '' : flag === 'normal' ? ', normal' : `, ${sayFlag(flag)}`;
}

function range({ range: bounds }: Reading): string {
  return bounds === '' ? '' : ` The range is ${bounds}.`;
}

function tellBefore({ notes }: Desk, readings: Reading[], say: string): string {
  const before = readings.at(-2);
  const last = readings.at(-1)!;
  if (before === undefined) return ` It is the only ${say} in your record.`;
  const moved = last.shown === before.shown ? 'the same as' : last.value < before.value ? 'down from' : 'up from';
  return ` That is ${moved} ${before.shown} on ${sayDate(before.time)}.${notes.entry(before.cite)}`;
}

/** "The goal usually set for people with diabetes is below 7 %, which it meets." */
export function tellGoal(
  desk: Desk,
  loinc: string,
  last: { value: number; row: { unit: string | null } },
  told: readonly string[] = [],
): string {
  const goal = goalOf(desk, loinc, last, told);
  if (goal === undefined) return '';
  const met = last.value < goal.below;
  const what =
    loinc === PRESSURE ? `an upper value below ${goal.below} mmHg` : `below ${sayValue(goal.below, last.row.unit)}`;
  return ` The goal usually set for people with ${goal.who} is ${what}, which it ${met ? 'meets' : 'does not meet'}.${desk.notes.source(goal.source)}`;
}

function goalOf(
  { rows }: Desk,
  loinc: string,
  { row }: { row: { unit: string | null } },
  told: readonly string[] = [],
): Goal | undefined {
  const names = rows.conditions.filter(isActive).map(({ name }) => name);
  return goalFor(loinc, row.unit, [...names, ...told]);
}

/** "Yes: LDL fell from 4.2 to 3.1 mmol/L over the last 14 months." */
function tellMove({ notes, question, now }: Desk, loinc: string, window: Reading[]): string {
  const { say, better } = measureOf(loinc);
  const last = window.at(-1)!;
  const trend = describeTrend(window.map(({ time, value }) => ({ time, value })));
  const first = startOf(window, trend.direction);
  const span = saySpan(daysBetween(first.time, last.time));
  const marks = `${notes.entry(first.cite)}${notes.entry(last.cite)}`;
  const verb = trend.direction === 'falling' ? 'fell' : trend.direction === 'rising' ? 'rose' : undefined;
  const move =
    verb === undefined
      ? `${say} ${trend.direction === 'fluctuating' ? 'went up and down' : 'stayed much the same'}, ${first.shown} on ${sayDate(first.time)} and ${last.shown} on ${sayDate(last.time)}`
      : `${say} ${verb} from ${first.shown} to ${last.shown} over ${span}, up to ${sayDate(last.time)}`;
  const answer = settle(question, trend.direction, first, last, better);
  const stands =
    last.flag === undefined
      ? ''
      : last.flag === 'normal'
        ? ' The last value is within the range'
        : ` The last value is still outside the range, ${sayFlag(last.flag)}`;
  const ends = stands === '' ? '' : `${stands}${last.range === '' ? '' : ` (${last.range})`}.`;
  const old = daysBetween(last.time, now) > 400 ? ` It is ${saySpan(daysBetween(last.time, now))} old.` : '';
  return `**${answer}${answer === '' ? capital(move) : move}.**${marks}${ends}${old}`;
}

/** A fall is told from its top, a rise from its bottom. */
function startOf(window: Reading[], direction: string): Reading {
  if (direction !== 'falling' && direction !== 'rising') return window[0]!;
  const sign = direction === 'falling' ? 1 : -1;
  return window.slice(0, -1).reduce((best, each) => (each.value * sign > best.value * sign ? each : best));
}

function settle(
  question: string,
  direction: string,
  first: Reading,
  last: Reading,
  better: 'lower' | 'higher' | undefined,
): string {
  const wants = /\b(better|improv\w*)\b/i.test(question) ? 'better' : /\bworse\b/i.test(question) ? 'worse' : undefined;
  if (wants === undefined || !WHETHER.test(question)) return '';
  const change = judge(direction, first, last, better);
  if (change === 'same') return wants === 'better' ? 'Not much: ' : 'No: ';
  return change === wants ? 'Yes: ' : 'No: ';
}

/** Nearer to the range is better; within it there is no better. */
function judge(
  direction: string,
  first: Reading,
  last: Reading,
  better: 'lower' | 'higher' | undefined,
): 'better' | 'worse' | 'same' {
  if (direction !== 'falling' && direction !== 'rising') return 'same';
  if (first.outside !== undefined && last.outside !== undefined && (first.outside > 0 || last.outside > 0))
    return last.outside < first.outside ? 'better' : last.outside > first.outside ? 'worse' : 'same';
  if (better === undefined || (first.outside === 0 && last.outside === 0)) return 'same';
  return (direction === 'falling') === (better === 'lower') ? 'better' : 'worse';
}

/** A drug that is known to move it and was begun, changed or ended just before it moved. By date only, and said so. */
function tellCause({ rows, notes, question }: Desk, loinc: string, window: Reading[]): string {
  const { moved_by: movers } = measureOf(loinc);
  if (window.length < 2 || movers.length === 0 || !TREND.test(question)) return '';
  const { direction } = describeTrend(window.map(({ time, value }) => ({ time, value })));
  if (direction !== 'falling' && direction !== 'rising') return '';
  const first = startOf(window, direction);
  const next = window[window.indexOf(first) + 1]!;
  const near = (time: string | null) =>
    time !== null && daysBetween(time, first.time) <= 45 && time.slice(0, 10) < next.time.slice(0, 10);
  const moves = rows.medications.filter(({ name }) => movers.includes(identify(name).category));
  const begun = moves.find(({ start }) => near(start));
  const ended = moves.find(({ until }) => near(until));
  const drug = begun ?? ended;
  if (drug === undefined) return '';
  const verb = direction === 'falling' ? 'fall' : 'rise';
  return ` By date, it began to ${verb} after ${tellChange(drug, rows.medications, begun !== undefined)}.${notes.entry(citeRegimen(drug))}`;
}

function tellChange(drug: Regimen, all: readonly Regimen[], begun: boolean): string {
  const { name } = identify(drug.name);
  const earlier = all.find(
    (other) =>
      other !== drug &&
      identify(other.name).name === name &&
      other.until !== null &&
      other.until.slice(0, 10) === drug.start?.slice(0, 10),
  );
  const day = sayDate(begun ? drug.start : drug.until);
  const said = drugName(drug.name);
  if (!begun) return `${said} was stopped on ${day}`;
  if (earlier?.dose && drug.dose)
    return `${said} went from ${sayValue(earlier.dose, earlier.unit)} to ${sayValue(drug.dose, drug.unit)} on ${day}`;
  return `${said} was started on ${day}`;
}

function tellTable(loinc: string, window: Reading[]): string {
  const rows = window.map(({ time, shown, flag }) => [sayDate(time), shown, sayFlag(flag) || '–']);
  return table(['date', measureOf(loinc).say, 'flag'], rows);
}

function tellOthers(desk: Desk, others: readonly string[]): string {
  const told = others.slice(0, 4).map((code) => {
    const last = readingsOf(desk, code).at(-1)!;
    return `${measureOf(code).say} ${last.shown} on ${sayDate(last.time)}${tellStanding(last)}${desk.notes.entry(last.cite)}`;
  });
  return told.length === 0 ? '' : `Beside it: ${told.join('; ')}.`;
}

const HOW = /\b(?:how (?:do|can|could|should|to)|what (?:can|could|should) (?:i|we)|ways? to|tips|advice)\b/i;

function tellAdvice({ question, notes }: Desk, loinc: string, flag: Flag | undefined): string {
  if (!HOW.test(question)) return '';
  const named = measuresIn(question).length > 0;
  const found = findAdvice(
    named ? question : `how to ${flag?.endsWith('low') ? 'raise' : 'lower'} ${measureOf(loinc).say}`,
  );
  return found === undefined ? '' : `What helps: ${lower(found.text)}${notes.knowledge(found.entry)}`;
}

function tellStep(desk: Desk, loinc: string, last: Reading): string {
  if (last.flag === undefined || last.flag === 'normal') return '';
  const urgent = last.flag.startsWith('critical') && daysBetween(last.time, desk.now) < 30;
  if (urgent) return 'That value is far outside the range. If nobody has acted on it yet, call your practice today.';
  const { say } = measureOf(loinc);
  const goal = goalOf(desk, loinc, last);
  if (goal === undefined) return nextStep(desk, `what the goal for your ${say} is, and what would get you there`);
  return last.value < goal.below ? '' : nextStep(desk, `what would bring your ${say} to the goal`);
}
