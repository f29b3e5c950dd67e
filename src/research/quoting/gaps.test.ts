/** An answer fills each thing that was asked or says which is empty; a name of several words is denied where none has it. */
import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { type EvidenceRow, makeRow } from '../evidence/table.ts';
import { gapsIn, lookLast, sayGaps, withWords } from './index.ts';
import { readSentence } from './naming.ts';
import { termsIn } from './terms.ts';

const NOW = Date.parse('2026-11-18T00:00:00Z');
const mark = (id: string) => `[^${id}]`;

function paper(id: string, title: string, text: string): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id, title, url: `index:${id}`, text, date: '2025-03-28', kinds: [], where: 'scope research' },
    ...{ notices: [], seen: NOW, from: 'index:research', preprint: false },
  };
  return makeRow(item, { words: new Set(), aspects: [] }, NOW);
}

const TRIAL = paper(
  '1',
  'Zorbafen versus placebo for gout: randomised trial',
  'Methods: 248 adults with gout were assigned to zorbafen or placebo.\nResults: Flares occurred in 35 (28%) and 66 (53%) (risk ratio 0.53, 95% CI 0.38 to 0.74).\nFunding: Public grant.',
);

describe('what is asked and no source of the answer tells', () => {
  test('is named', () => {
    const gaps = gapsIn('does zorbafen help in gout, how long does it last and who paid for the trial?', [TRIAL]);
    expect(gaps).toEqual({ unnamed: [], untold: ['how long it lasts'] });
    expect(sayGaps(gaps)).toBe('Asked, and not to be read in these sources: how long it lasts.');
  });

  test('a name that none of them has is named too; without a source nothing is', () => {
    expect(gapsIn('does zorbafen help in nephrolithiasis?', [TRIAL]).unnamed).toEqual(['nephrolithiasis']);
    expect(gapsIn('does zorbafen help in gout?', [TRIAL])).toEqual({ unnamed: [], untold: [] });
    expect(gapsIn('does zorbafen help in nephrolithiasis?', [])).toEqual({ unnamed: [], untold: [] });
  });
});

test('a diet that no paper names is not answered by a paper on the illness', () => {
  const stopping = paper(
    '2',
    'Stopping antiseizure medicine after two seizure-free years: cohort',
    'We followed 2,204 adults with epilepsy. Seizures recurred in 38% of those who stopped and 21% of those who did not (hazard ratio 2.04, 95% CI 1.71 to 2.43).',
  );
  const look = lookLast('ketogenic diet for adult epilepsy, any good', [stopping], { text: '', isSilent: true }, mark);
  expect(look.isInstead).toBe(false);
});

test('where only the class of a medicine is named in the illness, that is told as of the class', () => {
  const guideline = paper(
    '3',
    'Atopic eczema: guideline of the Northern Society',
    'Recommendations\n\n1. Offer emollients to everyone. 2. Use a JAK inhibitor in people aged 65 or over only where there is no alternative, and at the lower dose.',
  );
  const look = lookLast(
    '71 year old smoker with bad eczema. upadacitinib?',
    [guideline],
    { text: '', isSilent: true },
    mark,
  );
  expect(look.text).toContain('only where there is no alternative');
});

test('a marker stands behind the words that it is for, so that none of them seems to be without a source', () => {
  const text = withWords('does zorbafen help in gout flares?', undefined, [TRIAL], mark) ?? '';
  expect(text).toContain('Flares occurred in 35 (28%) and 66 (53%)');
  expect(text).toMatch(/”\[\^1\]$/);
  expect(text.split('[^1]')).toHaveLength(2);
});

test('a score that fell with something is no fall of somebody', () => {
  const [falls] = termsIn('does dance cut falls?').filter(({ said }) => said === 'falls');
  expect(falls!.inside(readSentence('UPDRS-III fell with dance (mean difference −7.0).'))).toBe(0);
  expect(falls!.inside(readSentence('No type reduced falls (rate ratio 0.92).'))).toBe(1);
});
