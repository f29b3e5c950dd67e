import type { DateSpan } from '../dates/dates.ts';
import type { Match } from '../lexicon/lexicon.ts';
import type { Token } from './tokens.ts';

/** The sentence as the readers share it. Places are offsets into the whole text; `offset` is where `text` begins. */
export interface Line {
  text: string;
  offset: number;
  tokens: Token[];
  matches: Match[];
  dates: DateSpan[];
  /** Part of a longer text of several sentences, as clinical notes are. */
  note: boolean;
}

/** Whether a place of `text` belongs to a date. */
export function inDate(line: Line, start: number, end: number): boolean {
  return line.dates.some((date) => date.start < end + line.offset && start + line.offset < date.end);
}
