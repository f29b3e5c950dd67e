import { type Json, tool } from 'consilium/kernel';
import { patientRecord, undoFact } from 'consilium/record';
import { z } from 'zod';
import { PENDING, readLast } from '../_shared/entries.ts';
import { keepFacts, newlyKept } from '../_shared/facts.ts';
import { factsKey } from '../callbacks.ts';

const fact = z.looseObject({
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
  name: z.string(),
});

export const storeEntry = tool({
  name: 'store_entry',
  description:
    'Puts one fact that the person has completed or corrected into their record. Give every field that is known (kind, name, value, unit, dose, frequency, time, text). Says what became of it.',
  input: z.strictObject({
    fact,
    agent: z.string().optional().describe('the extractor that read it, if one did'),
    instead_of: z.string().optional().describe('the uuid of the entry from this conversation that it corrects'),
  }),
  idempotent: true,
  execute: ({ fact: given, agent = 'DataEntryAgent', instead_of: wrong }, context) => {
    const { db, patientId } = patientRecord(context);
    const before = readLast(context.state);
    if (wrong !== undefined && before.some(({ uuid }) => uuid === wrong)) undoFact(db, patientId, wrong);
    const results = keepFacts(context, agent, [given]);
    const kept = newlyKept(context, agent, results);
    const key = factsKey('DataEntryAgent');
    context.state.set(key, [...((context.state.get(key) as Json[] | undefined) ?? []), ...(kept as unknown as Json[])]);
    context.state.delete(PENDING);
    return results[0]!;
  },
});

export const undoEntries = tool({
  name: 'undo_entries',
  description:
    'Takes entries back that were put into the record in the last message of this conversation. Without uuids: all of them. Imported entries cannot be taken back.',
  input: z.strictObject({ uuids: z.array(z.string()).optional() }),
  idempotent: true,
  execute: ({ uuids }, context) => {
    const { db, patientId } = patientRecord(context);
    const meant = readLast(context.state).filter(({ uuid }) => uuids === undefined || uuids.includes(uuid));
    for (const { uuid } of meant) undoFact(db, patientId, uuid);
    return { undone: meant };
  },
});
