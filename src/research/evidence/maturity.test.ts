import { expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { trackMaturity } from './maturity.ts';
import { makeRow } from './table.ts';

const NOW = Date.parse('2027-06-01T00:00:00Z');

function row(title: string, text: string, date: string) {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text, date },
    ...{ kinds: [], notices: [], seen: NOW, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [], known: ['brelozine'] }, NOW);
}

const approved = row(
  'FDA approves brelozine for psoriasis',
  'U.S. Food and Drug Administration. News release.\n\nThe FDA approved brelozine for psoriasis.',
  '2025-03-03',
);
const early = row(
  'Brelozine in hidradenitis suppurativa: a phase 2 trial',
  '120 adults with hidradenitis suppurativa were randomised to brelozine or placebo. Response was 45% and 24% (p=0.007).',
  '2026-02-01',
);

test('approved for one illness is not approved for another', () => {
  const [brelozine] = trackMaturity([approved, early]);
  expect(brelozine!.milestones).toMatchObject([
    { stage: 'approval', whom: 'psoriasis' },
    { stage: 'phase2', whom: 'hidradenitis suppurativa' },
  ]);
  expect(trackMaturity([early])[0]!.milestones).toEqual([{ stage: 'phase2', date: '2026-02-01', row: early.id }]);
});
