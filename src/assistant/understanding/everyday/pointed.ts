/** "…, so can you pop that in for me": an order that only points at what was told before it; what was told is what is read. */
import { plainTokens } from '../tokens.ts';
import { wordSet } from '../words.ts';

const LEADS = wordSet('order_leads');
const ADDS = wordSet('adds');
const KEEPS = wordSet('keeps_down');
const POINTS = wordSet('that_one');
const BEHIND = wordSet('keeps_behind');
/** Words of such an order, at most. */
const MOST = 12;

export function withoutPointingOrder(text: string): string {
  const tokens = plainTokens(text);
  for (const [at, { word }] of tokens.entries()) {
    const isOrder = (ADDS.has(word) || KEEPS.has(word)) && POINTS.has(tokens[at + 1]?.word ?? '');
    if (!isOrder || tokens.length - at > MOST) continue;
    const isOnly = tokens.slice(at + 2).every(({ word: other }) => !/\p{L}/u.test(other) || BEHIND.has(other));
    let from = at;
    while (from > 0 && (LEADS.has(tokens[from - 1]!.word) || JOINTS.has(tokens[from - 1]!.word))) from--;
    if (isOnly && from > 2) return text.slice(0, tokens[from]!.start).trim();
  }
  return text;
}

const JOINTS = new Set([',', '.', ';', 'so', 'and']);
