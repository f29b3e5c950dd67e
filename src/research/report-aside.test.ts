/** What a stranger's text makes long is read and written in a thread as it is here. */
import { afterEach, expect, test } from 'vitest';
import { keepThreads } from '../threads/index.ts';
import { bareText } from './bare-aside.ts';
import { trackMaturity } from './evidence/maturity.ts';
import { makeRow } from './evidence/table.ts';
import { reportOf } from './report-aside.ts';
import { requirementsSchema } from './request.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
  close = undefined;
});

const NOW = Date.UTC(2026, 10, 15);
const rows = ['A', 'B'].map((name) => {
  const title = `Urastat in gout: trial ${name}`;
  const text = '800 adults with gout were randomised to urastat or placebo. Flares were fewer with urastat (HR 0.85).';
  const source = 'index' as const;
  const item = { source, id: name, title, url: `index:${name}`, text, kinds: [], notices: [], seen: NOW };
  return makeRow({ ...item, from: 'index:research' }, { words: new Set(), aspects: [] }, NOW);
});

test('a report is written in a thread as it is written here, with its marks', async () => {
  const question = 'Does urastat prevent flares of gout? '.repeat(20);
  const requirements = requirementsSchema.parse({ question: 'gout', threshold: {} });
  const parts = {
    ...{ name: 'Gout Research', requirements, rows, changes: [], maturity: trackMaturity(rows), advances: [] },
    ...{ met: true, looked: [], missing: [], watching: [], now: NOW, question },
  };
  const here = await reportOf(parts);
  close = keepThreads();
  const there = await reportOf(parts);
  expect({ ...there, markerOf: undefined }).toEqual({ ...here, markerOf: undefined });
  expect(['A', 'B', 'C'].map(there.markerOf)).toEqual(['A', 'B', 'C'].map(here.markerOf));
  expect(there.markerOf('A')).toMatch(/^\[\^\d\]$/);
});

test('who a patient is is taken out in a thread as it is here, also one whom the record alone knows', async () => {
  const asked: string[] = [];
  const roster = (words: readonly string[]) => {
    asked.push(...words);
    return words.includes('quill') ? [['quill']] : [];
  };
  const text = `What is new in gout for Jonas Krug, 12.03.1961, and for Quill? ${'It hurts at night. '.repeat(20)}`;
  const here = await bareText(text, NOW, roster);
  close = keepThreads();
  expect(await bareText(text, NOW, roster)).toBe(here);
  expect(here).not.toMatch(/Krug|Quill|1961/);
  expect(asked).toContain('quill');
});
