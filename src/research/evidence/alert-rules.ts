/** The words that bar a medicine, warn of it, or take that back: data, from alerts.yml. */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { foldText, hasAny } from './words.ts';

const words = z.array(z.string());
const KINDS = ['withdrawn', 'suspended', 'halted', 'recalled', 'boxed', 'warned', 'proposed', 'lifted'] as const;
export type AlertKind = (typeof KINDS)[number];
const schema = z.strictObject({
  alerts: z.array(
    z.strictObject({
      ...{ kind: z.enum(KINDS), say: z.string(), bars: z.literal(true).optional() },
      ...{ all: z.array(words).min(1), without: words, lifts: z.array(z.enum(KINDS)).optional() },
      ...{ only: words.optional(), not_in: words.optional(), example: z.string(), counter: z.string() },
    }),
  ),
});
export type AlertRule = z.infer<typeof schema>['alerts'][number];

let known: readonly AlertRule[] | undefined;

export function alertRules(): readonly AlertRule[] {
  known ??= schema.parse(readRows(join(import.meta.dirname, 'alerts.yml'))).alerts;
  return known;
}

/** What a sentence of a paper of this design says; the first row that fits. */
export function ruleFor(sentence: string, design: string): AlertRule | undefined {
  const plain = foldText(sentence);
  return alertRules().find(
    ({ all, without, only, not_in }) =>
      (only?.includes(design) ?? true) &&
      !not_in?.includes(design) &&
      all.every((group) => hasAny(plain, group)) &&
      !hasAny(plain, without),
  );
}
