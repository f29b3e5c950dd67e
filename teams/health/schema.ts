/** What the extractors return. Names are the record's own kinds; the texts are the person's own words. */
import { z } from 'zod';

const fact = {
  text: z.string().describe("the person's own words that say it, copied exactly"),
  name: z.string().describe('what it is, in its usual clinical name'),
  certainty: z
    .enum(['affirmed', 'possible', 'negated'])
    .describe('affirmed only if they say that it is or was so; asked about, planned or feared is possible'),
  experiencer: z.enum(['patient', 'family', 'other']).describe('whose it is'),
  time: z.string().optional().describe('the date it speaks of, YYYY, YYYY-MM or YYYY-MM-DD'),
  code: z.object({ system: z.string(), code: z.string() }).optional().describe('only if you are certain of it'),
  start: z.number().int().optional().describe('leave out'),
  end: z.number().int().optional().describe('leave out'),
  warning: z.string().optional().describe('why it may be wrong, such as a value that no body has'),
};

const historical = z.boolean().optional().describe('true if it is past and over');

export const MeasurementsExtraction = z.object({
  measurements: z.array(
    z.object({
      ...fact,
      value: z
        .union([z.number(), z.string()])
        .optional()
        .describe('a number; blood pressure as "120/80"; else the words'),
      unit: z.string().optional().describe('the unit in UCUM; leave out what was not said and cannot be known'),
    }),
  ),
});

export const MedicalContextExtraction = z.object({
  practitioners: z.array(z.object(fact)),
  organizations: z.array(z.object(fact)),
  encounters: z.array(z.object(fact)),
  medications: z.array(
    z.object({
      ...fact,
      dose: z.string().optional().describe('number and unit, "50 mg"'),
      route: z.string().optional(),
      frequency: z.string().optional().describe('as said: "once daily", "as needed"'),
      duration: z.string().optional(),
      change: z.enum(['started', 'stopped', 'increased', 'decreased']).optional(),
    }),
  ),
  procedures: z.array(z.object(fact)),
});

export const DataExtraction = z.object({
  conditions: z.array(z.object({ ...fact, historical })),
  symptoms: z.array(
    z.object({ ...fact, historical, severity: z.string().optional(), duration: z.string().optional() }),
  ),
  allergies: z.array(z.object({ ...fact, reaction: z.string().optional() })),
});
