import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { topicOf } from '../topic.ts';
import { treatsWith } from '../treating.ts';
import { countStudies } from './counts.ts';
import { findAdvances, trackMaturity } from './maturity.ts';
import { makeRow } from './table.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

function paper(title: string, text: string, date?: string): SourceItem {
  return {
    ...{ source: 'index', id: `research/${title}`, title, url: `index:research/${title}`, text, date },
    ...{ kinds: [], notices: [], seen: NOW, from: 'index:research' },
  };
}

const row = (item: SourceItem, names: string[] = []) => makeRow(item, { words: new Set(), aspects: [], names }, NOW);

const ZOLUBINE = paper(
  'Zolubine versus placebo in migraine: a randomised phase 3 trial',
  'Background: Tocofen is used. Methods: We randomly assigned 90 boys aged 4 to 9 years with migraine to zolubine or placebo. Tocofen was allowed. Results: Migraine days fell (P=0.01). Serious adverse events occurred in 6% and 2%. One boy given zolubine died.',
  '2025-05-20',
);

describe('what a paper is about', () => {
  test('its arm, and neither its disease nor what it mentions', () => {
    expect(row(ZOLUBINE, ['tocofen', 'zolubine']).therapies).toEqual(['zolubine']);
    const [tocofen, zolubine] = ['tocofen', 'zolubine'].map((name) => topicOf(`Does ${name} work?`).subjects);
    expect(treatsWith(ZOLUBINE, tocofen!)).toBe(false);
    expect(treatsWith(ZOLUBINE, zolubine!)).toBe(true);
  });

  test.each([
    ['FDA approves zolubine for migraine', 'The FDA approved zolubine.'],
    ['FDA: complete response letter for zolubine', 'The FDA issued a complete response letter for zolubine.'],
    ['EMA: negative opinion', 'The EMA gave a negative opinion, recommending the refusal of zolubine in migraine.'],
  ])('of a decision what was decided on: %s', (title, text) => {
    expect(row(paper(title, text)).therapies).toEqual(['zolubine']);
  });
});

test('harm is kept with each source; deaths that a treatment makes fewer are none', () => {
  expect(row(ZOLUBINE).harms).toEqual([
    'Serious adverse events occurred in 6% and 2%.',
    'One boy given zolubine died.',
  ]);
  const saves = paper('Zolubine in shock: a randomised trial', 'Results: Mortality was lower with zolubine (P=0.01).');
  expect(row(saves).harms).toBeUndefined();
});

test('a refusal is a milestone at its date, and news; what came after it stands behind it', () => {
  const refused = paper(
    'FDA: complete response letter for zolubine',
    'The FDA issued a complete response letter for zolubine.',
    '2024-01-02',
  );
  const granted = paper('FDA approves zolubine', 'The FDA approved zolubine.', '2026-02-03');
  const before = trackMaturity([row(granted)]);
  const [now] = trackMaturity([row(ZOLUBINE), row(granted), row(refused)]);
  expect(now).toMatchObject({
    stage: 'approval',
    milestones: [
      { stage: 'refused', by: 'FDA', date: '2024-01-02' },
      { stage: 'phase3', date: '2025-05-20' },
      { stage: 'approval', date: '2026-02-03' },
    ],
  });
  expect(now!.setback).toBeUndefined();
  expect(findAdvances(before, [now!])).toMatchObject([{ therapy: 'zolubine', to: 'refused', by: 'FDA' }]);
  expect(trackMaturity([row(ZOLUBINE), row(refused)])[0]!.milestones.map(({ stage }) => stage)).toEqual([
    'refused',
    'phase3',
  ]);
});

test('how sure a guideline is it says line by line, or not at all', () => {
  const guideline = paper(
    'Guideline on migraine',
    'We suggest zolubine (conditional recommendation, low certainty of evidence). Offer triptans.',
  );
  expect(row(guideline, ['zolubine'])).toMatchObject({ grade: 'low', level: 2 });
  expect(row(guideline, ['triptans'])).toMatchObject({ grade: 'advice' });
});

test('two papers of one registered trial are one study', () => {
  const one = { id: 'a', title: 'A', trials: ['NCT05550001'] };
  expect(countStudies([one, { id: 'b', title: 'B', trials: ['NCT05550001'] }, { id: 'c', title: 'C' }])).toBe(2);
});
