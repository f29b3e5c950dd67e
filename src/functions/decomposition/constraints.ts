/** Constraints in words that shape a plan: what comes before what, who may not take part, how much it may cost. */

import { FUNCTION_NAMES, type FunctionName } from '../function.ts';
import { overlap, readSaid } from '../statements/index.ts';

export type Constraint =
  | { readonly kind: 'order'; readonly first: string; readonly second: string }
  | { readonly kind: 'exclude'; readonly functions: readonly FunctionName[] }
  | { readonly kind: 'tokens'; readonly limit: number }
  | { readonly kind: 'count'; readonly limit: number }
  | { readonly kind: 'sequential' }
  | { readonly kind: 'note' };

export function readConstraint(given: string): Constraint {
  const text = given.replace(/\s+/g, ' ').slice(0, 1000);
  const functions = FUNCTION_NAMES.filter((name) => mentions(text, name));
  if (functions.length > 0 && /\b(?:no|not|never|without|exclud\w*|avoid|except|don't)\b/i.test(text))
    return { kind: 'exclude', functions };
  const tokens = /([\d,]{1,12})\s*(k)?\s*tokens?\b/i.exec(text);
  if (tokens !== null) return { kind: 'tokens', limit: Number(tokens[1]!.replace(/,/g, '')) * (tokens[2] ? 1000 : 1) };
  const count =
    /(?:at most|no more than|max(?:imum)?(?: of)?|up to)\s+(\d{1,3})\s+(?:sub-?tasks|steps|tasks|stages)\b/i.exec(text);
  if (count !== null) return { kind: 'count', limit: Number(count[1]) };
  if (/\b(?:sequential(?:ly)?|one (?:after|by) (?:the other|one)|in order|strictly ordered|no parallel)\b/i.test(text))
    return { kind: 'sequential' };
  const before =
    /^(.{2,200}?)\s+(?:must (?:come|happen|run|be done)\s+|comes?\s+|runs?\s+|happens?\s+|is done\s+)?before\s+(.{2,200})$/i.exec(
      text.replace(/[.!]{1,9}$/, ''),
    );
  if (before !== null) return { kind: 'order', first: before[1]!, second: before[2]! };
  const after =
    /^(.{2,200}?)\s+(?:must (?:come|happen|run|be done)\s+|comes?\s+|runs?\s+|happens?\s+|is done\s+|only\s+)?after\s+(.{2,200})$/i.exec(
      text.replace(/[.!]{1,9}$/, ''),
    );
  return after === null ? { kind: 'note' } : { kind: 'order', first: after[2]!, second: after[1]! };
}

function mentions(text: string, name: FunctionName): boolean {
  return new RegExp(`\\b${name.replace(/_/g, '[_ -]')}\\b`, 'i').test(text);
}

/** Which of the described pieces a phrase means: the one that shares most of its words. */
export function findMeant<T extends { readonly description: string; readonly agent_function: FunctionName }>(
  phrase: string,
  pieces: readonly T[],
): T | undefined {
  const wanted = readSaid(phrase).about;
  let best: { piece: T; share: number } | undefined;
  for (const piece of pieces) {
    const own = readSaid(`${piece.description} ${piece.agent_function.replace(/_/g, ' ')}`).about;
    const share = overlap(wanted, own).shared / Math.max(1, wanted.size);
    if (share > (best?.share ?? 0)) best = { piece, share };
  }
  return best !== undefined && best.share >= 0.3 ? best.piece : undefined;
}
