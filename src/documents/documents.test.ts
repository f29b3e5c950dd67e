import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeBomb, makePdf } from './fixture.ts';
import { readDocument, readHtml } from './index.ts';

const pdf = (text: string) => Buffer.from(text, 'latin1');

describe('a PDF', () => {
  test('is read with its title, by pages', async () => {
    expect(await readDocument(pdf(makePdf('Gout in brief', 'Uric acid forms crystals.')), 'pdf')).toEqual({
      title: 'Gout in brief',
      text: 'Uric acid forms crystals.',
      pages: ['Uric acid forms crystals.'],
    });
  });

  test('that is none, or has too many pages, says so', async () => {
    await expect(readDocument(pdf('no PDF at all'), 'pdf')).rejects.toMatchObject({ code: 'DOCUMENT_UNREADABLE' });
    await expect(readDocument(pdf(makePdf('x', 'y')), 'pdf', { maxPages: 0 })).rejects.toThrow(/1 pages, more than 0/);
    await expect(readDocument(pdf(makePdf('x', 'long')), 'pdf', { maxCharacters: 2 })).rejects.toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
    });
  });

  test('that unpacks to a hundred thousand times its size takes neither the memory nor the house', async () => {
    const bomb = makeBomb(256 * 1024 * 1024);
    expect(bomb.length).toBeLessThan(10_000);
    const before = process.memoryUsage.rss();
    const read = await readDocument(bomb, 'pdf', { timeoutMs: 60_000 }).catch((thrown: Error) => thrown);
    // Either the reader is stopped, or it gives the page up and the document holds no text.
    expect(read instanceof Error ? read.message : read.text).toMatch(/^$|could not be read/);
    expect(process.memoryUsage.rss() - before).toBeLessThan(512 * 1024 * 1024);
  });

  test('is stopped by its signal and by its time', async () => {
    const stop = new AbortController();
    const read = readDocument(pdf(makePdf('x', 'y')), 'pdf', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(read).rejects.toThrow('enough');
    await expect(readDocument(pdf(makePdf('x', 'y')), 'pdf', { timeoutMs: 1 })).rejects.toMatchObject({
      code: 'DOCUMENT_TIMEOUT',
    });
  });
});

describe('a page of the web', () => {
  const paragraph = 'Uric acid forms crystals in the joints when there is too much of it in the blood. ';

  test('is its article: neither menus nor what is beside it', async () => {
    const html = `<html><head><title>Gout</title></head><body>
      <div class="menu"><a href="/">Home</a> <a href="/shop">Shop</a></div>
      <div class="content"><h1>Gout</h1><p>${paragraph.repeat(8)}</p><p>Water helps.</p></div>
      <div class="sidebar promo">Buy now</div></body></html>`;
    const { title, text } = await readDocument(Buffer.from(html), 'html');
    expect(title).toBe('Gout');
    expect(text).toContain(paragraph.trim());
    expect(text).toContain('Water helps.');
    expect(text).not.toMatch(/Shop|Buy now/);
  });

  test('too short for an article is read whole, without its scripts', async () => {
    const html =
      '<title>Gout &amp; diet</title><body><nav>Home</nav><p>Purines raise it.</p><script>evil()</script></body>';
    expect(await readDocument(Buffer.from(html), 'html')).toMatchObject({
      title: 'Gout & diet',
      text: 'Purines raise it.',
    });
  });

  test('made of a hundred thousand open elements ends', async () => {
    const html = `${'<div>'.repeat(100_000)}${paragraph.repeat(10)}`;
    expect((await readDocument(Buffer.from(html), 'html', { timeoutMs: 60_000 })).text).toContain(paragraph.trim());
  });

  test('nested to the limit ends, read or given up', async () => {
    const html = `${'<div>'.repeat(29_000)}${paragraph.repeat(10)}`;
    const read = await readDocument(Buffer.from(html), 'html', { timeoutMs: 2000 }).catch((thrown: Error) => thrown);
    expect(read instanceof Error ? read.message : read.text).toMatch(/crystals|could not be read/);
  });
});

test('any text is read without throwing, and markup of a hostile page takes no time', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400 }), (text) => {
      expect(typeof readHtml(text).text).toBe('string');
    }),
  );
  for (const part of ['<script>', '<!--', '<article>', '<title>', '<', '<a ', '&', '<body'])
    expect(typeof readHtml(part.repeat(200_000)).text).toBe('string');
});
