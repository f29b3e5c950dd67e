import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../sources/research/index.ts';
import { answerOf } from './answer.ts';
import { type EvidenceRow, makeRow, mergeTables } from './evidence/table.ts';
import { tellRow } from './finding.ts';
import { medicinesIn } from './treating.ts';
import { settleQuestion } from './treatments.ts';

function row(title: string, text: string, more: Partial<SourceItem> = {}): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research', ...more },
  };
  return makeRow(item, { words: new Set(), aspects: [], names: ['zorbine'] }, Date.parse('2026-11-15'));
}

const MISSED = row(
  'Zorbine in heart failure with reduced ejection fraction (BOREALIS): a randomised trial',
  'Methods: 2,210 patients were randomly assigned to zorbine or placebo. The primary outcome was a composite of cardiovascular death, hospitalisation for heart failure, or an urgent visit. Results: The primary composite outcome occurred in 318 of 1,104 patients with zorbine and 337 of 1,106 with placebo (hazard ratio 0.93; 95% CI 0.80 to 1.08; P=0.34). Hospitalisation for heart failure was nominally lower (hazard ratio 0.84; 95% CI 0.71 to 0.99).',
);
const MET = row(
  'Zorbine in heart failure with preserved ejection fraction: the AURORA trial',
  'Methods: 3,412 adults were randomly assigned to zorbine or placebo. The primary endpoint was hospitalisation for heart failure. Results: Hospitalisation for heart failure occurred in 211 of 1,706 patients with zorbine and in 280 of 1,706 with placebo (hazard ratio 0.74; 95% CI 0.62 to 0.88; P<0.001).',
);

describe('a trial and what it was made for', () => {
  test('one that missed its composite endpoint is told as that, whatever one part of it did', () => {
    expect(tellRow(MISSED)).toContain('primary endpoint not met');
    expect(tellRow(MET)).not.toContain('not met');
  });

  test('asked for by name it is answered for that trial', () => {
    const ask = (question: string) => answerOf(question, [MISSED, MET], (id) => `[${id.length}]`);
    expect(ask('Did BOREALIS meet its primary endpoint?')).toMatch(/^\*\*Not met: no significant difference/);
    expect(ask('Did AURORA meet its primary endpoint?')).toMatch(/^\*\*Met: less hospitalisation for heart failure/);
  });

  test('where only what was retracted says it, that is said first', () => {
    const gone = row(
      'Zorbine in resistant hypertension: a randomised trial',
      '420 adults were randomly assigned to zorbine or placebo. Blood pressure fell by 17.8 mmHg more with zorbine (P<0.0001).',
      { notices: [{ kind: 'retraction', by: 'index', date: '2026-01-12' }] },
    );
    const { rows } = mergeTables([], [MET, gone]);
    const question = 'Does zorbine lower blood pressure?';
    const asked = { question, medicines: medicinesIn(question, rows), rows, shown: [MET], barred: false };
    expect(settleQuestion(asked, () => '')).toMatch(
      /^\*\*What said so was taken back:\*\* "Zorbine in resistant hypertension.+ was retracted on 12 Jan 2026.+Nothing that was found says what becomes of blood pressure/,
    );
  });
});
