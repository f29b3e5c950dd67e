/** The reads by the names the app and the API use (`/v1/patients/:id/<section>?…`), with their query parameters. */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';
import { readDocuments, readEncounters, readImmunizations, readProcedures } from './care.ts';
import { readAllergies, readConditions, readSymptoms } from './conditions.ts';
import { readEntry } from './entry.ts';
import { readMedications } from './medications.ts';
import { readObservationHistory, readObservations } from './observations.ts';
import type { Reader } from './reader.ts';
import { searchRecord } from './search.ts';
import { readSummary } from './summary.ts';
import { readTimeline } from './timeline.ts';

const count = z.coerce.number().int().min(1).max(500).optional();
const words = z.string().max(200);
const moment = z
  .string()
  .regex(/^\d{4}(-\d{2}(-\d{2}(T[\d:]+Z)?)?)?$/, 'a date such as 2026-03-03')
  .optional();
const live = z.object({ scope: z.enum(['active', 'all']).default('all') });

function section<Query extends z.ZodType>(query: Query, read: (reader: Reader, query: z.output<Query>) => object) {
  return { query, read: (reader: Reader, given: unknown) => read(reader, query.parse(given)) };
}

const sections = {
  summary: section(z.object({}), readSummary),
  conditions: section(live, (reader, { scope }) => ({ items: readConditions(reader, scope) })),
  medications: section(z.object({ scope: z.enum(['current', 'all']).default('all') }), (reader, { scope }) => ({
    items: readMedications(reader, scope),
  })),
  /** The latest of each type; with `type`, the history of that one. */
  observations: section(
    z.object({ type: words.optional(), category: words.optional(), from: moment, to: moment, limit: count }),
    (reader, { type, category, ...rest }) => ({
      items:
        type === undefined
          ? readObservations(reader, { category, limit: rest.limit })
          : readObservationHistory(reader, { type, ...rest }),
    }),
  ),
  encounters: section(
    z.object({ scope: z.enum(['all', 'past', 'scheduled', 'recent']).default('all') }),
    (reader, { scope }) => ({ items: readEncounters(reader, scope) }),
  ),
  allergies: section(live, (reader, { scope }) => ({ items: readAllergies(reader, scope) })),
  symptoms: section(z.object({}), (reader) => ({ items: readSymptoms(reader) })),
  procedures: section(z.object({}), (reader) => ({ items: readProcedures(reader) })),
  immunizations: section(z.object({}), (reader) => ({ items: readImmunizations(reader) })),
  documents: section(z.object({}), (reader) => ({ items: readDocuments(reader) })),
  timeline: section(
    z.object({
      labels: words.transform((list) => list.split(',')).optional(),
      limit: count,
      cursor: words.optional(),
    }),
    readTimeline,
  ),
  search: section(z.object({ q: words, limit: count }), (reader, { q, limit }) => ({
    items: searchRecord(reader, q, limit),
  })),
  entry: section(z.object({ uuid: words }), (reader, { uuid }) => readEntry(reader, uuid)),
};

export type SectionName = keyof typeof sections;
export const SECTION_NAMES = Object.keys(sections) as SectionName[];

/** Reads a section by its name; UNKNOWN_SECTION and INVALID_QUERY say what would be right. */
export function readSection(reader: Reader, name: string, query: Record<string, unknown> = {}): object {
  if (!Object.hasOwn(sections, name)) {
    throw new ConsiliumError('UNKNOWN_SECTION', 'The record has no such section.', {
      hint: `The sections are ${SECTION_NAMES.join(', ')}.`,
    });
  }
  const { query: schema, read } = sections[name as SectionName];
  const parsed = schema.safeParse(query);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConsiliumError('INVALID_QUERY', `${issue?.path.join('.') || 'The query'}: ${issue?.message}.`);
  }
  return read(reader, query);
}
