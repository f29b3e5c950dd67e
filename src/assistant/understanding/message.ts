/** A message as it is read: its words, its times, what it says of health, and what binds its deeds. */
import { dayOf } from '../wall.ts';
import { boundsOf } from './bounds.ts';
import type { Message } from './clause.ts';
import { eachIn } from './each.ts';
import { healthIn } from './health.ts';
import { type Known, matchKnown } from './known.ts';
import { lexicon } from './lexicon.ts';
import { findHanging } from './time/hanging.ts';
import { findPieces } from './time/pieces.ts';
import { findWhens, type Place, type When } from './time/when.ts';
import { readTokens, type Token } from './tokens.ts';
import { wordSet } from './words.ts';

/** The whole of what was said, of which the text may be the head only, and of it what danger is looked for in. */
interface Whole {
  readonly said: string;
  /** Without the end of an event that is spoken of: "before it ends" is of no life. */
  readonly heard: string;
}

export function readMessage(text: string, given: Place, known: Known, whole?: Whole): Message {
  const { said, heard } = whole ?? { said: text, heard: text };
  const { speller, irregular } = lexicon();
  const tokens = readTokens(text, speller, irregular);
  const place = goingOn(tokens, given);
  const health = healthIn(text, heard);
  const ofKnown = (from: number, to: number) => startNamed(tokens, from, to, known);
  // What this message itself makes is nearer than what is there, and a rhythm of its own than what was spoken of.
  const endOf = (from: number, to: number) =>
    known.ends?.[matchKnown(tokens, from, to, known).get('event')?.name ?? ''];
  const first = findWhens(text, tokens, { ...place, startOf: ofKnown, endOf });
  const spokenOf = first.some(({ recurs }) => recurs) ? undefined : place.anchor;
  const anchor = ofKnown(0, tokens.length) ?? spokenOf;
  const told = anchor === place.anchor ? first : findWhens(text, tokens, { ...place, anchor, startOf: ofKnown, endOf });
  const startOf = (from: number, to: number) =>
    startTold(tokens, from, to, told) ?? startBehind(to, told) ?? ofKnown(from, to);
  const here = { ...place, startOf, endOf, anchor };
  const whens = withoutBases(findWhens(text, tokens, here));
  return {
    text,
    said,
    tokens,
    whens,
    riders: [
      ...whens.flatMap(({ recurs, parts }) => (recurs ? parts.slice(1) : [])),
      ...eachIn(tokens, place, known).map(({ from, to }) => ({ from, to })),
    ],
    hanging: findHanging(tokens, here, whens),
    place,
    known,
    health,
    bounds: boundsOf(tokens),
    lengths: lengthsIn(tokens, place),
  };
}

/** "And lunch with Priya at 1": on the day that was spoken of. */
function goingOn(tokens: readonly Token[], place: Place): Place {
  const { anchor, zone, now } = place;
  const goesOn = GOES_ON.has(tokens[0]?.word ?? '') && anchor !== undefined && anchor > now;
  return goesOn ? { ...place, day: dayOf(anchor, zone) } : place;
}

const GOES_ON = wordSet('goes_on');

/** When that is which these words name: an event, or a day that was told ("my birthday is 3 May"). */
function startNamed(tokens: readonly Token[], from: number, to: number, known: Known): number | undefined {
  const things = matchKnown(tokens, from, to, known);
  return (['event', 'note'] as const)
    .map((kind) => known.starts?.[things.get(kind)?.name ?? ''])
    .find((start) => start !== undefined);
}

/** "Lunch with Ana at 12:30 …, an hour before lunch": the hour behind the place where the same was named before. */
function startTold(tokens: readonly Token[], from: number, to: number, whens: readonly When[]): number | undefined {
  const { edges } = lexicon();
  const words = tokens.slice(from, to).filter(({ word }) => !edges.has(word));
  const isNamed = (word: Token) =>
    tokens.findIndex(({ forms }, at) => at < from && forms.some((form) => word.forms.includes(form)));
  const places = words.map(isNamed);
  if (places.length === 0 || places.includes(-1)) return undefined;
  const named = Math.max(...places);
  const next = whens.find(({ parts: [part], recurs }) => !recurs && part!.from > named && part!.to <= from);
  return next?.timed && next.dated && next.counted === undefined ? next.at : undefined;
}

/** "15 minutes before my call with Lee on Friday at 2": the time of what was named stands behind it. */
function startBehind(to: number, whens: readonly When[]): number | undefined {
  const next = whens.find(({ parts: [part] }) => part!.from === to);
  return next?.timed && next.dated && !next.recurs && next.counted === undefined ? next.at : undefined;
}

/** The time that another one is counted from says when that is, and nothing of when this is. */
function withoutBases(whens: readonly When[]): When[] {
  const baseOf = ({ of }: When) => of && whens.find(({ parts: [part], timed }) => timed && part!.from === of.to);
  const bases = new Set(whens.map(baseOf));
  return whens
    .filter((when) => !bases.has(when))
    .map((when) => ({ ...when, parts: [...when.parts, ...(baseOf(when)?.parts ?? [])] }));
}

function lengthsIn(tokens: readonly Token[], place: Place): { from: number; to: number }[] {
  return findPieces(tokens, place)
    .filter(({ kind }) => kind === 'length' || kind === 'lasting')
    .map(({ from, to }) => ({ from: tokens[from - 1]?.word === 'for' ? from - 1 : from, to }));
}
