/** The parts of times that a message has, in order, each read at a token. */
import { scheduleWords } from '../../../triggers/schedule/words.ts';
import { dayOf } from '../../wall.ts';
import type { Token } from '../tokens.ts';
import { withoutHouses } from './addresses.ts';
import { readClock } from './clocks.ts';
import { readFeast } from './dates.ts';
import { readDay } from './days.ts';
import { readDistance } from './distances.ts';
import { readAfter, readMoment } from './moments.ts';
import { readPart } from './parts.ts';
import type { Piece, Read, Reader } from './piece.ts';
import { alignRows } from './rows.ts';
import type { Place } from './when.ts';
import { timeWords } from './words.ts';
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
  const told = withoutHouses(pieces, tokens);
  return alignRows(
    told.filter((piece) => !isOfName(piece, told, reader)),
    reader,
  );
}

/** "The Christmas party on 18 December": where another day is said, a feast before a thing is of its name. */
function isOfName(piece: Piece, pieces: readonly Piece[], reader: Reader): boolean {
  const { tokens } = reader;
  const next = tokens[piece.to]?.word ?? '';
  const { isBetween, isBefore, isNameStop } = timeWords();
  const isThing = /^\p{L}/u.test(next) && !isBetween(next) && !isBefore(next) && !isNameStop(next);
  const isSaid = pieces.some((one) => one !== piece && (one.kind === 'day' || one.kind === 'that'));
  const isNext = pieces.some(({ from }) => from === piece.to);
  return piece.kind === 'day' && isThing && isSaid && !isNext && readFeast(reader, piece.from, undefined) !== undefined;
}

/** Days and times that there are not: "31 February", "25:00". */
export function findWrong(tokens: readonly Token[], place: Place): string[] {
  const pieces = findPieces(tokens, place);
  const wrong = pieces.flatMap((piece) => (piece.kind === 'wrong' ? [piece.why] : []));
  return [...wrong, ...ownHours(tokens, pieces)];
}

/** "Tuesdays at 18:00 and Saturdays at 9": each day has an hour of its own, and no one rhythm says that. */
function ownHours(tokens: readonly Token[], pieces: readonly Piece[]): string[] {
  const clockAt = (at: number) =>
    pieces.find((one) => one.kind === 'clock' && (one.from === at || one.from === at + 1));
  const timed = tokens.flatMap(({ word }, at) => {
    const day = scheduleWords().weekdays(timeWords().same(word));
    const clock = day && clockAt(at + 1);
    const isEach = day?.plural || timeWords().isEach(tokens[at - 1]?.word ?? '');
    return clock?.kind === 'clock' ? [{ at, to: clock.to, minutes: clock.minutes, isEach }] : [];
  });
  const isSmall = ({ word }: Token) => SMALL.has(word);
  return timed.slice(1).flatMap((day, at) => {
    const before = timed[at]!;
    const isRow = before.to < day.at && tokens.slice(before.to, day.at).every(isSmall);
    return isRow && before.isEach && day.isEach && before.minutes !== day.minutes
      ? [
          'Each of those days has an hour of its own, and I keep one hour for all days of a series. Say them one by one.',
        ]
      : [];
  });
}

const SMALL = new Set(['and', ',', '&', 'on', 'plus', 'every', 'each']);
