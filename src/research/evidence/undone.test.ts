import { describe, expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { answerOf } from '../answer.ts';
import { aspectsAsked } from './excerpt.ts';
import { type EvidenceRow, makeRow } from './table.ts';

function row(title: string, text: string, names: readonly string[] = []): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [], names }, Date.parse('2026-11-15'));
}

describe('a study that a paper only speaks of lends it neither design nor size', () => {
  test.each<[string, string, string, number | undefined]>([
    [
      'Editorial: zelquimod in psoriasis',
      'We await a randomised trial in 800 patients, which begins next year.',
      'opinion',
      undefined,
    ],
    ['Zelquimod, a next step', 'Editorial\n\nA randomised trial in 800 patients is planned.', 'opinion', undefined],
    [
      'Zelquimod in psoriasis: an uncontrolled open-label study',
      'Open-label single-arm study in 150 adults. A randomised controlled trial is warranted.',
      'trial',
      150,
    ],
    [
      'Zelquimod in lymphoma',
      'Single-arm, open-label, 41 patients with lymphoma. Response was seen in 60%; randomised data are needed.',
      'trial',
      41,
    ],
    [
      'Zelquimod in the clinic',
      'Retrospective cohort of 90 adults. Randomised trials in 2000 adults are under way.',
      'cohort',
      90,
    ],
    ['Zelquimod, phase 2', 'Non-randomised open-label phase 2 trial in 70 adults.', 'trial', 70],
    ['Zelquimod for longer', 'Single-arm extension of a randomised trial; 300 adults were followed.', 'trial', 300],
    [
      'Zelquimod, phase 3',
      'Open-label randomised phase 3 trial in 500 adults. Skin cleared in 61% vs 20% (p<0.001). Longer trials are needed.',
      'rct',
      500,
    ],
    [
      'Zelquimod or placebo',
      '500 adults were randomised to zelquimod or placebo. Of those randomised, 20 needed rescue.',
      'rct',
      500,
    ],
  ])('%s: %s', (title, text, design, n) => {
    const { design_id, n: size } = row(title, text);
    expect({ design_id, size }).toEqual({ design_id: design, size: n });
  });

  test('an editorial is for and against nothing', () => {
    expect(row('Editorial: zelquimod', 'Zelquimod significantly reduced psoriasis.').direction).toBe('unclear');
  });
});

describe('advice', () => {
  const told = (question: string, text: string) =>
    answerOf(question, [row('Guideline on migraine prevention', text, ['fenquolast'])], () => '');
  const BOTH =
    'We recommend fenquolast 60 mg daily for migraine in adults. We recommend against fenquolast in pregnancy.';
  test('for those who are asked for comes first', () =>
    expect(told('Is fenquolast a good option for migraine prevention in pregnancy?', BOTH)).toMatch(
      /^\*\*No:\*\* a guideline .*advises against it \("We recommend against fenquolast in pregnancy"\)/,
    ));
  test('is said where nothing else is asked', () =>
    expect(told('Fenquolast for migraine?', 'Fenquolast is no longer recommended for migraine.')).toMatch(
      /^\*\*A guideline .*advises against it \("Fenquolast is no longer recommended for migraine"\)/,
    ));
});

test('the name of an illness is no therapy, whoever asked for it', () => {
  const { therapies } = row(
    'Halvorsen syndrome: corvatinib trial halted',
    'The phase 2 trial of corvatinib in Halvorsen syndrome was halted.',
    ['corvatinib', 'halvorsen'],
  );
  expect(therapies).toEqual(['corvatinib']);
});

test('a score with the share by which it got better is a response', () => {
  const text = '500 adults were randomised. PASI 75 was 61% vs 20% (p<0.001).';
  expect(row('Zelquimod in psoriasis', text)).toMatchObject({ direction: 'favours' });
});

test('when to be told is no question: the result is quoted, not a harm in its place', () => {
  const order =
    'Does velorimab help in Crohn disease? Check every Monday at 8; tell me only about guidelines or safety.';
  expect(aspectsAsked(order)).toEqual([]);
  expect(aspectsAsked('Tell me whether velorimab is safe in pregnancy.')).toEqual(['safety', 'pregnancy']);
  expect(aspectsAsked('Is velorimab safe?')).toEqual(['safety']);
});
