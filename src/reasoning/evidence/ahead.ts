/**
 * Operations that papers speak of as still to come: the day that is set, what must be right for it to go ahead, and where
 * this record stands with that.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readDates } from '../../clinical/dates/dates.ts';
import { wordsIn } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import { isOperation } from './operations.ts';
import { type Passage, passagesOf } from './passages.ts';
import { type Reading, readingsOf } from './series.ts';

export interface Ahead {
  passage: Passage;
  day: string;
  /** The sentence that sets the day, with those that go on about it. */
  whole: readonly Passage[];
}

/** A value that must be reached before it goes ahead. */
export interface Need {
  observation: string;
  low?: number;
  high?: number;
  last: Reading | undefined;
}

const SETS_DAY = pattern('sets_operation');
const MUST_BE = pattern('goes_ahead_if');
/** What is done only in a case sets no day. */
const CASE = /^\W*(?:if|should|in case|unless)\b/i;
const BEFORE = 3;
const AFTER = 3;
const MOST_DAYS = 550;

/** The nearest day first. */
export function operationsAhead(chart: Chart): Ahead[] {
  const { now } = chart.view;
  return passagesOf(chart)
    .filter(({ remark, time }) => !remark && time !== null && daysBetween(time, now) < MOST_DAYS)
    .flatMap((passage): Ahead[] => {
      const day = dayIn(passage, now);
      const at = passage.paper.indexOf(passage);
      const spoken = passage.paper.slice(Math.max(0, at - BEFORE), at + 1);
      if (day === undefined || CASE.test(passage.text) || !SETS_DAY.test(passage.text) || !spoken.some(namesOperation))
        return [];
      return [{ passage, day, whole: passage.paper.slice(at, at + AFTER) }];
    })
    .toSorted((a, b) => a.day.localeCompare(b.day));
}

/** A day without a year is the next one after the paper was written. */
export function dayIn({ text, time }: Passage, now: string): string | undefined {
  const written = time!.slice(0, 10);
  return readDates(text, new Date(`${written}T12:00:00Z`))
    .filter(({ duration, time: day }) => duration === undefined && day.length >= 10)
    .map(({ time: day, start, end }) => {
      const isSaid = /\b20\d\d\b/.test(text.slice(start, end));
      const read = day.slice(0, 10);
      return isSaid || read > written ? read : `${Number(read.slice(0, 4)) + 1}${read.slice(4)}`;
    })
    .find((day) => day >= now.slice(0, 10));
}

function namesOperation({ text }: Passage): boolean {
  const named = openCatalogue().find(text, { kinds: ['procedure'] });
  return (
    named.some(({ concept }) => isOperation({ concepts: [concept.id], name: concept.name })) ||
    isOperation({
      concepts: [],
      name: wordsIn(text)
        .map(({ lower }) => lower)
        .join(' '),
    })
  );
}

const NUMBER = '(\\d+(?:[.,]\\d+)?)';
const LEAST = new RegExp(
  `${NUMBER}\\s*(?:%|\\S+/\\S+)?\\s*or (?:more|above|higher|over)|(?:at least|above|over|more than|higher than)\\s+${NUMBER}`,
  'i',
);
const MOST = new RegExp(
  `${NUMBER}\\s*(?:%|\\S+/\\S+)?\\s*or (?:less|below|lower|under)|(?:at most|below|under|less than|lower than)\\s+${NUMBER}`,
  'i',
);

/** What a paper makes it depend on. */
export function needsOf(chart: Chart, { whole }: Ahead): Need[] {
  return whole
    .filter(({ text }) => MUST_BE.test(text))
    .flatMap(({ text }) => {
      const named = openCatalogue()
        .find(text, { kinds: ['observation'] })
        .toSorted((a, b) => a.start - b.start);
      return named.map(({ concept: { id }, end }, at): Need => {
        const said = text.slice(end, named[at + 1]?.start);
        const [low, high] = [numberIn(LEAST, said), numberIn(MOST, said)];
        return {
          ...{ observation: id, last: readingsOf(chart, id).at(-1) },
          ...(low !== undefined && { low }),
          ...(high !== undefined && { high }),
        };
      });
    });
}

function numberIn(form: RegExp, said: string): number | undefined {
  const found = form.exec(said);
  return found === null ? undefined : Number((found[1] ?? found[2])!.replace(',', '.'));
}

export function isUnmetNeed({ low, high, last }: Need): boolean {
  if (last === undefined) return false;
  const { value } = last.point.original;
  return (low !== undefined && value < low) || (high !== undefined && value > high);
}
