import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import type { DocumentText } from './read.ts';

/** A PDF's text by pages; only ever called in the thread of worker.ts. */
export async function readPdf(bytes: Uint8Array, maxPages: number): Promise<DocumentText> {
  const pdf = await getDocumentProxy(bytes, { maxImageSize: 1024 * 1024, isEvalSupported: false });
  if (pdf.numPages > maxPages) throw new Error(`it has ${pdf.numPages} pages, more than ${maxPages}`);
  const { text: pages } = await extractText(pdf, { mergePages: false });
  const info = await getMeta(pdf).then(
    (meta) => meta.info as Record<string, unknown>,
    () => ({}) as Record<string, unknown>,
  );
  const author = words(info['Author']);
  const year = Number(/(?:19|20)\d\d/.exec(words(info['CreationDate']))?.[0]);
  return {
    title: words(info['Title']),
    text: pages.join('\n\n').trim(),
    pages,
    ...(author !== '' && { author }),
    ...(year > 0 && { year }),
  };
}

function words(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
