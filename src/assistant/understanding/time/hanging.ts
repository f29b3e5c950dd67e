/** Times that are counted from something of which nobody knows when it is. */
import type { Token } from '../tokens.ts';
import { amountAt } from './distances.ts';
import { type Piece, type Shift, wordAt } from './piece.ts';
import { findPieces } from './pieces.ts';
import { signed } from './shifts.ts';
import { baseOf, type Place, type When, withLead } from './when.ts';
import { timeWords } from './words.ts';

export interface Hanging {
  readonly from: number;
  readonly to: number;
  /** From what it is counted, to when it is. */
  readonly ms: number;
  readonly far: Shift;
}

const DAY_MS = 86_400_000;

/** "An hour before the recital", of which nobody knows when it is: no time, and no part of a name. */
export function findHanging(tokens: readonly Token[], place: Place, whens: readonly When[]): Hanging[] {
  const counted = fromRhythm(tokens, place, whens);
  const isTaken = ({ from }: Piece) => counted.some((one) => one.from <= from && from < one.to);
  const pieces = findPieces(tokens, place).flatMap((piece) => {
    if (piece.kind !== 'offset' && (piece.kind !== 'that' || piece.of === undefined)) return [];
    if (baseOf(piece, place) !== undefined || isTaken(piece)) return [];
    const { from, to } = withLead(tokens, [piece]);
    const far =
      piece.kind === 'that'
        ? { days: piece.shift, months: piece.months }
        : (piece.far ?? { minutes: Math.round(piece.ms / 60_000) });
    return [{ from, to, ms: piece.kind === 'offset' ? piece.ms : msOf(far), far }];
  });
  return [...pieces, ...counted];
}

/** "A week before 4 May every year": counted from each time of a rhythm. */
function fromRhythm(tokens: readonly Token[], place: Place, whens: readonly When[]): Hanging[] {
  const reader = { tokens, place, today: '' };
  return whens.flatMap(({ recurs, parts: [core] }) => {
    const side = recurs ? timeWords().side(wordAt(reader, core!.from - 1)) : undefined;
    if (side === undefined) return [];
    const starts = [2, 3, 4].map((back) => core!.from - 1 - back).filter((from) => from >= 0);
    const from = starts.findLast((at) => amountAt(reader, at)?.to === core!.from - 1);
    const first = from !== undefined && amountAt(reader, from - 1)?.to === core!.from - 1 ? from - 1 : from;
    const amount = first === undefined ? undefined : amountAt(reader, first);
    if (first === undefined || amount === undefined) return [];
    const far = signed(amount, side === 'before' ? -1 : 1);
    return [{ from: first, to: core!.from, ms: msOf(far), far }];
  });
}

function msOf({ minutes = 0, days = 0, months = 0 }: Shift): number {
  return minutes * 60_000 + (days + months * 30) * DAY_MS;
}
