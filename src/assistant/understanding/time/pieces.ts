/** The parts of times that a message has, in order, each read at a token. */
import { dayOf } from '../../wall.ts';
import type { Token } from '../tokens.ts';
import { readClock, readPart } from './clocks.ts';
import { readDay } from './days.ts';
import { readDistance } from './distances.ts';
import { readAfter, readMoment } from './moments.ts';
import type { Piece, Read } from './piece.ts';
import { alignRows } from './rows.ts';
import type { Place } from './when.ts';
import { readZone } from './zones.ts';

const READERS: readonly Read[] = [readZone, readDistance, readMoment, readAfter, readClock, readDay, readPart];

/** Asked for by every slot of every reading: a long message is read once. */
const READ = new WeakMap<readonly Token[], { readonly place: Place; readonly pieces: readonly Piece[] }>();

export function findPieces(tokens: readonly Token[], place: Place): readonly Piece[] {
  const last = READ.get(tokens);
  if (last?.place === place) return last.pieces;
  const pieces = readPieces(tokens, place);
  READ.set(tokens, { place, pieces });
  return pieces;
}

function readPieces(tokens: readonly Token[], place: Place): Piece[] {
  const reader = { tokens, place, today: dayOf(place.now, place.zone) };
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = READERS.map((read) => read(reader, at, pieces.at(-1))).find((piece) => piece !== undefined);
    if (found === undefined) at++;
    else {
      pieces.push(found);
      at = found.to;
    }
  }
  return alignRows(pieces, reader);
}

/** Days and times that there are not: "31 February", "25:00". */
export function findWrong(tokens: readonly Token[], place: Place): string[] {
  return findPieces(tokens, place).flatMap((piece) => (piece.kind === 'wrong' ? [piece.why] : []));
}
