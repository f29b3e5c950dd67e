/**
 * A dose that goes by steps: "6 mg from 6 October, then 5 mg from 1 December". Each part of a sentence that names one dose
 * and one day is a step; the newest paper that speaks of the medicine so holds.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readDates } from '../../clinical/dates/dates.ts';
import type { Chart } from '../chart.ts';
import { daysBetween, type MedicineView } from '../patient.ts';
import { findPassages, type Passage } from './passages.ts';
import { type Step, taperIn } from './taper.ts';

export type { Step } from './taper.ts';

const DOSE =
  /(?<![\d.,/])(\d+(?:[.,]\d+)?)\s?(mg|g|mcg|micrograms?|µg|units?|ml|tablets?|capsules?|puffs?|drops?)\b(?!\s?\/)/gi;
/** Parts of a sentence that may each name a step. */
const PART = /\s*(?:[,;:]|\band then\b|\bthen\b|\bafter that\b|\band after\b)\s*/i;
/** What is done only in a case is no step of the plan. */
const CASE = /\b(?:unless|vomit\w*|fever|flare|relapse\w*|worse|stiffen\w*|back to)\b/i;
/** "From cycle 3 (30 November)": the day may stand beside what it is the day of. */
const FROM = /\b(?:from|on|since|starting|beginning|as of|by|at|in)\s*(?:the\s+|[\p{L}\d ]{1,24}\(\s*)?$/iu;
const LONGEST_DAYS = 400;

/** The steps of a medicine in order, those that are over included. */
export function stepsOf(chart: Chart, { concepts }: Pick<MedicineView, 'concepts'>): Step[] {
  const told = findPassages(chart, { concepts, words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ remark, time }) => !remark && time !== null && daysBetween(time, chart.view.now) < LONGEST_DAYS)
    .toSorted((a, b) => b.time!.localeCompare(a.time!));
  for (const passage of told) {
    const all = [passage, ...goesOn(passage)];
    const tapered = all.map(taperIn).find((found) => found.length > 0);
    const steps = tapered ?? all.flatMap(stepsIn);
    if (steps.length > 0) return steps.toSorted((a, b) => a.from.localeCompare(b.from));
  }
  return [];
}

/** What follows in the paragraph speaks of the same medicine, until another is named. */
function goesOn(passage: Passage): Passage[] {
  const { paper, paragraph } = passage;
  const after = paper.slice(paper.indexOf(passage) + 1);
  const end = after.findIndex(
    (each) =>
      each.paragraph !== paragraph || openCatalogue().find(each.text, { kinds: ['drug', 'drug_class'] }).length > 0,
  );
  return end < 0 ? after : after.slice(0, end);
}

function stepsIn(passage: Passage): Step[] {
  const on = new Date(`${passage.time!.slice(0, 10)}T12:00:00Z`);
  return passage.text.split(PART).flatMap((part): Step[] => {
    const doses = [...part.matchAll(DOSE)];
    const days = readDates(part, on).filter(
      ({ time, start, duration }) => duration === undefined && time.length >= 10 && FROM.test(part.slice(0, start)),
    );
    const [dose] = doses;
    const [day] = days;
    if (dose === undefined || day === undefined || doses.length > 1 || days.length > 1 || CASE.test(part)) return [];
    const isYearSaid = /\b(?:19|20)\d\d\b/.test(part.slice(day.start, day.end));
    const from = isYearSaid ? day.time.slice(0, 10) : nearest(day.time.slice(0, 10), passage.time!.slice(0, 10));
    return [{ dose: `${dose[1]} ${dose[2]}`, from, passage }];
  });
}

/** A day without a year is the one that lies nearest to the day of writing. */
function nearest(day: string, written: string): string {
  const [year, rest] = [Number(day.slice(0, 4)), day.slice(4)];
  return [year - 1, year, year + 1]
    .map((each) => `${each}${rest}`)
    .toSorted((a, b) => Math.abs(daysBetween(a, written)) - Math.abs(daysBetween(b, written)))[0]!;
}
