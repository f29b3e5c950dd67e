/** What is told beside what the record holds: of a stranger, there already, or not yet so. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Fact } from '../../clinical/index.ts';
import { MONTH } from '../../text/index.ts';
import type { Chart } from '../chart.ts';
import { daysBetween } from '../patient.ts';

/** "My PSA was 9.8", which stands only in a letter of somebody else that lies here by mistake: it is told, and not kept. */
export function isOfStranger({ view }: Chart, { kind, name, value }: Fact): boolean {
  const [observation] = kind === 'measurement' ? openCatalogue().linkAll({ name, kinds: ['observation'] }) : [];
  if (observation === undefined || (view.series.get(observation.id)?.length ?? 0) > 0) return false;
  return view.misfiled.some(
    ({ text }) =>
      text.includes(String(value)) &&
      openCatalogue()
        .find(text, { kinds: ['observation'] })
        .some(({ concept }) => concept.id === observation.id),
  );
}

const RECENT_DAYS = 200;

/** "My INR was 4.6, what does that mean?" of somebody whose record holds that 4.6: nothing new is told. */
export function isOnRecord({ view }: Chart, fact: Record<string, unknown> & { kind: string; name: string }): boolean {
  if (fact.kind !== 'measurement' || fact.time !== undefined || typeof fact.value !== 'number') return false;
  const [observation] = openCatalogue().linkAll({ name: fact.name, kinds: ['observation'] });
  const held = observation === undefined ? [] : (view.series.get(observation.id) ?? []);
  return held.some(
    ({ value, original, time }) =>
      (value === fact.value || original.value === fact.value) && daysBetween(time, view.now) < RECENT_DAYS,
  );
}

const WRITTEN_DAY = new RegExp(
  `\\b(?:\\d{1,2}/\\d{1,2}|\\d{1,2}[.-]\\d{1,2}[.-]\\d{2,4}|\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH}|${MONTH}\\.? \\d{1,2})\\b`,
  'i',
);
/** What is, was or was felt, beside what was measured. */
export const OF_THE_PAST = new Set(['medication', 'condition', 'symptom', 'allergy']);

/** "Out of it until Wednesday", "I start it on Monday": what is not yet is no entry; a day that is written out may be a slip. */
export function isAhead({ view }: Chart, fact: Record<string, unknown> & { kind: string }, message: string): boolean {
  return OF_THE_PAST.has(fact.kind) && isFuture(fact, view.now) && !WRITTEN_DAY.test(message);
}

/** "Temp 38.3, the pen is for tomorrow": what was measured is of now; only a day that is written out may be a slip. */
export function asOfNow<F extends { kind: string; time?: string }>(fact: F, message: string, now: string): F {
  if (fact.kind !== 'measurement' || !isFuture({ time: fact.time }, now) || WRITTEN_DAY.test(message)) return fact;
  const { time: _, ...rest } = fact;
  return rest as F;
}

/** After the day on which this is said. */
export function isFuture({ time }: Record<string, unknown>, now: string): boolean {
  return typeof time === 'string' && time.slice(0, 10) > now.slice(0, Math.min(10, time.length));
}
