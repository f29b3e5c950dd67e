import { type AgentContext, type Json, tool } from 'consilium/kernel';
import { patientRecord, readEntry, tellRecord, writeRecord } from 'consilium/record';
import { z } from 'zod';
import { nowOf } from '../_shared/clock.ts';
import { PENDING, readLast, readRecent } from '../_shared/entries.ts';
import { type Kept, newlyKept } from '../_shared/facts.ts';
import { holdFor } from '../_shared/told.ts';
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
    instead_of: z.string().optional().describe('the uuid of the told entry that it corrects'),
    ordered: z.boolean().optional().describe('true where the person did not tell it but asked for the entry'),
  }),
  idempotent: true,
  execute: async ({ fact: given, agent = 'DataEntryAgent', instead_of: wrong, ordered = false }, context) => {
    const hold = holdFor(context, given, ordered);
    const reply = hold === undefined ? undefined : await context.ask(hold);
    if (reply !== undefined && reply.kind !== 'yes') return { status: 'refused', fact: given } as const;
    const of = { name: 'facts', now: nowOf(context.state) };
    const results =
      wrong === undefined
        ? await tellRecord(context, of, [given], agent)
        : await writeRecord(context, of, ({ tell, undo }) => {
            if (isOfConversation(context, wrong)) undo(wrong);
            return tell([given], agent);
          });
    const kept = newlyKept(context, agent, results);
    const key = factsKey('DataEntryAgent');
    context.state.set(key, [...((context.state.get(key) as Json[] | undefined) ?? []), ...(kept as unknown as Json[])]);
    context.state.delete(PENDING);
    return results[0]!;
  },
});

function isOfConversation(context: AgentContext, uuid: string): boolean {
  return typeof readEntry(patientRecord(context), uuid).properties.source_message === 'string';
}

/** The entries that are meant: those named, or all of the last message that told any. */
function toldByUuid(context: AgentContext, uuids: readonly string[] | undefined): Kept[] {
  if (uuids === undefined) return readLast(context.state);
  const last = readRecent(context.state);
  return uuids.flatMap((uuid) => {
    const known = last.find((each) => each.uuid === uuid);
    if (known !== undefined) return [known];
    const { label, properties } = readEntry(patientRecord(context), uuid);
    if (typeof properties.source_message !== 'string') return [];
    return [
      { uuid, label, agent: 'DataEntryAgent', kind: KINDS[label] ?? 'condition', name: String(properties.name ?? '') },
    ];
  });
}

const KINDS: Record<string, string> = {
  Observation: 'measurement',
  IntakeRegimen: 'medication',
  AllergyRecord: 'allergy',
  SymptomEpisode: 'symptom',
  ConditionCase: 'condition',
  Encounter: 'encounter',
  Procedure: 'procedure',
};

export const undoEntries = tool({
  name: 'undo_entries',
  description:
    'Takes told entries back, by their uuids; without, all of the last message that told something. Imported entries cannot be taken back. Asks first where an allergy would go.',
  input: z.strictObject({ uuids: z.array(z.string()).optional() }),
  idempotent: true,
  execute: async ({ uuids }, context) => {
    const now = nowOf(context.state);
    // Settled before it is asked: what was taken back is not found a second time.
    const told = await writeRecord(context, { name: 'meant', now }, () => toldByUuid(context, uuids));
    const allergy = told.find(({ label }) => label === 'AllergyRecord');
    if (allergy !== undefined) {
      const reply = await context.ask({
        what: `Shall I take back the allergy to ${allergy.name}?`,
        why: 'Without it, nobody is warned before such a medicine or food is given.',
        effect: 'The allergy is no longer in your record.',
      });
      if (reply.kind !== 'yes') return { undone: [] };
    }
    await writeRecord(context, { name: 'taken back', now }, ({ undo }) => {
      for (const { uuid } of told) undo(uuid);
      return told.length;
    });
    context.state.set(
      'temp:undone',
      told.map(({ uuid }) => uuid),
    );
    return { undone: told };
  },
});
