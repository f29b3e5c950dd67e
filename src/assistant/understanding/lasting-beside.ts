/** "Yoga on Tuesdays and it takes an hour": how long it is, told beside it, is said of it. */
import { lexicon } from './lexicon.ts';
import { findPieces } from './time/pieces.ts';
import type { Place } from './time/when.ts';
import { readTokens } from './tokens.ts';

const BESIDE =
  /(?:,\s*|\s+)(?:and\s+|,\s*)*(?:it|which|that)\s+(?:takes|lasts|will\s+take|will\s+last|goes\s+on\s+for)\s+/i;

export function withLasting(text: string, place: Place): string {
  const said = BESIDE.exec(text);
  if (said === null || said.index === 0) return text;
  const after = text.slice(said.index + said[0].length);
  const { speller, irregular } = lexicon();
  const tokens = readTokens(after, speller, irregular);
  const isLength = findPieces(tokens, place).some(
    ({ kind, from }) => (kind === 'length' || kind === 'lasting') && from <= 1,
  );
  return isLength ? `${text.slice(0, said.index)} for ${after}` : text;
}
