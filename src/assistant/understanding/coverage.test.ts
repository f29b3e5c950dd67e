/** Nothing of a message is lost in silence: what came to no request is among the rest, in the person's words. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCases } from '../eval/run.ts';
import { NOTHING_KNOWN } from './known.ts';
import { understand } from './read.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const KNOWN = { ...NOTHING_KNOWN, events: ['dentist', 'standup', 'lunch with Ana'], todos: ['call mum'] };

const read = (said: string) => {
  const understood = understand(said, PLACE, KNOWN);
  if (understood.kind !== 'requests') throw new Error(understood.kind);
  return understood;
};

describe('what no request took is told', () => {
  test.each([
    'move the dentist to Thursday',
    'move the dentist to Thursday for two hours',
    'please cancel the standup, Tom is ill',
    'tick off call mum, thank you so much',
    'book a table for two on Saturday at 8pm and remind me an hour before',
    'turn the heating up to 21',
    "I'm knackered, move lunch with Ana to Friday",
  ])('and what was taken, or only said beside it, is not: %s', (said) => {
    expect(read(said).rest.filter((text) => !text.startsWith("I'm"))).toEqual([]);
  });

  test('requests of others that were read right leave hardly anything', () => {
    const all = ['dev', 'train'].flatMap((set) => readCases(join(import.meta.dirname, '../eval', set)));
    const cases = all.filter((_, at) => at % 6 === 0);
    const noisy = cases.filter(({ say, known }) => {
      const mine = Object.fromEntries(Object.entries(known ?? {}).filter(([, list]) => list !== undefined));
      const understood = understand(say, PLACE, { ...NOTHING_KNOWN, ...mine });
      return understood.kind === 'requests' && understood.rest.length > 0;
    });
    expect(noisy.length / cases.length).toBeLessThan(0.03);
  });
});

describe('a verb that several things share', () => {
  test.each([
    ['move the dentist to Thursday, the standup to 10 and remind me an hour before the dentist', 3],
    ['move the standup to 10, lunch with Ana to 1 and the dentist to Friday', 3],
    ['push the standup to 10, yoga to 6pm', 2],
    ['cancel the standup, the moon landing and the dentist', 3],
  ])('%s', (said, count) => {
    const { requests, rest } = read(said);
    expect(requests).toHaveLength(count);
    expect(rest).toEqual([]);
  });
});
