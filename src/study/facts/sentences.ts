/** The sentences of a passage. */
import { sentencesOf } from '../../text/index.ts';

/** Sentences of a passage, without the marks of lists and the line ends of the page. */
export function readSentences(text: string): string[] {
  return apartHeadings(text)
    .replace(/^[^\S\n]*\|.*\|[^\S\n]*$/gm, '\n')
    .split(/\n\s*\n|\n(?=\s*(?:[-*•]|\d{1,2}[.)])\s)/)
    .flatMap((block) =>
      sentencesOf(
        block
          .replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '')
          .replace(/\[\^?\d[\d, –-]{0,10}\]/g, '')
          .replace(/-\n(?=\p{Ll})/gu, '')
          .replace(/\s+/g, ' ')
          .trim(),
      ),
    )
    .filter((sentence) => sentence !== '');
}

const LONGEST_HEADING = 50;

/** In the text of a PDF a heading is a short line of its own, behind a full stop and before a capital: no part of what follows. */
function apartHeadings(text: string): string {
  const lines = text.split('\n');
  let isBegun = false;
  const out = lines.map((line, at) => {
    const plain = line.trim();
    const next = lines[at + 1]?.trim() ?? '';
    const isHeading =
      !isBegun && plain.length <= LONGEST_HEADING && /[^.,;:!?-]$/.test(plain) && /^[\p{Lu}\d]/u.test(next);
    isBegun = plain !== '' && !isHeading && !/[.!?]["'”)]?$/.test(plain);
    return isHeading ? `\n${line}\n` : line;
  });
  return out.join('\n');
}
