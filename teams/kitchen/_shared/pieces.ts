/**
 * References instead of texts: `@1`, `@2` are the texts of the message, `@all` all of them, and `@summarize_content` is
 * what that function has made in this turn. Nobody has to copy a chapter into the call of a tool, and the log holds it
 * once.
 */
import type { Json, State } from 'consilium/kernel';
import { allPieces, type Piece } from './material.ts';
import { readOrder } from './order.ts';

const REFERENCE = /^@([a-z_]+|\d{1,2})$/;

/** The input with what its references mean in their place; one that means nothing stays as it is. */
export function fetch(input: Json, message: string, state: State): Json {
  if (typeof input === 'string') return REFERENCE.test(input) ? (lookUp(input, message, state) ?? input) : input;
  if (Array.isArray(input)) return input.map((each) => fetch(each, message, state));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, fetch(value, message, state)]));
}

function lookUp(reference: string, message: string, state: State): string | undefined {
  const made = state.get(madeKey(reference.slice(1)));
  if (typeof made === 'string') return made;
  const { pieces } = readOrder(message, state);
  if (reference === '@all' && pieces.length > 0) return allPieces(pieces).text;
  return pieces.find(({ ref }) => ref === reference)?.text;
}

export function madeKey(tool: string): string {
  return `temp:made_${tool}`;
}

/** For a model: what there is to refer to. */
export function listPieces(pieces: readonly Piece[]): string {
  if (pieces.length === 0) return 'The message holds no text or code.';
  const lines = pieces.map(({ ref, kind, language, title, text }) => {
    const head = text.slice(0, 60).replace(/\s+/g, ' ');
    return `${ref}: ${title ?? kind}${language === undefined ? '' : ` (${language})`}, ${text.length} characters, beginning "${head}"`;
  });
  return lines.join('\n');
}
