import { expect, test } from 'vitest';
import { ask, talk } from './fixture.ts';

const letter =
  'Diabetes clinic letter @80 | Night profile 22-06: 0.70 units an hour. He may raise the rate to 120 % himself on sick days; anything above only after ringing 08 465.';
const tooth =
  'Dental plan @20 | Lower left molar to come out on Tuesday 24 November 2026, 10.30.\nReply pharmacist: leave out only the morning dose of apixaban that day; evening dose as usual.';

test('of a dose that is to be changed the papers are the measure', () => {
  const [, said = ''] = talk({ age: 41, has: ['type 1 diabetes'], notes: [letter] }, [
    "what's my basal on the night profile",
    "still 16-17 so i'll just double it tonight ok",
  ]);
  expect(said).toMatch(/^Only as your papers say/);
  expect(said).toMatch(/120 %/);
});

test('"that day" is quoted with the sentence that says which', () => {
  const said = ask({ age: 78, takes: ['apixaban 2.5 mg'], notes: [tooth] }, 'do I come off apixaban for the tooth?');
  expect(said).toMatch(/24 November 2026.*that day/s);
});

test('where it may be found is said of what is not there', () => {
  expect(ask({ age: 70 }, "what's my blood group")).toMatch(/There is no blood group in your record.*laboratory/s);
});
