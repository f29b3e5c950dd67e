/** Markdown as our reports use it, read into blocks: what HTML and PDF are made of. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph' | 'quote'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'note'; readonly marker: string; readonly text: string }
  | { readonly kind: 'rule' };

export type Span =
  | { readonly kind: 'text' | 'bold' | 'italic' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string }
  | { readonly kind: 'marker'; readonly text: string };

export function readBlocks(markdown: string): Block[] {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const { block, next } = readBlock(lines, at);
    if (block !== undefined) blocks.push(block);
    at = next;
  }
  return blocks;
}

const LIST_ITEM = /^\s*(?:([-*+])|(\d+)[.)])\s+(.*)$/;
const NOTE = /^\[\^([^\]\s]+)\]:\s*(.*)$/;

function readBlock(lines: readonly string[], at: number): { block?: Block; next: number } {
  const line = lines[at]!;
  if (line.trim() === '') return { next: at + 1 };
  const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
  if (heading) return { block: { kind: 'heading', level: heading[1]!.length, text: heading[2]! }, next: at + 1 };
  if (/^\s*(?:-{3,}|\*{3,})\s*$/.test(line)) return { block: { kind: 'rule' }, next: at + 1 };
  if (line.startsWith('```')) return readCode(lines, at);
  if (isTable(lines, at)) return readTable(lines, at);
  const note = NOTE.exec(line);
  if (note) return { block: { kind: 'note', marker: note[1]!, text: note[2]! }, next: at + 1 };
  if (LIST_ITEM.test(line)) return readList(lines, at);
  return readParagraph(lines, at);
}

function readCode(lines: readonly string[], at: number): { block: Block; next: number } {
  let end = at + 1;
  while (end < lines.length && !lines[end]!.startsWith('```')) end++;
  return { block: { kind: 'code', text: lines.slice(at + 1, end).join('\n') }, next: end + 1 };
}

function isTable(lines: readonly string[], at: number): boolean {
  return lines[at]!.includes('|') && /^\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*\|?)?\s*$/.test(lines[at + 1] ?? '');
}

function readTable(lines: readonly string[], at: number): { block: Block; next: number } {
  const head = cells(lines[at]!);
  let end = at + 2;
  while (end < lines.length && lines[end]!.includes('|')) end++;
  const rows = lines.slice(at + 2, end).map((line) => {
    const row = cells(line);
    return head.map((_, i) => row[i] ?? '');
  });
  return { block: { kind: 'table', head, rows }, next: end };
}

function cells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, '|'));
}

function readList(lines: readonly string[], at: number): { block: Block; next: number } {
  const items: string[] = [];
  const ordered = LIST_ITEM.exec(lines[at]!)![2] !== undefined;
  let end = at;
  for (; end < lines.length; end++) {
    const item = LIST_ITEM.exec(lines[end]!);
    if (item) items.push(item[3]!);
    else if (/^\s{2,}\S/.test(lines[end]!)) items.push(`${items.pop()} ${lines[end]!.trim()}`);
    else break;
  }
  return { block: { kind: 'list', ordered, items }, next: end };
}

function readParagraph(lines: readonly string[], at: number): { block: Block; next: number } {
  const isQuote = lines[at]!.startsWith('>');
  let end = at;
  while (end < lines.length && lines[end]!.trim() !== '' && (end === at || !startsBlock(lines, end))) end++;
  const text = lines
    .slice(at, end)
    .map((line) => (isQuote ? line.replace(/^>\s?/, '') : line).trim())
    .join(' ');
  return { block: { kind: isQuote ? 'quote' : 'paragraph', text }, next: end };
}

function startsBlock(lines: readonly string[], at: number): boolean {
  const line = lines[at]!;
  return /^(?:#{1,6}\s|```)/.test(line) || LIST_ITEM.test(line) || NOTE.test(line) || isTable(lines, at);
}

const SPAN =
  /\*\*(?<bold>[^*]+)\*\*|(?<![\w*])[*_](?<italic>[^*_]+)[*_](?![\w*])|`(?<code>[^`]+)`|\[\^(?<marker>[^\]\s]+)\]|\[(?<label>[^\]]+)\]\((?<url>[^)\s]+)\)|(?<bare>https?:\/\/[^\s<>)\]]*[^\s<>)\].,;:])/g;

export function readSpans(text: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const found of text.matchAll(SPAN)) {
    if (found.index > at) spans.push({ kind: 'text', text: text.slice(at, found.index) });
    spans.push(toSpan(found.groups ?? {}));
    at = found.index + found[0].length;
  }
  if (at < text.length) spans.push({ kind: 'text', text: text.slice(at) });
  return spans;
}

function toSpan({ bold, italic, code, marker, label, url, bare }: Record<string, string | undefined>): Span {
  if (bold !== undefined) return { kind: 'bold', text: bold };
  if (italic !== undefined) return { kind: 'italic', text: italic };
  if (code !== undefined) return { kind: 'code', text: code };
  if (marker !== undefined) return { kind: 'marker', text: marker };
  const target = url ?? bare ?? '';
  return /^(?:https?:|mailto:)/i.test(target)
    ? { kind: 'link', text: label ?? target, url: target }
    : { kind: 'text', text: label ?? target };
}

/** The words alone. */
export function plainText(text: string): string {
  return readSpans(text)
    .map((span) => (span.kind === 'marker' ? `[${span.text}]` : span.text))
    .join('');
}
