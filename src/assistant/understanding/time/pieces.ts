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

export function findPieces(tokens: readonly Token[], place: Place): Piece[] {
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
