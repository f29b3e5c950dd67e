/** What a later paper takes back of an earlier one: it names the same figure or the same medicine, and says that it no longer holds. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { pattern } from '../patterns.ts';
import { type Passage, passagesOf } from './passages.ts';

const TAKES_BACK = pattern('takes_back');
const FIGURE = /(?<![\d.,])\d+(?:[.,]\d+)?\s?(?:\p{L}{1,12}\b|%)/gu;

/** The newest sentence of a later paper that takes back what this one says. */
export function takenBackBy(chart: Chart, passage: Passage): Passage | undefined {
  if (passage.time === null || passage.remark) return undefined;
  const figures = figuresIn(passage.text);
  const drugs = drugsIn(passage.text);
  return passagesOf(chart)
    .filter(
      ({ text, time, remark }) =>
        !remark &&
        time !== null &&
        time > passage.time! &&
        TAKES_BACK.test(text) &&
        ([...figuresIn(text)].some((each) => figures.has(each)) || [...drugsIn(text)].some((id) => drugs.has(id))),
    )
    .toSorted((a, b) => b.time!.localeCompare(a.time!))[0];
}

function figuresIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(FIGURE), ([said]) => said.toLowerCase().replace(/\s/g, '')));
}

function drugsIn(text: string): Set<string> {
  return new Set(
    openCatalogue()
      .find(text, { kinds: ['drug'] })
      .map(({ concept }) => concept.id),
  );
}
