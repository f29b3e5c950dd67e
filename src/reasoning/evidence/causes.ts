/** What of this record can be behind a value or a complaint, weighed by kind and by time. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';
import { type ConditionView, daysBetween, type FindingView, type MedicineView } from '../patient.ts';
import { effectOf } from './effects.ts';
import { influencesOn, isDriver, isHeldDownBy, movesWith } from './influences.ts';
import { levelsOf } from './levels.ts';
import { sideOf } from './limits.ts';
import { type Reading, readingsOf } from './series.ts';

export type Way = 'up' | 'down' | 'by';

export type Cause =
  | { kind: 'started'; item: MedicineView; weight: number; timed: boolean }
  | { kind: 'stopped'; item: MedicineView; weight: number; timed: true }
  | { kind: 'condition'; item: ConditionView; weight: number; timed: boolean }
  | {
      kind: 'value';
      observation: string;
      reading: Reading;
      before: Reading | undefined;
      weight: number;
      timed: boolean;
      /** It can be behind what is asked about; else it is only told beside it. */
      drives: boolean;
    }
  | { kind: 'habit'; item: FindingView; weight: number; timed: boolean };

/** When it began or changed: after `from` (the last time it was otherwise), at the latest at `to`. */
export interface Stretch {
  from: string | null;
  to: string;
}

const WEIGHTS = {
  medicine: 2,
  condition: 2.5,
  naming: 1,
  value: 2.2,
  level: 5,
  habit: 6,
  stopped: 3,
  timed: 4,
  recent: 1,
  settled: -0.5,
  long: -1,
  also: 1.5,
  named: 3,
};
const RECENT_DAYS = 365;
const LONG_DAYS = 1500;
/** A start a few days before a value that was still as before counts as after it. */
const SLACK_DAYS = 14;
const OPPOSITE: Record<Way, Way> = { up: 'down', down: 'up', by: 'by' };

export function causesOf(chart: Chart, id: string, way: Way, stretch: Stretch): Cause[] {
  const { medicines, conditions } = influencesOn(chart, id, way);
  const effects =
    way === 'by'
      ? chart.view.medicines.filter((item) => item.status === 'taken' && effectOf(item.concepts, id) !== undefined)
      : [];
  const acting = [...new Set([...medicines, ...coursesBefore(chart, id, way, stretch), ...effects])];
  const causes: Cause[] = [
    ...acting.map((item) => withNames(chart, weighMedicine(item, stretch), id)),
    ...endedWithin(chart, id, way, stretch),
    ...conditions.map((item) => weighCondition(item, id, way, stretch)),
    ...uniqueValues([...highLevels(chart, id, acting, stretch), ...valuesWith(chart, id, way, stretch)]),
    ...habitsGivenUp(chart, id, way, stretch),
  ];
  return causes.toSorted((a, b) => b.weight - a.weight || (began(b) ?? '').localeCompare(began(a) ?? ''));
}

/** So long after its end a course can still be seen in a value. */
const AFTER_DAYS = 21;

/** A course that was over when the value was taken, or shortly before: the antibiotic behind an INR. */
function coursesBefore(chart: Chart, id: string, way: Way, { from, to }: Stretch): MedicineView[] {
  if (way === 'by') return [];
  return influencesOn(chart, id, way, 'stopped').medicines.filter(
    ({ start, end }) =>
      start !== null &&
      end !== null &&
      end.length >= 10 &&
      isWithin(start, { from, to }) &&
      daysBetween(end, to) <= AFTER_DAYS &&
      (from !== null || daysBetween(start, to) <= COURSE_DAYS),
  );
}

const COURSE_DAYS = 60;

/** Too much in the blood of a medicine that can do it: the level says more than the tablet. */
function highLevels(chart: Chart, id: string, acting: readonly MedicineView[], { to }: Stretch): Cause[] {
  const levels = acting.flatMap(({ concepts }) => levelsOf(chart, concepts)).filter((each) => each !== id);
  return [...new Set(levels)].flatMap((observation): Cause[] => {
    const readings = readingsOf(chart, observation);
    const reading = readings.findLast(({ time }) => time.slice(0, 10) <= to.slice(0, 10)) ?? readings.at(-1)!;
    if (Math.abs(daysBetween(reading.time, to)) > NEAR_DAYS || sideOf(chart, observation, reading) !== 'up') return [];
    const before = readings[readings.indexOf(reading) - 1];
    return [{ kind: 'value', observation, reading, before, weight: WEIGHTS.level, timed: true, drives: true }];
  });
}

function uniqueValues(causes: readonly Cause[]): Cause[] {
  const seen = new Set<string>();
  return causes.filter((cause) => {
    const key = cause.kind === 'value' ? cause.observation : '';
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

const HABIT = 'condition:tobacco_use_disorder';

/** Tobacco speeds up what clears some medicines: who gives it up has more of them in the blood. */
function habitsGivenUp({ view }: Chart, id: string, way: Way, { to }: Stretch): Cause[] {
  const { smoking } = view.lifestyle;
  if (way !== 'up' || smoking === null || smoking.current || !isHeldDownBy(id, HABIT)) return [];
  const item = view.findings.find(({ uuid }) => uuid === smoking.uuid);
  const smoked = view.findings.some(
    ({ name, text, time, uuid }) =>
      uuid !== smoking.uuid && name === item?.name && text !== smoking.text && (time ?? '') <= to,
  );
  return item !== undefined && smoked ? [{ kind: 'habit', item, weight: WEIGHTS.habit, timed: true }] : [];
}

/** Of several complaints at once: what explains more of them weighs more. */
export function causesOfAll(chart: Chart, ids: readonly string[], stretch: Stretch): Cause[] {
  const found = ids.flatMap((id) => causesOf(chart, id, 'by', stretch));
  const keyed = Map.groupBy(found, (cause) => (cause.kind === 'value' ? cause.observation : cause.item.uuid));
  return [...keyed.values()]
    .map((same) => ({ ...same[0]!, weight: same[0]!.weight + (same.length - 1) * WEIGHTS.also }))
    .toSorted((a, b) => b.weight - a.weight);
}

function began(cause: Cause): string | null {
  if (cause.kind === 'value') return cause.reading.time;
  if (cause.kind === 'habit') return cause.item.time;
  return cause.kind === 'condition' ? cause.item.onset : cause.kind === 'stopped' ? cause.item.end : cause.item.start;
}

function isWithin(time: string | null, { from, to }: Stretch): boolean {
  if (time === null || time.slice(0, 10) > to.slice(0, 10)) return false;
  return from === null ? daysBetween(time, to) <= RECENT_DAYS / 2 : daysBetween(from, time) >= -SLACK_DAYS;
}

function weighMedicine(item: MedicineView, stretch: Stretch): Cause {
  const timed = isWithin(item.start, stretch);
  const age = item.start === null ? 0 : daysBetween(item.start, stretch.to);
  const weight =
    WEIGHTS.medicine +
    (timed ? WEIGHTS.timed : age < 0 ? -WEIGHTS.medicine : age < RECENT_DAYS ? WEIGHTS.recent : WEIGHTS.settled) +
    (age > LONG_DAYS ? WEIGHTS.long : 0);
  return { kind: 'started', item, weight, timed };
}

const BLAMED = /\b(?:due to|induced|associated|caused by|related|from|secondary to)\b/i;

/** "Hypothyroidism due to amiodarone": the record itself names the medicine. */
function withNames(chart: Chart, cause: Cause, id: string): Cause {
  if (cause.kind !== 'started') return cause;
  const catalogue = openCatalogue();
  const named = chart.view.conditions.some(
    ({ name, concepts, status }) =>
      status === 'active' &&
      BLAMED.test(name) &&
      concepts.some((each) => each === id || catalogue.shownBy(each).some((measure) => measure.id === id)) &&
      catalogue.find(name, { kinds: ['drug'] }).some(({ concept }) => cause.item.concepts.includes(concept.id)),
  );
  return named ? { ...cause, weight: cause.weight + WEIGHTS.named } : cause;
}

/** What held it the other way was given up: iron stopped, and ferritin fell. */
function endedWithin(chart: Chart, id: string, way: Way, stretch: Stretch): Cause[] {
  if (way === 'by') return [];
  return influencesOn(chart, id, OPPOSITE[way], 'stopped')
    .medicines.filter(({ end }) => isWithin(end, stretch))
    .map((item) => ({ kind: 'stopped', item, weight: WEIGHTS.stopped, timed: true }));
}

/** A condition that is but the name of the value ("hyponatraemia" for a low sodium) explains little. */
function weighCondition(item: ConditionView, id: string, way: Way, stretch: Stretch): Cause {
  const catalogue = openCatalogue();
  const names = item.concepts
    .flatMap((concept) => [concept, ...catalogue.ancestors(concept)])
    .some((concept) => catalogue.shownBy(concept).some((each) => each.id === id));
  const timed = isWithin(item.onset, stretch);
  const old = way === 'by' && item.onset !== null && daysBetween(item.onset, stretch.to) > LONG_DAYS;
  const weight = (names ? WEIGHTS.naming : WEIGHTS.condition) + (timed ? WEIGHTS.recent : 0) + (old ? WEIGHTS.long : 0);
  return { kind: 'condition', item, weight, timed };
}

const NEAR_DAYS = 200;
/** A complaint is asked about today; its last blood test may be older. */
const COMPLAINT_DAYS = 730;
const WEIGHT = 'observation:body_weight';
const WEIGHT_DAYS = 1500;

/** A weight is told against where its rise or fall began. */
function turnOf(readings: readonly Reading[], last: Reading): Reading | undefined {
  const past = readings.filter(({ time }) => time < last.time && daysBetween(time, last.time) < WEIGHT_DAYS);
  return past.toSorted((a, b) => Math.abs(b.value - last.value) - Math.abs(a.value - last.value))[0];
}

/** Values of about that time that lie outside their range and bear on it. */
function valuesWith(chart: Chart, id: string, way: Way, { to }: Stretch): Cause[] {
  return movesWith(id).flatMap((observation): Cause[] => {
    const readings = readingsOf(chart, observation);
    const reading = readings.findLast(({ time }) => time.slice(0, 10) <= to.slice(0, 10)) ?? readings.at(-1);
    const near = way === 'by' ? COMPLAINT_DAYS : NEAR_DAYS;
    if (reading === undefined || Math.abs(daysBetween(reading.time, to)) > near) return [];
    const isWeight = observation === WEIGHT && way === 'by' && readings.length > 1;
    if (!isWeight && sideOf(chart, observation, reading) === undefined) return [];
    const before = isWeight ? turnOf(readings, reading) : readings[readings.indexOf(reading) - 1];
    const drives = way === 'by' || isDriver(observation, id);
    return [{ kind: 'value', observation, reading, before, weight: WEIGHTS.value, timed: false, drives }];
  });
}
