/** A message as it is read: its words, its times, what it says of health, and what binds its deeds. */
import { boundsOf } from './bounds.ts';
import type { Message } from './clause.ts';
import { healthIn } from './health.ts';
import { type Known, matchKnown } from './known.ts';
import { lexicon } from './lexicon.ts';
import { findPieces } from './time/pieces.ts';
import { findHanging, findWhens, type Place } from './time/when.ts';
import { readTokens, type Token } from './tokens.ts';

/** `said`: the whole of what was said, of which the text may be the head only. */
export function readMessage(text: string, place: Place, known: Known, said = text): Message {
  const { speller, irregular } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const health = healthIn(text, said);
  const startOf = (from: number, to: number) => startNamed(tokens, from, to, known);
  const here = { ...place, startOf, anchor: startOf(0, tokens.length) ?? place.anchor };
  return {
    text,
    said,
    tokens,
    whens: findWhens(text, tokens, here),
    hanging: findHanging(tokens, here),
    place,
    known,
    health,
    bounds: boundsOf(tokens),
    lengths: lengthsIn(tokens, place),
  };
}

/** When that is which these words name: an event, or a day that was told ("my birthday is 3 May"). */
function startNamed(tokens: readonly Token[], from: number, to: number, known: Known): number | undefined {
  const things = matchKnown(tokens, from, to, known);
  return (['event', 'note'] as const)
    .map((kind) => known.starts?.[things.get(kind)?.name ?? ''])
    .find((start) => start !== undefined);
}

function lengthsIn(tokens: readonly Token[], place: Place): { from: number; to: number }[] {
  return findPieces(tokens, place)
    .filter(({ kind }) => kind === 'length' || kind === 'lasting')
    .map(({ from, to }) => ({ from: tokens[from - 1]?.word === 'for' ? from - 1 : from, to }));
}
