/** What a message says: its words that mean something, its times, and what it points at. */
import type { Message } from '../clause.ts';
import type { Given } from '../everyday/model.ts';
import { isTime } from '../everyday/plans.ts';
import { isWeighty } from '../everyday/things.ts';
import { isEveryday } from '../everyday/words.ts';
import { readMessage } from '../message.ts';
import type { Token } from '../tokens.ts';
import { isSmall } from './frames.ts';

export interface Said {
  readonly text: string;
  readonly message: Message;
  /** The words that say something, without the times. */
  readonly words: readonly Token[];
  readonly asks: boolean;
  /** "It", "that one", or nothing that names anything. */
  readonly points: boolean;
}

const ASKING =
  /^(?:so |and |ok |then |but )*(?:who|whos|who's|what|whats|what's|where|wheres|where's|when|whens|when's|which|how|do i|does|did|is|are|am|has|have i|can i|will|any|anything)\b|\?\s*$/i;

export function readSaid(text: string, { place, known, about }: Given): Said {
  const message = readMessage(text, { anchor: about?.at, ...place }, known);
  const words = message.tokens.filter((token, at) => isWeighty(token) && !isTime(message, at));
  return {
    ...{ text, message, words },
    asks: ASKING.test(text),
    points: POINTS.test(text) || words.every(({ word }) => isSmall(word)),
  };
}

const POINTS = /\b(?:it|its|it's|that|this|they|them|those|these|one|ones|he|she|him|her|there|then)\b/i;

/** The words that neither a thing nor a frame accounts for, and that are not only of the telling. */
export function leftOf({ words }: Said, hits: readonly Token[], covered: readonly Token[]): Token[] {
  const isIn = (list: readonly Token[], { start }: Token) => list.some((one) => one.start === start);
  return words.filter(
    (token) =>
      !isIn(hits, token) && !isIn(covered, token) && !isSmall(token.word) && !isEveryday('reporting', token.word),
  );
}
