import { expect, test } from 'vitest';
import { emptyChart } from '../chart.ts';
import { inputOf } from '../concerns/examples.ts';
import { consult } from '../index.ts';
import { ask } from './fixture.ts';
import { dayAfter } from './given.ts';

test.each([
  ['2026-11-06', '40 mg under the skin every 2 weeks', '2026-11-20'],
  ['2026-10-15', '1 injection every 28 days', '2026-11-12'],
  ['2026-05-12', '60 mg every 6 months', '2026-11-12'],
  ['2026-08-31', 'one injection every six months', '2027-02-28'],
  ['2026-01-10', 'once a month', '2026-02-10'],
  ['2026-01-10', '1 tablet every day', undefined],
])('%s, %s', (day, written, next) => {
  expect(dayAfter(day, written)).toBe(next);
});

test('what is given now and then is told by the entries of it being given, with the next by its gap', () => {
  const person = { age: 70, takes: ['denosumab 60 mg every 6 months'], done: { 'Denosumab injection': 200 } };
  const said = ask(person, 'When did I have my denosumab injection last?');
  expect(said).toMatch(/last denosumab was given on 27 Nov 2025/);
  expect(said).toMatch(/was due on 27 May 2026: it is overdue/);
  expect(ask(person, 'When is my next denosumab injection due?')).toMatch(/was due on 27 May 2026/);
});

test('what was given and stands on no list of medicines is still told, and not denied', () => {
  const person = { age: 70, done: { 'Zoledronic acid infusion': 100 } };
  expect(ask(person, 'When did I have that bone drip?')).toMatch(/was given on 7 Mar 2026/);
  expect(ask(person, 'Have I ever had zoledronic acid?')).toMatch(/^Yes: zoledronic acid infusion was given/i);
});

test('a value that is low while its injection is overdue is told with that', () => {
  const person = {
    age: 50,
    takes: ['Vitamin B12 1 mg injection every 3 months'],
    done: { 'Vitamin B12 injection 1 mg': 240 },
    values: { 'vitamin B12': 90 },
  };
  expect(ask(person, 'Is my vitamin B12 high enough?')).toMatch(/was given on .* it is overdue/);
  const intime = { ...person, done: { 'Vitamin B12 injection 1 mg': 20 } };
  expect(ask(intime, 'Is my vitamin B12 high enough?')).not.toMatch(/overdue/);
});

test('the days that the entry itself notes answer whether it was given then', () => {
  const { record } = inputOf({ age: 70, takes: ['denosumab 60 mg every 6 months'] });
  const now = '2026-11-15T12:00:00Z';
  const [item] = record.medicines;
  const noted = 'Given at the surgery on 21/10/2025 and 21/04/2026. Next due 21 October 2026.';
  const chart = {
    ...emptyChart(now),
    view: { ...record, now },
    property: (uuid: string, key: string) => (uuid === item!.uuid && key === 'note' ? noted : undefined),
  };
  const said = (message: string) => consult({ chart, message, now }).answer.text.replace(/\[\^\d+\]/g, '');
  expect(said('did I have my denosumab jab last month?')).toMatch(
    /tells of no denosumab since the beginning of last month: the last was given on 21 Apr 2026[\s\S]*was due on 21 Oct 2026: it is overdue/,
  );
  expect(said('did I have my denosumab in April?')).toMatch(/Yes: denosumab was given on 21 Apr 2026/);
});
