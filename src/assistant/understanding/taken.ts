/** Told beside an order: that somebody took more than one of a medicine. Whether that is too much, the health team says. */
import type { Message } from './clause.ts';
import { wordSet } from './words.ts';

const TAKEN = wordSet('taken');
const MUCH = wordSet('much');
const ASTRAY = wordSet('astray');
const ENDS = /^[.,;:!?]$/;

/** The words in which it is told, from mark to mark; no question. */
export function takenIn({ tokens, text, health }: Message): string | undefined {
  for (const [at, { word }] of tokens.entries()) {
    if (!TAKEN.has(word)) continue;
    const from = tokens.slice(0, at).findLastIndex((token) => ENDS.test(token.word)) + 1;
    const next = tokens.slice(at).findIndex((token) => ENDS.test(token.word));
    const to = next < 0 ? tokens.length : at + next;
    const isMuch = tokens.slice(from, to).some((token) => MUCH.has(token.word) || Number(token.word) > 1);
    const { start } = tokens[from]!;
    const { end } = tokens[to - 1]!;
    if (isMuch && tokens[to]?.word !== '?' && health.between(start, end)) return text.slice(start, end);
  }
  return undefined;
}

/** "I took two extra by mistake" tells of no task that is done. */
export function isAstray(told: string): boolean {
  return (told.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => ASTRAY.has(word));
}
