/** Where a Markdown text is code, and where it is a footnote: nobody speaks there. */

/** From, to (exclusive). */
export type Range = readonly [start: number, end: number];

const MAY_BE_CODE = /[`~\t]| {4}/;

/** Fenced and indented blocks and code spans, in order. */
export function codeRanges(text: string): Range[] {
  if (!MAY_BE_CODE.test(text)) return [];
  const blocks = blockRanges(text);
  const ranges: Range[] = [];
  let at = 0;
  for (const block of [...blocks, [text.length, text.length] as const]) {
    ranges.push(...spanRanges(text, at, block[0]));
    if (block[0] < block[1]) ranges.push(block);
    at = block[1];
  }
  return ranges;
}

const NOTE = /^ {0,3}\[\^[^\]\s]{1,64}\]:.*(?:\n(?:[ \t]+\S.*|[ \t]*(?=\n[ \t]{2,}\S)))*\n?/gm;

/** Footnotes that the text itself brings, with their further lines. */
export function noteRanges(text: string, code: readonly Range[]): Range[] {
  if (!text.includes('[^')) return [];
  return [...text.matchAll(NOTE)]
    .map((found): Range => [found.index, found.index + found[0].length])
    .filter(([start]) => !isWithin(code, start));
}

export function isWithin(ranges: readonly Range[], at: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [start, end] = ranges[middle]!;
    if (at < start) high = middle - 1;
    else if (at >= end) low = middle + 1;
    else return true;
  }
  return false;
}

/** The same text, as long as before, with these ranges blank; lines stay lines. */
export function blankOut(text: string, ranges: readonly Range[]): string {
  let out = '';
  let at = 0;
  for (const [start, end] of ranges) {
    out += text.slice(at, start) + text.slice(start, end).replace(/[^\n]/g, ' ');
    at = end;
  }
  return out + text.slice(at);
}

function blockRanges(text: string): Range[] {
  const ranges: Range[] = [];
  let fence: { sign: string; length: number; start: number } | undefined;
  let mayIndent = true;
  let at = 0;
  for (const line of text.split('\n')) {
    const end = Math.min(at + line.length + 1, text.length);
    const run = /^[\s>]*(`{3,}(?=[^`]*$)|~{3,})(.*)$/.exec(line);
    if (fence !== undefined) {
      const closes = run?.[1]?.startsWith(fence.sign) && run[1].length >= fence.length && run[2]!.trim() === '';
      if (closes) {
        ranges.push([fence.start, end]);
        fence = undefined;
        mayIndent = true;
      }
    } else if (run !== null) fence = { sign: run[1]![0]!, length: run[1]!.length, start: at };
    else if (line.trim() !== '') {
      const indented = /^(?: {4}|\t)/.test(line);
      if (indented && mayIndent) ranges.push([at, end]);
      else mayIndent = false;
    } else mayIndent ||= !inList(text, at);
    at += line.length + 1;
  }
  if (fence !== undefined) ranges.push([fence.start, text.length]);
  return ranges;
}

/** Whether the paragraph that ends here belongs to a list, whose further lines are indented and no code. */
function inList(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 4000), at).split('\n');
  const last = before.findLast((line) => /^\S/.test(line) || /^\s*(?:[-*+]|\d+[.)])\s/.test(line));
  return last !== undefined && /^\s*(?:[-*+]|\d+[.)])\s/.test(last);
}

function spanRanges(text: string, from: number, to: number): Range[] {
  const runs = [...text.slice(from, to).matchAll(/(?<!\\)`+|\n[ \t]*\n/g)].map((found) => ({
    start: from + found.index,
    length: found[0].length,
    breaks: found[0][0] === '\n',
  }));
  const next = nextOfSameLength(runs);
  const ranges: Range[] = [];
  for (let i = 0; i < runs.length; i++) {
    const close = next[i];
    if (close === undefined) continue;
    ranges.push([runs[i]!.start, runs[close]!.start + runs[close]!.length]);
    i = close;
  }
  return ranges;
}

function nextOfSameLength(runs: readonly { length: number; breaks: boolean }[]): (number | undefined)[] {
  const next: (number | undefined)[] = [];
  const seen = new Map<number, number>();
  for (let i = runs.length - 1; i >= 0; i--) {
    const { length, breaks } = runs[i]!;
    if (breaks) seen.clear();
    else {
      next[i] = seen.get(length);
      seen.set(length, i);
    }
  }
  return next;
}
