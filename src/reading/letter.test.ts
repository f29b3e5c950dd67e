import { describe, expect, test } from 'vitest';
import { readDocument, unitsOf } from './index.ts';

const MAIL = `From: Ruth Okafor <ruth@example.org>
To: team@example.org,
 board@example.org
Subject: Moving the archive
X-Priority: 3

Dear all,

The archive moves on 4 April. Until then please upload nothing larger than 2 GB.

Best wishes
Ruth

--${' '}
Ruth Okafor
Head of records
`;
const units = (source: string, path?: string) => unitsOf(readDocument(source, { path }));
const said = (source: string, path?: string) =>
  units(source, path).map(({ kind, text, frame }) => `${frame ? 'frame ' : ''}${kind}: ${text}`);

describe('a mail', () => {
  test('has a subject for a heading, and a head, a greeting and a signature around what it says', () => {
    expect(units(MAIL).filter(({ frame }) => !frame)).toMatchObject([
      { kind: 'heading', level: 1, text: 'Moving the archive' },
      { kind: 'sentence', text: 'The archive moves on 4 April.' },
      { kind: 'sentence', text: 'Until then please upload nothing larger than 2 GB.' },
    ]);
    expect(said(MAIL)).toContain('frame row: To: team@example.org,');
    expect(said(MAIL)).toContain('frame row: Dear all,');
    expect(said(MAIL)).toContain('frame row: Head of records');
  });

  test('of another tongue, and with marks of Markdown in it', () => {
    const mail = 'Von: A\nBetreff: Umzug\n\nHallo Tom,\n\n- **Montag** packen\n\nViele Grüße\nEva\n';
    expect(said(mail)).toEqual([
      'frame row: Von: A',
      'heading: Umzug',
      'frame row: Hallo Tom,',
      'item: Montag packen',
      'frame row: Viele Grüße',
      'frame row: Eva',
    ]);
  });

  test('is nothing that only has fields, and nothing that only greets', () => {
    expect(said('Title: Notes\nAuthor: Me\n\nThe pump is old.\n').join()).not.toContain('frame');
    expect(said('From: the desk of the head\n\nThe pump is old.\n').join()).not.toContain('frame');
    expect(said('Dear all,\n\nThe pump is old.\n').join()).not.toContain('frame');
    expect(said('\n\n')).toEqual([]);
  });
});

describe('records', () => {
  test('each line of a table is a row, by its name and by its look', () => {
    const table = 'id,name,price\n1,"Hopper, Grace",7.00\n2,Ada. Lovelace,3.10\n';
    for (const path of [undefined, 'a.csv'])
      expect(said(table, path)).toEqual([
        'row: id,name,price',
        'row: 1,"Hopper, Grace",7.00',
        'row: 2,Ada. Lovelace,3.10',
      ]);
    expect(said('a;b\n1;2\n3;4\n').every((one) => one.startsWith('row'))).toBe(true);
  });

  test('each line of a log is a row', () => {
    const log =
      '2024-03-12T09:14:02Z INFO Started. Ready\n# nothing\n2024-03-12T09:14:05Z WARN cold\n2024-03-12T09:15:11Z ERROR no\n';
    expect(said(log).slice(0, 2)).toEqual(['row: 2024-03-12T09:14:02Z INFO Started. Ready', 'row: # nothing']);
  });

  test('sentences with commas are none', () => {
    const prose = 'The tea, which is green, is hot.\nThe cup, which is red, is old.\nThe pot, which is big, is new.\n';
    expect(said(prose).every((one) => one.startsWith('sentence'))).toBe(true);
    expect(said('Red, green, blue\nOne, two, three\nAda, Tom, Eva\n').join()).not.toContain('row');
  });
});
