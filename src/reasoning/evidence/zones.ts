/**
 * A plan in zones, as for asthma: "Green: 190 or more. Yellow 120 to 189: … Red: under 120: …", or by their bounds alone, "above
 * 330 carry on. Between 205 and 330: …"; which zone a value lies in.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { type Passage, passagesOf } from './passages.ts';

export interface Zone {
  /** As the plan calls it, or by its bounds: "the yellow zone", "between 205 and 330". */
  label: string;
  passage: Passage;
  /** With what stands after it and before the next zone. */
  whole: Passage[];
}

/** What a sentence says of a zone before it says what to do. */
interface Band {
  label: string;
  isNamed: boolean;
  least: number;
  most: number;
  passage: Passage;
}

const LABEL =
  /^\W*(?:the )?((?:dark |light )?(?:green|yellow|amber|orange|red|black)|zone \w+|stage \w+|step \w+)(?: zone)?\b/i;
const NUMBER = '(\\d+(?:[.,]\\d+)?)';
const BETWEEN = new RegExp(`(?:between\\s+|from\\s+)?${NUMBER}\\s*(?:to|-|–|and)\\s*${NUMBER}`, 'i');
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
    const bands = bandsOf(paper, observation);
    const band = bands.find(({ least, most }) => value >= least && value <= most);
    if (band === undefined) continue;
    const { label, isNamed, passage } = band;
    return { label: isNamed ? `the ${label} zone` : label, passage, whole: wholeOf(passage, bands) };
  }
  return undefined;
}

function wholeOf(passage: Passage, bands: readonly Band[]): Passage[] {
  const next = passage.paper[passage.paper.indexOf(passage) + 1];
  return next === undefined || LABEL.test(next.text) || bands.some((band) => band.passage === next)
    ? [passage]
    : [passage, next];
}

const LEAST = 2;

/** Zones with names belong to the paper's measure; bare bounds, several in a row, to what was measured last before them. */
function bandsOf(paper: readonly Passage[], observation: string): Band[] {
  const named = paper.flatMap((passage) => {
    const label = LABEL.exec(passage.text);
    return label === null ? [] : bandIn(passage, passage.text.slice(label[0].length, FAR), label[1]!.toLowerCase());
  });
  if (paper.filter(({ text }) => LABEL.test(text)).length >= LEAST)
    return paper.some(({ text }) => namedIn(text).includes(observation)) ? named : [];
  let measured: string | undefined;
  const bare: Band[] = [];
  for (const passage of paper) {
    const begins = passage.text.replace(LEAD_IN, '');
    const bound = BARE.exec(begins);
    const own = namedIn(bound === null ? passage.text : begins.slice(0, bound.index));
    measured = own.at(-1) ?? measured;
    if (bound !== null && measured === observation) bare.push(...bandIn(passage, begins.slice(0, FAR)));
  }
  return bare.length >= LEAST ? bare : [];
}

/** "New plan: above 330 carry on": what announces the zones. */
const LEAD_IN = /^[^:;.\d]{0,40}(?:\d{4}[^:;.\d]{0,20})?:\s*/;
/** A sentence that begins with a bound. */
const BARE = /^\W*(?:if\s+)?(?:between|below|under|above|over|less than|more than|from|at least|<|>)\s*\d/i;

/** The first bounds of the sentence are those of the zone; what it says to do has numbers of its own. */
function bandIn(passage: Passage, said: string, label?: string): Band[] {
  const [between, below, above] = [BETWEEN.exec(said), BELOW.exec(said), ABOVE.exec(said)];
  const first = [between, below, above].filter((each) => each !== null).toSorted((a, b) => a.index - b.index)[0];
  if (first === undefined) return [];
  const [one, other] = first.slice(1).filter(Boolean).map(toNumber);
  const [least, most] =
    first === between
      ? [Math.min(one!, other!), Math.max(one!, other!)]
      : first === below
        ? [Number.NEGATIVE_INFINITY, one! - TINY]
        : [one!, Number.POSITIVE_INFINITY];
  return [{ label: label ?? first[0].toLowerCase(), isNamed: label !== undefined, least, most, passage }];
}

const TINY = 1e-9;
const FAR = 90;

function namedIn(text: string): string[] {
  return openCatalogue()
    .find(text, { kinds: ['observation'] })
    .toSorted((a, b) => a.start - b.start)
    .map(({ concept }) => concept.id);
}

function toNumber(written: string): number {
  return Number(written.replace(',', '.'));
}
