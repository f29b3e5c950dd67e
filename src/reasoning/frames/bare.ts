/** Which measure or entry of a record bare words mean: a number, a word of a series, words of a condition. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { wordsIn } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import { nameOf } from '../desk.ts';
import { readingsOf } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import { type Term, termsIn } from '../glossary/index.ts';
import type { Subject } from '../types.ts';
import { isCue } from './cues.ts';

const LEAST_LETTERS = 5;

const NUMBER =
  /(?<![\d.,/])\d+(?:[.,]\d+)?(?![\d.,/]|\s*(?:mg|mcg|ml|tablets?|pills?|days?|weeks?|months?|years?|hours?|am|pm|st|nd|rd|th)\b)/gi;

/** "Is 1.15 too high?": a bare number means the measure whose last value it is. */
export function withValue(subjects: Subject[], text: string, chart: Chart): Subject[] {
  if (subjects.some(({ kind }) => kind !== 'thing' && kind !== 'system')) return subjects;
  for (const { 0: said, index } of text.matchAll(NUMBER)) {
    const value = Number(said.replace(',', '.'));
    const id = [...chart.view.series.keys()].find(
      (each) => readingsOf(chart, each).at(-1)?.value === value && (said.includes('.') || value > 40),
    );
    if (id !== undefined)
      return [
        ...subjects,
        { id, kind: 'observation', as: 'itself', text: said, start: index, end: index + said.length },
      ];
  }
  return subjects;
}

/** A word of a measure that this record holds values of: "the protein" of somebody whose urine protein is followed. */
function withSeries(subjects: Subject[], text: string, chart: Chart): Subject[] {
  if (subjects.some(({ kind }) => kind === 'observation')) return subjects;
  const whole = wholeSeries(text, chart);
  if (whole !== undefined)
    return [
      ...subjects.filter((each) => !isWhole(each) && (each.end <= whole.start || each.start >= whole.end)),
      whole,
    ];
  const words = new Map(
    [...text.matchAll(/[a-z]{5,}/gi)].map((found) => [found[0].toLowerCase(), found.index] as const),
  );
  for (const id of chart.view.series.keys()) {
    const own = nameOf(id)
      .toLowerCase()
      .split(/[^a-z]+/);
    const said = own.find((word) => word.length > 4 && !PLAIN_WORDS.has(word) && words.has(word));
    if (said === undefined) continue;
    const start = words.get(said)!;
    const taken = subjects.find((each) => each.start < start + said.length && each.end > start);
    if (taken !== undefined && !['food', 'thing'].includes(taken.kind)) continue;
    const found: Subject = { id, kind: 'observation', as: 'itself', text: said, start, end: start + said.length };
    return [...subjects.filter((each) => each !== taken), found];
  }
  return subjects;
}

/** The heart, the blood tests: not what is meant where one measure is named. */
function isWhole({ kind, id }: Subject): boolean {
  return kind === 'system' || id === 'thing:labs';
}

/** Words of a condition that this record lists: "stage 4" of somebody with kidney disease of that stage. */
export function withEntries(subjects: Subject[], text: string, chart: Chart): Subject[] {
  const found = withSeries(subjects, text, chart);
  if (found.some(({ kind }) => kind !== 'thing' && kind !== 'system')) return found;
  const said = new Set(text.toLowerCase().match(/[a-z\d]+/g));
  const item = [...chart.view.conditions, ...chart.view.procedures].find(({ name, concepts }) => {
    const words = name.toLowerCase().match(/[a-z\d]+/g) ?? [];
    return concepts.length > 0 && words.filter((word) => said.has(word) && !SMALL.has(word)).length >= 2;
  });
  if (item === undefined) {
    const called = byEverydayName(found, text, chart);
    return called === undefined ? found : [...found, called];
  }
  const kind = item.label === 'Procedure' ? 'procedure' : 'condition';
  return [
    ...found,
    { id: item.concepts[0]!, kind, as: 'itself', text: item.name, start: text.length, end: text.length },
  ];
}

/** "The clot" of somebody with a thrombosis: the noun of a name that people give to one entry of the record and to no other. */
function byEverydayName(known: readonly Subject[], text: string, { view }: Chart): Subject | undefined {
  const catalogue = openCatalogue();
  const entries = [...view.conditions, ...view.procedures].filter(({ concepts }) => concepts.length > 0);
  for (const { text: word, lower, start, end } of wordsIn(text)) {
    if (
      lower.length < 4 ||
      known.some((each) => start < each.end && end > each.start) ||
      PLAIN_WORDS.has(lower) ||
      isCue('parts', lower) ||
      isCue('empty', lower) ||
      contentWords(lower).size === 0
    )
      continue;
    const called = (id: string) =>
      (catalogue.get(id)?.names ?? []).some(
        (name) =>
          name
            .toLowerCase()
            .split(/[^a-z]+/)
            .at(-1) === lower,
      );
    const meant = [...new Set(entries.map(({ concepts }) => concepts[0]!))].filter(
      (id) => called(id) || (catalogue.get(id)?.parents ?? []).some(called),
    );
    const [id] = meant;
    if (id === undefined || meant.length > 1) continue;
    const kind = id.startsWith('procedure:') ? 'procedure' : 'condition';
    return { id, kind, as: 'itself', text: word, start, end };
  }
  return undefined;
}

export const SMALL = new Set(['of', 'the', 'and', 'in', 'with', 'to', 'a', 'my', 'for', 'on', 'due', 'left', 'right']);

/** All words of a measure's own name stand in the question: "my factor VIII level". */
function wholeSeries(text: string, chart: Chart): Subject | undefined {
  const said = text.toLowerCase();
  const terms = termsIn(said);
  for (const id of chart.view.series.keys()) {
    const term = terms.length === 0 ? undefined : termFor(id, terms);
    if (term !== undefined) return { id, kind: 'observation', as: 'itself', text: nameOf(id), ...term };
    const run = runOf(id, said);
    if (run !== undefined) return { id, kind: 'observation', as: 'itself', text: nameOf(id), ...run };
    if (!id.startsWith('own:')) continue;
    const words = ownWords(id);
    const places = words.map((word) => said.search(new RegExp(`\\b${word}`, 'i')));
    if (
      /_level$/.test(id) &&
      !/\b(?:levels?|results?|values?|low|high|bloods?|tests?|checked|measured)\b|\d/.test(said)
    )
      continue;
    if (words.length > 0 && places.every((place) => place >= 0)) {
      const start = Math.min(...places);
      return { id, kind: 'observation', as: 'itself', text: nameOf(id), start, end: start + words[0]!.length };
    }
  }
  return undefined;
}

const LEAST_RUN = 3;

/** Three words of its name on end, whatever their length: "Ana o 3" of a cashew antibody. */
function runOf(id: string, said: string): { start: number; end: number } | undefined {
  const words =
    nameOf(id)
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? [];
  for (let from = 0; from + LEAST_RUN <= words.length; from++) {
    const run = words.slice(from, from + LEAST_RUN);
    if (run.every((word) => PLAIN_WORDS.has(word) || SMALL.has(word))) continue;
    const found = new RegExp(`\\b${run.join('[^a-z\\d]+')}\\b`).exec(said);
    if (found !== null) return { start: found.index, end: found.index + found[0].length };
  }
  return undefined;
}

/** Another name for the same score: "AHI" of an apnoea-hypopnoea index. */
function termFor(id: string, terms: readonly Term[]): { start: number; end: number } | undefined {
  const own = termsIn(nameOf(id).toLowerCase())[0];
  const asked = own === undefined ? undefined : terms.find(({ means }) => means === own.means);
  return asked === undefined ? undefined : { start: asked.start, end: asked.end };
}

/** The words that say which measure it is: "DAS28" of a DAS28 score. */
function ownWords(id: string): string[] {
  const all = nameOf(id)
    .split(' ')
    .filter((word) => word.length > 1 && !['of', 'in', 'the', 'level'].includes(word));
  const telling = all.filter((word) => !PLAIN_WORDS.has(word));
  return telling.some((word) => word.length >= LEAST_LETTERS || /\d/.test(word)) ? telling : all;
}

export const PLAIN_WORDS = new Set([
  'blood',
  'level',
  'activity',
  'diameter',
  'size',
  'predicted',
  'count',
  'total',
  'ratio',
  'serum',
  'urine',
  'score',
  'volume',
  'estimated',
  'interval',
  'other',
  'white',
  'index',
  'pressure',
  'function',
  'weight',
  'height',
  'plasma',
  'heart',
  'rate',
  'liver',
  'first',
  'morning',
  'lower',
  'upper',
  'oxygen',
  'systolic',
  'diastolic',
]);
