import { expect, test, vi } from 'vitest';
import * as clinical from '../clinical/danger/redflags.ts';
import { patientMeant } from './whose.ts';

const several = { patients: ['p1', 'p2'] };
const where = 'patient_id';

test('who is for several patients names one, except in an emergency', async () => {
  await expect(patientMeant(several, undefined, { message: 'hello', where })).rejects.toThrow('several patients');
  const message = 'I have crushing chest pain and cannot breathe';
  expect(await patientMeant(several, undefined, { message, where })).toBeUndefined();
  expect(await patientMeant(several, 'p2', { message: 'hello', where })).toBe('p2');
  expect(await patientMeant({ patients: ['p1'] }, undefined, { message: 'hello', where })).toBe('p1');
});

test('of a message of a million characters no more is read for that than anybody writes', async () => {
  const read = vi.spyOn(clinical, 'findRedFlags').mockReturnValue([]);
  const message = 'hello and '.repeat(100_000);
  await expect(patientMeant(several, undefined, { message, where })).rejects.toThrow('several patients');
  expect(read.mock.calls.every(([text]) => text.length <= 20_000)).toBe(true);
});
