/** What waits to be done, in words: each once, what comes later, what is complete, and what papers ask for again. */
import type { Desk } from '../desk.ts';
import { findPassages, type Passage, passagesOf } from '../evidence/passages.ts';
import { contentWords } from '../evidence/words.ts';
import { daysBetween } from '../patient.ts';
import { pattern } from '../patterns.ts';
import type { Due, DueKind } from '../schedule/index.ts';
import type { Frame } from '../types.ts';
import { sayDate } from '../wording.ts';

export const MOST_LATER = 8;

export function unlikeOnes(all: readonly Due[]): Due[] {
  return all.filter((each, at) => all.findIndex(({ row }) => row.what === each.row.what) === at);
}

/** What is done for good: "Complete: pneumococcal vaccine (5 May 2021)." */
export function sayComplete(desk: Desk, all: readonly Due[]): string | undefined {
  const complete = unlikeOnes(all.filter(({ isDue, next, done }) => !isDue && next === undefined && done.length > 0));
  if (complete.length === 0) return undefined;
  const said = complete
    .slice(0, MOST_LATER)
    .map(
      ({ row, done: [last] }) =>
        `${row.what} (${sayDate(last!.time)}${desk.notes.entry({ ...last!, date: last!.time })})`,
    );
  return `Complete: ${said.join('; ')}.`;
}

export function sayLater(desk: Desk, { row, done, next }: Due): string {
  const [last] = done;
  const marker = last === undefined ? '' : desk.notes.entry({ ...last, date: last.time });
  return `${row.what} in ${sayDate(next!.slice(0, 7))}${last === undefined ? '' : ` (last on ${sayDate(last.time)}${marker})`}`;
}

const ASKS_AGAIN = pattern('asks_again');

/** Sentences of the last years that ask for something to be done again, the newest first. */
export function openPlans(desk: Desk, frame?: Frame, kinds?: readonly DueKind[]): Passage[] {
  const near = new Set(
    frame === undefined
      ? []
      : findPassages(desk.chart, { concepts: [], words: contentWords(frame.text), text: frame.text })
          .filter((found) => found.near >= 0.45)
          .map(({ passage }) => passage),
  );
  const onlyVaccines = kinds?.length === 1 && kinds[0] === 'vaccine';
  return passagesOf(desk.chart)
    .filter(
      (passage) =>
        !passage.remark &&
        passage.time !== null &&
        daysBetween(passage.time, desk.now) < 365 * 8 &&
        (near.has(passage) || (onlyVaccines ? VACCINES.test(passage.text) : ASKS_AGAIN.test(passage.text))),
    )
    .toSorted((a, b) => Number(near.has(b)) - Number(near.has(a)) || b.time!.localeCompare(a.time!));
}

export const VACCINES = pattern('of_vaccines');
