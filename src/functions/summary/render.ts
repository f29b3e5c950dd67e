/** How chosen pieces become a text: paragraphs, or a list. */
import { tidy } from '../../reading/index.ts';
import type { Unit, UnitKind } from '../text/sentences.ts';

export type Style = 'technical' | 'executive' | 'bullets';

export interface Piece {
  /** Where it stood in the content. */
  readonly start: number;
  readonly block: number;
  readonly kind: UnitKind;
  readonly text: string;
  /** Citation markers that follow it. */
  readonly mark?: string | undefined;
}

export function pieceOf({ start, block, kind, text }: Unit): Piece {
  if (kind === 'code') return { start, block, kind, text };
  if (kind === 'row') return { start, block, kind, text: cellsOf(text).join(', ') };
  if (kind === 'heading') return { start, block, kind, text: text };
  return { start, block, kind, text: tidy(text) };
}

/** Sentences of one paragraph stand together; a jump in the content is a new line of thought. */
export function render(pieces: readonly Piece[], style: Style): string {
  if (style === 'bullets') return pieces.map((piece) => `- ${asLine(piece)}`).join('\n');
  let text = '';
  let before: Piece | undefined;
  for (const piece of pieces) {
    if (before !== undefined)
      text += piece.kind === 'code' || before.kind === 'code' || isFar(before, piece) ? '\n\n' : ' ';
    text += `${ended(piece)}${piece.mark ?? ''}`;
    before = piece;
  }
  return text;
}

function asLine({ kind, text, mark = '' }: Piece): string {
  return `${kind === 'code' ? tidy(text) : text}${mark}`;
}

function isFar(before: Piece, piece: Piece): boolean {
  return piece.block - before.block > 3;
}

/** Items and rows have no full stop of their own; in running text they need one. */
function ended({ kind, text }: Piece): string {
  return kind === 'code' || /[.!?…:;。！？]["'”’)\]*_`]*$/.test(text) ? text : `${text.replace(/,$/, '')}.`;
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .map((cell) => tidy(cell).trim())
    .filter((cell) => cell !== '');
}
