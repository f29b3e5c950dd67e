/** Values: the last, those of a time, how they moved, where they should lie. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { type Block, block, cite, citeReading, type Desk, mentionPassage, nameOf } from '../desk.ts';
import { actsOn } from '../evidence/influences.ts';
import { medicinesFor } from '../evidence/items.ts';
import { goalFor, measureWords } from '../evidence/measures.ts';
import { observationsOf } from '../evidence/observed.ts';
import { findPassages } from '../evidence/passages.ts';
import { choose, MMHG, PRESSURE, type Reading, readingsOf, sayFlag, sayRange } from '../evidence/series.ts';
import { isInside } from '../frames/scope.ts';
import { daysBetween } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, list, sayDate, saySpan } from '../wording.ts';
import { tellAround } from './around.ts';
import { causesFor } from './causes.ts';
import { denyMeasure } from './denials.ts';
import { extremesOf, tellAverage, tellCount, tellExtreme } from './extremes.ts';
import { goalSentence, isMet, tellGoal, usualGoal } from './goals.ts';
import { judgeTold } from './judging.ts';
import { isAsWanted, sayLimit, sideOfGoal } from './limits.ts';
import { courseOf } from './markers.ts';
import { tellMoved, turnsOf } from './moves.ts';
import { stepFor } from './steps.ts';
import { tellTurn } from './turns.ts';

export function answerMeasure(desk: Desk, frame: Frame): Block {
  const observations = observationsOf(desk, frame.subjects);
  const held = observations.filter((id) => readingsOf(desk.chart, id).length > 0);
  if (held.length === 0) {
    const [id] = observations;
    const said = id === undefined ? undefined : toldValue(desk, id);
    const isPlain = frame.subjects.every(({ kind }) => kind === 'observation' || kind === 'thing');
    return id === undefined || said === undefined || !isPlain
      ? denyMeasure(desk, frame, observations)
      : judgeTold(desk, frame, id, said, undefined);
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
  return { ...told, body: [...told.body, ...beside.filter((each) => each !== '')] };
}

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
  return inside.length > 0 ? inside : readings;
}

function comparedOf(readings: Reading[], { scope }: Frame): Reading[] {
  if (scope.near === undefined && scope.from === undefined) return readings.slice(-2);
  const [then] = choose(readings, scope);
  return then === undefined || then === readings.at(-1) ? readings.slice(-2) : [then, readings.at(-1)!];
}

function tellValue(desk: Desk, frame: Frame, id: string, readings: Reading[]): Block {
  const { scope, aspect } = frame;
  const name = nameOf(id);
  const last = readings.at(-1)!;
  const isScoped =
    scope.from !== undefined || scope.to !== undefined || scope.near !== undefined || scope.nth !== undefined;
  const chosen = isScoped ? choose(readings, scope) : [last];
  if (chosen.length === 0) return tellNoneThen(desk, frame, id, readings);
  if (isScoped && chosen.length > 1) return tellSeveral(desk, frame, id, chosen);
  const one = chosen[0]!;
  const nth = readings.length - 1 - readings.indexOf(one);
  const before = readings[readings.indexOf(one) - 1];
  const { meets } = one;
  const wanted = isAsWanted(desk, id, one);
  const missed = sideOfGoal(desk, id, one);
  const course = courseOf(desk, id, one, readings);
  const edge = one.flag === 'normal' && meets === undefined && course === undefined && atEdge(desk, id, one);
  const standing =
    course !== undefined
      ? course.say
      : wanted
        ? ', within the goal set for you'
        : meets !== undefined
          ? `, within the goal usual with ${meets.who} (below ${meets.say})`
          : missed !== undefined
            ? `, ${missed} the goal set for you`
            : one.flag === undefined
              ? ''
              : one.flag === 'normal'
                ? `, within the range${edge ? ', but near its edge' : ''}`
                : `, ${sayFlag(one.flag)}`;
  const range = sayRange(desk.chart, id, one);
  const when = isScoped ? `${capital(scope.say ?? 'then')}, your ${name} was` : `your last ${name} was`;
  const judged: Reading = course?.risen ? { ...one, flag: 'high' } : wanted ? { ...one, flag: 'normal' } : one;
  const settles = !edge && (aspect === 'judge' || aspect === 'worry') ? verdict(frame, judged) : '';
  const sentence = `${settles}${settles === '' ? capital(when) : when} ${one.shown} on ${sayDate(one.time)}${standing}.`;
  const today =
    isScoped && nth > 0 && /\b(?:now|currently|today|these days|at the moment)\b/i.test(frame.text)
      ? ` Now it is ${last.shown}, on ${sayDate(last.time)}${citeReading(desk, last, name)}.`
      : '';
  const old =
    daysBetween(one.time, desk.now) > 730 && !isScoped
      ? ` That is ${saySpan(daysBetween(one.time, desk.now))} ago.`
      : '';
  const moved =
    before === undefined || isScoped
      ? ''
      : ` ${one.shown === before.shown ? 'The same as' : `${one.value > before.value ? 'Up' : 'Down'} from`} ${before.shown} on ${sayDate(before.time)}${citeReading(desk, before, name)}.`;
  const isOff = (judged.flag !== undefined && judged.flag !== 'normal') || missed !== undefined;
  const abnormal = isOff && nth === 0;
  const isPanel = !frame.subjects.some((subject) => subject.id === id || subject.id === PRESSURE);
  const long =
    nth === 0 && (aspect !== 'value' || isPanel) && readings.length > 3
      ? `${spanLine(desk, id, readings)} ${turnsOf(desk, id, readings)}`.trim()
      : '';
  return {
    ...block(
      `**${sentence}**${citeReading(desk, one, name)}${range === '' || one.flag === undefined || missed !== undefined || meets !== undefined || course !== undefined ? '' : ` The normal range is ${range}.`}${moved}${today}${old}`,
      [
        course?.why,
        long,
        abnormal || aspect === 'judge' || aspect === 'worry'
          ? causesFor(desk, id, one.flag, missed === undefined ? undefined : missed === 'above' ? 'up' : 'down')
          : undefined,
        nth === 0 ? sayLimit(desk, id, one) : undefined,
        goalSentence(desk, id) ?? (meets !== undefined ? undefined : usualGoal(desk, id, one)),
        abnormal ? treatedLine(desk, id) : undefined,
        abnormal ? stepFor(desk, id, one) : undefined,
      ],
    ),
    nth,
    at: { from: one.time.slice(0, 10), to: one.time.slice(0, 10) },
  };
}

const NEAR = 1.3;

/** Within the range, but close to the side to which an illness of this record drives it: neither yes nor no settles that. */
function atEdge({ chart }: Desk, id: string, { point }: Reading): boolean {
  const bound = (name: string) => {
    const stated = chart.property(point.uuid, name);
    return typeof stated === 'number' ? stated : undefined;
  };
  const [low, high] = [bound('ref_low'), bound('ref_high')];
  const { value } = point.original;
  const side =
    low !== undefined && low > 0 && value < low * NEAR
      ? 'down'
      : high !== undefined && value * NEAR > high
        ? 'up'
        : undefined;
  return (
    side !== undefined &&
    chart.view.conditions.some(
      ({ status, concepts }) => status === 'active' && concepts.some((each) => actsOn(each, id, side)),
    )
  );
}

/** "Over 6 years it fell from 104 to 63." */
function spanLine(desk: Desk, id: string, readings: readonly Reading[]): string {
  const [first, last] = [readings[0]!, readings.at(-1)!];
  const way = last.value > first.value ? 'rose' : last.value < first.value ? 'fell' : 'stayed';
  return `Over ${saySpan(daysBetween(first.time, last.time))} it ${way} from ${first.shown} on ${sayDate(first.time)}${citeReading(desk, first, nameOf(id))} to ${last.shown}.`;
}

function verdict({ aspect, text }: Frame, { flag }: Reading): string {
  if (flag === undefined || /^\W*(?:and |so )?(?:how|what|which|when)\b/i.test(text)) return '';
  const fine = flag === 'normal';
  const asksBad = aspect === 'worry' || /\b(?:high|low|bad|worse|worr\w*|dangerous|too)\b/i.test(text);
  return `${fine !== asksBad ? 'Yes' : 'No'}: `;
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

function tellSeveral(desk: Desk, { scope }: Frame, id: string, chosen: Reading[]): Block {
  const name = nameOf(id);
  const shown = chosen.length > 6 ? [chosen[0]!, ...extremesOf(chosen), chosen.at(-1)!] : chosen;
  const parts = [...new Set(shown)].map(
    (each) => `${each.shown} on ${sayDate(each.time)}${citeReading(desk, each, name)}`,
  );
  return { ...block(`**${capital(scope.say ?? 'then')}, your ${name} was ${list(parts)}.**`), nth: 0 };
}

function tellNoneThen(desk: Desk, { scope }: Frame, id: string, readings: Reading[]): Block {
  const name = nameOf(id);
  const [paper] = findPassages(desk.chart, { concepts: [id], words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ text, time, remark }) => !remark && /\d/.test(text) && isInside(time, scope));
  if (paper !== undefined)
    return block(
      `**Your list of results has no ${name} ${scope.say ?? 'for that time'}; a paper of those days names it.** ${mentionPassage(desk, paper)}`,
    );
  const aim = Date.parse(`${(scope.from ?? scope.to ?? desk.now).slice(0, 10)}`);
  const near = readings.toSorted((a, b) => Math.abs(Date.parse(a.time) - aim) - Math.abs(Date.parse(b.time) - aim))[0]!;
  return block(
    `**Your record holds no ${name} ${scope.say ?? 'for that time'}.** The nearest is ${near.shown} on ${sayDate(near.time)}${citeReading(desk, near, name)}.`,
    [],
    scope.nth !== undefined ? 'answered' : 'absent',
  );
}

/** What is taken for it, or what was, and why no longer. */
function treatedLine(desk: Desk, id: string): string | undefined {
  const condition = measureWords.treated_as[id];
  if (condition === undefined) return undefined;
  const all = medicinesFor({ id: condition, text: '' }, desk.chart);
  const taken = all.filter(({ status }) => status === 'taken');
  if (taken.length > 0)
    return `For it you take ${list(taken.map((item) => `${drugName(item.name)}${cite(desk, item, item.start)}`))}.`;
  const last = all.filter(({ status }) => status === 'stopped').at(-1);
  if (last === undefined) return undefined;
  const classes = last.concepts.flatMap((each) => openCatalogue().get(each)?.parents ?? []);
  const [offer] = findPassages(desk.chart, { concepts: classes, words: new Map(), named: true })
    .map(({ passage }) => passage)
    .filter(({ time, remark }) => !remark && (time ?? '') > (last.end ?? ''))
    .toSorted((a, b) => (b.time ?? '').localeCompare(a.time ?? ''));
  return `You take nothing for it now: ${drugName(last.name)} was stopped${last.end === null ? '' : ` on ${sayDate(last.end)}`}${cite(desk, last, last.end)}.${offer === undefined ? '' : ` ${mentionPassage(desk, offer)}`}`;
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
