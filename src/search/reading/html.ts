/** HTML: the words a reader sees, without scripts, styles and what is hidden in comments. Offsets are into those words. */
import type { Passage, Source, TextFile } from './document.ts';
import { baseName, dropAbsent } from './markdown.ts';
import { splitText } from './split.ts';

export function readHtml(file: TextFile): Passage[] {
  const { text, title = baseName(file.name), facts } = extractHtml(file.text);
  const source = describePage(file, title, facts);
  return sectionsOf(text).flatMap(({ heading, from, to }) =>
    splitText(text, from, to).map((span) => ({
      title: heading === '' || heading === title ? title : `${title} › ${heading}`,
      text: text.slice(span.start, span.end),
      ...span,
      source,
    })),
  );
}

/** Stands before a heading while the text is made; no page of the web holds it. */
const HEADING = '\ue0f1';
const HEADINGS = new Set(['h1', 'h2']);

/** Where a heading stood: a line of its own that is marked. The mark is blank in what is indexed. */
function sectionsOf(text: string): { heading: string; from: number; to: number }[] {
  const marks = [...text.matchAll(new RegExp(`${HEADING}([^\\n]{0,200})`, 'g'))];
  const first = marks[0]?.index ?? text.length;
  const sections = marks.map((mark, index) => ({
    heading: (mark[1] as string).trim(),
    from: mark.index + 1,
    to: marks[index + 1]?.index ?? text.length,
  }));
  return first > 0 ? [{ heading: '', from: 0, to: first }, ...sections] : sections;
}

interface Page {
  readonly text: string;
  readonly title?: string | undefined;
  readonly facts: ReadonlyMap<string, string>;
}

const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'canvas', 'math']);
const BLOCKS = new Set(
  (
    'address article aside blockquote body br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'head header hr html li main nav ol option p pre section table tbody td tfoot th thead title tr ul'
  ).split(' '),
);

/** One pass over the markup; what is no tag is text. */
export function extractHtml(html: string): Page {
  const pieces: string[] = [];
  const facts = new Map<string, string>();
  let title: string | undefined;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    if (open === -1) {
      pieces.push(html.slice(at));
      break;
    }
    pieces.push(html.slice(at, open));
    if (html.startsWith('<!--', open)) {
      at = after(html, '-->', open + 4);
      continue;
    }
    const tag = readTag(html, open);
    if (tag === undefined) {
      pieces.push('<');
      at = open + 1;
      continue;
    }
    at = tag.end;
    if (BLOCKS.has(tag.name)) pieces.push('\n');
    if (HEADINGS.has(tag.name) && !tag.closing) pieces.push(HEADING);
    if (tag.closing) continue;
    noteFact(tag, facts);
    if (UNSEEN.has(tag.name) && !tag.selfClosed) at = endOf(html, tag.name, at);
    else if (tag.name === 'title' && title === undefined) {
      const end = endOf(html, 'title', at);
      title = tidy(html.slice(at, end).replace(/<\/title[^>]*>$/i, ''));
      at = end;
    }
  }
  return { text: tidy(pieces.join('')), title: title === '' ? undefined : title, facts };
}

interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly selfClosed: boolean;
  readonly attributes: string;
  readonly end: number;
}

function readTag(html: string, open: number): Tag | undefined {
  const head = /^<(\/?)([a-zA-Z!?][\w:-]{0,40})/.exec(html.slice(open, open + 44));
  if (head === null) return undefined;
  let quote = '';
  let at = open + head[0].length;
  for (; at < html.length; at++) {
    const char = html[at] as string;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '>') break;
  }
  const attributes = html.slice(open + head[0].length, Math.min(at, open + 2000));
  return {
    name: (head[2] as string).toLowerCase(),
    closing: head[1] === '/',
    selfClosed: attributes.endsWith('/'),
    attributes,
    end: Math.min(html.length, at + 1),
  };
}

function noteFact({ name, attributes }: Tag, facts: Map<string, string>): void {
  if (name !== 'meta' && name !== 'link') return;
  const key = attribute(attributes, name === 'link' ? 'rel' : 'name') ?? attribute(attributes, 'property');
  const value = attribute(attributes, name === 'link' ? 'href' : 'content');
  if (key !== undefined && value !== undefined && value !== '') facts.set(key.toLowerCase(), value);
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? undefined : tidy(value);
}

function endOf(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}\\b[^>]*>`, 'gi');
  close.lastIndex = from;
  const found = close.exec(html);
  return found === null ? html.length : found.index + found[0].length;
}

function after(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? text.length : at + mark.length;
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', deg: '°', micro: 'µ', plusmn: '±', le: '≤', ge: '≥' },
  ...{ times: '×', middot: '·', bull: '•', copy: '©', reg: '®', trade: '™', auml: 'ä', ouml: 'ö', uuml: 'ü' },
  ...{ eacute: 'é', egrave: 'è', agrave: 'à', ccedil: 'ç', alpha: 'α', beta: 'β', gamma: 'γ', mu: 'μ' },
};

function tidy(text: string): string {
  return text
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name)] ?? ENTITIES[String(name).toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '';
    })
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}/g, '\n\n')
    .trim();
}

function describePage(file: TextFile, title: string, facts: ReadonlyMap<string, string>): Source {
  const url = facts.get('canonical') ?? facts.get('og:url');
  if (url === undefined || !/^https?:\/\//i.test(url))
    return {
      source_type: 'internal_doc',
      title,
      service: file.repository.name,
      date: file.date,
      file_path: file.name,
    };
  return dropAbsent({
    source_type: 'web',
    title,
    url,
    site: facts.get('og:site_name'),
    author: facts.get('author') ?? facts.get('article:author'),
    date: (facts.get('article:published_time') ?? facts.get('date'))?.slice(0, 10),
    accessed: file.date,
  });
}
