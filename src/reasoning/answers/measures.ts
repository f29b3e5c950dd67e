/** Values: the last, those of a time, how they moved, where they should lie. */
import { heightOf } from '../../clinical/index.ts';
import { rangeOf } from '../chart.ts';
import { type Block, citeReading, type Desk, nameOf } from '../desk.ts';
import { goalFor } from '../evidence/measures.ts';
import { observationsOf } from '../evidence/observed.ts';
import { choose, MMHG, PRESSURE, type Reading, readingsOf, sayFlag } from '../evidence/series.ts';
import { daysBetween } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, round, sayDate, sayUnit } from '../wording.ts';
import { tellAround } from './around.ts';
import { denyMeasure } from './denials.ts';
import { tellAverage, tellCount, tellExtreme } from './extremes.ts';
import { isMet, tellGoal } from './goals.ts';
import { judgeTold } from './judging.ts';
import { sayDistorted } from './misleading.ts';
import { tellMoved } from './moves.ts';
import { tellTurn } from './turns.ts';
import { tellValue } from './value.ts';

export function answerMeasure(desk: Desk, frame: Frame): Block {
  const observations = observationsOf(desk, frame.subjects);
  const held = observations.filter((id) => readingsOf(desk.chart, id).length > 0);
  if (held.length === 0) {
    const [id] = observations;
    const said = id === undefined ? undefined : toldValue(desk, id);
    const isPlain = frame.subjects.every(({ kind }) => kind === 'observation' || kind === 'thing');
    return id === undefined || said === undefined || !isPlain
      ? denyMeasure(desk, frame, observations)
      : withBody(judgeTold(desk, frame, id, said, undefined), misleads(desk, frame, id));
  }
  const [first, ...others] = held;
  const isWeight =
    first === 'observation:body_weight' &&
    frame.aspect === 'judge' &&
    readingsOf(desk.chart, 'observation:body_mass_index').length > 0;
  const lead = isWeight ? 'observation:body_mass_index' : first;
  if (isWeight) others.unshift('observation:body_weight');
  const told = tellOne(desk, frame, lead!);
  const beside = others.slice(0, 3).map((id) => tellBeside(desk, id, frame));
  return withBody(told, [...beside.filter((each) => each !== ''), ...misleads(desk, frame, lead!)]);
}

function withBody(told: Block, more: readonly string[]): Block {
  return { ...told, body: [...told.body, ...more] };
}

const WEIGHED = new Set<Frame['aspect']>(['judge', 'worry', 'explain', 'trend', 'goal', 'value', 'compare', 'cause']);

/** Where something of the record makes the value say less, or other, than it seems to. */
function misleads(desk: Desk, { aspect, scope }: Frame, id: string): string[] {
  if (!WEIGHED.has(aspect) || scope.say !== undefined) return [];
  return [...highUp(desk, id), ...sayDistorted(desk, id)];
}

/** Where the air is thin the range of the sea does not hold. */
function highUp(desk: Desk, id: string): string[] {
  const { city } = desk.chart.view;
  const metres = heightOf(city);
  const [own, sea] = [rangeOf(desk.chart.view, id), rangeOf({ ...desk.chart.view, city: null }, id)];
  if (metres === undefined || own?.low === undefined || own.low === sea?.low) return [];
  const says =
    id === 'observation:oxygen_saturation'
      ? `${own.low} to 95 % is normal for who lives there, and "under 94" is a rule of the sea. Below ${own.low} %, a drop of 3 or more from the usual, hard breathing, blue lips or trouble speaking means a doctor now`
      : `more is normal there: ${round(own.low)} to ${round(own.high ?? own.low)} ${sayUnit(own.unit)}`;
  return [`${city} lies at about ${metres} m altitude: ${says}.${desk.notes.source(HIGH_UP)}`];
}

const HIGH_UP = 'WHO haemoglobin cutoffs 2024; oxygen saturation by altitude (Thorax 2018)';

function tellOne(desk: Desk, frame: Frame, id: string): Block {
  const readings = readingsOf(desk.chart, id, frame.scope.unit);
  const told = toldValue(desk, id);
  if (told !== undefined && frame.scope.say === undefined && !isKnown(desk, id, told))
    return judgeTold(desk, frame, id, told, readings.at(-1));
  if (frame.scope.around !== undefined) return tellAround(desk, frame, id, readings);
  if (/\b(?:average|mean)\b/i.test(frame.text)) return tellAverage(desk, frame, id, readings);
  switch (frame.aspect) {
    case 'trend':
      if (/\bcontrol/i.test(frame.text)) return tellControl(desk, frame, id, readings);
      return tellMoved(desk, frame, id, scoped(readings, frame, desk.now));
    case 'changes':
      return tellMoved(desk, frame, id, scoped(readings, frame, desk.now));
    case 'turn':
      return tellTurn(desk, id, readings);
    case 'extreme':
      return tellExtreme(desk, frame, id, scoped(readings.slice(frame.scope.skip ?? 0), frame, desk.now));
    case 'count':
      return tellCount(desk, frame, id, readings);
    case 'compare':
      return tellMoved(desk, frame, id, comparedOf(readings, frame));
    case 'goal':
      return tellGoal(desk, id, readings);
    default:
      return tellValue(desk, frame, id, readings);
  }
}

const WINDOW_DAYS = 731;

/** The stretch that is meant: what was said; "getting better" means lately, "over the years" means all. */
function scoped(readings: Reading[], { scope, text }: Frame, now: string): Reading[] {
  const lately =
    scope.from === undefined &&
    scope.near === undefined &&
    /\b(?:better|worse|getting|improv\w*|rising|falling|dropping|under control|stable)\b/i.test(text) &&
    !/\b(?:years|over time|history|ever)\b/i.test(text);
  if (
    /\b(?:gone|going|went|come|came) (?:up|down)\b/i.test(text) &&
    scope.from === undefined &&
    scope.near === undefined
  ) {
    const recent = readings.filter(({ time }) => daysBetween(time, now) <= WINDOW_DAYS);
    return recent.length >= 2 ? recent : readings.slice(-2);
  }
  if (lately) {
    const recent = readings.filter(({ time }) => daysBetween(time, now) <= WINDOW_DAYS);
    return recent.length >= 2 ? recent : readings.slice(-3);
  }
  if (scope.near !== undefined) return readings.slice(readings.indexOf(choose(readings, scope)[0]!));
  const inside = choose(readings, {
    ...(scope.from !== undefined && { from: scope.from }),
    ...(scope.to !== undefined && { to: scope.to }),
  });
  if (inside.length === 1 && scope.from !== undefined && inside[0] !== readings[0])
    return withBefore(readings, inside[0]!, scope.from);
  return inside.length > 0 ? withStart(readings, inside, scope.from) : readings;
}

/** "This last year": where it stood at the beginning is told by the value that lies nearest to that day, though a little before it. */
function withStart(readings: readonly Reading[], inside: Reading[], from: string | undefined): Reading[] {
  const before = readings[readings.indexOf(inside[0]!) - 1];
  if (from === undefined || from.length < 10 || before === undefined) return inside;
  const isNearer = daysBetween(before.time, from) < daysBetween(from, inside[0]!.time);
  return isNearer ? [before, ...inside] : inside;
}

const YEAR_DAYS = 366;

/** "Since last summer", with one value since: how it moved is seen from those of the year before, at least from the last one. */
function withBefore(readings: readonly Reading[], last: Reading, from: string): Reading[] {
  const at = readings.indexOf(last);
  const began = readings.findIndex(({ time }) => daysBetween(time, `${from}-01-01`.slice(0, 10)) <= YEAR_DAYS);
  return readings.slice(Math.min(began, at - 1), at + 1);
}

function comparedOf(readings: Reading[], { scope }: Frame): Reading[] {
  if (scope.near === undefined && scope.from === undefined) return readings.slice(-2);
  const [then] = choose(readings, scope);
  return then === undefined || then === readings.at(-1) ? readings.slice(-2) : [then, readings.at(-1)!];
}

/** Asked of the very value that the record holds: nothing new is told. */
function isKnown({ chart }: Desk, id: string, told: number): boolean {
  const last = readingsOf(chart, id).at(-1);
  return last !== undefined && (last.point.value === told || last.point.original.value === told);
}

/** The value that this message tells of the same measure. */
function toldValue({ told }: Desk, id: string): number | undefined {
  const wanted = id === PRESSURE ? 'observation:systolic_blood_pressure' : id;
  return told.find(({ concept, act }) => act === 'measured' && concept === wanted)?.value;
}

/** "Under control": against the goal that is set, else the range. */
function tellControl(desk: Desk, frame: Frame, id: string, readings: Reading[]): Block {
  const last = readings.at(-1)!;
  const goal = goalFor(desk.chart, id, id === PRESSURE ? MMHG : last.point.original.unit);
  if (goal === undefined) return tellValue(desk, { ...frame, aspect: 'judge', text: 'is it ok' }, id, readings);
  const met = isMet(desk, goal, last);
  const told = tellValue(desk, { ...frame, aspect: 'value' }, id, readings);
  return {
    ...told,
    lead: told.lead.replace('**Your', `**${met ? 'Yes' : 'No'}: your`),
    body: [
      `The goal usually set for people with ${goal.who} is below ${goal.say}, which it ${met ? 'meets' : 'does not meet'}.${desk.notes.source(goal.source)}`,
      ...told.body,
    ],
  };
}

function tellBeside(desk: Desk, id: string, frame: Frame): string {
  const readings = readingsOf(desk.chart, id, frame.scope.unit);
  const chosen = choose(readings, frame.scope.from || frame.scope.to || frame.scope.near ? frame.scope : { nth: 0 }).at(
    -1,
  );
  if (chosen === undefined) return '';
  const first = readings[0]!;
  const name = nameOf(id);
  const move =
    first === chosen
      ? ''
      : ` (${chosen.value > first.value ? 'up' : chosen.value < first.value ? 'down' : 'the same as'} ${chosen.value === first.value ? '' : 'from '}${first.shown} on ${sayDate(first.time)})`;
  const flag = chosen.flag === undefined || chosen.flag === 'normal' ? '' : `, ${sayFlag(chosen.flag)}`;
  return `${capital(name)}: ${chosen.shown} on ${sayDate(chosen.time)}${flag}${citeReading(desk, chosen, name)}${move}.`;
}
