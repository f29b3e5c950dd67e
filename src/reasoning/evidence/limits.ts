/** Limits and goals that papers set for this person's own values: "stop and call if white cells are below 3.0". */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { nameOf } from '../desk.ts';
import { drugOfLevel } from './levels.ts';
import { type Passage, passagesOf, stemsOf } from './passages.ts';
import { PRESSURE, type Reading, readingsOf } from './series.ts';

export interface Limit {
  observation: string;
  /** Below it, or above it, the paper asks for something; of a goal, both ends of where the value should be. */
  low?: number;
  high?: number;
  goal: boolean;
  passage: Passage;
}

/** A bare number or one of a measure: no days, no doses, no shares of something else. */
const NUMBER =
  '(\\d{1,3}(?:,\\d{3})+(?!\\d)|\\d+(?:[.,]\\d+)?)(?![\\d.,]*\\s*(?:percent|per cent|days?|weeks?|months?|years?|hours?|mg\\b(?!/)|times|tablets?))';
/** Of a pressure, the lower one. */
const SECOND = '(?:/\\d{2,3})?(?:\\s*[a-zµ%]+(?:/[a-z]+)?)?';
const BELOW = new RegExp(
  `\\b(?:below|under|less than|lower than|beneath|at most|at or below|(?:falls?|drops?) to)\\s+${NUMBER}|<(?![-=–—~])\\s*${NUMBER}|${NUMBER}${SECOND} (?:or|and) (?:below|less|lower|under)`,
  'i',
);
const ABOVE = new RegExp(
  `\\b(?:above|over|more than|greater than|higher than|exceed(?:s|ing)?|reach(?:es)?|at least|once (?:he|she|the child|it) (?:is|weighs)|weighs|(?:rises?|climbs?|goes up|increases) to)\\s+${NUMBER}|(?<![-=–—~])>\\s*${NUMBER}|${NUMBER}${SECOND} (?:or|and) (?:above|more|higher|over)`,
  'i',
);
const BARE = new RegExp(`^\\D{0,12}${NUMBER}`);
const RANGE = new RegExp(`${NUMBER}\\s*(?:to|-|–|and)\\s*${NUMBER}`, 'gi');
const AIMS = /\b(?:goal|target|trough|aim(?:s|ing)?|should be|keep|wanted|between|range)\b/i;
const FOLDS: Record<string, number> = { twice: 2, double: 2, 'two times': 2, 'three times': 3, 'five times': 5 };
const FOLD = /\b(twice|double|two times|three times|five times)\s+(?:the\s+)?(?:upper limit|upper|normal|limit)/i;

/** Newest paper first; of all papers, or of these sentences. */
export function limitsFor(chart: Chart, observation: string, among = passagesOf(chart)): Limit[] {
  const last = readingsOf(chart, observation).at(-1);
  if (last === undefined) return [];
  return among
    .filter(({ text }) => /\d|\btwice\b|\btimes\b|\bdouble\b/i.test(text))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''))
    .flatMap((passage) => {
      const part = partOn(passage, observation)?.replace(FORMER, '').replace(SINCE, '').replace(OF_ALL, '');
      // Of what is measured in per cent the word is its unit, and no share of something else.
      const said = last.shown.endsWith('%') ? part?.replace(PERCENT, '%') : part;
      const limit = said === undefined ? undefined : readLimit(chart, said, last, isGoal(passage));
      if (limit?.goal && isForOccasion(passage)) limit.goal = false;
      return limit === undefined ? [] : [{ ...limit, observation, passage }];
    });
}

const PERCENT = /\bper ?cent\b/gi;
const AHEAD = /\b(?:before|prior to|on the day|beforehand)\b/i;

/** "INR in the week before surgery should be 3.5 or less": for that day, and no goal of every day. */
function isForOccasion({ text }: Passage): boolean {
  return AHEAD.test(text) && openCatalogue().find(text, { kinds: ['procedure'] }).length > 0;
}

/** "2.0 to 3.0 (was 2.5 to 3.5)": the goal of before no longer holds. */
const FORMER =
  /\((?:was|were|before|formerly|previously|instead of|not)\b[^)]*\)|,?\s*\b(?:instead of|formerly|previously|no longer|was)\s+\d[\d.,]*\s*(?:to|-|–)\s*\d[\d.,]*/gi;

/** "Within age range (<6.5 for 70-79)": what holds for everybody of that age is no goal of one's own. */
const OF_ALL =
  /\b(?:age|reference|normal|laboratory|lab)[- ]?(?:specific |adjusted )?range\b|\b(?:for|aged?|ages) \d{1,2}\s*(?:-|–|to)\s*\d{1,2}(?!\d|[.,]\d|\s*(?:mg|mmol|µ|u\/|ng|g\b|%|kg))/gi;

/** When a goal was set is no bound of it. */
const SINCE = /\(since [^)]*\)/i;
const BY_SO_MUCH = /\b(?:lose|gain|by|of|less|more|fewer|drop)\b/i;

const OF_LEVEL = /\b(?:levels?|trough|target|aim)\b/i;

/** "Tacrolimus: … Trough target 5-8": the medicine stands in the sentence or in the one before. */
function isOfLevel(text: string, before: Passage | undefined, observation: string): boolean {
  const drug = drugOfLevel(observation);
  if (drug === undefined || !OF_LEVEL.test(text)) return false;
  const names = (said: string) =>
    openCatalogue()
      .find(said, { kinds: ['drug'] })
      .map(({ concept }) => concept.id);
  const own = names(text);
  return own.length > 0 ? own.includes(drug) : before !== undefined && names(before.text).includes(drug);
}

/** The part of a sentence that speaks of the measure: from its name to the next one. */
const BACK =
  /\b(?:if|when|should) (?:it|they|these|the levels?|the values?|the counts?|this|that)\b|^(?:\w+ ){0,2}(?:limits?|thresholds?|cut-?offs?|alarm values?)\s*:/i;

/** "PSA 0.4. If it goes above 2 …": what is measured stands in the sentence before. */
function pointsTo(before: Passage | undefined, observation: string): boolean {
  return (
    before !== undefined &&
    openCatalogue()
      .find(before.text, { kinds: ['observation'] })
      .at(-1)?.concept.id === observation
  );
}

const WEIGHT = 'observation:body_weight';
const WEIGHS =
  /\bweigh(?:s|ing)?\b|\b(?:reach(?:es|ed)?|above|over|below|under|until|from)\s+\d+(?:[.,]\d+)?\s*(?:kg|kilos?|stone)\b/i;
/** Two numbers that only a blood pressure is written as: "twice above 150/100". */
const PAIR = /\b(?:[89]\d|1\d\d|2[0-4]\d)\/(?:[4-9]\d|1[0-3]\d)\b/;

function partOn({ text, before }: Passage, observation: string): string | undefined {
  if (observation.startsWith('own:')) {
    const held = stemsOf(text);
    const isDrug = openCatalogue().find(nameOf(observation), { kinds: ['drug'] }).length > 0;
    if (isDrug && !/\blevels?\b|\bconcentration\b/i.test(text)) return undefined;
    return [...stemsOf(nameOf(observation))].every((word) => held.has(word)) ? text : undefined;
  }
  if (observation === WEIGHT && WEIGHS.test(text)) return text;
  if (observation === PRESSURE && PAIR.test(text)) return text;
  const named = openCatalogue()
    .find(text, { kinds: ['observation', 'symptom', 'condition'] })
    .toSorted((a, b) => a.start - b.start);
  const isIt = (id: string) => id === observation || (observation === PRESSURE && openCatalogue().isA(id, PRESSURE));
  const at = named.find(({ concept }) => isIt(concept.id));
  if (at === undefined)
    return (pointsTo(before, observation) && BACK.test(text)) || isOfLevel(text, before, observation)
      ? text
      : undefined;
  const next = named.find(({ start, concept }) => start >= at.end && !isIt(concept.id));
  return text.slice(at.end, next?.start);
}

/** A sentence that sets a goal as a whole: what is wanted stands before the name of the measure. */
function isGoal({ text }: Passage): boolean {
  return /^(?:goals?|targets?|aims?)\b/i.test(text);
}

function readLimit(
  chart: Chart,
  said: string,
  last: Reading,
  isWanted: boolean,
): Pick<Limit, 'low' | 'high' | 'goal'> | undefined {
  const fits = (value: number) => value > 0 && last.value / value < 25 && value / last.value < 25;
  // "8-12 in the first year, 5-8 after that": the last one holds.
  const range = isWanted || AIMS.test(said) ? [...said.matchAll(RANGE)].at(-1) : undefined;
  const [from, to] = [toNumber(range?.[1]), toNumber(range?.[2])];
  if (from !== undefined && to !== undefined && fits(from) && fits(to)) return { low: from, high: to, goal: true };
  const [below, above] = [numberIn(BELOW, said), numberIn(ABOVE, said)];
  const fold = FOLDS[FOLD.exec(said)?.[1]?.toLowerCase() ?? ''];
  const upper = chart.property(last.uuid, 'ref_high');
  const high = above ?? (fold !== undefined && typeof upper === 'number' ? fold * upper : undefined);
  const goal = (isWanted || AIMS.test(said)) && (below === undefined) !== (above === undefined);
  if (goal) {
    if (below !== undefined && fits(below)) return { high: below, goal };
    if (above !== undefined && fits(above)) return { low: above, goal };
  }
  const bare =
    isWanted && below === undefined && above === undefined && !BY_SO_MUCH.test(said) ? numberIn(BARE, said) : undefined;
  if (bare !== undefined && fits(bare)) return { ...(last.value > bare ? { high: bare } : { low: bare }), goal: true };
  const limit = {
    ...(below !== undefined && fits(below) && { low: below }),
    ...(high !== undefined && fits(high) && { high }),
  };
  return Object.keys(limit).length === 0 ? undefined : { ...limit, goal: false };
}

function numberIn(pattern: RegExp, text: string): number | undefined {
  const found = pattern.exec(text);
  return toNumber(found?.[1] ?? found?.[2] ?? found?.[3]);
}

/** "10,000 copies": a comma before three digits parts thousands. */
const THOUSANDS = /^[1-9]\d{0,2}(?:,\d{3})+$/;

function toNumber(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  return Number(THOUSANDS.test(written) ? written.replaceAll(',', '') : written.replace(',', '.'));
}

/** Which side of a limit a value lies on; undefined where it keeps to it. */
export function passes({ low, high }: Limit, { value }: Pick<Reading, 'value'>): 'below' | 'above' | undefined {
  if (low !== undefined && value < low) return 'below';
  return high !== undefined && value > high ? 'above' : undefined;
}

/** On which side a value lies outside: of its range, else of what papers set for this person. */
export function sideOf(chart: Chart, id: string, reading: Reading): 'up' | 'down' | undefined {
  if (reading.flag?.endsWith('low')) return 'down';
  if (reading.flag?.endsWith('high')) return 'up';
  const side = limitsFor(chart, id)
    .map((limit) => passes(limit, reading))
    .find((each) => each !== undefined);
  return side === undefined ? undefined : side === 'below' ? 'down' : 'up';
}
