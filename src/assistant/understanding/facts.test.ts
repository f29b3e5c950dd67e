import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from './known.ts';
import { understand } from './read.ts';

const PLACE = { now: Date.parse('2026-11-19T11:00:00Z'), zone: 'Europe/London' };

function kept(said: string) {
  const read = understand(said, PLACE, NOTHING_KNOWN);
  return read.kind === 'requests' ? read.requests.map(({ tool, input }) => [tool, input]) : read.kind;
}

test.each([
  ['remember my blood type is O+', 'blood type', 'O+'],
  ['remember my blood type is AB-', 'blood type', 'AB-'],
  ['remember my blood type is B-.', 'blood type', 'B-'],
  ["note that Sam's blood group is A-", "Sam's blood group", 'A-'],
  ['remember my grade was A++', 'grade', 'A++'],
  ['remember that my wifi password is Zeb!77?', 'wifi password', 'Zeb!77?'],
  ['the router password is a!b?c.', 'router password', 'a!b?c'],
  ['remember the gate code is #4471*', 'gate code', '#4471*'],
  ['remember the garage code is *77#.', 'garage code', '*77#'],
  ['remember my alarm pin is 99#', 'alarm pin', '99#'],
  ['remember my favourite languages are C# and F#', 'favourite languages', 'C# and F#'],
])('what is told is kept as it was told: %s', (said, subject, text) => {
  expect(kept(said)).toEqual([['remember', { subject, text }]]);
});

test.each([
  ["remember I'm fluent in C++ and C#", "I'm fluent in C++ and C#"],
  ['remember that I speak French, C++ and SQL', 'I speak French, C++ and SQL'],
])('the name of a language starts no coder: %s', (said, text) => {
  expect(kept(said)).toEqual([['remember', { text }]]);
});

test.each([
  ['remember my GP is Dr. Lee.', 'GP', 'Dr. Lee'],
  ['remember my dog is called Max!', 'dog', 'Max'],
  ['could you remember that my blood type is O+?', 'blood type', 'O+'],
  ['can you remember my wifi password is Zeb77?', 'wifi password', 'Zeb77'],
])('the end of the sentence is no part of it: %s', (said, subject, text) => {
  expect(kept(said)).toEqual([['remember', { subject, text }]]);
});
