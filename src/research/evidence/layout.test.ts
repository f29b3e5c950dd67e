/** How papers are laid out where their marks are lost: names of parts that run into the text, items with a name, tables. */
import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { statementsOf } from './abstract.ts';
import { goesBeyond } from './claims-beyond.ts';
import { labelled } from './layout.ts';
import { goodOf } from './outcome-names.ts';
import { makeRow } from './table.ts';

const NOW = Date.parse('2026-11-18');

function row(title: string, text: string) {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [] }, NOW);
}

describe('names of parts that run into the text', () => {
  const TEXT = [
    'Background Few people reach control.',
    'Methods We randomised 40 adults to zorbafen or placebo.',
    'Results Flares fell by half (8 v 16).',
    'Safety Acne occurred in 14%.',
    'Limitations Sixteen weeks is short.',
  ].join('\n\n');

  test('are no words of the sentence', () => {
    expect(statementsOf(TEXT).map(({ text, role, part }) => [text, role, part])).toEqual([
      ['Few people reach control.', 'background', 'background'],
      ['We randomised 40 adults to zorbafen or placebo.', 'method', 'methods'],
      ['Flares fell by half (8 v 16).', 'result', 'results'],
      ['Acne occurred in 14%.', 'result', 'safety'],
      ['Sixteen weeks is short.', 'result', 'limitations'],
    ]);
  });

  test.each([
    'Results were the same in both groups.',
    'Safety is not known.',
    'Patients who stopped had flares.',
  ])('%s is a sentence', (text) => expect(labelled(text).map(({ sentence }) => sentence)).toEqual([text]));
});

describe('items with a name', () => {
  const TEXT =
    '1 Offer a cream to everyone. Review it at six weeks.\n2 Creams. Apply once daily.\n3 Pregnancy. Methotrexate must not be used. Zorbafen must not be used.';

  test('hold their sentences under it; what to do is no name', () => {
    expect(labelled(TEXT).map(({ sentence, part }) => [sentence, part])).toEqual([
      ['1 Offer a cream to everyone.', undefined],
      ['Review it at six weeks.', undefined],
      ['Apply once daily.', 'Creams'],
      ['Methotrexate must not be used.', 'Pregnancy'],
      ['Zorbafen must not be used.', 'Pregnancy'],
    ]);
  });

  test('what must not be used in pregnancy says so wherever it is quoted', () => {
    const guideline = row('Eczema: guideline of the Northern Society', TEXT);
    const said = guideline.said?.map(({ text }) => text) ?? [];
    expect(said).toContain('Pregnancy: Zorbafen must not be used.');
    expect(said).not.toContain('Zorbafen must not be used.');
    expect(guideline.advised?.find(({ therapy }) => therapy === 'methotrexate')?.whom?.states).toEqual(['pregnancy']);
  });
});

test('how many came so far on a scale: more of them is better', () => {
  expect(['salt50', 'f-vasi75', 'easi-90'].map(goodOf)).toEqual(['more', 'more', 'more']);
  expect(['ic50', 'flares'].map(goodOf)).not.toContain('more');
});

test('what nobody was compared in is not quoted for what it claims', () => {
  const series = row(
    'Minopirant in vitiligo: a series of 26 people (preprint)',
    'Methods: Consecutive adults (n=26). No comparison group.\nResults: Repigmentation was seen in 15 of 26 (58%, 95% CI 37 to 77).\nConclusion: Minopirant is effective and should be considered.',
  );
  expect(goesBeyond({ ...series, level: 1, design_id: 'document' }, 'It should be considered.')).toBe(true);
  expect(series.excerpt).toContain('15 of 26');
  expect(series.excerpt).not.toContain('should be considered');
});

describe('labels and tables', () => {
  test('in capitals, in several words, or whatever they are called', () => {
    const text =
      'DESIGN, SETTING AND PARTICIPANTS: 611 adults took part. Excluded were people over 65.\n\nMAIN OUTCOME MEASURES: Flares.\n\nRESULTS: Flares fell by half (8 v 16).\n\nWHAT THIS STUDY CANNOT SAY: Nothing is known beyond 24 weeks.';
    expect(statementsOf(text).map(({ text, role }) => [text, role])).toEqual([
      ['611 adults took part.', 'method'],
      ['Excluded were people over 65.', 'method'],
      ['Flares.', 'method'],
      ['Flares fell by half (8 v 16).', 'result'],
      ['Nothing is known beyond 24 weeks.', 'result'],
    ]);
  });

  test('a table of words is said by its rows', () => {
    const rows = [
      ['Question', 'Recommendation', 'Strength'],
      ['First choice', 'An antibody or candesartan', 'conditional'],
      ['Riboflavin', 'No recommendation for or against', '–'],
    ];
    const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
    expect(statementsOf(table).map(({ text }) => text)).toEqual([
      'First choice: An antibody or candesartan; Strength conditional.',
      'Riboflavin: No recommendation for or against.',
    ]);
  });
});

test('items may be numbered with a letter, under a line that names their list', () => {
  const text = 'Statements\nS1. Repeat TSH before any decision (strong).\nS2. Stop at once in pregnancy.';
  expect(statementsOf(text).map(({ text, part }) => [text, part])).toEqual([
    ['Repeat TSH before any decision (strong).', 'Statements'],
    ['Stop at once in pregnancy.', 'Statements'],
  ]);
});

test('a statement of a council is a guideline, and one that its title says is superseded is not in force', () => {
  const old = row(
    'Statement of the Northern Council on hypothyroidism (2019, superseded by the 2025 statement)',
    'Consider levothyroxine at TSH 4.5–10 if there are symptoms (weak).',
  );
  expect(old.design_id).toBe('guideline');
  expect(old.edition?.withdrawn).toBe(true);
  const now = row(
    'Northern Council: hypothyroidism, statement 2025',
    'This statement supersedes that of 2019.\n\nS1. Offer levothyroxine above 20.',
  );
  expect(now.edition?.withdrawn).toBeUndefined();
});

test('a document of graded recommendations is a guideline, whatever it is called; a study with recommendations is none', () => {
  const text =
    'Status: withdrawn March 2025\n\nEuropean Network, ENH-7. 2018.\n\n### Key statements\n\n- Topiramate is recommended (grade A).\n- Riboflavin may be offered (grade C).';
  const document = row('Preventive treatment of migraine in adults', text);
  expect(document.design_id).toBe('guideline');
  expect(document.edition?.withdrawn).toBe(true);
  const study = row('Zorbafen in migraine', `We randomised 40 adults to zorbafen or placebo.\n\n${text}`);
  expect(study.design_id).not.toBe('guideline');
});
