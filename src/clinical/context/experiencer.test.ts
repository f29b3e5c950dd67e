import { expect, test } from 'vitest';
import { extractFacts } from '../facts/extract.ts';
import { readData } from '../tables/tables.ts';

const data = readData('experiencer');
const ownersIn = (text: string) => extractFacts(text, { now: '2026-11-15T12:00:00Z' }).map((fact) => fact.experiencer);

test.each(['handled', 'speaks'])('%s: by its example and counter-example', (list) => {
  expect(ownersIn(data[`${list}_example`]!)).toContain('patient');
  expect(ownersIn(data[`${list}_counter`]!)).toEqual(['family']);
});
