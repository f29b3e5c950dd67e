/** One order, read from a message: the dishes, what they are made of, and what goes into each function. */
import type { Json, State } from 'consilium/kernel';
import { NUMBER_WORDS } from 'consilium/text';
import { type Piece, readMessage } from './material.ts';
import { type Dish, dishesIn, withoutOrders } from './orders.ts';

export interface Order {
  /** The person's own words. */
  readonly words: string;
  readonly pieces: readonly Piece[];
  readonly dishes: readonly Dish[];
  /** What the words are about, without what they ask for: "asthma care". */
  readonly topic: string;
}

/** What was worked on last, so that "and the keywords?" is understood. */
const LAST = 'kitchen_material';
const LONGEST_KEPT = 200_000;

export function readOrder(message: string, state: State): Order {
  const { words, pieces } = readMessage(message);
  const dishes = dishesIn(words);
  const before = pieces.length === 0 && pointsBack(words) ? ((state.get(LAST) as Piece[] | undefined) ?? []) : [];
  return { words, pieces: pieces.length > 0 ? pieces : before, dishes, topic: topicOf(words) };
}

/** Kept for the next turn, if it is not too long to be kept. */
export function keepMaterial(message: string, state: State): void {
  const { pieces } = readMessage(message);
  const size = pieces.reduce((sum, { text }) => sum + text.length, 0);
  if (size > 0 && size <= LONGEST_KEPT) state.set(LAST, pieces as unknown as Json);
}

function pointsBack(words: string): boolean {
  return (
    words.length < 160 &&
    !/\b(on|about|for|of|regarding)\s+(?!(it|this|that|them|these|those|the (text|code|same))\b)\w{3,}/i.test(words)
  );
}

const FILLER =
  /\b(the|this|that|these|those|it|its|them|an?|please|can|could|you|we|have|has|our|my|me|us|text|texts|two|code|following|below|above|do|does|is|are|there|what|which|key|main|all|any|anything|everything|something|documents?|files?|give|show|tell|list|extract|here|indexed|knowledge base|index)\b/gi;
const ABOUT = /^.*?\b(?:on|about|regarding|mention(?:s|ing)?|cover(?:s|ing)?)\s+/is;

/** What is left when the asking words are gone; what follows another step ("…, then summarise it") is no part of it. */
function topicOf(words: string): string {
  const asked = words.replace(/[,;]?\s*\b(and then|then|and also)\b.*$/is, '');
  const rest = withoutOrders(asked)
    .replace(FILLER, ' ')
    .replace(/[^\p{L}\p{N}%/.+ -]/gu, ' ');
  const topic = rest.replace(/\s+/g, ' ').trim().replace(ABOUT, '');
  return topic
    .replace(
      /^(?:(?:in|of|for|to|from|and|with)\b\s*)+|(?:\s*\b(?:in|of|on|about|for|to|from|and|with)|[.\s-])+$/gi,
      '',
    )
    .trim();
}

const NUMBERS: Readonly<Record<string, number>> = { ...NUMBER_WORDS, a: 1 };
const UNITS: Record<string, number> = { word: 1.4, bullet: 25, line: 20, paragraph: 110, token: 1, point: 25 };

/** How long a summary is wanted: as said, with sentences as long as those of the text and some room; else a quarter of it. */
export function targetTokens(words: string, text: string): number {
  const whole = Math.ceil(text.length / 4.5);
  const said = /\b(\d{1,4}|[a-z]+)[ -]?(word|sentence|bullet|line|paragraph|token|point)s?\b/i.exec(words);
  const many = said === null ? undefined : (NUMBERS[said[1]!.toLowerCase()] ?? Number(said[1]));
  if (!many) return clamp(Math.round(whole / 4), Math.min(40, Math.ceil(whole / 2)), 600);
  const sentences = text.match(/[.!?](?=\s|\[\^|$)/g)?.length ?? 1;
  const size = UNITS[said![2]!.toLowerCase()] ?? clamp(whole / sentences, 8, 60) * (1 + 0.8 / many);
  return clamp(Math.round(many * size), 15, 4096);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
