/** Blocks as a PDF on A4, with the fonts every reader has. Small on purpose: text, tables, page numbers. */
import { deflateSync } from 'node:zlib';
import { type Block, plainText, readBlocks } from './blocks.ts';
import { toWinAnsi, widthOf } from './letters.ts';

const PAGE = { width: 595, height: 842, margin: 56 };
const WIDTH = PAGE.width - 2 * PAGE.margin;

interface Line {
  readonly text: string;
  readonly x: number;
  readonly size: number;
  readonly bold: boolean;
}

/** What keeps together on a page: lines side by side at the same height, one below another. */
interface Row {
  readonly height: number;
  readonly lines: readonly (Line & { readonly down: number })[];
}

export function toPdf(title: string, markdown: string): Uint8Array {
  const pages: string[][] = [[]];
  let y = PAGE.height - PAGE.margin;
  for (const row of readBlocks(markdown).flatMap(layOut)) {
    if (y - row.height < PAGE.margin) {
      pages.push([]);
      y = PAGE.height - PAGE.margin;
    }
    for (const line of row.lines) pages.at(-1)!.push(show(line, y - line.down - line.size));
    y -= row.height;
  }
  for (const [i, page] of pages.entries())
    page.push(show({ text: `${i + 1} / ${pages.length}`, x: PAGE.width / 2 - 10, size: 8, bold: false }, 30));
  return assemble(title, pages);
}

const SIZES = [18, 14, 12, 11, 10, 10];

function layOut(block: Block): Row[] {
  switch (block.kind) {
    case 'heading': {
      const size = SIZES[block.level - 1]!;
      return [space(size * 0.6), ...paragraph(plainText(block.text), { size, bold: true }), space(3)];
    }
    case 'paragraph':
      return [...paragraph(plainText(block.text), { bold: /^\*\*.*\*\*[^*]*$/.test(block.text) }), space(5)];
    case 'quote':
      return [...paragraph(plainText(block.text), { indent: 14 }), space(5)];
    case 'code':
      return [...block.text.split('\n').flatMap((line) => paragraph(line, { size: 8, indent: 8 })), space(5)];
    case 'note':
      return paragraph(`${block.marker}  ${plainText(block.text)}`, { size: 8 });
    case 'rule':
      return [space(8)];
    case 'list':
      return [
        ...block.items.flatMap((item, i) =>
          paragraph(`${block.ordered ? `${i + 1}.` : '•'} ${plainText(item)}`, { indent: 10 }),
        ),
        space(5),
      ];
    case 'table':
      return table(block.head, block.rows);
  }
}

function space(height: number): Row {
  return { height, lines: [] };
}

function paragraph(text: string, style: { size?: number; bold?: boolean; indent?: number }): Row[] {
  const { size = 10, bold = false, indent = 0 } = style;
  const x = PAGE.margin + indent;
  return wrap(text, WIDTH - indent, size, bold).map((line) => ({
    height: size * 1.4,
    lines: [{ text: line, x, size, bold, down: 0 }],
  }));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): Row[] {
  const size = 8;
  const texts = [head, ...rows].map((row) => row.map(plainText));
  const longest = head.map((_, i) => Math.min(40, Math.max(6, ...texts.map((row) => row[i]?.length ?? 0))));
  const sum = longest.reduce((a, b) => a + b, 0);
  const widths = longest.map((length) => (length / sum) * WIDTH);
  const made = texts.map((row, index): Row => {
    const bold = index === 0;
    const columns = row.map((cell, i) => wrap(cell, widths[i]! - 6, size, bold));
    const lines = columns.flatMap((column, i) => {
      const x = PAGE.margin + widths.slice(0, i).reduce((a, b) => a + b, 0);
      return column.map((text, n) => ({ text, x, size, bold, down: n * size * 1.3 }));
    });
    return { height: Math.max(...columns.map(({ length }) => length)) * size * 1.3 + 4, lines };
  });
  return [...made.flatMap(splitRow), space(6)];
}

/** A row higher than a page goes on over the next. */
function splitRow(row: Row): Row[] {
  const most = PAGE.height - 2 * PAGE.margin - 20;
  if (row.height <= most) return [row];
  const pieces = Math.ceil(row.height / most);
  return Array.from({ length: pieces }, (_, i) => ({
    height: Math.min(most, row.height - i * most),
    lines: row.lines
      .filter(({ down }) => Math.floor(down / most) === i)
      .map((line) => ({ ...line, down: line.down - i * most })),
  }));
}

function wrap(text: string, width: number, size: number, bold: boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((word) => cut(word, width, size, bold))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, size, bold) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** A word wider than its place (an address) is cut. */
function cut(word: string, width: number, size: number, bold: boolean): string[] {
  if (widthOf(word, size, bold) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && widthOf(piece + character, size, bold) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
}

function show({ text, x, size, bold }: Line, y: number): string {
  return `BT /F${bold ? 2 : 1} ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td ${literal(text)} Tj ET`;
}

function literal(text: string): string {
  const hex = toWinAnsi(text).map((code) => code.toString(16).padStart(2, '0'));
  return `<${hex.join('')}>`;
}

function assemble(title: string, pages: readonly string[][]): Uint8Array {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) => objects.push(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
  const pageAt = (i: number) => 6 + i * 2;
  const kids = pages.map((_, i) => `${pageAt(i)} 0 R`).join(' ');
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add(font('Helvetica'));
  add(font('Helvetica-Bold'));
  add(`<< /Title ${literal(title)} /Producer ${literal('Consilium')} >>`);
  for (const [i, page] of pages.entries()) {
    const box = `[0 0 ${PAGE.width} ${PAGE.height}]`;
    const fonts = '<< /Font << /F1 3 0 R /F2 4 0 R >> >>';
    add(`<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources ${fonts} /Contents ${pageAt(i) + 1} 0 R >>`);
    const stream = deflateSync(Buffer.from(page.join('\n'), 'latin1'));
    const head = `<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`;
    add(Buffer.concat([Buffer.from(head, 'latin1'), stream, Buffer.from('\nendstream', 'latin1')]));
  }
  return writeFile(objects);
}

function writeFile(objects: readonly Buffer[]): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let at = parts[0]!.length;
  for (const [i, body] of objects.entries()) {
    const whole = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(at);
    parts.push(whole);
    at += whole.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${table}`));
  parts.push(Buffer.from(`trailer\n<< /Size ${count} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${at}\n%%EOF\n`));
  return Buffer.concat(parts);
}
