/** When a document of the index appeared, as it says of itself. */
import { expect, test } from 'vitest';
import type { SearchHit } from '../search/index.ts';
import { withEditions } from './evidence/editions.ts';
import { makeRow } from './evidence/table.ts';
import { toPaper } from './indexed.ts';

const NOW = Date.parse('2026-11-18');

function paper(id: string, text: string) {
  const hit = {
    ...{ id, text, scope: 'research', position: { start: 0, end: text.length } },
    source: { id, file_path: id, title: /^# (.+)$/m.exec(text)?.[1], source_type: 'internal_doc', date: '2026-11-01' },
  } as unknown as SearchHit;
  return toPaper(id, [hit], text, NOW);
}

const OLD = paper(
  'old.md',
  '# Management of eczema: guideline of the Northern Society\n\nNS Group. NS Guidance Series No. 11, 2017. Review date: 2022.\n\nRecommendations\n\n1. Offer ciclosporin first.',
);
const NEW = paper(
  'new.md',
  '# Eczema: guideline of the Northern Society, second edition, 2024\n\nNS Group. This edition replaces the 2017 edition, which is withdrawn.\n\nRecommendations\n\n1. Offer dupilumab first.',
);

test.each([
  ['where it stood ends with its year, and when it is to be reviewed is no date of it', OLD.date, '2017'],
  ['its title ends with its year', NEW.date, '2024'],
  [
    'how far it looked is no date of it',
    paper('r.md', '# Zorbafen in gout: review\n\nWe searched to March 2016. Published 4 June 2025.').date,
    '2025-06-04',
  ],
])('%s', (_, date, expected) => expect(date).toBe(expected));

test('so the older edition is known as replaced', () => {
  const rows = withEditions([OLD, NEW].map((item) => makeRow(item, { words: new Set(), aspects: [] }, NOW)));
  expect(rows.map(({ id, superseded }) => [id, superseded?.by])).toEqual([
    ['old.md', 'new.md'],
    ['new.md', undefined],
  ]);
});
