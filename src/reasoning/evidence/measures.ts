/** How to talk about a measurement. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Chart } from '../chart.ts';

const ids = z.array(z.string());
const schema = z.strictObject({
  say: z.record(z.string(), z.string()),
  better: z.strictObject({ higher: ids }),
  goals: z.array(
    z.strictObject({
      measure: z.string(),
      who: z.string(),
      of: z.string(),
      below: z.record(z.string(), z.number()),
      source: z.string(),
    }),
  ),
  nearest: z.record(z.string(), ids),
  mirror: z.record(z.string(), z.string()),
  treated_as: z.record(z.string(), z.string()),
  treated_range: z.array(z.strictObject({ measure: z.string(), while: z.string(), low: z.number(), high: z.number() })),
  markers: z.array(z.strictObject({ measure: z.string(), of: z.string() })),
  scores: z.array(z.strictObject({ name: z.string(), of: z.string() })),
  risks: z.array(z.strictObject({ of: ids, by: ids, measures: ids })),
});

export const measureWords = schema.parse(parse(readFileSync(new URL('./measures.yml', import.meta.url), 'utf8')));

export function isBetterHigher(id: string): boolean {
  return measureWords.better.higher.includes(id);
}

export interface Goal {
  who: string;
  below: number;
  source: string;
}

/** The goal usually set for somebody with these conditions. */
export function goalFor({ view }: Chart, id: string, unit: string | null): Goal | undefined {
  const catalogue = openCatalogue();
  const active = view.conditions.filter(({ status }) => status === 'active').flatMap(({ concepts }) => concepts);
  for (const { measure, who, of, below, source } of measureWords.goals) {
    const limit = below[unit ?? ''];
    if (
      measure === id &&
      limit !== undefined &&
      active.some((concept) => catalogue.isA(concept, of) && !catalogue.isA(concept, 'condition:prediabetes'))
    )
      return { who, below: limit, source };
  }
  return undefined;
}
