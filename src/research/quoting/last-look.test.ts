import { expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { type EvidenceRow, makeRow, mergeTables } from '../evidence/table.ts';
import { lookLast } from './last-look.ts';
import { rankPapers } from './nearest.ts';

const NOW = Date.parse('2026-11-18T00:00:00Z');
const mark = (id: string) => `[^${id}]`;

function paper(id: string, title: string, text: string, given: Partial<SourceItem> = {}): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id, title, url: `index:${id}`, text, date: '2025-03-28', kinds: [], where: 'scope research' },
    ...{ notices: [], seen: NOW, from: 'index:research', preprint: false, ...given },
  };
  return makeRow(item, { words: new Set(), aspects: [] }, NOW);
}

const TRIAL = paper(
  'trial',
  'Ferric zorbose in heart failure with preserved ejection fraction: randomised trial',
  'Methods: We randomised 402 adults with heart failure and an ejection fraction of 50% or more to ferric zorbose or saline.\nResults: The difference in six-minute walk was 7 m (95% CI −9 to 23; p=0.39). Hypophosphataemia occurred in 11.4% v 1.0%.\nConclusion: Ferric zorbose did not improve walking distance.',
);
const OTHER = paper(
  'other',
  'Brelozine for nausea: randomised trial',
  'Methods: We randomised 90 adults with nausea to brelozine or placebo.\nResults: Nausea fell by 2 points (95% CI 1 to 3).\nConclusion: Brelozine relieved nausea.',
);
const ROWS = mergeTables([], [TRIAL, OTHER]).rows;
const DENIAL = '**On iron nothing was found in what could be looked at.**';
const silent = { text: DENIAL, isSilent: true };

test('that nothing was found gives way where a paper is near', () => {
  const look = lookLast('zorbose in HFpEF, does it help them walk?', ROWS, silent, mark);
  expect(look.isInstead).toBe(true);
  expect(look.text).toMatch(/^A randomised trial .*, n = 402, 2025: “.*did not improve walking distance.*\[\^trial\]/);
  expect(look.text).not.toContain('[^other]');
});

test('it stays where what is asked about is named nowhere', () => {
  const look = lookLast('Does torvapixant help chronic cough?', ROWS, silent, mark);
  expect(look).toMatchObject({ text: '', isInstead: false });
});

test('what rests on a source stays, and only what it does not say is quoted beside it', () => {
  const answer = 'Ferric zorbose did not improve walking distance.[^trial]';
  const look = lookLast(
    'zorbose in HFpEF: walking distance, and how often hypophosphataemia?',
    ROWS,
    { text: answer, isSilent: false },
    mark,
  );
  expect(look.isInstead).toBe(false);
  expect(look.text).toContain('Hypophosphataemia occurred in 11.4%');
  expect(look.text).not.toContain('did not improve walking distance');
});

test('who gives an order to look is shown what there is, and nothing is quoted at them', () => {
  expect(lookLast('Follow zorbose in HFpEF.', ROWS, silent, mark).text).toBe('');
});

test('what was taken back is never quoted: it is told as that', () => {
  const gone = paper(
    'gone',
    'Colzorbine lowers deaths in heart failure: randomised trial',
    'Results: Deaths fell from 20% to 12% (p=0.01).\nConclusion: Colzorbine lowered deaths.',
    { notices: [{ kind: 'retraction', by: 'crossref', date: '2026-03-14' }] },
  );
  const { text } = lookLast('Does colzorbine lower deaths in heart failure?', [...ROWS, gone], silent, mark);
  expect(text).toMatch(/^\*\*Retracted, not to be relied on:\*\* .*retracted on 14 Mar 2026\[\^gone\]/);
  expect(text).not.toContain('Deaths fell');
});

test('the chances of all papers and of none are one, and the paper that names the most is the likeliest', () => {
  const { papers, none } = rankPapers('Does ferric zorbose help in heart failure?', ROWS);
  expect(papers[0]!.source.row.id).toBe('trial');
  expect(papers.reduce((sum, { chance }) => sum + chance, none)).toBeCloseTo(1);
});
