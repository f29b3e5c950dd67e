import { describe, expect, test } from 'vitest';
import { type Contender, contenders } from './contender.ts';
import { median } from './harness.ts';
import { readOptions } from './options.ts';
import { type Finding, formatReport, makeReport } from './report.ts';

const who = (name: string): Contender => contenders.find((contender) => contender.name === name)!;
const simple = (name: string, value: number): Finding => ({
  contender: who(name),
  suite: 'simple',
  values: { simple: value, simple_wall: value },
});

describe('the report', () => {
  test('holds the median of the passes against the fastest peer', () => {
    const findings = [
      simple('consilium', 50),
      simple('consilium', 40),
      simple('consilium', 900),
      simple('consilium-durable', 150),
      simple('ai', 100),
      simple('adk', 400),
      simple('floor', 1),
    ];
    const row = makeReport(findings).rows[0]!;
    expect(row).toMatchObject({ consilium: 50, consilium_durable: 150, fastest: 'ai', ratio: 0.5, ratio_durable: 1.5 });
    expect(row.peers).toEqual({ ai: 100, adk: 400 });
    expect(row.targets).toEqual([
      { of: 'ratio', at_most: 0.5, met: true },
      { of: 'ratio_durable', at_most: 1, met: false },
    ]);
  });

  test('says why a peer has no value, and does not let it win', () => {
    const gone: Finding = { contender: who('adk'), suite: 'simple', values: {}, error: 'it ended with 1' };
    const report = makeReport([simple('consilium', 50), simple('ai', 100), gone]);
    expect(report.rows[0]!.fastest).toBe('ai');
    expect(formatReport(report)).toContain('adk: failed: it ended with 1');
  });

  test('stands without peers', () => {
    const report = makeReport([simple('consilium', 50)]);
    expect(report.rows[0]).toMatchObject({ consilium: 50, peers: {}, ratio: null });
    expect(formatReport(report)).toContain('simple turn');
  });
});

describe('the options', () => {
  test('choose peers and suites by name', () => {
    expect(readOptions(['--peers', 'strands,ai', '--only', 'long'])).toMatchObject({
      peers: ['ai', 'strands'],
      only: ['long'],
      passes: 3,
    });
    expect(readOptions(['--only', 'turn_5000,stream']).only).toEqual(['long', 'stream']);
    expect(readOptions(['--quick', '--peers', 'none'])).toMatchObject({ peers: [], passes: 1 });
  });

  test('refuse what they do not know, and name what there is', () => {
    expect(() => readOptions(['--peers', 'crew'])).toThrow(/openai-agents/);
    expect(() => readOptions(['--passes', '0'])).toThrow(/whole number/);
    expect(() => readOptions(['--fast'])).toThrow(/--fast/);
  });
});

test('the median of an even number is between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([5, 1, 3])).toBe(3);
});
