import { expect, test } from 'vitest';
import { contextIn, requireOnePatientIn, userNamedIn } from './action.ts';

test('context stands in the metadata of the message or of the request; what the message says counts', () => {
  const beside = { context: { patient_id: 'p1', mood: 'calm' } };
  expect(contextIn({}, beside)).toEqual(beside.context);
  expect(contextIn({ metadata: { context: { mood: 'tired' } } }, beside)).toEqual({ patient_id: 'p1', mood: 'tired' });
  for (const odd of [undefined, null, 'x', { context: [] }, { context: 'x' }]) expect(contextIn({}, odd)).toEqual({});
});

test('whom a message names is meant wherever it stands, and one alone', () => {
  const words = { messageId: 'm', role: 'ROLE_USER' as const, parts: [{ text: 'hi' }] };
  const places: [object, unknown][] = [
    [{ metadata: { patient_id: 'p1' } }, undefined],
    [{ metadata: { patientId: 'p1' } }, undefined],
    [{}, { patient_id: 'p1' }],
    [{}, { context: { patientId: 'p1' } }],
    [{ parts: [{ data: { action: 'ask', patient_id: 'p1', parameters: {} } }] }, undefined],
    [{ parts: [{ text: 'hi' }, { data: { patient_id: 'p1' } }] }, undefined],
  ];
  for (const [message, beside] of places) {
    const told = { ...words, ...message } as Parameters<typeof userNamedIn>[0];
    expect(contextIn(told, beside)['patient_id']).toBe('p1');
    const two = { context: { patient_id: 'p2' }, ...(beside as object) };
    if (beside === undefined) expect(() => requireOnePatientIn(told, two)).toThrow(/name two patients/);
  }
  expect(userNamedIn(words, { context: { user_id: 'eve' } })).toBe('eve');
  expect(() => userNamedIn(words, { user_id: 7 })).toThrow(/no name of a user/);
});
