/** PDF: passages page by page. Offsets are into the extracted text, pages joined by a blank line. */
import type { Passage } from './document.ts';
import { baseName, dropAbsent } from './markdown.ts';
import { splitText } from './split.ts';

export async function readPdf(bytes: Uint8Array, name: string): Promise<Passage[]> {
  const { extractText, getDocumentProxy, getMeta } = await import('unpdf');
  const document = await getDocumentProxy(bytes);
  const { text: pages } = await extractText(document, { mergePages: false });
  const facts = await readFacts(() => getMeta(document));
  const title = facts.title ?? baseName(name);
  let offset = 0;
  return pages.flatMap((page, index) => {
    const from = offset;
    offset += page.length + 2;
    return splitText(page).map(({ start, end }) => ({
      title,
      text: page.slice(start, end),
      start: from + start,
      end: from + end,
      source: dropAbsent({
        source_type: 'book' as const,
        title,
        author: facts.author,
        year: facts.year,
        pages: String(index + 1),
      }),
    }));
  });
}

interface Facts {
  readonly title?: string;
  readonly author?: string;
  readonly year?: number;
}

async function readFacts(read: () => Promise<{ info: Record<string, unknown> }>): Promise<Facts> {
  try {
    const { info } = await read();
    const title = plain(info['Title']);
    const author = plain(info['Author']);
    const year = Number(/(?:19|20)\d\d/.exec(plain(info['CreationDate']) ?? '')?.[0]);
    return {
      ...(title !== undefined && { title }),
      ...(author !== undefined && { author }),
      ...(year > 0 && { year }),
    };
  } catch {
    return {};
  }
}

function plain(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
