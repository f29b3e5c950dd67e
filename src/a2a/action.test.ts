import { expect, test } from 'vitest';
import { contextIn } from './action.ts';

test('context stands in the metadata of the message or of the request; what the message says counts', () => {
  const beside = { context: { patient_id: 'p1', mood: 'calm' } };
  expect(contextIn({}, beside)).toEqual(beside.context);
  expect(contextIn({ metadata: { context: { mood: 'tired' } } }, beside)).toEqual({ patient_id: 'p1', mood: 'tired' });
  for (const odd of [undefined, null, 'x', { context: [] }, { context: 'x' }]) expect(contextIn({}, odd)).toEqual({});
});
