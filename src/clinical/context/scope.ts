import type { Token } from '../words/tokens.ts';
import type { Trigger } from './triggers.ts';

/** Whether something between two places ends the reach of a trigger: a terminator, a clause or sentence of its own. */
export function blocked(triggers: Trigger[], tokens: Token[], from: number, to: number, causes = true): boolean {
  const ends = (other: Trigger) =>
    other.roles.has('terminators') && (causes || !/^(?:(?:due|secondary) to|just|only|still)$/.test(other.text));
  if (triggers.some((other) => ends(other) && other.from >= from && other.to <= to)) return true;
  for (let at = from; at < to; at++) {
    const token = tokens[at]!;
    if (token.text === ';' || token.text === '!' || token.text === '?') return true;
    if (token.text === ':' && at - from > 2) return true;
    if (token.text === '.' && tokens[at + 1] && /^[A-Z]/.test(tokens[at + 1]!.text) && at - from > 0) return true;
  }
  return false;
}

/** Words that begin a statement of its own. */
export const SUBJECTS = new Set(['i', "i'm", "i've", 'he', 'she', 'they', 'we', 'it', 'there', 'my', 'patient']);
