import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const person = {
  age: 71,
  has: ['chronic kidney disease'],
  notes: ['Nephrology letter @200 | Preserve L arm (non-dominant): no venepuncture or cannula L arm, for future AVF.'],
};

test('short forms of what is quoted are told in plain words', () => {
  const said = ask(person, 'which arm are they not supposed to take blood from?');
  expect(said).toMatch(/Preserve L arm/);
  expect(said).toMatch(/Short forms there: “L” left; “AVF” vein joined to an artery/);
});

test('who writes short forms can read them', () => {
  expect(ask(person, '71F, CKD, HTN. which arm for bloods?')).not.toMatch(/Short forms/);
});

test('words typed off from a letter are told one by one', () => {
  const said = ask(person, "the paper says 'AKI on CKD G4A3'. what does that mean in normal english please");
  expect(said).toMatch(/“AKI”: .*acute kidney injury/i);
  expect(said).toMatch(/“CKD/);
  expect(said).toMatch(/G4 .*15 to 29/i);
});

test('a question that names more than what was typed off is answered as one', () => {
  expect(
    ask(
      { ...person, allergic: ['penicillin: hives'] },
      'letter says "PEN V ok" huh? am i allergic to penicillin or not',
    ),
  ).not.toMatch(/one by one/);
});
