/**
 * The telephone numbers that a person's papers give, each with whose it is: the line that belongs to a matter is the one
 * that is called so, else the one in the sentence that speaks of it, else the one in that paper.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { pattern } from '../patterns.ts';
import { lower } from '../wording.ts';
import { findPassages, type Passage, passagesOf, stemsOf } from './passages.ts';

export interface Line {
  number: string;
  /** "maternity triage", "the rheumatology line"; empty where the paper only says "ring". */
  label: string;
  passage: Passage;
}

/** A number as it is dialled: with a leading zero, a plus, brackets, or in the American groups. No date, no value. */
const NUMBER =
  /(?<![\d./-])(?:\+\d{1,3}[ -]?(?:\(0\)[ -]?)?\d{1,4}(?:[ -]?\d{2,4}){1,4}|\(\d{2,5}\)[ -]?\d{3,4}(?:[ -]\d{3,4})?|0\d{1,4}(?:[ /-]?\d{2,4}){2,3}|\d{2}(?: \d{2}){3,4}|\d{3}[-. ]\d{3}[-. ]\d{4}|\d{3}-\d{4})(?![\d/])/g;
/** 07/09/2026 and 09/2026 are days, however much like a number they are written. */
const DAY = /^\d{1,2}(?:[/.-]\d{1,2})?[/.-](?:19|20)\d{2}$/;
/** 06-12-18-24 are times of the day, and "0310 52" is a time and a value. */
const HOURS = /^(?:[01]?\d|2[0-4])(?:[-/](?:[01]\d|2[0-4]))+$/;
const FEWEST_DIGITS = 7;
const held = new WeakMap<Chart['view'], Line[]>();

function isDialled(number: string): boolean {
  return !DAY.test(number) && !HOURS.test(number) && number.replace(/\D/g, '').length >= FEWEST_DIGITS;
}

export function linesOf(chart: Chart): Line[] {
  const known = held.get(chart.view);
  if (known !== undefined) return known;
  const lines = passagesOf(chart).flatMap((passage) =>
    [...passage.text.matchAll(NUMBER)]
      .filter(({ 0: number }) => isDialled(number))
      .map(({ 0: number, index }) => ({ number, label: labelOf(passage.text.slice(0, index)), passage })),
  );
  held.set(chart.view, lines);
  return lines;
}

const ENDS = new Set(
  'please let know us ring rings ringing call calls calling phoning contacting phone phones contact contacts tell tells to or and by telephone tel dial asking ask without before from with via through see if for of unless within after during until'.split(
    ' ',
  ),
);
const JOINS = new Set(['on', 'at', 'is', 'number', 'tel', 'phone', 'telephone', 'questions', 'queries', 'enquiries']);
const MOST_WORDS = 5;
const TITLES = new Set(['dr.', 'prof.', 'mr.', 'mrs.', 'ms.', 'st.']);
const OF_TIME = new Set(
  'the our us me your i same day days night nights evening evenings morning mornings afternoon afternoons weekday weekdays weekend weekends out hours office daytime anytime always today tomorrow monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays am pm first early late urgent urgently immediately straight away soon once it that this every week weeks month a in'.split(
    ' ',
  ),
);

/** "Day unit" is a place. */
function isPlace(word: string): boolean {
  return /^(?:unit|ward|clinic|centre|center|hospital|surgery|service)$/i.test(word);
}

function isOfTime(word: string): boolean {
  return OF_TIME.has(word.toLowerCase()) || /^[\d:.–-]+(?:am|pm|h)?$/i.test(word);
}

/** The words right before a number that say whose it is: up to the verb or the stop before them. */
function labelOf(before: string): string {
  const words = before
    .trim()
    .replace(/[\s,:(–-]+$/, '')
    .split(/\s+/);
  while (
    words.length > 0 &&
    (JOINS.has(words.at(-1)!.toLowerCase()) || CALLED_THERE.test(words.at(-1)!) || isTail(words))
  )
    words.pop();
  const label: string[] = [];
  while (words.length > 0 && label.length < MOST_WORDS) {
    const word = words.pop()!;
    const isTitle = TITLES.has(word.toLowerCase());
    if (ENDS.has(word.toLowerCase()) || (label.length > 0 && !isTitle && /[.:;,)]$/.test(word))) {
      words.push(word);
      break;
    }
    label.unshift(isTitle ? word : word.replace(/[.:;,)]+$/, '').replace(/^\(/, ''));
  }
  if (label.length === 1 && NAME.test(label[0]!) && ROLE.test(words.at(-1) ?? '')) label.unshift(...roleIn(words));
  // "weekdays 8-16 me on …": when it is answered is not whose it is.
  while (label.length > 0 && isOfTime(label[0]!) && !isPlace(label[1] ?? '')) label.shift();
  while (label.length > 0 && isOfTime(label.at(-1)!)) label.pop();
  const said = label
    .join(' ')
    .replaceAll('(', '')
    .replace(/^[^\p{L}\d]+/u, '');
  return /\p{L}{2}/u.test(said) && !isOccasion(said) ? said : '';
}

/** "Report every fall or bleeding: 038 …": for what one calls, not whom. */
function isOccasion(label: string): boolean {
  return openCatalogue()
    .find(label, { kinds: ['symptom', 'condition', 'drug', 'observation', 'procedure'] })
    .some(({ start, end }) => start === 0 && end === label.length);
}

/** "… rung the same day on": when it is to be rung, behind that it is. */
function isTail(words: readonly string[]): boolean {
  const at = words.findLastIndex((word) => !isOfTime(word));
  return at < words.length - 1 && CALLED_THERE.test(words[at] ?? '');
}

const CALLED_THERE = /^(?:rung|rang|called|phoned|contacted|telephoned|told|informed)$/i;

const NAME = /^\p{Lu}\p{Ll}+$/u;
const ROLE = /^\p{L}+:$/u;

/** "Sickle nurse: Joost, 010 …": a bare name is known by what stands before it. */
function roleIn(words: readonly string[]): string[] {
  const from = words.findLastIndex((word, at) => at < words.length - 1 && /[.:;,!?]$/.test(word));
  return words.slice(Math.max(from + 1, words.length - 3)).map((word) => lower(word.replace(/:$/, '')));
}

/** Words of every team: they say nothing of which. */
const COMMON = new Set(
  'the a an or your our team line nurse nurses doctor clinic unit urgent care hospital emergency department specialist prescriber pharmacist today now who prescribes it advice'
    .split(' ')
    .flatMap((word) => [...stemsOf(word)]),
);
/** Lines that take any call. */
const OF_ALL = new Set(
  'practice surgery gp centre center service switchboard ward reception desk helpline office hours night day weekdays weekday weekend number family primary letter note plan'
    .split(' ')
    .flatMap((word) => [...stemsOf(word)]),
);
/** What is measured and what is felt are one matter. */
const SAME: Record<string, string> = {
  'observation:body_temperature': 'symptom:fever',
  'observation:body_weight': 'symptom:weight_gain',
  'observation:systolic_blood_pressure': 'observation:blood_pressure',
  'observation:diastolic_blood_pressure': 'observation:blood_pressure',
};
const CALLED = 6;
const NAMED = 3;
const BESIDE = 1;

/** "His sister Marija, 021 …": to be told, not to be asked about a dose. */
const OF_KIN = pattern('line_of_kin');

/** The line for a matter: by what it is about, and by whom a rule would have called. */
export function lineFor(chart: Chart, concepts: readonly string[], whom = ''): Line | undefined {
  const lines = linesOf(chart).filter(({ label }) => !OF_KIN.test(label));
  if (lines.length === 0) return undefined;
  const about = [...new Set([...concepts, ...concepts.flatMap((id) => SAME[id] ?? [])])];
  const found = new Map(
    findPassages(chart, { concepts: about, words: new Map(), wide: true }).map((each) => [each.passage, each]),
  );
  const wanted = specific(stemsOf([whom, ...about.map((id) => openCatalogue().get(id)?.name ?? '')].join(' ')));
  const scored = lines.map((line) => {
    const called = [...specific(stemsOf(`${line.label} ${line.passage.title}`))].filter((word) => wanted.has(word));
    const named = found.get(line.passage);
    const isNamed = named !== undefined && named.score >= NAMED_SCORE;
    const points = called.length * CALLED + (isNamed ? NAMED : named?.named ? BESIDE : 0);
    return { line, points };
  });
  const best = scored.toSorted(
    (a, b) => b.points - a.points || (b.line.passage.time ?? '').localeCompare(a.line.passage.time ?? ''),
  )[0]!;
  if (best.points > 0) return best.line;
  const [only] = lines;
  return new Set(lines.map(({ number }) => number)).size === 1 && !isOfOther(only!) ? only : undefined;
}

/** The line of a team for one illness or medicine: no number for everything. */
function isOfOther({ label, passage }: Line): boolean {
  return [...specific(stemsOf(label === '' ? passage.title : label))].some((word) => !OF_ALL.has(word));
}

const OF_CRISIS = /crisis|mental|psychiatr|suicid|safety plan/i;

/** Whom somebody's own papers name for a crisis of the mind; nobody else's number will do. */
export function crisisLine(chart: Chart): Line | undefined {
  const own = linesOf(chart).filter(({ label, passage }) => OF_CRISIS.test(`${label} ${passage.title}`));
  return own.find(({ label }) => OF_CRISIS.test(label)) ?? own[0];
}

/** A passage that names the concept itself, not only one of a paper that does. */
const NAMED_SCORE = 4;

function specific(stems: ReadonlySet<string>): Set<string> {
  return new Set([...stems].filter((word) => word.length > 2 && !COMMON.has(word)));
}
