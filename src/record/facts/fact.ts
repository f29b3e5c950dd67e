/** A fact as it was understood from conversation, by the offline engine or by a model: the shape of `consilium extract`. */
import { z } from 'zod';

const value = z.union([
  z.number(),
  z.string(),
  z.tuple([z.number(), z.number()]).transform(([systolic, diastolic]) => `${systolic}/${diastolic}`),
  z
    .object({ systolic: z.number(), diastolic: z.number() })
    .transform(({ systolic, diastolic }) => `${systolic}/${diastolic}`),
]);
const words = z.string().optional();

export const factSchema = z.object({
  kind: z.enum([
    'measurement',
    'medication',
    'condition',
    'symptom',
    'allergy',
    'procedure',
    'encounter',
    'practitioner',
    'organization',
  ]),
  text: z.string().default(''),
  start: z.number().int().default(0),
  end: z.number().int().default(0),
  name: z.string().trim().min(1).max(300),
  code: z.object({ system: z.string(), code: z.string() }).optional(),
  value: value.optional(),
  unit: words,
  negated: z.boolean().default(false),
  certainty: z.enum(['affirmed', 'possible', 'negated']).default('affirmed'),
  experiencer: z.enum(['patient', 'family', 'other']).default('patient'),
  time: words,
  historical: z.boolean().optional(),
  dose: z.union([z.string(), z.number().transform(String)]).optional(),
  route: words,
  frequency: words,
  duration: words,
  reaction: words,
  severity: words,
  /** A single dose that was taken, no regimen. */
  once: z.literal(true).optional(),
  change: z.enum(['started', 'stopped', 'increased', 'decreased']).optional(),
  warning: words,
});
export type Fact = z.output<typeof factSchema>;

export interface Provenance {
  session: string;
  message: string;
  agent: string;
}

/** Why a fact was understood but not stored; the agent may ask about it. */
export type SkipReason =
  | 'invalid'
  | 'negated'
  | 'uncertain'
  | 'not_about_patient'
  | 'doubtful'
  | 'value_missing'
  | 'unit_missing';

/** Whether a fact is about this person, now, and surely enough to stand in their record. */
export function refusalOf(fact: Fact, unitNeeded: (fact: Fact) => boolean): SkipReason | undefined {
  if (fact.experiencer !== 'patient') return 'not_about_patient';
  if (fact.certainty === 'possible') return 'uncertain';
  if ((fact.negated || fact.certainty === 'negated') && fact.kind !== 'medication') return 'negated';
  if (fact.warning !== undefined) return 'doubtful';
  if (fact.kind !== 'measurement') return undefined;
  if (fact.value === undefined) return 'value_missing';
  return fact.unit === undefined && unitNeeded(fact) ? 'unit_missing' : undefined;
}
