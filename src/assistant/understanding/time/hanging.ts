/** Times that are counted from something of which nobody knows when it is. */
import type { Token } from '../tokens.ts';
import { findPieces } from './pieces.ts';
import { baseOf, type Place, withLead } from './when.ts';

export interface Hanging {
  readonly from: number;
  readonly to: number;
  /** From what it is counted, to when it is. */
  readonly ms: number;
}

const DAY_MS = 86_400_000;

/** "An hour before the recital", of which nobody knows when it is: no time, and no part of a name. */
export function findHanging(tokens: readonly Token[], place: Place): Hanging[] {
  return findPieces(tokens, place).flatMap((piece) => {
    if (piece.kind !== 'offset' && (piece.kind !== 'that' || piece.of === undefined)) return [];
    if (baseOf(piece, place) !== undefined) return [];
    const { from, to } = withLead(tokens, [piece]);
    return [{ from, to, ms: piece.kind === 'offset' ? piece.ms : piece.shift * DAY_MS }];
  });
}
