/**
 * A text as the units a reader takes in: sentences of prose, items of lists, rows of tables, headings, blocks of code.
 * Units come in order, do not overlap, and each is exactly the text between its offsets.
 */
import { sentencesIn } from '../../text/index.ts';

export type UnitKind = 'sentence' | 'item' | 'row' | 'heading' | 'code';

export interface Unit {
  readonly kind: UnitKind;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Which paragraph, list, table or block it belongs to, counted from 0. */
  readonly block: number;
}

export function splitUnits(text: string): Unit[] {
  const units: Unit[] = [];
  let block = 0;
  const push = (kind: UnitKind, start: number, end: number) => {
    const from = start + (text.slice(start, end).length - text.slice(start, end).trimStart().length);
    const to = from + text.slice(from, end).trimEnd().length;
    if (to > from) units.push({ kind, start: from, end: to, text: text.slice(from, to), block });
  };
  for (const part of blocksOf(linesOf(text))) {
    const { start, end } = part;
    if (part.kind === 'prose') for (const [from, to] of sentencesIn(text, start, end)) push('sentence', from, to);
    else if (part.kind === 'item') for (const [from, to] of sentencesIn(text, start, end)) push('item', from, to);
    else push(part.kind, start, end);
    block++;
  }
  return units;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Block {
  kind: 'prose' | 'item' | 'row' | 'heading' | 'code';
  start: number;
  end: number;
}

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const raw of text.split('\n')) {
    lines.push({ start, end: start + raw.length, text: raw });
    start += raw.length + 1;
  }
  return lines;
}

const FENCE = /^\s*(```+|~~~+)/;
const HEADING = /^\s{0,3}#{1,6}\s+\S/;
const UNDERLINE = /^\s{0,3}(?:=+|-+|~+|\^+)\s*$/;
const ITEM = /^(\s*(?:[-*+•–]|\d{1,3}[.)])\s+)\S/;
const ROW = /^\s*\|.*\|\s*$/;
const RULE = /^\s*(?:[-*_]\s*){3,}$|^\s*\|[\s:|-]+\|\s*$/;

function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  const close = () => {
    if (open !== undefined) blocks.push(open);
    open = undefined;
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const fence = FENCE.exec(line.text);
    if (fence !== null) {
      close();
      const last = endOfFence(lines, at, fence[1]!);
      blocks.push({ kind: 'code', start: line.start, end: lines[last]!.end });
      at = last;
      continue;
    }
    if (line.text.trim() === '' || RULE.test(line.text)) close();
    else if (HEADING.test(line.text) || isUnderlined(lines, at, open)) {
      close();
      blocks.push({ kind: 'heading', start: line.start, end: line.end });
      if (!HEADING.test(line.text)) at++;
    } else if (ROW.test(line.text)) {
      close();
      blocks.push({ kind: 'row', start: line.start, end: line.end });
    } else {
      const item = ITEM.exec(line.text);
      if (item !== null) {
        close();
        open = { kind: 'item', start: line.start + item[1]!.length, end: line.end };
      } else if (open === undefined) open = { kind: 'prose', start: line.start, end: line.end };
      else open.end = line.end;
    }
  }
  close();
  return blocks;
}

function endOfFence(lines: readonly Line[], from: number, mark: string): number {
  for (let at = from + 1; at < lines.length; at++) if (lines[at]!.text.trim().startsWith(mark)) return at;
  return lines.length - 1;
}

/** A title with a line of = or - below it, standing alone. */
function isUnderlined(lines: readonly Line[], at: number, open: Block | undefined): boolean {
  const below = lines[at + 1]?.text;
  if (open !== undefined || below === undefined || !UNDERLINE.test(below)) return false;
  return below.trim().length >= Math.min(3, lines[at]!.text.trim().length) && lines[at]!.text.length < 120;
}

/** A heading without its marks: those before it, and those after it where a space parts them from the words. */
export function titleOf(heading: string): string {
  let from = 0;
  while (from < heading.length && /[\s#]/.test(heading[from]!)) from++;
  const end = Math.max(from, heading.trimEnd().length);
  let to = end;
  while (to > from && heading[to - 1] === '#') to--;
  const parted = to > from && /\s/.test(heading[to - 1]!);
  return heading.slice(from, parted ? to : end).trimEnd();
}
