/** How long something that is there shall last: "make the dentist two hours", "extend the call by 15 minutes", "until 5". */
import type { Clause } from './clause.ts';
import { findPieces } from './time/pieces.ts';
import type { When } from './time/when.ts';
import { wordSet } from './words.ts';

export interface Lasting {
  /** So long, in minutes. */
  readonly minutes?: number | undefined;
  /** So much longer; shorter is negative. */
  readonly by?: number | undefined;
  /** When it ends: 17:00. */
  readonly until?: string | undefined;
  /** The hour of its end may be of either half of the day. */
  readonly either?: boolean | undefined;
}

const VERBS = wordSet('length_verbs');
const LONGER = wordSet('longer');
const SHORTER = wordSet('shorter');
const STRETCHES = wordSet('stretches');
const UNTIL = new Set(['until', 'till', 'til']);
const ENDS = wordSet('leg_ends');

type Timed = Pick<Clause, 'message' | 'from' | 'to' | 'whens'>;

export function lastingOf(clause: Timed): Lasting {
  const { message, from, to, whens } = clause;
  const { tokens, place } = message;
  const end = whens.find((when) => isEnd(clause, when));
  const until = end && { until: end.wall.slice(11), ...(end.bare !== undefined && { either: true }) };
  const piece = findPieces(tokens, place).find((one) => one.kind === 'length' && one.from >= from && one.to <= to);
  if (piece?.kind !== 'length') return until ?? {};
  const words = tokens.slice(from, to).map(({ word }) => word);
  const [before, next] = [tokens[piece.from - 1]?.word ?? '', tokens[piece.to]?.word ?? ''];
  const isMore = before === 'by' || LONGER.has(next) || SHORTER.has(next);
  const isStretched = words.some((word) => STRETCHES.has(word)) && before !== 'to';
  if (!isMore && !isStretched) return { minutes: piece.minutes, ...until };
  return { by: words.some((word) => SHORTER.has(word)) ? -piece.minutes : piece.minutes, ...until };
}

/** "Until 5", "ends at 5": said of what lasts so long; where something is put off, it is where it goes. */
export function isEnd({ message: { tokens }, from, to }: Timed, when: When): boolean {
  const [part] = when.parts;
  if (!when.timed || when.recurs || part === undefined) return false;
  const words = tokens.slice(from, to).map(({ word }) => word);
  if (!words.some((word) => VERBS.has(word))) return false;
  return UNTIL.has(tokens[part.from]!.word) || ENDS.has(tokens[part.from - 1]?.word ?? '');
}
