import { describe, expect, test } from 'vitest';
import { contradicts } from './telling.ts';

describe('what is said excludes a thing that has another word of the same kind', () => {
  test.each([
    ['appointment with Dr. Smith', 'appointment with Dr. Lee'],
    ['Dr. Smith', 'Dr. Lee'],
    ['call dad', 'call mom'],
    ['passport for Max', 'renew passport for Lisa'],
    ['I paid the gas bill', 'pay the water bill'],
    ['morning insulin', 'take the evening insulin'],
    ['the budget file from 2025', 'budget-2026.md'],
    ['two litres of milk', 'table for two'],
    ['lunch with Ana', 'dinner with Ana'],
    ['I emailed the bank', 'call the bank'],
    ['call Anna', 'call Annabel'],
    ['yoga lesson', 'yoga exam'],
  ])('%s: not %s', (said, name) => {
    expect(contradicts(said, name)).toBe(true);
  });

  test.each([
    ['my appointment with Dr. Lee', 'Dr. Lee'],
    ['dentist appointment', 'dentist'],
    ['the dentist', 'dentist with Dr. Lee'],
    ['I called mum', 'call mom'],
    ['the physio', 'physiotherapy at 3'],
    ['yoga class', 'yoga with Mia'],
    ['I emptied the bins', 'take the bins out'],
    ['I watered the plants', 'water the plants in the bedroom'],
    ['morning standup', 'standup'],
    ['milk', 'two litres of milk'],
    ['I called the plumber about the leak', 'call plumber'],
    ['the report', 'finish the report for Anna'],
    ['the budget', 'budget-2026.md'],
  ])('%s: may be %s', (said, name) => {
    expect(contradicts(said, name)).toBe(false);
  });
});
