import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import type { DocumentText } from './read.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** A PDF's text by pages; only ever called in the thread of worker.ts. */
export async function readPdf(bytes: Uint8Array, maxPages: number): Promise<DocumentText> {
  const pdf = await getDocumentProxy(bytes, { maxImageSize: 1024 * 1024, isEvalSupported: false });
  if (pdf.numPages > maxPages) throw new Error(`it has ${pdf.numPages} pages, more than ${maxPages}`);
  const { text: pages } = await extractText(pdf, { mergePages: false });
  const info = await getMeta(pdf).then(
    (meta) => meta.info as Record<string, unknown>,
    () => ({}) as Record<string, unknown>,
  );
  const outline = await readOutline(pdf).catch(() => []);
  const author = words(info['Author']);
  const year = Number(/(?:19|20)\d\d/.exec(words(info['CreationDate']))?.[0]);
  return {
    title: words(info['Title']),
    text: pages.join('\n\n').trim(),
    pages,
    ...(outline.length > 0 && { outline }),
    ...(author !== '' && { author }),
    ...(year > 0 && { year }),
  };
}

const MOST_CHAPTERS = 500;

/** The top of its table of contents, in the order of the pages. */
async function readOutline(pdf: Pdf): Promise<{ title: string; page: number }[]> {
  const entries = ((await pdf.getOutline()) ?? []) as { title: string; dest: unknown; items: unknown[] }[];
  // A single entry is the book's own title: its parts are the chapters.
  const top = entries.length === 1 ? ((entries[0]?.items ?? []) as typeof entries) : entries;
  const chapters: { title: string; page: number }[] = [];
  for (const { title, dest } of top.slice(0, MOST_CHAPTERS)) {
    const place = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const [page] = Array.isArray(place) ? (place as unknown[]) : [];
    const index = typeof page === 'number' ? page : await pdf.getPageIndex(page as never).catch(() => -1);
    if (index >= 0 && words(title) !== '') chapters.push({ title: words(title).slice(0, 200), page: index });
  }
  return chapters.sort((a, b) => a.page - b.page);
}

function words(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
