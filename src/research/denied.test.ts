import { expect, test } from 'vitest';
import { withoutDenied } from './denied.ts';
import { readRequirements } from './request.ts';
import { topicOf } from './topic.ts';

const PLACE = { now: Date.parse('2026-11-15T12:00:00Z'), zone: 'UTC', scopes: [] };

test.each([
  ['Velpatinib for Crohn disease, not in children', 'adults'],
  ['Velpatinib in Crohn disease? Adults only.', 'adults'],
  ['Velpatinib in adults with Crohn disease, no children please.', 'adults with Crohn disease'],
  ['Brentuvex for Hodgkin lymphoma, adults only, no children', 'adults'],
  ['Excluding children and adolescents: asthma biologics', 'adults'],
  ['Only adults: velpatinib in Crohn disease', 'adults'],
  ['Velpatinib in Crohn disease, not for adults', 'children'],
  ['Is velpatinib safe in children?', 'children'],
  ['Velpatinib in Crohn disease, no children under 6', undefined],
  ['Tell me only if children are studied. Gout weekly.', undefined],
])('%s is asked for %s', (request, population) => {
  expect(readRequirements(withoutDenied(request), PLACE).population).toBe(population);
});

test.each([
  'Is high-dose biotin safe and does it work in multiple sclerosis?',
  'Multiple sclerosis, and also high-dose biotin?',
])('%s: how much of it is given is no part of its name', (request) => {
  const medicines = topicOf(request).subjects.filter(({ kind }) => kind === 'medicine');
  expect(medicines).toMatchObject([{ text: 'biotin', name: [] }]);
});
