/** Markdown, reStructuredText and plain text into blocks, line by line. */
import { type Block, blank, type Document, type Format, hasContent, topLevel } from './document.ts';
import { stripInline } from './inline.ts';
import { breakAt, type Laid, type Layout, readLayout } from './layout.ts';
import { readLetter } from './letter.ts';
import { ADORNED, ATX_LEAD, FENCE, ITEM, isTitle, levelOf, NUMBERED, ROW, RULE, readAtx } from './marks.ts';
import { readRecords } from './records.ts';

interface Line {
  readonly start: number;
  readonly end: number;
  /** As it is read: without the marks of quotations, as long as it was. */
  readonly text: string;
}

export function readLines(source: string, format: Format, path?: string): Document {
  const layout = layoutOf(source, format, path);
  const prepared = layout === undefined ? blankHidden(source) : breakAt(source, layout.cuts);
  const lines = linesOf(prepared, format);
  const words = prepared.split('');
  const blocks: Block[] = [];
  const scanner = new Scanner(lines, format, layout);
  for (const block of scanner.read()) {
    const text = lines
      .slice(block.first, block.last + 1)
      .map((line) => line.text)
      .join('\n');
    const offset = lines[block.first]!.start;
    const own = text.slice(block.start - offset, block.end - offset);
    const shown = block.kind === 'code' ? own : stripInline(own, format);
    for (let at = 0; at < shown.length; at++) words[block.start + at] = shown[at]!;
    if (block.kind === 'code' || hasContent(shown) || (block.kind !== 'prose' && /[\p{L}\p{N}]/u.test(shown)))
      blocks.push({
        ...{ kind: block.kind, start: block.start, end: block.end, level: block.level, sure: block.sure },
        ...(block.frame && { frame: true }),
      });
    scanner.keep(block.start, block.end);
  }
  blankRest(words, prepared, scanner.kept);
  return { format, source, words: words.join(''), blocks: ranked(blocks, format) };
}

function layoutOf(source: string, format: Format, path: string | undefined): Layout | undefined {
  const records = format === 'plain' ? readRecords(source, path) : new Map();
  if (records.size > 0) return { cuts: [], lines: records };
  const letter = format === 'rst' ? new Map() : readLetter(source);
  const own = format === 'plain' ? readLayout(source) : undefined;
  return letter.size === 0 ? own : { cuts: own?.cuts ?? [], lines: new Map([...(own?.lines ?? []), ...letter]) };
}

/** Comments and front matter say nothing to a reader, wherever they break their lines; code may hold what looks like them. */
function blankHidden(source: string): string {
  const matter = /^\ufeff?---[ \t]*\r?\n[\s\S]{0,20000}?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(source);
  let out = matter === null ? source : blank(matter[0]) + source.slice(matter[0].length);
  out = out.replace(
    /(^|\n)([ \t]*(```+|~~~+)[\s\S]{0,40000}?\n[ \t]*\3[^\n]*)|<!--[\s\S]{0,20000}?-->|<(style|script)\b[^>]{0,2000}>[\s\S]{0,20000}?<\/\4>/gi,
    (whole, _lead, fence) => (fence === undefined ? blank(whole) : whole),
  );
  return out;
}

function linesOf(source: string, format: Format): Line[] {
  let start = 0;
  return source.split('\n').map((raw) => {
    const own = start;
    start += raw.length + 1;
    const quote = format === 'markdown' ? /^ {0,3}(?:> ?)+/.exec(raw)?.[0] : undefined;
    const bare =
      quote === undefined ? raw : ' '.repeat(quote.length) + raw.slice(quote.length).replace(/^\[!(?:\w+)\]/, blank);
    return {
      start: own,
      end: own + raw.length,
      text: quote === undefined ? bare : bare.replace(/^ +/, (lead) => lead),
    };
  });
}

interface Open {
  kind: Block['kind'];
  start: number;
  end: number;
  first: number;
  last: number;
  level?: number | undefined;
  sure?: number | undefined;
  frame?: boolean | undefined;
}

class Scanner {
  readonly lines: readonly Line[];
  readonly format: Format;
  readonly kept: [number, number][] = [];
  readonly #ranks: string[] = [];
  #hasAtx: boolean;
  #inList = false;

  readonly #layout: Layout | undefined;

  constructor(lines: readonly Line[], format: Format, layout: Layout | undefined) {
    this.lines = lines;
    this.#layout = layout;
    this.format = format;
    this.#hasAtx = format === 'markdown' && lines.some(({ text }) => ATX_LEAD.test(text));
  }

  keep(start: number, end: number): void {
    this.kept.push([start, end]);
  }

  *read(): Generator<Open> {
    let open: Open | undefined;
    for (let at = 0; at < this.lines.length; at++) {
      const line = this.lines[at]!;
      const done = open;
      const single = this.#single(at, open);
      if (single !== undefined) {
        if (done !== undefined) yield done;
        open = undefined;
        if (single.block !== undefined) yield single.block;
        at = single.last;
        continue;
      }
      const item = ITEM.exec(line.text);
      if (item !== null) {
        if (open !== undefined) yield open;
        this.#inList = true;
        open = this.#begin('item', at, line.start + item[1]!.length);
      } else if (open === undefined)
        open = this.#begin('prose', at, line.start + line.text.length - line.text.trimStart().length);
      else Object.assign(open, { end: line.end, last: at });
      if (item === null && /^\S/.test(line.text)) this.#inList = open.kind === 'item';
    }
    if (open !== undefined) yield open;
  }

  #begin(kind: Block['kind'], at: number, start: number, more: Partial<Open> = {}): Open {
    return { kind, start, end: this.lines[at]!.end, first: at, last: at, ...more };
  }

  /** What ends a paragraph: a blank line, code, a heading, a row, or a line that only draws. */
  #single(at: number, open: Open | undefined): { block?: Open | undefined; last: number } | undefined {
    const { text, start } = this.lines[at]!;
    if (text.trim() === '') return { last: at };
    const laid = this.#layout?.lines.get(start);
    if (laid !== undefined && (laid.kind !== 'row' || laid.frame)) return { block: this.#laid(at, laid), last: at };
    const fence = this.format === 'plain' ? null : FENCE.exec(text);
    if (fence !== null) {
      const last = this.#endOfFence(at, fence[1]!);
      const block = this.#begin('code', at, start, { end: this.lines[last]!.end, last });
      return { block, last };
    }
    const heading = this.#heading(at, open);
    if (heading !== undefined) return heading;
    if (laid !== undefined) return { block: this.#laid(at, laid), last: at };
    if (RULE.test(text) || (ADORNED.test(text) && open === undefined)) return { last: at };
    if (this.format === 'rst') {
      const directive = this.#directive(at, open);
      if (directive !== undefined) return directive;
    }
    if (this.format === 'markdown' && /^ {0,3}\[[^\]^][^\]]{0,99}\]:\s*\S+/.test(text) && open === undefined)
      return { last: at };
    if (this.#isCode(at, open)) {
      const last = this.#endOfIndent(at);
      return { block: this.#begin('code', at, start, { end: this.lines[last]!.end, last }), last };
    }
    if (ROW.test(text)) return { block: this.#begin('row', at, start), last: at };
    return undefined;
  }

  #laid(at: number, laid: Laid): Open | undefined {
    if (laid.kind === 'silent') return undefined;
    const { text, start } = this.lines[at]!;
    const from = start + text.length - text.trimStart().length;
    const more = laid.kind === 'heading' ? { level: laid.level, sure: laid.sure } : { frame: laid.frame };
    const skip = laid.kind === 'heading' ? (laid.skip ?? 0) : 0;
    return this.#begin(laid.kind, at, from + skip, { end: from + text.trim().length, ...more });
  }

  #isCode(at: number, open: Open | undefined): boolean {
    const { text } = this.lines[at]!;
    if (open !== undefined || !/^(?: {4}|\t)/.test(text) || ITEM.test(text)) return false;
    if (this.format === 'markdown') return !this.#inList;
    if (this.format === 'rst') return /::\s*$/.test(this.#lineBefore(at));
    return /[;{}=]\s*$|^\s*(?:\$|>>>|#include)/.test(text);
  }

  #lineBefore(at: number): string {
    for (let before = at - 1; before >= 0; before--)
      if (this.lines[before]!.text.trim() !== '') return this.lines[before]!.text;
    return '';
  }

  #endOfFence(from: number, mark: string): number {
    for (let at = from + 1; at < this.lines.length; at++) if (this.lines[at]!.text.trim().startsWith(mark)) return at;
    return this.lines.length - 1;
  }

  #endOfIndent(from: number): number {
    let last = from;
    for (let at = from + 1; at < this.lines.length; at++) {
      const { text } = this.lines[at]!;
      if (text.trim() === '') continue;
      if (!/^(?: {2,}|\t)/.test(text)) break;
      last = at;
    }
    return last;
  }

  #heading(at: number, open: Open | undefined): { block: Open; last: number } | undefined {
    const { text, start } = this.lines[at]!;
    const atx = this.format === 'markdown' ? readAtx(text) : null;
    if (atx !== null) {
      const from = start + atx[1]!.length;
      return {
        block: this.#begin('heading', at, from, { end: from + atx[3]!.length, level: atx[2]!.length }),
        last: at,
      };
    }
    const tagged = this.format === 'markdown' ? this.#tagged(at) : undefined;
    if (tagged !== undefined || open !== undefined) return tagged;
    return this.#underlined(at) ?? this.#numbered(at);
  }

  /** `<h1 align="center">Title</h1>`, on one line or over a few. */
  #tagged(at: number): { block: Open; last: number } | undefined {
    const { text, start } = this.lines[at]!;
    const level = /^\s*<h([1-6])\b[^>]*>/i.exec(text)?.[1];
    if (level === undefined) return undefined;
    for (let last = at; last < Math.min(this.lines.length, at + 6); last++)
      if (new RegExp(`</h${level}>`, 'i').test(this.lines[last]!.text))
        return {
          block: this.#begin('heading', at, start, { end: this.lines[last]!.end, last, level: Number(level) }),
          last,
        };
    return undefined;
  }

  #underlined(at: number): { block: Open; last: number } | undefined {
    const over = ADORNED.test(this.lines[at]!.text) ? 1 : 0;
    const title = this.lines[at + over];
    const below = this.lines[at + over + 1]?.text ?? '';
    const mark =
      ADORNED.exec(below)?.[1] ??
      (/^\s{0,3}[=-]+\s*$/.test(below) && this.format === 'markdown' ? below.trim()[0] : undefined);
    if (title === undefined || mark === undefined || title.text.trim() === '' || title.text.length > 160)
      return undefined;
    if (ROW.test(title.text) || ITEM.test(title.text) || ADORNED.test(title.text)) return undefined;
    if (this.format === 'markdown' && mark !== '=' && mark !== '-') return undefined;
    if (
      below.trim().length < Math.min(3, title.text.trim().length) ||
      (this.format !== 'markdown' && below.trim().length < title.text.trim().length - 3)
    )
      return undefined;
    const kind = `${over}${mark}`;
    if (!this.#ranks.includes(kind)) this.#ranks.push(kind);
    const level = this.format === 'markdown' ? (mark === '=' ? 1 : 2) : this.#ranks.indexOf(kind) + 1;
    const from = title.start + title.text.length - title.text.trimStart().length;
    const block = this.#begin('heading', at + over, from, { end: from + title.text.trim().length, level, sure: 0.95 });
    return { block, last: at + over + 1 };
  }

  /** 1. Scope, 1.1 Terms, Chapter 2: alone between blank lines, and no items of a list. */
  #numbered(at: number): { block: Open; last: number } | undefined {
    if (this.#hasAtx || this.format === 'rst') return undefined;
    const { text, start } = this.lines[at]!;
    const found = NUMBERED.exec(text);
    const rest = found === null ? '' : text.slice(found[0].length).trim();
    // "12 September 2023" is a day.
    if (/^\p{L}+\.? \d{4}$/u.test(rest)) return undefined;
    if (found === null || rest.length < 2 || rest.length > 90 || /[.;,]$/.test(rest) || rest.split(/\s+/).length > 14)
      return undefined;
    const isBlank = (index: number) => (this.lines[index]?.text ?? '').trim() === '';
    if (!isBlank(at - 1)) return undefined;
    const next = this.lines[isBlank(at + 1) ? at + 2 : at + 1]?.text ?? '';
    const level = levelOf(found[2]!);
    const follower = NUMBERED.exec(next);
    if (follower !== null && levelOf(follower[2]!) <= level) return undefined;
    if (!isBlank(at + 1) && !/^\s*\d+\.\d/.test(text) && !isTitle(rest, next)) return undefined;
    const from = start + text.length - text.trimStart().length;
    return { block: this.#begin('heading', at, from, { end: from + text.trim().length, level, sure: 0.85 }), last: at };
  }

  /** `.. name:: …` and what belongs to it: code is code, a note is prose, the rest is silent. */
  #directive(at: number, open: Open | undefined): { block?: Open; last: number } | undefined {
    const { text } = this.lines[at]!;
    const found = /^\s*\.\.(?:\s+(?:([\w:-]+)::|_[^:]*:|\|[^|]*\|))?(?:\s|$)/.exec(text);
    if (found === null || open !== undefined)
      return /^\s*:[\w -]+:(?:\s|$)/.test(text) && open === undefined ? { last: at } : undefined;
    const name = found[1] ?? '';
    const body = this.#endOfIndent(at);
    if (/^(?:code|code-block|sourcecode|highlight|literalinclude|parsed-literal|math|prompt)$/.test(name) && body > at)
      return {
        block: this.#begin('code', at + 1, this.lines[at + 1]!.start, { end: this.lines[body]!.end, last: body }),
        last: body,
      };
    const speaks =
      /^(?:note|warning|tip|important|caution|danger|hint|attention|seealso|admonition|topic|versionadded|versionchanged|deprecated|function|class|method|data|attribute|py:\w+)$/;
    return { last: speaks.test(name) ? at : body };
  }
}

/** The highest level in use is the first. */
function ranked(blocks: readonly Block[], format: Format): Block[] {
  if (format === 'rst') return [...blocks];
  const top = topLevel(blocks);
  return blocks.map((block) => (block.level === undefined ? block : { ...block, level: block.level - top + 1 }));
}

/** Bullets, rules, underlines: what belongs to no block. */
function blankRest(words: string[], source: string, kept: readonly [number, number][]): void {
  let at = 0;
  for (const [start, end] of [...kept, [source.length, source.length] as [number, number]]) {
    for (; at < start; at++) if (words[at] !== '\n') words[at] = ' ';
    at = Math.max(at, end);
  }
}
