import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatFootnote, numberSources, renderFootnotes, type SourceMetadata, shortLabel } from './index.ts';

const fowler: SourceMetadata = {
  id: 'peaa-322',
  source_type: 'book',
  author: 'Fowler, Martin',
  title: 'Patterns of Enterprise Application Architecture',
  city: 'Boston',
  publisher: 'Addison-Wesley',
  year: 2002,
  pages: '322-327',
};
const repository: SourceMetadata = {
  id: 'repo-12',
  source_type: 'code',
  repo: 'code-reference-engine',
  file_path: 'backend/ddd/repository.py',
  line_range: '12-45',
  commit_hash: 'a1b2c3d',
};

describe('a footnote', () => {
  test.each<[string, SourceMetadata, string]>([
    [
      'a book',
      fowler,
      'Fowler, Martin, *Patterns of Enterprise Application Architecture* (Boston: Addison-Wesley, 2002), 322-327.',
    ],
    ['code', repository, '`code-reference-engine/backend/ddd/repository.py`, commit `a1b2c3d`, lines 12-45.'],
    [
      'a schema',
      { id: 's', source_type: 'schema', repo: 'platform', file_path: 'schemas/fact.json', version: '1.2.0' },
      '`platform/schemas/fact.json`, version 1.2.0.',
    ],
    [
      'an internal document',
      {
        id: 'd',
        source_type: 'internal_doc',
        service: 'audit-service',
        title: 'Retention',
        date: '2025-12-29',
        section: '4.2',
      },
      'audit-service, *Retention* (2025-12-29), §4.2.',
    ],
    [
      'a web page',
      {
        id: 'w',
        source_type: 'web',
        url: 'https://gout.example/water',
        title: 'Gout and Water',
        author: 'Lee, Ana',
        site: 'Gout Example',
        date: '2026-03-01',
        accessed: '2026-09-15',
      },
      'Lee, Ana, “Gout and Water,” Gout Example, March 1, 2026, accessed September 15, 2026, <https://gout.example/water>.',
    ],
    [
      'a journal article',
      {
        id: 'j',
        source_type: 'journal',
        authors: ['Ng, T.', 'Roe, B.', 'Diaz, C.', 'Fu, L.'],
        title: 'Does Water Help?',
        journal: 'Journal of Gout',
        volume: '12',
        issue: '3',
        year: 2024,
        pages: '101-109',
        doi: 'https://doi.org/10.1000/gout.12',
      },
      'Ng, T. et al., “Does Water Help?” *Journal of Gout* 12, no. 3 (2024): 101-109, <https://doi.org/10.1000/gout.12>.',
    ],
    [
      'a record entry',
      {
        id: 'r',
        source_type: 'record',
        title: 'HbA1c',
        entry_type: 'ObservationNode',
        entry_uuid: '0f3a',
        date: '2026-09-15',
      },
      'Health record, *HbA1c* (September 15, 2026), observation.',
    ],
    [
      'a knowledge entry',
      {
        id: 'k',
        source_type: 'knowledge',
        entry_id: 'asthma',
        title: 'Asthma',
        section: 'Triggers',
        sources: ['GINA 2024', 'NHLBI'],
      },
      '*Asthma*, §Triggers (GINA 2024; NHLBI).',
    ],
  ])('of %s is written as Chicago writes it', (_kind, source, footnote) => {
    expect(formatFootnote(source)).toBe(footnote);
  });

  test('says what is known and leaves the rest out', () => {
    expect(formatFootnote({ id: 'b', source_type: 'book', title: 'Gout', year: 1999 })).toBe('*Gout* (1999).');
    expect(formatFootnote({ id: 'b', source_type: 'book', publisher: 'Dover', pages: '3' })).toBe('Dover, 3.');
    expect(formatFootnote({ id: 'j', source_type: 'journal', year: 2020, pages: '3' })).toBe('2020: 3.');
    expect(formatFootnote({ id: 'j', source_type: 'journal', title: 'On Gout' })).toBe('“On Gout.”');
    expect(formatFootnote({ id: 'the-id', source_type: 'book' })).toBe('`the-id`.');
    expect(formatFootnote({ id: 'c', source_type: 'code', repo: 'r', file_path: 'a.ts', line_range: '7' })).toBe(
      '`r/a.ts`, line 7.',
    );
  });

  test('has no double commas and no empty brackets, whatever is missing', () => {
    fc.assert(
      fc.property(anySource(fc.constantFrom(undefined, '', '  ', 'Alpha', 'Beta 2', 'Gamma, Inc.,')), (source) => {
        const footnote = formatFootnote(source);
        expect(footnote).toMatch(/[.”]$/);
        expect(footnote).not.toMatch(/, *,|\( *\)|\(,|,\)|: *[,)]|\.\.$|^[\s,;:(]|\* *\*|“[,.]?”| {2}/);
      }),
      { seed: 5 },
    );
  });

  test('is one line that a hostile title cannot leave', () => {
    const hostile =
      '</i>](javascript:x) ![i](http://e.example/p) <script>x</script> *a* `b`\n\n# Heading www.e.example';
    const footnote = formatFootnote({ ...fowler, title: hostile });
    expect(footnote).not.toContain('\n');
    expect(footnote.replace(/\\[\s\S]/g, '')).not.toMatch(/[<>[\]`#!]|https?:\/\/|www\.|\*a\*/);
    const web = (url: string) => formatFootnote({ id: 'w', source_type: 'web', url });
    expect(web('javascript:alert(1)')).toBe('`javascript:alert(1)`.');
    expect(web('https://e.example/a> <b')).toBe('<https://e.example/a%3E%20%3Cb>.');
    expect(formatFootnote({ ...repository, file_path: 'a`b``c.ts' })).toContain(
      '```code-reference-engine/a`b``c.ts```',
    );
    expect(formatFootnote({ id: 'b', source_type: 'book', author: '1. Doe' })).toBe('1\\. Doe.');
  });

  test('never has an open sign of Markdown, for any text', () => {
    fc.assert(
      fc.property(anySource(fc.option(fc.string({ unit: 'binary', maxLength: 40 }), { nil: undefined })), (source) => {
        const bare = formatFootnote(source)
          .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '') // code spans
          .replace(/<https?:\/\/[^\s<>]+>/g, '')
          .replace(/\\[!-/:-@[-`{-~]/g, '');
        expect(bare).not.toMatch(/[[\]<>`\n\r]/);
      }),
      { seed: 5 },
    );
  });
});

test('footnotes of a text stand one a line', () => {
  expect(renderFootnotes(numberSources([fowler, repository]))).toBe(
    `[^1]: ${formatFootnote(fowler)}\n[^2]: ${formatFootnote(repository)}`,
  );
  expect(renderFootnotes([{ marker: 1, source: fowler, footnote: 'two\nlines' }])).toBe('[^1]: two lines');
});

test('a label is short: who, what, where', () => {
  expect(shortLabel(fowler)).toBe('Fowler, PEAA, pp. 322-327');
  expect(shortLabel(repository)).toBe('code-reference-engine/backend/ddd/repository.py:12-45');
  expect(shortLabel({ id: 'x', source_type: 'book' })).toBe('x');
  expect(shortLabel({ id: 'w', source_type: 'web', url: 'https://e.example/a', title: 'A\npage' })).toBe(
    'A page, e.example',
  );
});

function anySource(field: fc.Arbitrary<string | undefined>): fc.Arbitrary<SourceMetadata> {
  const number = fc.constantFrom(undefined, 1999);
  const list = fc.array(
    field.map((each) => each ?? ''),
    { maxLength: 5 },
  );
  const known = field.map((each) => each ?? '');
  const id = fc.constant('id-1');
  const kinds: Record<string, fc.Arbitrary<unknown>>[] = [
    { author: field, city: field, publisher: field, year: number, pages: field, source_type: fc.constant('book') },
    { repo: known, file_path: known, line_range: field, commit_hash: field, source_type: fc.constant('code') },
    { repo: known, file_path: known, version: field, source_type: fc.constant('schema') },
    { service: known, date: field, section: field, source_type: fc.constant('internal_doc') },
    { url: known, site: field, author: field, date: field, accessed: field, source_type: fc.constant('web') },
    { authors: list, journal: field, volume: field, issue: field, year: number, pages: field, doi: field, pmid: field },
    { entry_type: known, entry_uuid: known, date: field, source_type: fc.constant('record') },
    { entry_id: known, sources: list, section: field, source_type: fc.constant('knowledge') },
  ];
  const sources = kinds.map((kind) => fc.record({ source_type: fc.constant('journal'), ...kind, id, title: field }));
  return fc.oneof(...sources) as unknown as fc.Arbitrary<SourceMetadata>;
}
