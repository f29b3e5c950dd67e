/** The text of a passage as a reader sees it: paragraphs, items of lists, tables. */

export type Block =
  | { readonly kind: 'text' | 'item'; readonly text: string; readonly at: number }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[]; readonly at: number };

/** Blank lines part paragraphs, items of lists and rows of tables stand by themselves; other breaks are where a line was full. */
const BREAKS = /\n{2,}|\n(?=\s*(?:[-*•]|\d+[.)])\s)|\n(?=[ \t]{2,}\S)|\n(?=\s*\|)|(?<=\|)\n/;
const ITEM = /^(?:[ \t]{2,}|\s*(?:[-*•]|\d+[.)])\s)/;
const ROW = /^\s*\|.*\|\s*$/;
/** The line under the head of a table. */
const RULE = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const [at, piece] of text.split(BREAKS).entries()) {
    if (piece.trim() === '' || RULE.test(piece)) continue;
    const last = blocks.at(-1);
    if (!ROW.test(piece)) {
      const kind = ITEM.test(piece) ? 'item' : 'text';
      blocks.push({ kind, text: kind === 'item' ? piece.replace(/^\s*(?:[-*•]\s+)?/, '') : piece, at });
      continue;
    }
    const row = piece
      .trim()
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    if (last?.kind === 'table') blocks[blocks.length - 1] = { ...last, rows: [...last.rows, row] };
    else blocks.push({ kind: 'table', rows: [row], at });
  }
  return blocks;
}
