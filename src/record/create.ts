/** A record begins with a person. People come into it as FHIR, this one too. */
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { systemClock } from '../kernel/clock.ts';
import { newId } from '../kernel/index.ts';
import { importSources } from './import.ts';
import { textSource } from './sources.ts';

const date = z.iso
  .date({ error: 'a day, like 1968-03-02', abort: true })
  .refine((day) => day <= new Date(systemClock.now()).toISOString().slice(0, 10), { message: 'a day that has been' });

export const newPatient = z.strictObject({
  name: z.string().trim().min(1, 'a name').max(200),
  birth_date: date.optional(),
  gender: z.enum(['female', 'male', 'other', 'unknown']).optional(),
});

export type NewPatient = z.infer<typeof newPatient>;

export async function createPatient(
  db: DatabaseSync,
  person: NewPatient,
  { id = newId(), onWritten }: { readonly id?: string; readonly onWritten?: (patient: string) => void } = {},
): Promise<{ id: string; name: string }> {
  const { name, birth_date: birthDate, gender } = newPatient.parse(person);
  const resource = {
    resourceType: 'Patient',
    id,
    name: [{ text: name }],
    ...(birthDate && { birthDate }),
    ...(gender && { gender }),
  };
  const { patients } = await importSources(db, [textSource('new patient', JSON.stringify(resource))], {
    ...(onWritten && { onWritten }),
  });
  return { id: patients[0]!.id, name };
}
