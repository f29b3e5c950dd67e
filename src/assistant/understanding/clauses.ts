/** A message in clauses, one for each thing that is asked. "Milk and eggs" is one thing, "add milk and call Nora" two. */
import { findSigns, tokensOf } from './signs.ts';

const JOINTS = /\s*(?:[.;!?]\s+|\n+|,?\s+(?:and then|then|and also|also|and|after that)\s+|,\s+)/gi;

export function splitClauses(message: string): string[] {
  const pieces = cut(message);
  const clauses: string[] = [];
  for (const { text, joint } of pieces) {
    const last = clauses.at(-1);
    // What does not begin a new order goes on with the one before.
    if (last !== undefined && (isBare(last) || isBare(text) || !beginsOrder(text, joint)))
      clauses[clauses.length - 1] = `${last}${joint}${text}`;
    else clauses.push(text);
  }
  return clauses.map((clause) => clause.trim()).filter((clause) => /[\p{L}\p{N}]/u.test(clause));
}

/** "Go ahead", "remember that": an order without anything to do it to. */
function isBare(text: string): boolean {
  const tokens = tokensOf(text).filter(({ word }) => /\w/.test(word));
  return tokens.length < 3 && !/[?]|\b(?:it|them)\b/i.test(text);
}

function cut(message: string): { text: string; joint: string }[] {
  const pieces: { text: string; joint: string }[] = [];
  let at = 0;
  let joint = '';
  for (const found of message.matchAll(JOINTS)) {
    if (isInside(message, found.index)) continue;
    const end = found.index + (/^\s*[?!]/.test(found[0]) ? 1 : 0);
    pieces.push({ text: message.slice(at, end), joint });
    joint = message.slice(end, found.index + found[0].length);
    at = found.index + found[0].length;
  }
  pieces.push({ text: message.slice(at), joint });
  return pieces.filter(({ text }) => text.trim() !== '');
}

/** Within quotation marks nothing is cut; nor behind "Dr." and the like. */
function isInside(message: string, at: number): boolean {
  const before = message.slice(0, at);
  const quotes =
    (before.match(/"/g)?.length ?? 0) % 2 === 1 ||
    (before.match(/“/g)?.length ?? 0) > (before.match(/”/g)?.length ?? 0);
  return quotes || /\b(?:dr|mr|mrs|ms|prof|st|e\.g|i\.e|no)$/i.test(before);
}

const OPENERS = new Set([
  'what',
  "what's",
  'when',
  'who',
  "who's",
  'where',
  'how',
  'am',
  'is',
  'are',
  'do',
  'can',
  'could',
  'please',
  'remind',
  'i',
  "don't",
]);

/** After a full stop everything is new; after "and" or a comma only what begins like an order or a question. */
function beginsOrder(text: string, joint: string): boolean {
  const tokens = tokensOf(text);
  const first = tokens[0]?.word ?? '';
  if (/[.;!?\n]/.test(joint)) return !/^(?:it|that|which|because|so)\b/i.test(text.trim());
  const acts = findSigns(tokens).filter(({ sign, from }) => sign.startsWith('act.') && from === 0);
  const weak = new Set([
    'act.ask',
    'act.need',
    'act.complete',
    'act.turn_on',
    'act.turn_off',
    'act.code',
    'act.rename',
  ]);
  if (acts.some(({ sign, phrase }) => !weak.has(sign) || phrase.includes(' '))) return true;
  return OPENERS.has(first) && tokens.length > 2;
}
