/** HTML: a passage a section, of the words a reader sees (src/reading); places are those of the file. */
import { readDocument, tidy } from '../../reading/index.ts';
import { decodeEntities } from '../../text/index.ts';
import type { Passage, Source, TextFile } from './document.ts';
import { baseName, dropAbsent } from './markdown.ts';
import { openLines, type Span, splitText } from './split.ts';

export function readHtml(file: TextFile): Passage[] {
  const { words, blocks } = readDocument(file.text, { format: 'html' });
  const { title = baseName(file.name), facts } = readHead(file.text);
  const linesOf = openLines(file.text);
  const source = describePage(file, title, facts);
  const headings = blocks.filter(({ kind, level = 1 }) => kind === 'heading' && level <= DEEPEST);
  const starts = [
    { start: 0, name: '' },
    ...headings.map(({ start, end }) => ({ start, name: tidy(words.slice(start, end)) })),
  ];
  // Spans come in order, and so do blocks.
  let at = 0;
  const linesIn = (span: Span) => {
    const lines: string[] = [];
    while (at < blocks.length && blocks[at]!.end <= span.start) at++;
    for (let next = at; next < blocks.length && blocks[next]!.start < span.end; next++) {
      const { start, end } = blocks[next]!;
      lines.push(tidy(words.slice(Math.max(start, span.start), Math.min(end, span.end))));
    }
    return lines.filter((line) => line !== '').join('\n');
  };
  return starts.flatMap(({ start, name }, index) => {
    const heading = name === '' || name === title ? title : `${title} › ${name}`;
    return splitText(words, start, starts[index + 1]?.start ?? words.length).map((span) => ({
      ...{ title: heading, text: linesIn(span), ...span, lines: linesOf(span), source },
    }));
  });
}

/** Deeper headings are part of the passage they stand in. */
const DEEPEST = 2;

/** So far in what a page says of itself stands at its top. */
const HEAD = 100_000;

function readHead(html: string): { title: string | undefined; facts: ReadonlyMap<string, string> } {
  const head = html.slice(0, HEAD);
  const facts = new Map<string, string>();
  for (const [, name = '', attributes = ''] of head.matchAll(/<(meta|link)\b([^<>]{0,2000})>/gi)) {
    const link = name.toLowerCase() === 'link';
    const key = attribute(attributes, link ? 'rel' : 'name') ?? attribute(attributes, 'property');
    const value = attribute(attributes, link ? 'href' : 'content');
    if (key !== undefined && value !== undefined && value !== '') facts.set(key.toLowerCase(), value);
  }
  const title = tidy(decodeEntities(/<title\b[^<>]{0,200}>([^<]{0,500})/i.exec(head)?.[1] ?? ''));
  return { title: title === '' ? undefined : title, facts };
}

function attribute(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value === undefined ? undefined : tidy(decodeEntities(value));
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
