/** "At 12 Harley Street": the number of a house, which is no hour. */
import type { Token } from '../tokens.ts';
import { wordSet } from '../words.ts';
import type { Piece, Range } from './piece.ts';

/** Where a house number and its street stand. */
export function addressesIn(tokens: readonly Token[]): Range[] {
  return tokens.flatMap(({ word }, from) => {
    const to = NUMBER.test(word) ? streetEnd(tokens, from + 1) : undefined;
    return to === undefined ? [] : [{ from, to }];
  });
}

/** Those that no time was read in. */
export function addressesBeside(tokens: readonly Token[], pieces: readonly Piece[]): Range[] {
  return addressesIn(tokens).filter(({ from }) => !pieces.some((piece) => piece.from <= from && from < piece.to));
}

/** An hour before a street is the number of a house where another hour was said, or none is so late. */
export function withoutHouses(pieces: readonly Piece[], tokens: readonly Token[]): Piece[] {
  const houses = addressesIn(tokens);
  const houseIn = (piece: Piece) => houses.find(({ from }) => piece.from <= from && from < piece.to);
  const hours = pieces.filter((piece) => piece.kind === 'clock' && houseIn(piece) === undefined);
  return pieces.filter((piece) => {
    const house = HOURS.has(piece.kind) ? houseIn(piece) : undefined;
    if (house === undefined) return true;
    return hours.length === 0 && Number.parseInt(tokens[house.from]!.word, 10) <= MOST_HOURS;
  });
}

const NUMBER = /^\d{1,4}[a-z]?$/;
const HOURS = new Set<Piece['kind']>(['clock', 'wrong']);
const MOST_HOURS = 12;
/** Words of a street before the one that says that it is one. */
const MOST_WORDS = 3;

/** Behind the word that says that it is a street: all of its name is written large, or nothing of it. */
function streetEnd(tokens: readonly Token[], from: number): number | undefined {
  for (let at = from; at <= from + MOST_WORDS && at < tokens.length; at++) {
    const { word, capital } = tokens[at]!;
    const isNamed = at > from || WHOLE.test(word);
    if (isNamed && (STREETS.has(word) || WHOLE.test(word) || (capital === true && CLOSES.has(word))))
      return tokens.slice(from, at).every((one) => one.capital === capital || LINKS.has(one.word)) ? at + 1 : undefined;
    if (!/^\p{L}/u.test(word) || (capital !== true && !LINKS.has(word) && SMALL.has(word))) return undefined;
  }
  return undefined;
}

const WHOLE = /\p{L}{2}(?:straße|strasse|gasse|allee)$/u;
const STREETS = wordSet('streets');
const CLOSES = wordSet('streets_large');
const LINKS = new Set(['of', 'st', '.']);
const SMALL = wordSet('street_breaks');
