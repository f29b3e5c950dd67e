/** Plain text, and whatever is text but of no kind that has a reader of its own. */
import type { Passage, TextFile } from './document.ts';
import { baseName } from './markdown.ts';
import { openLines, splitText } from './split.ts';

export function readPlain(file: TextFile): Passage[] {
  const linesOf = openLines(file.text);
  const title = baseName(file.name);
  return splitText(file.text).map((span) => {
    const lines = linesOf(span);
    return {
      title,
      text: file.text.slice(span.start, span.end),
      ...span,
      lines,
      source: {
        source_type: 'internal_doc',
        title,
        service: file.repository.name,
        date: file.date,
        file_path: file.name,
        line_range: lines,
      },
    };
  });
}
