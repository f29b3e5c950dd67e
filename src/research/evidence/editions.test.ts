import { expect, test } from 'vitest';
import type { SourceItem } from '../../sources/research/index.ts';
import { disputesIn } from './disputes.ts';
import { isEvidence } from './grading.ts';
import { makeRow, mergeTables } from './table.ts';

const NOW = Date.parse('2027-06-01T00:00:00Z');

function row(title: string, text: string, date: string, print = text) {
  const item: SourceItem = {
    ...{ source: 'index', id: title, title, url: `index:${title}`, text, date, print },
    ...{ kinds: [], notices: [], seen: NOW, from: 'index:research' },
  };
  return makeRow(item, { words: new Set(), aspects: [], known: ['urastat', 'zorbafen'] }, NOW);
}

const OLD = row(
  'Guideline on gout',
  'Issued by: Halden Society of Rheumatology\n\nWe recommend zorbafen. We recommend urastat.',
  '2024-05-01',
);

test('a guideline that replaces an older one disputes nothing, and says what it changes', () => {
  const next = row(
    'Management of gout 2026: guideline',
    'Issued by: Halden Society of Rheumatology\n\nThis guideline replaces the 2024 guideline. Zorbafen is not recommended. We recommend urastat.',
    '2026-05-01',
  );
  const { rows, changes } = mergeTables(mergeTables([], [OLD]).rows, [next]);
  const old = rows.find(({ id }) => id === OLD.id)!;
  expect(old.superseded).toEqual({ by: next.id, date: '2026-05-01' });
  expect(isEvidence(old)).toBe(false);
  expect(disputesIn(rows)).toEqual([]);
  expect(changes).toMatchObject([
    {
      kind: 'new',
      what: ['replaces "Guideline on gout" (2024-05-01)', 'zorbafen is now advised against (before: advised)'],
    },
  ]);
});

test('another society does not replace it, nor another subject of the same', () => {
  const other = row('Guideline on gout', 'Issued by: Nordic Gout Board\n\nZorbafen is not recommended.', '2026-05-01');
  const apart = row(
    'Guideline on the diagnosis of gout',
    'Issued by: Halden Society of Rheumatology\n\nZorbafen is not recommended.',
    '2026-05-01',
  );
  for (const next of [{ ...other, id: 'other' }, apart]) {
    const { rows } = mergeTables([], [OLD, next]);
    expect(rows.filter(isEvidence)).toHaveLength(2);
    expect(disputesIn(rows)).toMatchObject([{ therapy: 'zorbafen', advice: true }]);
  }
});

test('a guideline that is revised where it stands is changed, and what of it is said', () => {
  const revised = row(
    OLD.title,
    'Issued by: Halden Society of Rheumatology\n\nWe recommend zorbafen in adults. It is not recommended in children under 12. We recommend urastat.',
    '2027-02-01',
  );
  const { changes } = mergeTables([OLD], [revised]);
  expect(changes[0]).toMatchObject({ kind: 'changed' });
  expect(changes[0]!.what.join('; ')).toContain('zorbafen is now advised against in children under 12 (not before)');
  expect(mergeTables([OLD], [{ ...OLD, last_seen: 'later' }]).changes).toEqual([]);
});

test('a study that is only worded otherwise is the same; one whose result is another is not', () => {
  const trial = (result: string, print: string) =>
    row('Urastat in gout: a randomised trial', `400 adults were randomised. ${result}`, '2026-01-01', print);
  const first = trial('Flares were fewer (HR 0.7; 95% CI 0.6 to 0.8).', 'a');
  expect(mergeTables([first], [trial('Flares were fewer (HR 0.7, 95% CI 0.6 to 0.8).', 'b')]).changes).toEqual([]);
  const corrected = trial('Flares did not differ (HR 0.9; 95% CI 0.7 to 1.2).', 'c');
  expect(mergeTables([first], [corrected]).changes).toMatchObject([
    { kind: 'changed', what: ['flares: better → no difference'] },
  ]);
});
