/**
 * Reading: a text of any kind into what a reader sees of it. Markdown, HTML, reStructuredText, plain text and source code
 * come out as blocks and units of words with their places; markup is never a word. Pure functions over text: touches
 * nothing but its own data and the parsers' WASM. Used by search, citations and functions alike.
 */
import { blank, type Document, type Format } from './document.ts';
import { readHtml } from './html.ts';
import { isLaidOut } from './layout.ts';
import { readLines } from './lines.ts';
import { readRecords } from './records.ts';

export * from './code/index.ts';
export { type Block, blank, type Document, FORMATS, type Format, hasContent, tidy } from './document.ts';
export { type Unit, type UnitKind, unitsOf } from './units.ts';

export function readDocument(
  source: string,
  naming: { readonly path?: string | undefined; readonly format?: Format | undefined } = {},
): Document {
  const format = naming.format ?? formatOf(source, naming.path);
  return format === 'html' ? readHtml(source) : readLines(withoutFootnotes(source), format, naming.path);
}

/** A number that the text itself explains is a footnote's mark; one that it does not is a citation of the house's. */
function withoutFootnotes(source: string): string {
  const own = new Set([...source.matchAll(/^\[\^(\d{1,3})\]:/gm)].map(([, number]) => number));
  if (own.size === 0) return source;
  return source.replace(/\[\^(\d{1,3})\](?!:)/g, (mark, number) => (own.has(number) ? blank(mark) : mark));
}

const EXTENSIONS: Readonly<Record<string, Format>> = {
  ...{ md: 'markdown', markdown: 'markdown', mdx: 'markdown', html: 'html', htm: 'html', xhtml: 'html', rst: 'rst' },
  ...{ csv: 'plain', tsv: 'plain', log: 'plain' },
};

/** What only Markdown has. */
const MARKED =
  /^ {0,3}#{1,6} \S|^\s*(?:```|~~~)|\]\(|\*\*\S|^ {0,3}> |`\S[^`\n]*`|^\S.*\n(?:={3,}|-{3,})\s*$|^\s*\|.*\|\s*$|^---\s*$/m;

export function formatOf(source: string, path?: string): Format {
  const extension = path === undefined ? undefined : /\.(\w{1,8})$/.exec(path)?.[1]?.toLowerCase();
  const named = extension === undefined ? undefined : EXTENSIONS[extension];
  if (named !== undefined) return named;
  const head = source.slice(0, 20_000);
  if (/^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)\b/i.test(head)) return 'html';
  const blocks = head.match(/<\/(?:p|div|h[1-6]|li|td|section|article|body)>/gi)?.length ?? 0;
  if (blocks >= 3 && blocks * 200 > head.length / 3 && !/^#{1,6} \S/m.test(head)) return 'html';
  if (
    /^\.\. (?:\w[\w:-]*::|_[\w-]+:)/m.test(head) ||
    /:(?:func|class|ref|doc|meth|mod|term|option|envvar):`/.test(head)
  )
    return 'rst';
  // An underline that Markdown does not know.
  if (/^\S.{2,}\n([~^"*+#`])\1{3,}\s*$/m.test(head) && !/^#{1,6} \S/m.test(head)) return 'rst';
  if (extension === 'txt' || (extension === undefined && readRecords(head).size > 0)) return 'plain';
  return extension === undefined && !MARKED.test(head) && isLaidOut(head) ? 'plain' : 'markdown';
}
