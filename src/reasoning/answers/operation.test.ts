import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const WAITS = {
  age: 44,
  has: ['uterine fibroids'],
  values: { haemoglobin: 10.8 },
  notes: [
    'Gynaecology letter @20 | She wants a hysterectomy. Date offered: 14 August 2026. This goes ahead only if haemoglobin is 11 or more. If it is under 11 at the visit on 8 July, iron is given.',
  ],
};

test('the day of an operation that papers set, with what it hangs on and where that stands', () => {
  const said = ask(WAITS, 'when is my womb operation and what has to be right for it to go ahead');
  expect(said).toMatch(/14 August 2026/);
  expect(said).toMatch(/last 10\.8 g\/dL .* wanted 11 or more/);
  expect(said).not.toMatch(/lists \d+ procedures/);
});

test('whether it can go ahead is weighed', () => {
  expect(ask(WAITS, 'is my blood good enough for the op yet?')).toMatch(/^Not yet: haemoglobin 10\.8/);
  expect(ask({ ...WAITS, values: { haemoglobin: 12.4 } }, 'is my blood good enough for the op yet?')).toMatch(
    /^By the last values, yes/,
  );
});

test('an operation that a paper calls by initials is the one of the illness with that name', () => {
  const person = {
    age: 38,
    has: ['complete tear of anterior cruciate ligament, left knee'],
    notes: [
      'Psychiatry letter @5 | No change. Supports knee op. RV 3/12.',
      'Orthopedic letter @4 | L ACL rupture. Plan: L ACL recon, hamstring autograft, Wed 15 July 2026, arrive 06:30, day case.',
    ],
  };
  const said = ask(person, 'When is my knee op again and what time do I have to be there');
  expect(said).toMatch(/15 July 2026, arrive 06:30/);
  expect(said).not.toMatch(/is due by|could count from|No result/);
});

test('an operation of another part, or one that is over, is not it', () => {
  expect(ask(WAITS, 'when is my knee operation')).not.toMatch(/14 August 2026/);
  const over = { ...WAITS, notes: ['Letter @400 | Date offered: 14 August 2025 for the hysterectomy.'] };
  expect(ask(over, 'is my blood good enough for the op yet?')).not.toMatch(/^Not yet|^By the last/);
});

test('an organ that was taken out is not there any more; of another the record knows no such operation', () => {
  const person = { age: 60, done: { 'Splenectomy after crush injury': 9000 } };
  expect(ask(person, 'do I still have my spleen')).toMatch(/^No: the spleen was taken out on/);
  expect(ask(person, 'has dad still got his gallbladder')).toMatch(/names no operation that took out the gallbladder/);
  const told = { age: 60, notes: ['Dental letter | Fever means the same day, as he has no spleen.'] };
  expect(ask(told, 'do I still have my spleen')).toMatch(/^No, by your papers/);
});

test('the worst of a value where more is better is the lowest', () => {
  const person = {
    age: 60,
    values: {
      haemoglobin: [
        [700, 8.1],
        [30, 14.3],
      ] as [number, number][],
      'LDL cholesterol': [
        [700, 190],
        [30, 90],
      ] as [number, number][],
    },
  };
  expect(ask(person, 'what was my haemoglobin at the worst')).toMatch(/lowest haemoglobin was 8\.1/);
  expect(ask(person, 'what was my worst LDL')).toMatch(/highest LDL cholesterol was 190/);
});
