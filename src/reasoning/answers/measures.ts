import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { searchKnowledge } from '../../knowledge/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { rangeOf } from '../chart.ts';
import { type Block, block, cite, citeReading, type Desk, mentionPassage, nameOf, quotePassage } from '../desk.ts';
import { medicinesFor } from '../evidence/items.ts';
import { goalFor, measureWords } from '../evidence/measures.ts';
import { observationsOf } from '../evidence/observed.ts';
import { findPassages } from '../evidence/passages.ts';
import { choose, PRESSURE, type Reading, readingsOf, sayFlag, sayRange } from '../evidence/series.ts';
import { contentWords } from '../evidence/words.ts';
import { daysBetween } from '../patient.ts';
import type { Frame } from '../types.ts';
import { capital, drugName, list, round, sayDate, saySpan, sayUnit } from '../wording.ts';
import { causesFor } from './causes.ts';
import { denyMeasure } from './denials.ts';
import { isAsWanted, sayLimit } from './limits.ts';
import { tellMoved, turnsOf } from './moves.ts';
import { stepFor } from './steps.ts';

export function answerMeasure(desk: Desk, frame: Frame): Block {
  const observations = observationsOf(desk, frame.subjects);
  const held = observations.filter((id) => readingsOf(desk.chart, id).length > 0);
  if (held.length === 0) return denyMeasure(desk, frame, observations);
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
  if (/\b(?:average|mean)\b/i.test(frame.text)) return tellAverage(desk, frame, id, readings);
  switch (frame.aspect) {
    case 'trend':
      if (/\bcontrol/i.test(frame.text)) return tellControl(desk, frame, id, readings);
      return tellMoved(desk, frame, id, scoped(readings, frame, desk.now));
    case 'changes':
      return tellMoved(desk, frame, id, scoped(readings, frame, desk.now));
    case 'extreme':
      return tellExtreme(desk, frame, id, scoped(readings, frame, desk.now));
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
  const wanted = isAsWanted(desk, id, one);
  const standing = wanted
    ? ', within the goal set for you'
    : one.flag === undefined
      ? ''
      : one.flag === 'normal'
        ? ', within the range'
        : `, ${sayFlag(one.flag)}`;
  const range = sayRange(desk.chart, id, one);
  const when = isScoped ? `${capital(scope.say ?? 'then')}, your ${name} was` : `your last ${name} was`;
  const judged: Reading = wanted ? { ...one, flag: 'normal' } : one;
  const settles = aspect === 'judge' || aspect === 'worry' ? verdict(frame, judged) : '';
  const sentence = `${settles}${settles === '' ? capital(when) : when} ${one.shown} on ${sayDate(one.time)}${standing}.`;
  const old =
    daysBetween(one.time, desk.now) > 730 && !isScoped
      ? ` That is ${saySpan(daysBetween(one.time, desk.now))} ago.`
      : '';
  const moved =
    before === undefined || isScoped
      ? ''
      : ` ${one.shown === before.shown ? 'The same as' : `${one.value > before.value ? 'Up' : 'Down'} from`} ${before.shown} on ${sayDate(before.time)}${citeReading(desk, before, name)}.`;
  const abnormal = judged.flag !== undefined && judged.flag !== 'normal' && nth === 0;
  const isPanel = !frame.subjects.some((subject) => subject.id === id || subject.id === PRESSURE);
  const long =
    nth === 0 && (aspect !== 'value' || isPanel) && readings.length > 3
      ? `${spanLine(desk, id, readings)} ${turnsOf(desk, id, readings)}`.trim()
      : '';
  return {
    ...block(
      `**${sentence}**${citeReading(desk, one, name)}${range === '' || one.flag === undefined ? '' : ` The normal range is ${range}.`}${moved}${old}`,
      [
        long,
        abnormal || aspect === 'judge' || aspect === 'worry' ? causesFor(desk, id, one.flag) : undefined,
        nth === 0 ? sayLimit(desk, id, one) : undefined,
        goalSentence(desk, id) ?? usualGoal(desk, id, one),
        abnormal ? treatedLine(desk, id) : undefined,
        abnormal ? stepFor(desk, id, one) : undefined,
      ],
    ),
    nth,
  };
}

/** "Over 6 years it fell from 104 to 63." */
function spanLine(desk: Desk, id: string, readings: readonly Reading[]): string {
  const [first, last] = [readings[0]!, readings.at(-1)!];
  const way = last.value > first.value ? 'rose' : last.value < first.value ? 'fell' : 'stayed';
  return `Over ${saySpan(daysBetween(first.time, last.time))} it ${way} from ${first.shown} on ${sayDate(first.time)}${citeReading(desk, first, nameOf(id))} to ${last.shown}.`;
}

function verdict({ aspect, text }: Frame, { flag }: Reading): string {
  if (flag === undefined) return '';
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

export function judgeTold(desk: Desk, frame: Frame, id: string, value: number, last: Reading | undefined): Block {
  const name = nameOf(id);
  const concept = id === PRESSURE ? 'observation:systolic_blood_pressure' : id;
  const range = rangeOf(desk.chart.view, concept);
  const lower = desk.told.find(({ concept: each }) => each === 'observation:diastolic_blood_pressure')?.value;
  const shown =
    id === PRESSURE
      ? `${round(value)}/${lower ?? '?'} mmHg`
      : (desk.said.get(id) ?? `${round(value)} ${sayUnit(range?.unit)}`.trim());
  const critical =
    range !== undefined &&
    ((range.criticalHigh !== undefined && value > range.criticalHigh) ||
      (range.criticalLow !== undefined && value < range.criticalLow));
  const standing =
    range === undefined
      ? undefined
      : range.high !== undefined && value > range.high
        ? 'high'
        : range.low !== undefined && value < range.low
          ? 'low'
          : 'normal';
  const asksBad = frame.aspect === 'worry' || /\b(?:bad|worr\w*|dangerous|high|low)\b/i.test(frame.text);
  const settle =
    standing === undefined || (frame.aspect !== 'judge' && frame.aspect !== 'worry')
      ? ''
      : (standing === 'normal') !== asksBad
        ? 'Yes: '
        : 'No: ';
  const word =
    standing === undefined
      ? 'is not judged by my reference'
      : standing === 'normal'
        ? 'is within the range'
        : `is ${critical ? '‼ critically' : standing === 'high' ? '▲' : '▼'} ${standing}`;
  const goal = goalFor(desk.chart, id, id === PRESSURE ? 'mm[Hg]' : (range?.unit ?? null));
  const before =
    last === undefined
      ? undefined
      : `Your last ${name} in the record was ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, name)}.`;
  const care = standing === undefined || standing === 'normal' ? undefined : careAt(desk, id, standing);
  return block(
    `**${settle}${name === name.toLowerCase() && settle === '' ? capital(name) : name} ${shown} ${word}.**`,
    [
      goal === undefined
        ? undefined
        : `The goal usually set for people with ${goal.who} is below ${goal.below}, which it ${value < goal.below ? 'meets' : 'does not meet'}.${desk.notes.source(goal.source)}`,
      before,
      care,
      standing === undefined || standing === 'normal' ? undefined : causesFor(desk, id, standing),
      standing === undefined || standing === 'normal'
        ? undefined
        : `Contact ${desk.chart.seenBy(last?.uuid ?? '')[0] ?? 'your doctor'} ${critical ? 'today' : 'this week'}.`,
    ],
  );
}

/** When such a value needs to be seen, in its own direction. */
function careAt(desk: Desk, id: string, standing: 'high' | 'low'): string | undefined {
  const [entry] = searchKnowledge(nameOf(id), { limit: 1, kinds: ['test'] });
  const care = entry?.whole ? entry.sections.find(({ name }) => name === 'when to seek care') : undefined;
  if (entry === undefined || care === undefined) return undefined;
  const fits = (sentence: string) =>
    standing === 'high'
      ? !/\bbelow\b|\bunder\b|\blow\b/i.test(sentence)
      : !/\babove\b|\bover\b|\bhigh\b/i.test(sentence);
  const said = sentencesOf(care.text).filter(fits).slice(0, 2).join(' ');
  return said === ''
    ? undefined
    : `When to be seen: ${said.charAt(0).toLowerCase()}${said.slice(1)}${desk.notes.knowledge(entry)}`;
}

function tellAverage(desk: Desk, { text, scope }: Frame, id: string, readings: Reading[]): Block {
  const many = Number(/\blast (\d+)\b/i.exec(text)?.[1] ?? 0);
  const chosen = many > 0 ? readings.slice(-many) : choose(readings, scope);
  const mean = (values: readonly number[]) => round(values.reduce((sum, value) => sum + value, 0) / values.length);
  const upper = mean(chosen.map(({ value }) => value));
  const unit = sayUnit(chosen[0]?.point.original.unit);
  const shown =
    id === PRESSURE
      ? `${Math.round(upper)}/${Math.round(mean(chosen.map(({ lower }) => lower?.value ?? 0)))} mmHg`
      : `${upper} ${unit}`.trim();
  const parts = chosen
    .slice(-4)
    .map((each) => `${each.shown} on ${sayDate(each.time)}${citeReading(desk, each, nameOf(id))}`);
  return block(
    `**The average of ${chosen.length} ${nameOf(id)} values is ${shown}.** ${chosen.length > 4 ? 'The last of them: ' : ''}${capital(list(parts))}.`,
  );
}

/** "Under control": against the goal that is set, else the range. */
function tellControl(desk: Desk, frame: Frame, id: string, readings: Reading[]): Block {
  const last = readings.at(-1)!;
  const goal = goalFor(desk.chart, id, id === PRESSURE ? 'mm[Hg]' : last.point.original.unit);
  if (goal === undefined) return tellValue(desk, { ...frame, aspect: 'judge', text: 'is it ok' }, id, readings);
  const met = last.value < goal.below;
  const told = tellValue(desk, { ...frame, aspect: 'value' }, id, readings);
  return {
    ...told,
    lead: told.lead.replace('**Your', `**${met ? 'Yes' : 'No'}: your`),
    body: [
      `The goal usually set for people with ${goal.who} is below ${goal.below}, which it ${met ? 'meets' : 'does not meet'}.${desk.notes.source(goal.source)}`,
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

export function extremesOf(readings: readonly Reading[]): Reading[] {
  const by = readings.toSorted((a, b) => a.value - b.value);
  return [by[0]!, by.at(-1)!].toSorted((a, b) => a.time.localeCompare(b.time));
}

function tellNoneThen(desk: Desk, { scope }: Frame, id: string, readings: Reading[]): Block {
  const name = nameOf(id);
  const aim = Date.parse(`${(scope.from ?? scope.to ?? desk.now).slice(0, 10)}`);
  const near = readings.toSorted((a, b) => Math.abs(Date.parse(a.time) - aim) - Math.abs(Date.parse(b.time) - aim))[0]!;
  return block(
    `**Your record holds no ${name} ${scope.say ?? 'for that time'}.** The nearest is ${near.shown} on ${sayDate(near.time)}${citeReading(desk, near, name)}.`,
    [],
    scope.nth !== undefined ? 'answered' : 'absent',
  );
}

function tellExtreme(desk: Desk, { text }: Frame, id: string, readings: Reading[]): Block {
  const name = nameOf(id);
  const limit = /\b(?:above|below|over|under|higher than|lower than)\s+(\d+(?:\.\d+)?)/i.exec(text);
  const last = readings.at(-1)!;
  const tail = `The last was ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, name)}.`;
  if (limit !== null) {
    const over = /above|over|higher/i.test(limit[0]);
    const hits = readings.filter(({ value }) => (over ? value > Number(limit[1]) : value < Number(limit[1])));
    const newest = hits.at(-1);
    if (newest === undefined)
      return block(
        `**No: none of the ${readings.length} values of ${name} was ${over ? 'above' : 'below'} ${limit[1]}.** ${tail}`,
      );
    return block(
      `**Yes, ${hits.length === 1 ? 'once' : `${hits.length} times`} of ${readings.length}: the last time ${newest.shown} on ${sayDate(newest.time)}.**${citeReading(desk, newest, name)} ${tail}`,
    );
  }
  if (/\bever\b.*\b(?:good|normal|fine|ok|okay|in range|on target)\b/i.test(text))
    return tellBest(desk, id, readings, tail);
  const low =
    /\b(?:lowest|minimum|best)\b/i.test(text) !==
    /\b(?:best)\b.*\b(?:hdl|egfr|flow|oxygen|haemoglobin|hemoglobin)\b/i.test(text);
  const one = readings.reduce((best, each) =>
    (low ? each.value < best.value : each.value > best.value) ? each : best,
  );
  return block(
    `**Your ${low ? 'lowest' : 'highest'} ${name} was ${one.shown} on ${sayDate(one.time)}.**${citeReading(desk, one, name)} It is taken from ${readings.length} values since ${sayDate(readings[0]!.time)}. ${tail}`,
  );
}

function tellBest(desk: Desk, id: string, readings: Reading[], tail: string): Block {
  const name = nameOf(id);
  const good = readings.filter(({ flag }) => flag === 'normal');
  const best = readings.toSorted((a, b) => a.value - b.value)[0]!;
  if (good.length > 0)
    return block(
      `**Yes: ${good.length} of ${readings.length} values were within the range, the last on ${sayDate(good.at(-1)!.time)} with ${good.at(-1)!.shown}.**${citeReading(desk, good.at(-1)!, name)} ${tail}`,
    );
  return block(
    `**Not within the range: the best ${name} was ${best.shown} on ${sayDate(best.time)}.**${citeReading(desk, best, name)} ${tail}`,
    [turnsOf(desk, id, readings)],
  );
}

function tellCount(desk: Desk, { scope }: Frame, id: string, readings: Reading[]): Block {
  const inside = choose(readings, scope);
  const name = nameOf(id);
  const times = inside.map((each) => `${each.shown} on ${sayDate(each.time)}${citeReading(desk, each, name)}`);
  const shown = times.length > 5 ? `the last ${times.slice(-3).join(', ')}` : list(times);
  return block(
    `**${capital(name)} was measured ${inside.length === 1 ? 'once' : `${inside.length} times`}${scope.say ? ` ${scope.say}` : ''}.**${inside.length > 0 ? ` ${capital(shown)}.` : ''}`,
  );
}

/** The goal that a paper sets for this person, else that the last value stands alone. */
function tellGoal(desk: Desk, id: string, readings: Reading[]): Block {
  const name = nameOf(id);
  const last = readings.at(-1)!;
  const goal = goalPassage(desk, id);
  const now = `Your last was ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, name)}.`;
  if (goal !== undefined) {
    const met = isAsWanted(desk, id, last) ? ' That is within it.' : '';
    return block(`**${quotePassage(desk, goal)}** ${now}${met}`);
  }
  const limit = sayLimit(desk, id, last);
  if (limit !== undefined) return block(`**${limit}** ${now}`);
  const range = sayRange(desk.chart, id, last);
  return block(
    `**Your papers set no goal of your own for ${name}${range === '' ? '' : `; the usual range is ${range}`}.** ${now}`,
  );
}

function usualGoal(desk: Desk, id: string, one: Reading): string | undefined {
  const goal = goalFor(desk.chart, id, id === PRESSURE ? 'mm[Hg]' : one.point.original.unit);
  return goal === undefined
    ? undefined
    : `The goal usually set for people with ${goal.who} is below ${goal.below}, which it ${one.value < goal.below ? 'meets' : 'does not meet'}.${desk.notes.source(goal.source)}`;
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

function goalSentence(desk: Desk, id: string): string | undefined {
  const goal = goalPassage(desk, id);
  return goal === undefined ? undefined : mentionPassage(desk, goal);
}

export function goalPassage({ chart }: Desk, id: string) {
  return findPassages(chart, { concepts: [id], words: contentWords('goal target aim below above'), named: true }).find(
    ({ passage }) => /\b(?:goal|target|aim|aims|should be|keep)\b/i.test(passage.text) && /\d/.test(passage.text),
  )?.passage;
}

function tellBeside(desk: Desk, id: string, frame: Frame): string {
  const readings = readingsOf(desk.chart, id, frame.scope.unit);
  const [chosen] = choose(readings, frame.scope.from || frame.scope.to || frame.scope.near ? frame.scope : { nth: 0 });
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
