/**
 * HTML → its title and what a person would read of it. No scripts are run and nothing else is loaded. Linear in the
 * length of the page, whatever it holds: the page may be written to be slow to read.
 */
import { decodeEntities } from '../text/index.ts';

export interface HtmlText {
  readonly title: string;
  readonly text: string;
}

const DROPPED = [
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'nav',
  'header',
  'footer',
  'aside',
  'form',
  'iframe',
  'button',
  'select',
];
const BLOCK =
  /<\/?(?:p|div|section|article|main|h[1-6]|li|ul|ol|tr|table|br|hr|blockquote|pre|dt|dd|figcaption)\b[^<>]*>/gi;

export function readHtml(html: string): HtmlText {
  const plain = cut(html, /<!--/g, () => '-->').rest;
  const title = toLines(elements(plain, 'title')[0] ?? '');
  const from = /<body\b[^<>]*>/i.exec(plain);
  const body = from === null ? plain : plain.slice(from.index);
  const kept = cut(body, new RegExp(`<(${DROPPED.join('|')})\\b[^<>]*>`, 'gi'), (tag) => `</${tag}`).rest;
  const part = largest(elements(kept, 'article')) ?? largest(elements(kept, 'main')) ?? kept;
  return { title: title.replace(/\s+/g, ' '), text: toText(part) };
}

function elements(html: string, tag: string): string[] {
  return cut(html, new RegExp(`<(${tag})\\b[^<>]*>`, 'gi'), () => `</${tag}`).inner;
}

/** Cuts out what stands between an opening and the next closing of its kind. One that is never closed is left. */
function cut(html: string, opening: RegExp, closing: (tag: string) => string): { rest: string; inner: string[] } {
  const folded = html.toLowerCase();
  const unclosed = new Set<string>();
  const inner: string[] = [];
  let rest = '';
  let at = 0;
  for (const match of html.matchAll(opening)) {
    const close = closing((match[1] ?? '').toLowerCase());
    if (match.index < at || unclosed.has(close)) continue;
    const start = match.index + match[0].length;
    const end = folded.indexOf(close, start);
    if (end < 0) {
      unclosed.add(close);
      continue;
    }
    inner.push(html.slice(start, end));
    rest += `${html.slice(at, match.index)} `;
    at = Math.max(end + close.length, close.endsWith('>') ? 0 : folded.indexOf('>', end) + 1);
  }
  return { rest: rest + html.slice(at), inner };
}

const WORTH = 200;

function largest(found: readonly string[]): string | undefined {
  const best = found.toSorted((a, b) => b.length - a.length)[0];
  return best !== undefined && best.length > WORTH ? best : undefined;
}

/** The words of a piece of markup; blocks are lines of their own. */
export function toText(html: string): string {
  return toLines(html.replace(BLOCK, '\n'));
}

function toLines(html: string): string {
  return decodeEntities(html.replace(/<[^<>]*>/g, ' '))
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}
