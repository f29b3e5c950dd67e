import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { answerOf } from '../answer.ts';
import { statementsOf } from './abstract.ts';
import { sideOf } from './advice.ts';
import { disputesIn } from './disputes.ts';
import { trackMaturity } from './maturity.ts';
import { goodOf, isSameOutcome } from './outcome-names.ts';
import { resultsOf } from './outcomes.ts';
import { type EvidenceRow, makeRow } from './table.ts';
import { verdictRules } from './verdicts.ts';

const NOW = Date.parse('2026-11-15');

function row(title: string, text: string, names: readonly string[] = []): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [], names }, NOW);
}

const ARMS = 'We randomly assigned 540 adults to zorbine or duloxetine.';
const trial = (found: string) => row('Zorbine versus duloxetine in neuropathy', `${ARMS} ${found}`);
const ask = (found: string, question = 'Is zorbine better than duloxetine?') =>
  answerOf(question, [trial(found)], () => '');

describe('the head noun of an outcome decides which way is good', () => {
  test.each([
    ['Pain response was 44% with zorbine and 58% with duloxetine (p=0.001).', 'against: pain response'],
    [
      'Blood pressure control was 44% with zorbine and 58% with duloxetine (95% CI -22 to -6).',
      'against: blood pressure control',
    ],
    [
      'Control of blood pressure was 58% with zorbine and 44% with duloxetine (p=0.001).',
      'favours: control of blood pressure',
    ],
    ['Seizure freedom was 20% with zorbine and 31% with duloxetine (p=0.01).', 'against: seizure freedom'],
    ['Symptom relief was 70% with zorbine and 50% with duloxetine (p<0.001).', 'favours: symptom relief'],
    [
      'Exacerbation-free survival was 60% with zorbine and 75% with duloxetine (p=0.01).',
      'against: exacerbation-free survival',
    ],
    ['Vision loss was 4% with zorbine and 9% with duloxetine (p=0.01).', 'favours: vision loss'],
    ['Weight loss was 12% with zorbine and 5% with duloxetine (p=0.01).', 'favours: weight loss'],
    ['Inadequate response was 12% with zorbine and 5% with duloxetine (p=0.01).', 'against: inadequate response'],
    ['Time to relapse was longer with zorbine.', 'favours: time to relapse'],
    ['Time to recovery was longer with zorbine.', 'against: time to recovery'],
    ['Time to relapse was 9 and 5 months (HR 0.60; 95% CI 0.45 to 0.80).', 'favours: time to relapse'],
    ['Pain was 44% with zorbine and 58% with duloxetine (p=0.001).', 'favours: pain'],
  ])('%s', (text, expected) => {
    const found = resultsOf('Zorbine versus duloxetine', statementsOf(`${ARMS} ${text}`));
    expect(found.map(({ said, change }) => `${change}: ${said}`)).toEqual([expected]);
  });

  test('a response of pain tells of pain, and is not pain', () => {
    expect([goodOf('pain'), goodOf('pain respons')]).toEqual(['fewer', 'more']);
    expect(isSameOutcome('pain respons', 'pain')).toBe(true);
    expect(isSameOutcome('pain respons', 'attacks')).toBe(false);
  });
});

describe('a verdict in words', () => {
  const is = (text: string) => trial(text).direction;
  test.each(
    verdictRules().map(({ is, example, counter }) => [example, is, counter] as const),
  )('%s is %s', (example, side, counter) => {
    const named = (text: string) => is(text.replace('Nervalon', 'Zorbine'));
    expect(named(example)).toBe(side === 'better' ? 'favours' : 'against');
    expect(named(counter)).not.toBe(named(example));
  });

  test.each([
    ['Zorbine was inferior to duloxetine.', 'against'],
    ['Duloxetine was superior to zorbine.', 'against'],
    ['Zorbine was not as effective as duloxetine.', 'against'],
    ['Zorbine failed to match duloxetine.', 'against'],
    ['Duloxetine was less effective than zorbine.', 'favours'],
    ['Pain was lower with zorbine (P<0.001). Zorbine was inferior to duloxetine in tolerability.', 'favours'],
    ['Pain was lower with zorbine (P<0.001). Morning doses were worse than evening doses.', 'favours'],
    ['Zorbine was superior to placebo but inferior to duloxetine.', 'unclear'],
  ])('%s', (text, direction) => expect(is(text)).toBe(direction));

  test('answers, the right way round whoever is asked for', () => {
    const found =
      'Pain response was 44% with zorbine and 58% with duloxetine (p=0.001). Zorbine was inferior to duloxetine.';
    expect(ask(found)).toMatch(/^\*\*No, as far as this shows/);
    expect(ask(found, 'Is duloxetine better than zorbine?')).toMatch(/^\*\*Yes, as far as this shows/);
    expect(trial(found).excerpt).toContain('Zorbine was inferior to duloxetine.');
  });

  test('against its own figures it is unclear, and never a yes', () => {
    const found = 'Pain was lower with zorbine (P<0.001). Zorbine was inferior to duloxetine.';
    expect(trial(found)).toMatchObject({ direction: 'unclear', torn: true });
    expect(ask(found)).toMatch(/^\*\*Unclear/);
    expect(ask(found, 'Does zorbine reduce pain?')).toMatch(/^\*\*Unclear/);
  });
});

describe('which way a guideline advises is in its verb phrase', () => {
  test.each([
    ['we do not recommend x for induction (strong recommendation)', 'against'],
    ['the panel does not recommend x', 'against'],
    ['the panel recommends against x', 'against'],
    ['x is no longer recommended', 'against'],
    ['we cannot currently recommend x', 'against'],
    ['there is insufficient evidence to recommend x', 'against'],
    ['we recommend that x not be used in adults', 'against'],
    ['we recommend avoiding x', 'against'],
    ['neither x nor y is recommended', 'against'],
    ['x should no longer be offered', 'against'],
    ['the group did not endorse x', 'against'],
    ['we do not recommend against x', undefined],
    ['x is not contraindicated in adults', undefined],
    ['in patients who do not respond to y, we recommend x', 'for'],
    ['if remission is not reached, consider x', 'for'],
    ['x is recommended only if y is not tolerated', 'for'],
    ['we recommend x', 'for'],
  ])('%s: %s', (clause, side) => expect(sideOf(clause)).toBe(side));

  test('what is not recommended is no stage that was reached, and its sentence is quoted', () => {
    const told = "We do not recommend velorimab for induction of remission in adults with Crohn's disease.";
    const guideline = row("Crohn's disease: guideline 2026", `Remission is the goal of treatment in 2026. ${told}`, [
      'velorimab',
    ]);
    expect(guideline.excerpt).toContain(told);
    expect(trackMaturity([guideline])).toMatchObject([{ therapy: 'velorimab', stage: 'not recommended' }]);
    expect(answerOf('Does velorimab help adults?', [guideline], () => '')).toMatch(
      /For induction in adults it is advised against/,
    );
  });
});

test('a clinical remission and an endoscopic one are two outcomes, and no dispute', () => {
  const [clinical, endoscopic] = ['Clinical', 'Endoscopic'].map((kind, i) =>
    row(
      `Velorimab in Crohn disease, trial ${i}`,
      `600 adults were randomised to velorimab or placebo. ${kind} remission was ${i === 0 ? '38% with velorimab and 19% with placebo (p=0.002)' : '21% with velorimab and 20% with placebo (p=0.81)'}.`,
    ),
  ) as [EvidenceRow, EvidenceRow];
  expect(disputesIn([clinical, endoscopic])).toEqual([]);
  expect(isSameOutcome('clinical remission', 'remission')).toBe(true);
  expect(isSameOutcome('clinical remission', 'endoscopic remission')).toBe(false);
});
