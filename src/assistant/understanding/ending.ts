/**
 * "10 minutes before the flight ends", "an hour after it is over": counted from the end of an event that is there, which is told
 * from its beginning here. It is said as the time that it comes to, before anything is read.
 */
import { wallOf } from '../wall.ts';
import { type Known, matchKnown } from './known.ts';
import { lexicon } from './lexicon.ts';
import { FAR_AMOUNT } from './remind-each.ts';
import { findPieces } from './time/pieces.ts';
import type { Place } from './time/when.ts';
import { readTokens } from './tokens.ts';
import type { Topic } from './topic.ts';
import { wordSet } from './words.ts';

const ENDING = new RegExp(
  `\\b(?<far>${FAR_AMOUNT})\\s+(?<side>before|after)\\s+(?<thing>[\\p{L}\\p{N}' -]{2,50}?)\\s+(?:ends?|finishes|stops|is over|is done|is finished)\\b`,
  'iu',
);

const POINTS = new Set([...wordSet('name_pointers'), ...wordSet('owners')]);

export function withEnding(text: string, place: Place, known: Known, about: Topic | undefined): string {
  const found = ENDING.exec(text);
  const { far = '', side = '', thing = '' } = found?.groups ?? {};
  if (found === null || found.index === undefined) return text;
  const { speller, irregular } = lexicon();
  const tokens = readTokens(thing, speller, irregular);
  const spoken = about?.kinds.includes('event') ? about.name : undefined;
  const isSpoken = tokens.every(({ word }) => POINTS.has(word) || spoken?.toLowerCase().includes(word));
  const name =
    spoken !== undefined && isSpoken ? spoken : matchKnown(tokens, 0, tokens.length, known).get('event')?.name;
  const end = name === undefined ? undefined : known.ends?.[name];
  const [length] = findPieces(readTokens(`for ${far}`, speller, irregular), place);
  const minutes =
    length?.kind === 'length' ? length.minutes : length?.kind === 'lasting' ? length.days * 1440 : undefined;
  if (end === undefined || minutes === undefined) return text;
  const wall = wallOf(end + (side.toLowerCase() === 'before' ? -minutes : minutes) * 60_000, place.zone);
  const before = text.slice(0, found.index);
  const of = /\bremind me\s*$/i.test(before) ? `of ${name} ` : '';
  return `${before}${of}on ${wall.slice(0, 10)} at ${wall.slice(11, 16)}${text.slice(found.index + found[0].length)}`;
}
