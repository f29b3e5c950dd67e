import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const feet = {
  age: 70,
  has: ['type 2 diabetes mellitus'],
  notes: ['Foot check @90 | Sensation reduced in both big toes; do not walk barefoot. Next check in six months.'],
};

test('leave that a sentence of the own papers rules on is answered by it before it is quoted', () => {
  expect(ask(feet, 'can I walk barefoot on the beach')).toMatch(/^No, by your own paper\. .*do not walk barefoot/);
  const cleared = { age: 50, notes: ['Clinic letter @20 | The stitches are out. Kneeling is allowed.'] };
  expect(ask(cleared, 'am I allowed to kneel')).toMatch(/^Yes, by your own paper\./);
});

test('what holds only until something, or of another thing, is no verdict', () => {
  const healing = { age: 50, notes: ['Discharge @4 | No swimming until the wound has closed. Showers are fine.'] };
  expect(ask(healing, 'can I go swimming with the wound')).not.toMatch(/^(?:No|Yes), by your own paper/);
  expect(ask(feet, 'can I walk the dog')).not.toMatch(/^(?:No|Yes), by your own paper/);
});

test('where a paper speaks of it, the record is not said to be silent', () => {
  const listed = {
    age: 60,
    notes: ['Orthopaedic letter @30 | Please arrive 07:00, nothing to eat from midnight, clear water until 06:00.'],
  };
  const said = ask(listed, 'can i drink water on the morning of the op');
  expect(said).toContain('clear water until 06:00');
  expect(said).not.toContain('says nothing');
  const bled = { age: 70, notes: ['Discharge letter @900 | Black stools on naproxen; Hb 78, two units of blood.'] };
  expect(ask(bled, 'how many units of blood did I get')).toMatch(/^I did not find .* by that name.*two units of blood/);
});

test('a denial yields to a paper that is near: only of the entries it is certain', () => {
  const man = { age: 81, sex: 'male' as const, notes: ['Urology note @200 | PSA 3.1, stable. Tamsulosin helps.'] };
  const said = ask(man, 'is his prostate test ok');
  expect(said).not.toMatch(/did not find it/);
  expect(said).toContain('PSA 3.1, stable');
});
