/** A plan in zones, as for asthma: "Green: 190 or more. Yellow 120 to 189: … Red: under 120: …"; which zone a value lies in. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { type Passage, passagesOf } from './passages.ts';

export interface Zone {
  /** As the plan calls it: "yellow". */
  label: string;
  passage: Passage;
  /** With what stands after it and before the next zone. */
  whole: Passage[];
}

const LABEL =
  /^\W*(?:the )?((?:dark |light )?(?:green|yellow|amber|orange|red|black)|zone \w+|stage \w+|step \w+)(?: zone)?\b/i;
const NUMBER = '(\\d+(?:[.,]\\d+)?)';
const BETWEEN = new RegExp(`${NUMBER}\\s*(?:to|-|–|and)\\s*${NUMBER}`, 'i');
const BELOW = new RegExp(
  `(?:below|under|less than|lower than|<)\\s*${NUMBER}|${NUMBER} or (?:less|lower|below|under)`,
  'i',
);
const ABOVE = new RegExp(
  `(?:above|over|more than|at least|from|>)\\s*${NUMBER}|${NUMBER} or (?:more|higher|above|over)|${NUMBER}\\s*\\+`,
  'i',
);

/** By the newest paper that has zones for this measure. */
export function zoneOf(chart: Chart, observation: string, value: number): Zone | undefined {
  const papers = Map.groupBy(
    passagesOf(chart).filter(({ remark }) => !remark),
    ({ uuid }) => uuid,
  );
  const newest = [...papers.values()].toSorted((a, b) => (b[0]!.time ?? '').localeCompare(a[0]!.time ?? ''));
  for (const paper of newest) {
    const zones = paper.filter(({ text }) => LABEL.test(text));
    if (zones.length < LEAST || !paper.some(({ text }) => names(text, observation))) continue;
    const passage = zones.find(({ text }) => holds(text, value));
    if (passage !== undefined)
      return { label: LABEL.exec(passage.text)![1]!.toLowerCase(), passage, whole: wholeOf(passage) };
  }
  return undefined;
}

function wholeOf(passage: Passage): Passage[] {
  const next = passage.paper[passage.paper.indexOf(passage) + 1];
  return next === undefined || LABEL.test(next.text) ? [passage] : [passage, next];
}

const LEAST = 2;

function names(text: string, observation: string): boolean {
  return openCatalogue()
    .find(text, { kinds: ['observation'] })
    .some(({ concept }) => concept.id === observation);
}

/** The first bounds of the sentence are those of the zone; what it says to do has numbers of its own. */
function holds(text: string, value: number): boolean {
  const said = text.slice(LABEL.exec(text)![0].length, FAR);
  const [between, below, above] = [BETWEEN.exec(said), BELOW.exec(said), ABOVE.exec(said)];
  const first = [between, below, above].filter((each) => each !== null).toSorted((a, b) => a.index - b.index)[0];
  if (first === undefined) return false;
  const [one, other] = first.slice(1).filter(Boolean).map(toNumber);
  if (first === between) return value >= Math.min(one!, other!) && value <= Math.max(one!, other!);
  return first === below ? value < one! : value >= one!;
}

const FAR = 90;

function toNumber(written: string): number {
  return Number(written.replace(',', '.'));
}
