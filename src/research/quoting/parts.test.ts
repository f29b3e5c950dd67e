/** A question in several parts gets each part answered; doubt, dispute and names that are nowhere are told as what they are. */
import { expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { type EvidenceRow, makeRow } from '../evidence/table.ts';
import { fitOfSentence, type Weighed } from './fitting.ts';
import { withWords } from './index.ts';
import { readSentence } from './naming.ts';
import { termsIn } from './terms.ts';

const NOW = Date.parse('2026-11-18T00:00:00Z');

function paper(id: string, title: string, text: string): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id, title, url: `index:${id}`, text, date: '2025-03-28', kinds: [], where: 'scope research' },
    ...{ notices: [], seen: NOW, from: 'index:research', preprint: false },
  };
  return makeRow(item, { words: new Set(), aspects: [] }, NOW);
}

const mark = (id: string) => `[^${id}]`;
const told = (question: string, ...rows: EvidenceRow[]) => withWords(question, undefined, rows, mark) ?? '';

const TRIAL = paper(
  '1',
  'Zorbafen versus placebo for chronic gout: randomised trial',
  'Methods: 248 adults with gout were assigned to zorbafen in up to six infusions (n=124) or placebo (n=124).\nResults: Flares occurred in 35 (28%) and 66 (53%) (risk ratio 0.53, 95% CI 0.38 to 0.74). Cardiovascular deaths: 2 (1.6%) and 3 (2.4%), no difference. Potassium of 5.5 mmol/L or more occurred in 21 (17%) and 10 (8%). At 52 weeks the difference was the same. Mediation analysis put half of the effect down to lower urate.\nConclusion: Zorbafen reduced gout flares.',
);

test('each part of a question is answered from the same source', () => {
  const text = told(
    'zorbafen for gout: does it work, does the effect last, why does it work, and does it save lives?',
    TRIAL,
  );
  for (const part of ['Zorbafen reduced gout flares', 'At 52 weeks', 'Mediation analysis', 'Cardiovascular deaths'])
    expect(text).toContain(part);
});

test('what shows an illness tells of it, and one word is known in two', () => {
  const find = (question: string, name: string) => termsIn(question).find(({ said }) => said.startsWith(name))!;
  const hyperkalaemia = find('zorbafen hyperkalemia rate vs placebo', 'hyperkal');
  expect(hyperkalaemia.inside(readSentence('Potassium of 5.5 mmol/L or more occurred in 21 (17%).'))).toBeGreaterThan(
    0.5,
  );
  expect(hyperkalaemia.inside(readSentence('Sodium of 150 mmol/L or more occurred in 21 (17%).'))).toBe(0);
  expect(find('zorbafen and birthweight', 'birthweight').inside(readSentence('Mean birth weight was 3,142 g.'))).toBe(
    1,
  );
  expect(told('zorbafen gout hyperkalemia rate vs placebo', TRIAL)).toContain('21 (17%) and 10 (8%)');
});

test('where sources do not agree and that is asked, both are heard', () => {
  const cohort = paper(
    '2',
    'Zorbafen and flares of gout in a registry: cohort study',
    'Results: In 9,000 people with gout flares were as frequent with zorbafen as without (hazard ratio 1.02, 95% CI 0.95 to 1.10). Conclusion: Unlike the trial, we found no fewer flares. Residual confounding is likely.',
  );
  const text = told('zorbafen in gout flares: why do the studies disagree?', TRIAL, cohort);
  expect(text).toContain('Zorbafen reduced gout flares');
  expect(text).toContain('Residual confounding');
});

test('asked whether a paper can be relied on, the notice of who doubts it is the answer, whether the paper is here or not', () => {
  const notice = paper(
    '3',
    'Expression of concern: Daily zorbafen in gout (GOUTEX-1)',
    'This notice concerns the article "Daily zorbafen in gout (GOUTEX-1)" (DOI 10.5555/gout.1). The registration is dated after the last patient. The inquiry is not yet complete; readers should not rely on its results.',
  );
  const text = withWords(
    'is the daily zorbafen trial (GOUTEX-1) reliable?',
    undefined,
    { rows: [TRIAL], all: [TRIAL, notice] },
    mark,
  );
  expect(text).toMatch(/^\*\*Under an expression of concern, not to be relied on as it stands:\*\*/);
  expect(text).toContain('dated after the last patient');
});

test('initials that nobody writes do not hide what is said by other words; a name of its own does', () => {
  expect(told('ZFG for gout, flares less?', TRIAL)).toMatch(
    /^\*\*No source that was found speaks of ZFG\.\*\* By other words it may be this: /,
  );
  expect(told('Does tocofen reduce gout flares?', TRIAL)).toBe('**No source that was found speaks of tocofen.**');
});

test('what was said before is worth little said again, except in the items of a guideline', () => {
  const one: Weighed = { at: 0, text: 'a', role: 'result', terms: [1], slots: [true], isEchoing: false };
  const weigh = (isAdvice: boolean, said: Weighed[]) =>
    fitOfSentence(one, said, { worth: [2], isAdvice, isVerdict: false });
  expect(weigh(false, [one]).fresh).toBeLessThan(weigh(false, []).fresh / 4);
  expect(weigh(true, [one]).told).toBeGreaterThan(weigh(false, [one]).told);
});
