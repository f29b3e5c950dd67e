import { expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { tellRow } from '../finding.ts';
import { hopeRules, isDenial, isHope } from './hopes.ts';
import { byStrength, type EvidenceRow, makeRow } from './table.ts';

function row(title: string, text: string): EvidenceRow {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text },
    ...{ kinds: [], notices: [], seen: 0, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(['zelarimod']), aspects: [], names: ['zelarimod'] }, Date.parse('2026-11-15'));
}

test.each(hopeRules())('$kind: $example', ({ kind, example, counter }) => {
  const is = kind === 'hope' ? isHope : isDenial;
  expect([is(example), is(counter)]).toEqual([true, false]);
});

const BLOG = row(
  'Zelarimod: what patients should know',
  'Zelarimod has not been approved by the FDA. The company expects approval in 2027 and hopes that zelarimod will be approved for myasthenia gravis soon.',
);

test('what counts and measures nothing is an opinion, below any case series, and speaks for nothing', () => {
  const series = row(
    'Zelarimod in myasthenia gravis: a case series',
    'Three patients with myasthenia gravis received zelarimod. Two improved. One developed hepatitis.',
  );
  expect(BLOG).toMatchObject({ grade: 'opinion', level: 1, direction: 'unclear', results: [] });
  expect([BLOG, series].toSorted(byStrength)).toEqual([series, BLOG]);
  expect(tellRow(BLOG)).toMatch(/^\*\*Opinion, no data of its own\*\*/);
  expect(row('Zelarimod is a game changer', 'Zelarimod is effective and superior in myasthenia gravis.')).toMatchObject(
    {
      grade: 'opinion',
      direction: 'unclear',
    },
  );
  const release = row(
    'Company announces results of zelarimod',
    'Press release.\n\nIn 233 patients MG-ADL improved by 4.4 points.',
  );
  expect(release.grade).toBe('very low');
});

test('a hope is not quoted without what the same text denies', () => {
  expect(BLOG.excerpt).toContain('has not been approved by the FDA');
});
