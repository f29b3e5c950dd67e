/** A value beside the limit or the goal that a paper sets for this person. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { citePassage, type Desk, nameOf, quotePassage } from '../desk.ts';
import { type Limit, limitsFor, passes } from '../evidence/limits.ts';
import { heldRange } from '../evidence/measures.ts';
import { type Reading, readingsOf } from '../evidence/series.ts';
import type { Subject } from '../types.ts';
import { capital, lower, sayDate } from '../wording.ts';

export function sayLimit(desk: Desk, id: string, reading: Reading): string | undefined {
  const [limit] = chosen(limitsFor(desk.chart, id), reading);
  return limit === undefined ? sayTreated(desk, id, reading) : sayOne(desk, limit, reading);
}

function sayTreated({ chart }: Desk, id: string, { value }: Reading): string | undefined {
  const usual = heldRange(chart, id);
  if (usual === undefined) return undefined;
  const side = value < usual.low ? 'below' : value > usual.high ? 'above' : 'within';
  return `On this treatment ${nameOf(id)} is mostly held between ${usual.low} and ${usual.high}: yours is ${side} that. Your papers set no goal of your own.`;
}

/** What is passed comes first, then goals, then the newest. */
function chosen(limits: readonly Limit[], reading: Reading): Limit[] {
  const worth = (limit: Limit) => (passes(limit, reading) === undefined ? 0 : 2) + (limit.goal ? 1 : 0);
  return limits.toSorted((a, b) => worth(b) - worth(a));
}

function sayOne(desk: Desk, limit: Limit, reading: Reading): string {
  const side = passes(limit, reading);
  const { low, high, goal, passage } = limit;
  const bound = goal
    ? `the goal of ${low === undefined ? `at most ${high}` : high === undefined ? `at least ${low}` : `${low} to ${high}`}`
    : `the limit of ${(side === 'below' ? low : side === 'above' ? high : (low ?? high)) ?? ''}`;
  const told = goal && side === undefined ? 'within' : (side ?? (high === undefined ? 'not below' : 'below'));
  const quoted = desk.quoted.has(passage) ? citePassage(desk, passage) : ` ${quotePassage(desk, passage)}`;
  return `${capital(nameOf(limit.observation))} ${reading.shown} is ${told} ${bound} that your papers set.${quoted}`;
}

/** The goal that holds for a value: one that was set by then, or for the newest any. */
function goalAt(chart: Desk['chart'], id: string, { time, uuid }: Reading): Limit | undefined {
  const isNewest = readingsOf(chart, id).at(-1)?.uuid === uuid;
  return limitsFor(chart, id).find(
    ({ goal, passage }) =>
      goal && (isNewest || passage.time === null || passage.time.slice(0, 10) <= time.slice(0, 10)),
  );
}

/** Inside the goal that was set for this person, whatever range a laboratory prints. */
export function isAsWanted({ chart }: Desk, id: string, reading: Reading): boolean {
  const goal = goalAt(chart, id, reading);
  if (goal !== undefined) return passes(goal, reading) === undefined;
  const usual = heldRange(chart, id);
  return usual !== undefined && reading.value >= usual.low && reading.value <= usual.high;
}

export function hasOwnGoal({ chart }: Desk, id: string, reading: Reading): boolean {
  return goalAt(chart, id, reading) !== undefined;
}

/** Outside the goal that papers set, though a laboratory's range may hold it. */
export function sideOfGoal({ chart }: Desk, id: string, reading: Reading): 'below' | 'above' | undefined {
  const goal = goalAt(chart, id, reading);
  return goal === undefined ? undefined : passes(goal, reading);
}

const CALL = /\b(?:call|ring|phone|contact|tell us|same day|at once|stop)\b/i;

/** Past a limit for which a paper asks to be called. */
export function asksToCall({ chart }: Desk, id: string, reading: Reading): boolean {
  return limitsFor(chart, id).some(
    (limit) => !limit.goal && passes(limit, reading) !== undefined && CALL.test(limit.passage.text),
  );
}

/** By the name that was asked with, or by another name of the same medicine, also in the sentence before. */
function isAbout({ title, text, before }: Limit['passage'], id: string, asked: string): boolean {
  if (`${title} ${text}`.toLowerCase().includes(lower(asked))) return true;
  const catalogue = openCatalogue();
  return catalogue
    .find(`${before?.text ?? ''} ${text}`, { kinds: ['drug'] })
    .some(({ concept }) => catalogue.isA(concept.id, id));
}

/** Limits that a paper sets for a medicine and that the newest values pass: "stop it and call if white cells are below 3". */
export function passedFor(desk: Desk, subjects: readonly Subject[]): string[] {
  const drugs = subjects.filter(({ kind }) => kind === 'drug');
  if (drugs.length === 0) return [];
  const said: string[] = [];
  for (const id of desk.chart.view.series.keys()) {
    const last = readingsOf(desk.chart, id).at(-1);
    if (last === undefined) continue;
    const [limit] = limitsFor(desk.chart, id).filter(
      (each) =>
        !each.goal && passes(each, last) !== undefined && drugs.some(({ id, text }) => isAbout(each.passage, id, text)),
    );
    if (limit !== undefined)
      said.push(
        `${capital(nameOf(id))} was ${last.shown} on ${sayDate(last.time)}${desk.notes.entry({ uuid: last.uuid, label: 'Observation', name: nameOf(id), date: last.time })}, ${passes(limit, last)} the limit that your papers set for it. ${desk.quoted.has(limit.passage) ? '' : quotePassage(desk, limit.passage)}`.trim(),
      );
  }
  return said.slice(0, 2);
}

/** Values of a sheet that are beyond what papers set for this person, whatever the range says. */
export function beyondOwn(desk: Desk, values: readonly { id: string; last: Reading }[]): string[] {
  return values
    .flatMap(({ id, last }) => {
      const [limit] = limitsFor(desk.chart, id).filter((each) => !each.goal && passes(each, last) !== undefined);
      if (limit === undefined) return [];
      const side = passes(limit, last);
      const quote = desk.quoted.has(limit.passage) ? '' : ` ${quotePassage(desk, limit.passage)}`;
      return [
        `**${capital(nameOf(id))} ${last.shown} is ${side} ${side === 'below' ? limit.low : limit.high}, the limit that your papers set.**${quote}`,
      ];
    })
    .slice(0, MOST_BEYOND);
}

const MOST_BEYOND = 3;

const MOST_HELD = 2;

/** "Only if eGFR is 30 or more": a condition on a value that an answer quotes stands beside today's value. */
export function heldAgainst(desk: Desk, answer: string): string {
  const quoted = [...desk.quoted].filter(({ text }) => /\d/.test(text) && answer.includes(text));
  if (quoted.length === 0) return '';
  const held = [...desk.chart.view.series.keys()].flatMap((id) => {
    const last = readingsOf(desk.chart, id).at(-1);
    if (last === undefined || answer.includes(last.shown)) return [];
    const [limit] = limitsFor(desk.chart, id, quoted);
    return limit === undefined ? [] : [sayHeld(desk, limit, last)];
  });
  return [...new Set(held)].slice(0, MOST_HELD).join(' ');
}

function sayHeld(desk: Desk, { low, high, goal, observation }: Limit, last: Reading): string {
  const name = nameOf(observation);
  const cited = desk.notes.entry({ uuid: last.uuid, label: 'Observation', name, date: last.time });
  const was = `Your last value of ${name} was ${last.shown} on ${sayDate(last.time)}${cited}`;
  if (low !== undefined && high !== undefined) {
    const side = last.value < low ? 'below' : last.value > high ? 'above' : 'within';
    return `${was}, ${side} the ${low} to ${high} named there.`;
  }
  const bound = (low ?? high)!;
  const side = last.value < bound ? 'below' : last.value > bound ? 'above' : 'at';
  return `${was}, ${side} the ${goal ? 'goal of ' : ''}${bound} named there.`;
}
