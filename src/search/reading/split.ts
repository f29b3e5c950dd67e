/** Cuts a text into passages: at paragraphs, else at sentences, else at words, else where it must be. */

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** In characters: about 110 words, which the embedding model takes in whole. */
export const PASSAGE_SIZE = 700;

/** Spans of `text` between `from` and `to` without blanks at their ends; none longer than `size`. */
export function splitText(text: string, from = 0, to = text.length, size = PASSAGE_SIZE): Span[] {
  const spans: Span[] = [];
  for (let start = skipBlanks(text, from, to); start < to; ) {
    const limit = Math.min(to, start + size);
    const cut = limit === to ? to : findCut(text, start, limit);
    const end = trimBlanks(text, start, cut);
    if (end > start) spans.push({ start, end });
    start = skipBlanks(text, cut, to);
  }
  return joinShort(text, spans, size);
}

const CUTS = [/\n\s*\n/g, /[.!?]["')\]]?\s/g, /\n/g, /\s/g];

function findCut(text: string, start: number, limit: number): number {
  const piece = text.slice(start, limit);
  const least = piece.length / 3;
  for (const pattern of CUTS) {
    let cut = -1;
    for (const match of piece.matchAll(pattern)) {
      const at = match.index + match[0].length;
      if (!belongTogether(text.slice(start, start + match.index + 1), text.slice(start + at))) cut = at;
    }
    if (cut > least) return start + cut;
  }
  const isPair = /[\ud800-\udbff]/.test(text[limit - 1] ?? '');
  return isPair && limit - 1 > start ? limit - 1 : limit;
}

const ROW = /^[^\S\n]*\|.*\|[^\S\n]*$/;

/** What announces a list stands with its first point, and the head of a table with its rows, also over the blank that a rule left. */
function belongTogether(before: string, after: string): boolean {
  const last = lastLine(before.trimEnd());
  const next = after.trimStart().split('\n', 1)[0] ?? '';
  if (ROW.test(last)) return ROW.test(next) && !ROW.test(lastLine(before.trimEnd().slice(0, -last.length).trimEnd()));
  return last.endsWith(':');
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

const SHORTEST = 40;

/** The last few words of a text are no passage of their own. */
function joinShort(text: string, spans: Span[], size: number): Span[] {
  const last = spans.at(-1);
  const before = spans.at(-2);
  if (last === undefined || before === undefined || last.end - last.start >= SHORTEST) return spans;
  if (last.end - before.start > size + SHORTEST || text.slice(before.end, last.start).includes('\n\n')) return spans;
  return [...spans.slice(0, -2), { start: before.start, end: last.end }];
}

function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at++;
  return at;
}

function trimBlanks(text: string, from: number, to: number): number {
  let at = to;
  while (at > from && isBlank(text.charCodeAt(at - 1))) at--;
  return at;
}

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

/** Says on which lines a span stands: `12-45`. */
export function openLines(text: string): (span: Span) => string {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const lineAt = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
  return ({ start, end }) => {
    const first = lineAt(start);
    return `${first}-${lineAt(Math.max(start, end - 1))}`;
  };
}
