import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../sources/research/index.ts';
import { answerOf } from './answer.ts';
import { type EvidenceRow, makeRow } from './evidence/table.ts';

function row(title: string, text: string): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [] }, Date.parse('2026-11-15'));
}

const ask = (question: string, ...rows: EvidenceRow[]) => answerOf(question, rows, () => '') ?? '';
const trial = (found: string) =>
  row(
    'Cordaxaban in chronic heart failure: a randomised placebo-controlled trial',
    `In this trial 3,120 adults were randomly assigned to cordaxaban or placebo. The primary outcome was death or hospital admission for heart failure. ${found}`,
  );
const HELPS = 'Does cordaxaban help in chronic heart failure?';

describe('that no difference was shown is no proof of none', () => {
  const neutral = trial(
    'It occurred in 21.4% with cordaxaban and 22.0% with placebo (hazard ratio 0.97; 95% CI 0.85 to 1.10). The trial had 80% power to detect a hazard ratio of 0.85.',
  );

  test('it is told with its interval and its power, and is no "No"', () => {
    expect(ask(HELPS, neutral)).toMatch(
      /^\*\*No difference was shown:.*Its figures \(hazard ratio 0\.97; 95% CI 0\.85 to 1\.10\) leave open every effect within that interval\. Of its power it says: "The trial had 80% power to detect/,
    );
  });

  test('without an interval that is said', () => {
    const bare = trial('It occurred in 21.4% with cordaxaban and 22.0% with placebo (p=0.62).');
    expect(ask(HELPS, bare)).toMatch(
      /It gives no interval \(p=0\.62\): how large an effect was missed cannot be said\. For what difference it had the power it does not say\./,
    );
  });

  test('worse than placebo is a No, and beside what speaks for it the one that found none does not speak against it', () => {
    const worse = trial(
      'It occurred in 25.4% with cordaxaban and 22.0% with placebo (hazard ratio 1.21; 95% CI 1.05 to 1.39).',
    );
    expect(ask(HELPS, worse)).toMatch(/^\*\*No, as far as this shows:.* speaks against it/);
    const better = row(
      'Cordaxaban after admission for heart failure: a randomised trial',
      'We randomly assigned 900 adults to cordaxaban or placebo. Deaths were fewer with cordaxaban (hazard ratio 0.70; 95% CI 0.55 to 0.89).',
    );
    expect(ask(HELPS, neutral, better)).toMatch(
      /^\*\*Disputed:\*\* a randomised trial .* speaks for it; no difference was shown in a randomised trial/,
    );
  });
});
