import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { exportDocument } from './index.ts';

const REPORT = `# Duchenne: what is new

**Two new trials since 1 May.** Givinostat has *Phase 3* results.[^1]

| study | n | result |
| --- | --- | --- |
| EPIDYS | 179 | slower decline (p ≤ 0.05) |
| a \\| b | 12 | <script>alert(1)</script> |

- one
- two, with a [source](https://example.org/a?b=1&c=2)
- and a [trap](javascript:alert(1))

[^1]: Mercuri 2024, Lancet Neurology.
`;

test('HTML keeps the structure and runs nothing', async () => {
  const { content, mimeType } = await exportDocument('Report <x>', REPORT, 'html');
  const html = Buffer.from(content).toString();
  expect(mimeType).toContain('text/html');
  expect(html).toContain('<td>slower decline (p ≤ 0.05)</td>');
  expect(html).toContain('<td>a | b</td>');
  expect(html).toContain('<a href="https://example.org/a?b=1&amp;c=2"');
  expect(html).toContain('<p class="note" id="note-1">');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('javascript:');
  expect(html).toContain('<title>Report &lt;x&gt;</title>');
});

test('PDF can be read by others, over several pages', async () => {
  const long = `${REPORT}\n${Array.from({ length: 120 }, (_, i) => `Paragraph ${i}: μ-dystrophin, Müller’s café.`).join('\n\n')}`;
  const { content } = await exportDocument('Report', long, 'pdf');
  const pdf = await getDocumentProxy(new Uint8Array(content));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  expect(totalPages).toBeGreaterThan(2);
  expect(text).toContain('Two new trials since 1 May.');
  expect(text).toContain('slower decline (p <= 0.05)');
  expect(text.normalize('NFKC')).toContain('Paragraph 119: μ-dystrophin, Müller’s café.');
  expect(text).toContain('Mercuri 2024');
});

test('an unknown format is refused', async () => {
  await expect(exportDocument('x', 'x', 'docx')).rejects.toMatchObject({ code: 'FORMAT_UNKNOWN' });
});
