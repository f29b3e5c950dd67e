/** How to talk about a measurement. */

import { z } from 'zod';
import { type Goal, goalWith, heldWith, usualGoals } from '../../clinical/catalogue/goals.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';

const ids = z.array(z.string());
const schema = z.strictObject({
  say: z.record(z.string(), z.string()),
  better: z.strictObject({ higher: ids }),
  /** The least change that means something, in the measure's own unit, however small a share of it. */
  matters: z.record(z.string(), z.number()),
  nearest: z.record(z.string(), ids),
  mirror: z.record(z.string(), z.string()),
  treated_as: z.record(z.string(), z.string()),
  markers: z.array(z.strictObject({ measure: z.string(), of: z.string() })),
  scores: z.array(z.strictObject({ name: z.string(), of: z.string() })),
  risks: z.array(z.strictObject({ of: ids, by: ids, measures: ids })),
});

export const measureWords = schema.parse(readRows(new URL('./measures.yml', import.meta.url)));

export function isBetterHigher(id: string): boolean {
  return measureWords.better.higher.includes(id);
}

/** The goal usually set for somebody with these conditions; for a value of that time, where one is given. */
export function goalFor({ view }: Chart, id: string, unit: string | null, time?: string): Goal | undefined {
  if (!usualGoals.goals.some(({ measure }) => measure === id)) return undefined;
  const standing = view.conditions.filter(({ status }) => status !== 'doubtful');
  return goalWith(
    standing.map(({ concepts, onset, status }) => ({ concepts, since: onset, isOver: status === 'resolved' })),
    id,
    unit,
    time,
    view.age,
  );
}

/** Where a medicine is taken to hold the value: an INR on warfarin. */
export function heldRange({ view }: Chart, id: string, time?: string): ReturnType<typeof heldWith> {
  if (!usualGoals.held.some(({ measure }) => measure === id)) return undefined;
  const taken = view.medicines.filter(({ status }) => status === 'taken');
  return heldWith(
    taken.map(({ concepts, start }) => ({ concepts, since: start })),
    id,
    time,
  );
}

/** Who is told a kidney number by the one is tested for it by the other. */
export function mirroredBy(id: string): string[] {
  const mirrors = Object.entries(measureWords.mirror).flatMap(([of, by]) => (of === id ? [by] : by === id ? [of] : []));
  return [id, ...mirrors];
}
