import { expect, test } from 'vitest';
import { proposedIn } from './proposed.ts';

test.each([
  ["belly is hard and I was sick twice. I'll just have more fybogel", ['fybogel']],
  ['his mouth hangs on one side, should I give him aspirin', ['aspirin']],
  ['crushing chest pain, gonna take a gaviscon', ['gaviscon']],
])('a remedy that is meant to help: %s', (message, remedies) => {
  expect(proposedIn(message).remedies).toEqual(remedies);
});

test.each([
  'I had fybogel this morning and was sick',
  'I take aspirin every day',
])('what was taken is no plan: %s', (message) => {
  expect(proposedIn(message).remedies).toEqual([]);
});

test('what it is taken for is said back, and waiting is heard', () => {
  expect(proposedIn("muddled since the fall, wants to sleep it off. it's only his memory isn't it")).toMatchObject({
    waits: true,
    isNotRevived: false,
    takenFor: 'his memory',
  });
  expect(proposedIn('tight chest, it is probably just my nerves')).toMatchObject({
    takenFor: 'your nerves',
    waits: false,
    isNotRevived: false,
  });
  expect(proposedIn('he could not sleep last night, his memory is bad')).toEqual({
    remedies: [],
    waits: false,
    isNotRevived: false,
  });
});

test('a decision against resuscitation is heard, so that nobody waits because of it', () => {
  expect(proposedIn('her mouth dropped, she is DNR so no ambulance right?').isNotRevived).toBe(true);
  expect(proposedIn('her mouth dropped, no ambulance right?').isNotRevived).toBe(false);
});
