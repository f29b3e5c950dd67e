/** How much may be taken of what needs no prescription: by weight for a child, and never past what the record forbids. */

import { z } from 'zod';
import { convert } from '../../clinical/index.ts';
import { readRows } from '../../text/rows.ts';
import { sayConcern } from '../concern.ts';
import { type Block, block, citeReading, type Desk, nameOf } from '../desk.ts';
import { itemsFor } from '../evidence/items.ts';
import { readingsOf } from '../evidence/series.ts';
import type { Frame, Subject } from '../types.ts';
import { capital, sayDate } from '../wording.ts';
import { answerSafe, judge } from './safety/index.ts';

const row = z.strictObject({
  drug: z.string(),
  adult: z.string(),
  per_kg: z.number().optional(),
  day_kg: z.number().optional(),
  most: z.number().optional(),
  months: z.number().optional(),
  kg: z.number().optional(),
  every: z.string().optional(),
  times: z.number().optional(),
  mind: z.string(),
});
export const doseRows = z
  .strictObject({ source: z.string(), rows: z.array(row).min(1) })
  .parse(readRows(new URL('./doses.yml', import.meta.url)));
type Row = z.infer<typeof row>;

/** "What dose of warfarin do I take?" asks the record. */
const OF_RECORD = /\b(?:do|did|am|was|were|have) i\b|\bmy dose\b/i;
const ADULT = 16;
const WEIGHT = 'observation:body_weight';
const STALE_DAYS = 365;

/** Nothing where the record itself says how much, or no dose is known here. */
export function answerDose(desk: Desk, frame: Frame): Block | undefined {
  if (OF_RECORD.test(frame.text)) return undefined;
  const [subject] = frame.subjects.filter(({ kind }) => kind === 'drug');
  if (subject === undefined || itemsFor(subject, desk.chart).medicines.some(({ status }) => status === 'taken'))
    return undefined;
  const found = doseRows.rows.find(({ drug }) => drug === subject.id);
  if (found === undefined) return noneTaken(desk, subject, answerSafe(desk, { ...frame, aspect: 'safe' }));
  const verdict = judge(desk, frame, [subject]);
  if (verdict.answer === 'no') return answerSafe(desk, { ...frame, aspect: 'safe' });
  const shown = verdict.concerns.filter(({ severity }) => severity !== 'worth_knowing').slice(0, 2);
  const lead =
    (desk.chart.view.age ?? ADULT) < ADULT
      ? childDose(desk, found, frame.text)
      : `${capital(nameOf(found.drug))}, for adults in general: ${found.adult}`;
  const marker = desk.notes.source(doseRows.source);
  const concerns = shown.map((concern) => sayConcern(desk, concern));
  const [first, ...rest] = shown.length > 0 ? [...concerns, `${lead}.${marker}`] : [`**${lead}.**${marker}`];
  return {
    ...block(first!, [
      ...rest,
      found.mind,
      'Do not take or give more than that; if it does not help, ask a pharmacist or doctor.',
    ]),
    tells: verdict.concerns.map(({ key }) => key),
  };
}

/** What is prescribed and not on the list has no dose here: said before what speaks for or against it. */
function noneTaken(desk: Desk, subject: Subject, safe: Block): Block {
  if (desk.chart.view.id === '' || itemsFor(subject, desk.chart).medicines.length > 0) return safe;
  const lead = `**Your record lists no ${nameOf(subject.id)} that you take, now or before: it gives no dose of it.**`;
  return { ...safe, lead, body: [safe.lead, ...safe.body] };
}

function childDose(desk: Desk, { drug, per_kg, day_kg, most, months, kg, every, times }: Row, text: string): string {
  const name = capital(nameOf(drug));
  if (per_kg === undefined) return `${name}: ask a pharmacist for a child's dose`;
  const last = readingsOf(desk.chart, WEIGHT).at(-1);
  const tooYoung = months !== undefined && (desk.chart.view.months ?? 999) < months;
  if (tooYoung) return `${name} is not given under ${months} months without a doctor: call one now`;
  const told = toldWeight(desk);
  const weight = told ?? (last === undefined ? undefined : convert(last.point.value, last.point.unit, 'kg'));
  const isOld = told === undefined && last !== undefined && daysSince(last.time, desk.now) > STALE_DAYS;
  if (weight === undefined || isOld)
    return `${name} goes by weight: ${per_kg} mg for each kg, every ${every}, at most ${times} times in 24 hours. Weigh first${desk.chart.view.id === '' ? '' : ': the record holds no weight of the last year'}`;
  if (kg !== undefined && weight < kg) return `${name} is not given under ${kg} kg without a doctor`;
  const one = Math.min(most ?? Number.POSITIVE_INFINITY, round(per_kg * weight));
  const day = day_kg === undefined ? undefined : Math.min((most ?? 1000) * (times ?? 4), round(day_kg * weight));
  return `${name}: about ${one} mg${inLiquid(one, text)} in one dose (${per_kg} mg for each kg, at ${Math.round(weight * 10) / 10} kg ${told === undefined ? `on ${sayDate(last!.time)}${citeReading(desk, last!, 'body weight')}` : 'as you say'}), every ${every}, at most ${times} doses${day === undefined ? '' : ` or ${day} mg`} in 24 hours`;
}

/** "160 per 5", "120mg/5ml": so much in so many millilitres, as the bottle says. */
const STRENGTH =
  /(?<![\d.])(\d{2,4})\s*(?:mgs?)?\s*(?:\/|per|in|for)\s*(?:each |every )?(\d{1,2}(?:\.\d)?)?\s*(?:mls?|millilit\w+)?(?![\d/])/i;
const OF_LIQUID = /\b(?:mls?|liquid|syrup|suspension|susp|solution|elixir|drops|bottle|per \d)\b|\dmls?\b/i;

/** How much of the liquid that is; rounded down to what a syringe shows. */
function inLiquid(mg: number, text: string): string {
  const [, amount, volume = '1'] = (OF_LIQUID.test(text) && STRENGTH.exec(text)) || [];
  if (amount === undefined) return '';
  const ml = Math.floor((mg / Number(amount)) * Number(volume) * 10) / 10;
  return ml > 0 && ml <= MOST_ML ? `, ${ml} mL of a liquid with ${amount} mg in ${volume} mL,` : '';
}

/** More than that is no dose of a liquid: the strength was read wrongly. */
const MOST_ML = 60;

/** "He weighs 22 kg": what is said now counts before an entry. */
function toldWeight({ told }: Desk): number | undefined {
  const said = told.find(({ concept, act, value }) => concept === WEIGHT && act === 'measured' && value !== undefined);
  return said === undefined ? undefined : convert(said.value!, said.unit ?? 'kg', 'kg');
}

const round = (amount: number) => Math.round(amount / 5) * 5;
const daysSince = (time: string, now: string) => (Date.parse(now) - Date.parse(time)) / 86_400_000;
