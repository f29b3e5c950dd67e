/** PDF: passages page by page. Offsets are into the extracted text, pages joined by a blank line. */
import { readDocument } from '../../documents/index.ts';
import type { Passage } from './document.ts';
import { baseName, dropAbsent } from './markdown.ts';
import { splitText } from './split.ts';

export async function readPdf(bytes: Uint8Array, name: string): Promise<{ passages: Passage[]; pages: number }> {
  const {
    pages,
    author,
    year,
    outline = [],
    ...read
  } = await readDocument(bytes, 'pdf', { maxPages: 5000, timeoutMs: 60_000 });
  const title = isTitle(read.title) ? read.title : baseName(name);
  let offset = 0;
  const passages = pages.flatMap((page, index) => {
    const from = offset;
    offset += page.length + 2;
    const chapter = outline.findLast((entry) => entry.page <= index)?.title;
    return splitText(page).map(({ start, end }) => ({
      title: chapter === undefined || chapter === title ? title : `${title} › ${chapter}`,
      text: page.slice(start, end),
      start: from + start,
      end: from + end,
      source: dropAbsent({
        source_type: 'book' as const,
        title,
        author,
        year,
        pages: String(index + 1),
      }),
    }));
  });
  return { passages, pages: pages.length };
}

/** What a program left as the title is none: the name of the file it printed, or of itself. */
function isTitle(title: string | undefined): title is string {
  return (
    title !== undefined &&
    title !== '' &&
    !/\.\w{2,5}$|^(?:untitled|microsoft \w+ - |slide 1$|document\d*$|new tab$|(?:about|data|blob|file|https?):)/i.test(
      title,
    )
  );
}
