import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../sources/research/index.ts';
import { sayWaiting, weighAwaited } from './awaiting.ts';
import { type EvidenceRow, makeRow } from './evidence/table.ts';

const NOW = Date.parse('2026-11-15');

function row(title: string, text: string): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [], names: ['zorbine'] }, NOW);
}

const guideline = (said: string) => row('Clinical practice guideline on gout', said);
const fda = (said: string) => row('FDA decision on zorbine in gout', `Food and Drug Administration.\n\n${said}`);
const weigh = (event: string, question: string, ...rows: EvidenceRow[]) =>
  weighAwaited(event, question, { rows, changes: [], isNews: true });

describe('advice that is waited for', () => {
  const UNTIL = 'a guideline recommends it';
  const ADULTS = 'Does zorbine help adults with gout?';
  test.each([
    ['We recommend zorbine for gout.', ADULTS, UNTIL, true],
    ['We recommend zorbine in adults with gout.', 'Does zorbine help in gout?', UNTIL, true],
    ['We recommend against zorbine for gout.', ADULTS, UNTIL, false],
    ['Zorbine is not recommended in gout.', ADULTS, 'zorbine is recommended in guidelines', false],
    ['We recommend zorbine in children under 12.', ADULTS, UNTIL, false],
    ['We recommend zorbine in children under 12.', ADULTS, 'a guideline recommends it for children', true],
    ['Zorbine should be used only in the context of a clinical trial.', ADULTS, UNTIL, false],
    ['Zorbine was studied in three trials.', ADULTS, UNTIL, false],
    ['We recommend against zorbine for gout.', ADULTS, 'a guideline recommends against it', true],
    ['We recommend zorbine for gout.', ADULTS, 'a guideline recommends against it', false],
    ['We recommend colchicine for gout. Zorbine was not considered.', ADULTS, UNTIL, false],
  ])('%s', (said, question, event, isThere) => {
    expect(weigh(event, question, guideline(said)).come !== undefined).toBe(isThere);
  });

  test('what is near it is said, with why it is not it', () => {
    const waiting = weigh(UNTIL, ADULTS, guideline('We recommend zorbine in children under 12.'));
    expect(sayWaiting(waiting, () => '[^1]')).toBe(
      `Not there yet: ${UNTIL}. "Clinical practice guideline on gout"[^1]: in children under 12 it is advised.`,
    );
  });
});

describe('a decision that is waited for', () => {
  const ASKED = 'Does zorbine help in gout?';
  test.each([
    ['The FDA approved zorbine for adults with gout.', ASKED, 'approval', true],
    ['The FDA approved zorbine for adults with gout.', ASKED, 'the EMA approves it', false],
    ['The FDA approved zorbine for adults with gout.', ASKED, 'it is approved in Europe', false],
    ['The FDA approved zorbine for adults with gout.', ASKED, 'it is approved for children', false],
    ['The FDA refused to approve zorbine for gout.', ASKED, 'it is approved', false],
    ['The FDA refused to approve zorbine for gout.', ASKED, 'the FDA decides', true],
  ])('%s %s until %s', (said, question, event, isThere) => {
    expect(weigh(event, question, fda(said)).come !== undefined).toBe(isThere);
  });

  test('a refusal is what holds it back', () => {
    const waiting = weigh('it is approved', ASKED, fda('The FDA refused to approve zorbine for gout.'));
    expect(sayWaiting(waiting, () => '')).toMatch(
      /^Not there yet: it is approved\. "FDA decision.*refused by the FDA\.$/,
    );
  });
});

describe('a paper that only names the medicine is nothing that was waited for', () => {
  const paper = row(
    'Thrombosis with zorbine in gout: systematic review and meta-analysis',
    '9 studies with 6,120 patients. Venous thromboembolism: 2.9% with zorbine v 1.3% with comparators (odds ratio 2.2, 95% CI 1.5 to 3.3).',
  );
  const change = { kind: 'new' as const, row: paper, what: [] };
  test.each([
    'the EMA approves zorbine',
    'zorbine gets approved',
    'the FDA says yes to zorbine',
    'the NHS covers zorbine',
    'something happens with zorbine',
  ])('until %s', (event) => {
    expect(
      weighAwaited(event, 'Treatments for gout', { rows: [paper], changes: [change], isNews: true }).come,
    ).toBeUndefined();
  });
});
