import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

test('what is asked about beside a complaint is weighed as one remedy of several, and its allergy is no other’s', () => {
  const said = ask({ age: 31, allergic: ['codeine: vomiting'] }, 'what painkiller can I have, codeine?');
  expect(said).toMatch(/^For pain .*paracetamol/);
  expect(said).toMatch(/Not codeine: /);
  expect(said).not.toMatch(/Not [^.:]*paracetamol/);
});

test('gloves on somebody with latex allergy are a no', () => {
  const person = { age: 31, allergic: ['latex: hives'] };
  for (const asked of ['can they use normal gloves on me', 'can I use latex gloves'])
    expect(ask(person, asked)).toMatch(/^No: latex is not for you/);
});

test('where the entry is silent and a paper is not, the record is not said to give no reason', () => {
  const person = {
    age: 31,
    takes: ['aspirin 150 mg at night @60'],
    notes: ['Booking @120 | Low-dose aspirin from 12 weeks until 36 weeks because of pre-eclampsia in her sister.'],
  };
  const said = ask(person, 'why am I on aspirin');
  expect(said).not.toContain('Your record gives no reason');
  expect(said).toContain('because of pre-eclampsia');
});

test.each([
  "I've not felt him move since this morning",
  'baby has stopped moving',
  "I haven't felt the baby kick today",
])('%s: the maternity unit, now', (told) => {
  expect(ask({ age: 31, has: ['pregnancy @200'] }, told)).toMatch(/^Fewer movements of the baby .*maternity unit now/);
});
