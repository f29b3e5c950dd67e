/** The marks by which lines of text say what they are: fences, items, rows, rules, headings and their levels. */

export const FENCE = /^\s*(```+|~~~+)/;
export const ATX_LEAD = /^( {0,3}(#{1,6})[ \t]+)(?=\S)/;

/** A heading of marks: what leads it, the marks, its words without the marks that may close it. Linear in its length. */
export function readAtx(line: string): readonly [whole: string, lead: string, marks: string, words: string] | null {
  const found = ATX_LEAD.exec(line);
  if (found === null) return null;
  const rest = line.slice(found[0].length).trimEnd();
  let end = rest.length;
  while (end > 0 && rest[end - 1] === '#') end--;
  const closes = end < rest.length && (end === 0 || rest[end - 1] === ' ' || rest[end - 1] === '\t');
  return [line, found[1]!, found[2]!, closes ? rest.slice(0, end).trimEnd() : rest];
}

export const ITEM = /^(\s*(?:[-*+•–]|\d{1,3}[.)]|#\.)[ \t]+(?:\[[ xX]\][ \t]+)?)\S/;
export const ROW = /^\s*\|.*\|\s*$|^\s*\|[^|\n]+\|/;
export const RULE =
  /^\s*(?:[-*_]\s*){3,}$|^\s*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?)?\s*$|^\s*\+(?:[-=]+\+)+\s*$|^\s*=+(?:\s+=+)+\s*$|^\s*[-=]{2,}(?:\s+[-=]{2,})+\s*$/;
export const ADORNED = /^\s{0,3}([=\-~^"'*+#_.:`])\1{2,}\s*$/;
export const NUMBERED =
  /^(\s{0,3})((?:chapter|section|part|appendix)\s+[\dIVXA-Z]+[.:]?\s+|\d{1,2}(?:\.\d{1,2}){0,4}\.?\s+)(?=\p{Lu})/iu;

export function levelOf(number: string): number {
  return /^\s*\p{L}/u.test(number) ? 1 : number.trim().replace(/\.$/, '').split('.').length;
}

/** So long a line below is prose, and so few words above it are its title. */
const PROSE = 60;
const FEW = 6;

/** "2. Water budget" right above its paragraph: no item that goes on in the next line. */
export function isTitle(words: string, next: string): boolean {
  return (
    words.split(/\s+/).length <= FEW &&
    /^\p{Lu}/u.test(words) &&
    !/:$/.test(words) &&
    /^\p{Lu}/u.test(next) &&
    next.length >= PROSE
  );
}
