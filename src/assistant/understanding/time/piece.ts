/** What a time is said in: a day, a time of day, a part of the day, a distance, a length, a zone. */
import type { Day } from '../../wall.ts';
import type { Token } from '../tokens.ts';
import type { Place } from './when.ts';
import { type Part, timeWords } from './words.ts';

export interface Range {
  /** Tokens, from and to (exclusive). */
  readonly from: number;
  readonly to: number;
}

/** "Skip December" behind a rhythm is of its time, and no order. */
export function isWithin(ranges: readonly Range[], at: number): boolean {
  return ranges.some(({ from, to }) => from <= at && at < to);
}

/** How far something is moved from where it is; before it negative. */
export interface Shift {
  readonly minutes?: number | undefined;
  readonly days?: number | undefined;
  readonly months?: number | undefined;
}

export type Span = 'day' | 'week' | 'weekend' | 'month' | 'year';

export type Piece = Range &
  (
    | { readonly kind: 'day'; readonly day: Day; readonly span: Span }
    | {
        readonly kind: 'clock';
        readonly minutes: number;
        readonly sure: boolean;
        /** How long to its end, where that was said. */
        readonly lasts?: number | undefined;
        readonly assumed?: string | undefined;
        /** Of "8 and 8": both halves of the day. */
        readonly twice?: boolean;
      }
    | { readonly kind: 'part'; readonly part: Part; readonly name: string }
    | { readonly kind: 'exact'; readonly ms: number; readonly shift?: Shift | undefined; readonly later?: boolean }
    | { readonly kind: 'length'; readonly minutes: number }
    /** "For ten days". */
    | { readonly kind: 'lasting'; readonly days: number }
    /** "An hour before": counted from a time that was said, or of what is talked about. */
    | {
        readonly kind: 'offset';
        readonly ms: number;
        /** As it was counted. */
        readonly far?: Shift | undefined;
        readonly of?: Range | undefined;
        readonly shift?: Shift | undefined;
      }
    | { readonly kind: 'zone'; readonly zone: string }
    /** A day or a time that there is not. */
    | { readonly kind: 'wrong'; readonly why: string }
    /** "That day", "the day after": counted from the day that was said before. */
    | {
        readonly kind: 'that';
        readonly shift: number;
        readonly months?: number | undefined;
        /** "The Monday after": the next such day behind it. */
        readonly weekday?: number | undefined;
        readonly part?: Part | undefined;
        /** "The day before the exam": what it is counted from, by its name. */
        readonly of?: Range | undefined;
      }
  );

export interface Reader {
  readonly tokens: readonly Token[];
  readonly place: Place;
  readonly today: Day;
}

export type Read = (reader: Reader, at: number, last: Piece | undefined) => Piece | undefined;

export const wordAt = ({ tokens }: Reader, at: number): string => tokens[at]?.word ?? '';

/** The name that stands here, up to the next joint: "the dentist" of "an hour before the dentist to leave". */
export function nameAt(reader: Reader, from: number): Range | undefined {
  const { isNameStop, isPointer } = timeWords();
  const isStop = (at: number) => at >= reader.tokens.length || isNameStop(wordAt(reader, at));
  let to = from;
  while (to - from < MOST_WORDS && !isStop(to)) to++;
  return to === from || isPointer(wordAt(reader, from)) ? undefined : { from, to };
}

const MOST_WORDS = 6;

/** "From December on": how many words say that no end is meant. */
export function onwardAt(tokens: readonly Token[], at: number): number {
  return timeWords().sizeAt('onward', (shift) => tokens[at + shift]?.word);
}

/** "At 19:00 until March": the day bounds it, and is none of its hour. */
export const isBounding = ({ word }: Token): boolean => BOUNDING.has(word);
const BOUNDING = new Set(['from', 'until', 'till', 'til']);
