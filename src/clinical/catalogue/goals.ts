/** The goal that is usual with a condition, and where a medicine holds a value on purpose: both stand before the range. */

import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { openCatalogue } from './index.ts';

const schema = z.strictObject({
  goals: z.array(
    z.strictObject({
      measure: z.string(),
      who: z.string(),
      of: z.string(),
      but: z.array(z.string()).default([]),
      below: z.record(z.string(), z.number()),
      /** Children are judged by the range of their age. */
      adults: z.boolean().default(false),
      /** Also where the condition is over: a heart attack stays one. */
      ever: z.boolean().default(false),
      say: z.string().optional(),
      source: z.string(),
    }),
  ),
  held: z.array(z.strictObject({ measure: z.string(), while: z.string(), low: z.number(), high: z.number() })),
});

export const usualGoals = schema.parse(readRows(new URL('./data/goals.yml', import.meta.url)));

/** A condition or a medicine of the record, as concepts. */
export interface Standing {
  concepts: readonly string[];
  since: string | null;
  isOver?: boolean;
}

export interface Goal {
  who: string;
  below: number;
  /** "7", "140/90" */
  say: string;
  source: string;
}

const ADULT = 18;

/** For a value of that time, where one is given: what led to the diagnosis is judged by the range. */
export function goalWith(
  conditions: readonly Standing[],
  measure: string,
  unit: string | null,
  time?: string | null,
  age?: number | null,
): Goal | undefined {
  const catalogue = openCatalogue();
  for (const { measure: of, below, say, ...row } of usualGoals.goals) {
    const limit = of === measure ? below[unit ?? ''] : undefined;
    const fits = ({ concepts, since, isOver = false }: Standing) =>
      (!isOver || row.ever) &&
      isAfter(time, since) &&
      concepts.some((id) => catalogue.isA(id, row.of) && !row.but.some((other) => catalogue.isA(id, other)));
    if (row.adults && (age ?? ADULT) < ADULT) continue;
    if (limit !== undefined && conditions.some(fits))
      return { who: row.who, below: limit, say: say ?? String(limit), source: row.source };
  }
  return undefined;
}

export function heldWith(medicines: readonly Standing[], measure: string, time?: string | null) {
  return usualGoals.held.find(
    (row) =>
      row.measure === measure &&
      medicines.some(
        ({ concepts, since }) => isAfter(time, since) && concepts.some((id) => openCatalogue().isA(id, row.while)),
      ),
  );
}

function isAfter(time: string | null | undefined, since: string | null): boolean {
  return time == null || since === null || time.slice(0, since.length).slice(0, 10) > since.slice(0, 10);
}
