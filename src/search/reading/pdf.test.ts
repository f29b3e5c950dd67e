import { expect, test } from 'vitest';
import { makePdf } from '../../documents/fixture.ts';
import { readPdf } from './pdf.ts';

test.each([
  ['Gout in brief', 'Gout in brief'],
  ['about:blank', 'icu-notes.pdf'],
  ['https://example.org/print?page=3', 'icu-notes.pdf'],
  ['Microsoft Word - shock', 'icu-notes.pdf'],
])('what a browser or a program leaves as the title of a PDF is none: %s', async (title, shown) => {
  const { passages } = await readPdf(
    Buffer.from(makePdf(title, 'Septic shock dilates the vessels.'), 'latin1'),
    'icu-notes.pdf',
  );
  expect(passages.map((passage) => passage.title)).toEqual([shown]);
});
