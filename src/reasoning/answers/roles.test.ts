import { expect, test } from 'vitest';
import { consult, emptyChart } from '../index.ts';
import type { EncounterView } from '../patient.ts';

const NOW = '2026-11-15T09:00:00Z';
const visit = (uuid: string, name: string, time: string): EncounterView => ({
  ...{ uuid, label: 'Encounter', name, concepts: [], time, status: 'booked', kind: null, end: null, reason: null },
  clock: null,
  scheduled: true,
});

function ask(message: string): string {
  const empty = emptyChart(NOW);
  const encounters = [
    visit('a', 'Heart failure nurse clinic, Anna Berg', '2026-12-08T11:00:00Z'),
    visit('b', 'Kidney clinic, Dr Adeyinka', '2027-01-14T14:00:00Z'),
  ];
  const chart = { ...empty, view: { ...empty.view, encounters } };
  return consult({ chart, message, now: NOW }).answer.text.replaceAll('**', '');
}

test('who is named only in the name of a visit is found, and "him" means that one', () => {
  const said = ask('Who is my kidney doctor and when do I see him?');
  expect(said).toMatch(/^Most likely Dr Adeyinka/);
  expect(said).toMatch(/next visit is on 14 Jan 2027/);
});

test('a nurse is no cardiologist', () => {
  expect(ask('Who is my heart nurse?')).toMatch(/^Most likely Anna Berg/);
  expect(ask('Who is my cardiologist?')).toMatch(/^Your record names no cardiologist/);
});
