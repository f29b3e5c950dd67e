import { describe, expect, test } from 'vitest';
import { judge } from '../judgement.ts';
import { readClaim, splitSaying } from './claim.ts';

describe('what a criterion claims', () => {
  test.each([
    ['States the price of a ticket.', 'topic', 'the price of a ticket'],
    ['The weight limit of the bag is stated.', 'topic', 'The weight limit of the bag'],
    ['Tells visitors where tickets are sold.', 'topic', 'where tickets are sold'],
    ['Says that the pool is closed.', 'that', 'the pool is closed'],
    ['The amount is given as eight tablets.', 'that', 'The amount is eight tablets'],
    ['Rules out data loss.', 'that', 'no data loss'],
    ['The plan notes an allergy to dog hair.', 'topic', 'an allergy to dog hair'],
    ['The tenant has paid the deposit.', 'fact', 'The tenant has paid the deposit'],
  ])('%s', (criterion, mode, text) => {
    expect(readClaim(criterion)).toMatchObject({ mode, text });
  });
});

const NOTE = `The pool opens on 15 May. A day ticket costs 4.50 euros. Glass bottles are forbidden on the lawn.
The water is tested twice a week by the city laboratory.`;

test.each([
  ['States the price of a day ticket.', 'met'],
  ['A day ticket costs 6 euros.', 'violated'],
  ['Says that glass bottles are allowed on the lawn.', 'violated'],
  ['Names the manager.', 'violated'],
  ['The manager speaks Spanish.', 'undecidable'],
  ['The water is tested twice a week.', 'met'],
])('%s %s', async (criterion, verdict) => {
  const request = { artifact: NOTE, specification: '', invariants: [], acceptance_criteria: [criterion] };
  expect((await judge(request))[0]).toMatchObject({ verdict });
});

test('two things to be said are two claims', () => {
  expect(splitSaying('Rules out latex gloves and says why.')).toEqual([
    'Rules out latex gloves',
    'Explains why no latex gloves',
  ]);
  expect(splitSaying('Salt and pepper are named.')).toHaveLength(1);
});

const CHANGES = `# Changelog

## 3.4.0

- Removed: support for old browsers

## 3.3.2

- Fixed: rounding error in the VAT column
`;

test.each([
  ['The VAT rounding error was fixed in 3.3.2.', 'met'],
  ['The VAT rounding error was fixed in 3.4.0.', 'violated'],
])('%s %s', async (criterion, verdict) => {
  const request = { artifact: CHANGES, path: 'CHANGELOG.md', specification: '', invariants: [] };
  expect((await judge({ ...request, acceptance_criteria: [criterion] }))[0]).toMatchObject({ verdict });
});
