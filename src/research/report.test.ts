import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../sources/research/index.ts';
import { aspectsAsked } from './evidence/excerpt.ts';
import { trackMaturity } from './evidence/maturity.ts';
import { type EvidenceRow, makeRow, mergeTables } from './evidence/table.ts';
import { type ReportParts, writeReport } from './report.ts';
import { requirementsSchema } from './request.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const DAY = 86_400_000;

function row(title: string, text: string, question = '', more: Partial<SourceItem> = {}): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id: `research/${title}`, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: NOW, from: 'index:research', ...more },
  };
  return makeRow(item, { words: new Set(), aspects: aspectsAsked(question) }, NOW);
}

function report(rows: readonly EvidenceRow[], more: Partial<ReportParts> = {}) {
  return writeReport({
    ...{ name: 'Gout Research', requirements: requirementsSchema.parse({ question: 'gout', threshold: {} }), rows },
    ...{ changes: [], maturity: trackMaturity(rows), advances: [], met: true, looked: [], missing: [], watching: [] },
    ...{ now: NOW, ...more },
  });
}

const TRIAL_A = row('Urastat in gout: trial A', '800 adults were randomised. Flares were fewer (HR 0.85).');
const TRIAL_B = row('Urastat in gout: trial B', '900 adults were randomised. Flares were more frequent (HR 1.34).');

describe('what the conversation is told', () => {
  test('that results disagree, with both sides', () => {
    const { summary } = report(mergeTables([], [TRIAL_A, TRIAL_B]).rows);
    expect(summary).toMatch(
      /\*\*Results disagree on urastat and flares:\*\* one source speaks for it\[\^\d\], one source against/,
    );
  });

  test('what was retracted, and it is the news', () => {
    const known = mergeTables([], [TRIAL_A, TRIAL_B]).rows;
    const notice = row('Retraction notice: Urastat in gout: trial A', 'Fabricated.');
    const { rows, changes } = mergeTables(known, [notice]);
    const { summary, headline } = report(rows, { changes, last: NOW - DAY });
    expect(headline).toMatch(
      /^\*\*Changed since 14 Nov 2026:\*\* "Urastat in gout: trial A" was retracted\[\^\d\] \(notice\[\^\d\]\)\.$/,
    );
    expect(summary).not.toMatch(/Results disagree|Retraction notice|urastat: /);
  });

  test('a notice whose paper is not in the table is told by itself', () => {
    const { rows } = mergeTables([], [row('Retraction: Fenurate in gout', 'Withdrawn by the editors.')]);
    expect(report(rows).summary).toContain('**Retracted, not to be relied on:** "Retraction: Fenurate in gout"');
  });

  test('that a trial failed, and how far the therapy came', () => {
    const failed = row('URA-3: urastat, phase 3', '300 adults were randomised. The primary endpoint was not met.');
    const { summary, markdown } = report([failed]);
    expect(summary).toContain('failed: endpoint not met): ');
    expect(summary).toContain('urastat: Phase 3, failed[^1].');
    expect(markdown).toContain('| urastat | Phase 3[^1] → failed[^1] |');
  });

  test('what answers the aspect first, and what nobody tells', () => {
    const question = 'Is urastat safe in children?';
    const large = row('Urastat in gout', '2000 adults were randomised. It reduced flares.', question);
    const small = row('Urastat: harms', 'A cohort of 90 adults. Two had serious infections.', question);
    const { summary } = report([large, small], { question });
    expect(summary.indexOf('serious infections')).toBeLessThan(summary.indexOf('reduced flares'));
    expect(summary).toContain('None of the sources that were found says anything on children.');
  });

  test('the day only where it is another', () => {
    expect(report([TRIAL_A], { last: NOW - DAY }).headline).toBe('**Nothing new since 14 Nov 2026.**');
    expect(report([TRIAL_A], { last: NOW - 1000 }).headline).toBe('**Nothing new since the last look.**');
  });

  test.each([
    [
      'Does urastat reduce flares?',
      /^\*\*Disputed: fewer flares in a randomised trial \(.*\)\[\^\d\]; more flares in a randomised trial/,
    ],
    ['Does urastat improve quality of life?', /^\*\*Nothing that was found says what becomes of quality of life\.\*\*/],
    ['Is urastat effective?', /^\*\*Disputed:\*\* a randomised trial \(.*\)\[\^\d\] speaks for it, a randomised trial/],
    ['What is new in gout?', /^\*\*Found:\*\* two randomised trials\./],
  ])('%s is answered first', (question, opening) => {
    expect(report(mergeTables([], [TRIAL_A, TRIAL_B]).rows, { question }).summary).toMatch(opening);
  });

  test.each([
    ['Does urastat reduce flares?', 'Yes, as far as this shows: fewer flares'],
    ['Does urastat increase flares?', 'No, as far as this shows: fewer flares'],
  ])('%s %s', (question, opening) => {
    expect(report([TRIAL_A], { question }).summary.startsWith(`**${opening}`)).toBe(true);
  });

  const GUIDELINE = row(
    'Guideline on gout',
    'Urastat is not recommended. Allopurinol is recommended.',
    'Is urastat effective?',
  );
  const ADVISING = {
    ...GUIDELINE,
    therapies: ['urastat'],
    advised: [{ therapy: 'urastat', side: 'against', told: '' }] as const,
  };
  const YOUNG = row(
    'Urastat in adolescents with gout',
    '300 adolescents were randomised. Flares did not differ (HR 1.02; 95% CI 0.8 to 1.3).',
  );

  test('a guideline disputes no trial, whomever it names', () => {
    const question = 'Is urastat effective?';
    const told = report(mergeTables([], [TRIAL_A, ADVISING]).rows, { question }).summary;
    expect(told).toMatch(
      /^\*\*Results speak for it, advice against it:\*\* a randomised trial .* speaks for it\. A guideline .* advises against it\./,
    );
    expect(told).not.toMatch(/Disputed|Results disagree/);
    const both = report(mergeTables([], [TRIAL_A, YOUNG, ADVISING]).rows, { question }).summary;
    expect(both).toMatch(
      /^\*\*It depends for whom:\*\* in adults .* in adolescents .* A guideline .* advises against it/,
    );
  });

  test('what is very weak disputes nothing that is sure', () => {
    const release = row(
      'Company announces topline results from the trial of urastat',
      'Press release.\n\nUrastat met its primary endpoint in 380 adults.',
    );
    const { summary } = report(mergeTables([], [TRIAL_B, { ...release, therapies: ['urastat'] }]).rows, {
      question: 'Is urastat effective?',
    });
    expect(summary).toMatch(
      /^\*\*No, as far as this shows:\*\* a randomised trial .* against it; only a web page or news .* says otherwise\./,
    );
  });

  test('two guidelines disagree with each other', () => {
    const other = {
      ...ADVISING,
      id: 'other',
      title: 'Another guideline on gout',
      advised: [{ therapy: 'urastat', side: 'for', told: '' }] as const,
    };
    const { summary, markdown } = report([ADVISING, other], { question: 'What is new in gout?' });
    expect(summary).toContain('**Guidelines disagree on urastat:**');
    expect(markdown).toContain('- Whether to give urastat: guidelines disagree.');
  });

  test('who says whether it works comes before who decided about it', () => {
    const question = 'Is urastat effective?';
    const decided = [1, 2, 3, 4].map((at) => ({
      ...row('FDA approves urastat for gout', 'The FDA approved urastat for adults with gout.'),
      id: `decision ${at}`,
    }));
    const { summary } = report([...decided, TRIAL_A], { question });
    expect(summary).toContain('A randomised trial (high certainty), n = 800: “Flares were fewer (HR 0.85).”[^5]');
    expect(summary.indexOf('Flares were fewer')).toBeLessThan(summary.indexOf('The FDA approved'));
  });

  test('a trial by its number that is nowhere is said to be nowhere, with what the register said', () => {
    const requirements = requirementsSchema.parse({ question: 'Track', threshold: {}, watches: ['NCT01234567'] });
    const missing = [
      { source: 'NCT01234567', reason: 'ClinicalTrials.gov has no trial NCT01234567.' },
      { source: 'Europe PMC', reason: 'Europe PMC gave no answer within 15000 ms.', code: 'REMOTE_TIMEOUT' },
      { source: 'openFDA', reason: 'the web is off (CONSILIUM_WEB=on)' },
    ];
    const { summary } = report([], { requirements, missing });
    expect(summary).toContain('**NCT01234567 was not found in anything that could be looked at.**');
    expect(summary).toContain(' ClinicalTrials.gov has no trial NCT01234567.');
    expect(summary).toContain(
      'Not looked at: Europe PMC (no answer in time); openFDA (the web is off: CONSILIUM_WEB=on).',
    );
  });
});
