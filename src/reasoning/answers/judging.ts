/** A value that was only told, judged by the range, the goal and the last one of the record. */
import { searchKnowledge } from '../../knowledge/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { rangeOf } from '../chart.ts';
import { type Block, block, citeReading, type Desk, nameOf, quotePassage } from '../desk.ts';
import { limitsFor, passes } from '../evidence/limits.ts';
import { goalFor, heldRange } from '../evidence/measures.ts';
import { DIASTOLIC, MMHG, PRESSURE, type Reading, readingsOf } from '../evidence/series.ts';
import { zoneOf } from '../evidence/zones.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';
import { capital, lower as decapital, round, sayDate, sayUnit } from '../wording.ts';
import { causesFor } from './causes.ts';

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
  const goal = goalFor(desk.chart, id, id === PRESSURE ? MMHG : (range?.unit ?? null));
  const second = lower === undefined ? undefined : goalFor(desk.chart, DIASTOLIC, MMHG);
  const met = goal !== undefined && value < goal.below && (second === undefined || lower! < second.below);
  const standing =
    range === undefined
      ? undefined
      : range.high !== undefined && value > range.high && !met
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
      ? 'is noted; there is no one range for it that holds for everybody'
      : standing === 'normal'
        ? `is within the ${range?.high !== undefined && value > range.high ? 'goal' : 'range'}`
        : `is ${critical ? '‼ critically' : standing === 'high' ? '▲' : '▼'} ${standing}`;
  const before = last === undefined ? undefined : sayBefore(desk, id, last);
  const own = byOwnPlan(desk, id, value, `${capital(name)} ${shown}`);
  if (own !== undefined) return { ...own, body: [...own.body, before].filter((part) => part !== undefined) };
  const aimed = byOwnAim(desk, frame, id, value, `${capital(name)} ${shown}`);
  if (aimed !== undefined) return { ...aimed, body: [...aimed.body, before].filter((part) => part !== undefined) };
  const care = standing === undefined || standing === 'normal' ? undefined : careAt(desk, id, standing);
  return block(
    `**${settle}${name === name.toLowerCase() && settle === '' ? capital(name) : name} ${shown} ${word}.**`,
    [
      goal === undefined
        ? undefined
        : `The goal usually set for people with ${goal.who} is below ${goal.say}, which it ${met ? 'meets' : 'does not meet'}.${desk.notes.source(goal.source)}`,
      before,
      keptLimit(desk, id),
      care,
      standing === undefined || standing === 'normal' ? undefined : causesFor(desk, id, standing),
      standing === undefined || standing === 'normal'
        ? undefined
        : `Contact ${desk.chart.seenBy(last?.uuid ?? '')[0] ?? 'your doctor'} ${critical ? 'today' : 'this week'}.`,
    ],
  );
}

/** "Your last weight in the record was 56.3 kg on 28 Oct 2026, 61 kg on 15 Apr 2026." */
function sayBefore(desk: Desk, id: string, last: Reading): string {
  const name = nameOf(id);
  const earlier = readingsOf(desk.chart, id).at(-2);
  const beside =
    earlier === undefined || earlier.value === last.value
      ? ''
      : `, after ${earlier.shown} on ${sayDate(earlier.time)}${citeReading(desk, earlier, name)}`;
  return `Your last ${name} in the record was ${last.shown} on ${sayDate(last.time)}${citeReading(desk, last, name)}${beside}.`;
}

const ASKS_WHAT_TO_DO = pattern('asks_what_to_do');
const SETTLED = new Set<Frame['aspect']>([
  'todo',
  'about',
  'value',
  'said',
  'limit',
  'worry',
  'judge',
  'extreme',
  'watch',
  'have',
]);
const NUMBER =
  /(?<![\d.,/-])\d+(?:[.,]\d+)?(?![\d/]|[.,]\d|\s*(?:mg|mcg|ml|tablets?|puffs?|days?|weeks?|months?|years?|hours?|am|pm)\b)/i;

/** "Peak flow 250, what do I do?", "and if it drops to 200?": a value that is told or supposed, by the plan that papers hold for it. */
export function answerByPlan(desk: Desk, { aspect, subjects, text }: Frame): Block | undefined {
  const measure = subjects.find(({ kind }) => kind === 'observation');
  if (measure === undefined || !SETTLED.has(aspect)) return undefined;
  const { id } = measure;
  const supposed = NUMBER.exec(text)?.[0].replace(',', '.');
  const value =
    supposed === undefined
      ? desk.told.find(({ concept, act }) => concept === id && act === 'measured')?.value
      : Number(supposed);
  if (value === undefined || (zoneOf(desk.chart, id, value) === undefined && !ASKS_WHAT_TO_DO.test(text)))
    return undefined;
  const own = byOwnPlan(desk, id, value, `${capital(nameOf(id))} ${desk.said.get(id) ?? round(value)}`);
  const last = readingsOf(desk.chart, id).at(-1);
  return own === undefined || last === undefined ? own : { ...own, body: [...own.body, sayBefore(desk, id, last)] };
}

const ASKS_GOOD = /\b(?:good|ok|okay|fine|in range|right)\b/i;

/** A value that is held where papers want it, or where its medicine usually holds it, is not judged by those who take none. */
function byOwnAim(desk: Desk, { text }: Frame, id: string, value: number, said: string): Block | undefined {
  const aim = limitsFor(desk.chart, id).find(({ goal, low, high }) => goal && low !== undefined && high !== undefined);
  const held = aim === undefined ? heldRange(desk.chart, id) : undefined;
  if (aim === undefined && held === undefined) return undefined;
  const settle = (isMet: boolean) => (ASKS_GOOD.test(text) ? (isMet ? 'Yes: ' : 'No: ') : '');
  if (aim === undefined)
    return block(
      `**${said} is not judged by the range of people without the medicine: it is held on purpose, and the goal is set by who treats it.**`,
      ['Your papers name no goal that I could read: ask for it.'],
    );
  const side = passes(aim, { value });
  const goal = `the ${aim.low} to ${aim.high} that your papers set as the goal`;
  return block(
    `**${settle(side === undefined)}${said} ${side === undefined ? 'lies within' : `is ${side}`} ${goal}.** ${quotePassage(desk, aim.passage)}`,
    [side === undefined ? undefined : 'Ask the team that steers it today what to take, and change nothing alone.'],
  );
}

/** What this person's own papers say of such a value goes before any range: the zone of a plan, or a limit that is passed. */
function byOwnPlan(desk: Desk, id: string, value: number, said: string): Block | undefined {
  const zone = zoneOf(desk.chart, id, value);
  if (zone !== undefined)
    return block(
      `**${said} lies ${zone.label.startsWith('the ') ? `in ${zone.label} of your plan` : `${zone.label} in your plan`}.** ${quotePassage(desk, zone.passage, zone.whole)}`,
    );
  const passed = limitsFor(desk.chart, id).find((limit) => !limit.goal && passes(limit, { value }) !== undefined);
  if (passed === undefined) return undefined;
  const side = passes(passed, { value });
  return block(
    `**${said} is ${side} ${side === 'below' ? passed.low : passed.high}, the limit that your papers set.** ${quotePassage(desk, passed.passage)}`,
  );
}

/** A limit of one's own papers that a value keeps: what would be past it. */
function keptLimit(desk: Desk, id: string): string | undefined {
  const limit = limitsFor(desk.chart, id).find(({ goal, passage }) => !goal && !desk.quoted.has(passage));
  if (limit === undefined) return undefined;
  const bound = [limit.low, limit.high].filter((each) => each !== undefined).join(' to ');
  return `It is not past ${bound}, the limit that your papers set. ${quotePassage(desk, limit.passage)}`;
}

/** When such a value needs to be seen, in its own direction. */
export function careAt(desk: Desk, id: string, standing: 'high' | 'low'): string | undefined {
  const [entry] = searchKnowledge(nameOf(id), { limit: 1, kinds: ['test'] });
  const care = entry?.whole ? entry.sections.find(({ name }) => name === 'when to seek care') : undefined;
  if (entry === undefined || care === undefined) return undefined;
  const fits = (sentence: string) =>
    standing === 'high'
      ? !/\bbelow\b|\bunder\b|\blow\b/i.test(sentence)
      : !/\babove\b|\bover\b|\bhigh\b/i.test(sentence);
  const said = sentencesOf(care.text).filter(fits).slice(0, 2).join(' ');
  return said === '' ? undefined : `When to be seen: ${decapital(said)}${desk.notes.knowledge(entry)}`;
}
