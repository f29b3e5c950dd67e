/** What a demo person is written as (`demo/source/*.yml`), before it becomes FHIR. */
import { z } from 'zod';

const code = z.union([z.string(), z.number()]).transform(String);
const term = z.tuple([code, z.string()]);
const named = z.record(z.string(), term);

export const codesSchema = z.strictObject({
  conditions: named,
  symptoms: named,
  visits: z.record(z.string(), z.tuple([code, z.string(), z.enum(['AMB', 'EMER', 'IMP', 'VR'])])),
  measurements: z.record(
    z.string(),
    z.tuple(
      [code, z.string(), z.string().nullable(), z.number().nullable(), z.number().nullable(), z.string()],
      z.string(),
    ),
  ),
  drugs: named,
  allergens: z.record(z.string(), z.tuple([code, z.string(), z.enum(['medication', 'food', 'environment'])])),
  procedures: named,
  vaccines: named,
  documents: named,
  plans: named,
});
export type Codes = z.output<typeof codesSchema>;

const date = z.iso.date();
const minute = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);

const visit = z.strictObject({
  at: minute,
  kind: z.string(),
  with: z.string(),
  where: z.string(),
  reason: z.string(),
  minutes: z.number().default(20),
  planned: z.boolean().default(false),
  bp: z
    .string()
    .regex(/^\d+\/\d+$/)
    .optional(),
  weight: z.number().optional(),
  hr: z.number().optional(),
  temp: z.number().optional(),
  spo2: z.number().optional(),
  rr: z.number().optional(),
  pef: z.number().optional(),
  smoking: z.string().optional(),
  labs: z.record(z.string(), z.number()).default({}),
});
export type Visit = z.output<typeof visit>;

const medication = z.strictObject({
  drug: z.string(),
  name: z.string(),
  dose: z.number(),
  unit: z.string(),
  per_day: z.number().optional(),
  as_needed: z.boolean().default(false),
  route: z.string().default('Oral'),
  from: date,
  to: date.optional(),
  reason: z.string(),
  by: z.string(),
  text: z.string(),
});
export type Medication = z.output<typeof medication>;

export const personSchema = z.strictObject({
  key: z.string(),
  patient: z.strictObject({
    given: z.string(),
    family: z.string(),
    gender: z.enum(['female', 'male']),
    birth_date: date,
    marital_status: z.string(),
    city: z.string(),
    state: z.string(),
    postal_code: z.string(),
    country: z.string(),
    phone: z.string(),
  }),
  practitioners: z.record(z.string(), z.tuple([z.string(), z.string(), z.enum(['female', 'male']), z.string()])),
  organizations: z.record(z.string(), z.tuple([z.string(), z.string(), z.string(), z.string()])),
  height: z.number(),
  visits: z.array(visit),
  conditions: z.array(
    z.strictObject({ what: z.string(), since: date, until: date.optional(), note: z.string().optional() }),
  ),
  symptoms: z.array(
    z.strictObject({
      what: z.string(),
      since: date,
      until: date.optional(),
      severity: z.enum(['mild', 'moderate', 'severe']),
      note: z.string().optional(),
    }),
  ),
  allergies: z.array(
    z.strictObject({
      what: z.string(),
      since: date,
      recorded: date,
      criticality: z.enum(['low', 'high']),
      reactions: z.array(z.string()),
      note: z.string().optional(),
    }),
  ),
  medications: z.array(medication),
  procedures: z.array(
    z.strictObject({ what: z.string(), at: minute, with: z.string().optional(), reason: z.string().optional() }),
  ),
  immunizations: z.record(z.string(), z.array(date)),
  plans: z.array(z.strictObject({ what: z.string(), from: date })),
  documents: z.array(z.strictObject({ what: z.string(), at: minute, visit: minute, text: z.string() })),
});
export type Person = z.output<typeof personSchema>;
