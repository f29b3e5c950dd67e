/** What the conversation is about from one message to the next: the thing that was last spoken of, and what was asked back. */
import type { KnownKind, Match } from './known.ts';
import type { Slots } from './slots.ts';

export interface Topic {
  /** What it is: a reminder is a todo too. */
  readonly kinds: readonly KnownKind[];
  readonly name: string;
  /** Which it is, where it is kept under an id: of two with one name, this one. */
  readonly id?: string | undefined;
  /** When it is, where it has a time. */
  readonly at?: number | undefined;
  /** It comes again, and was just made. */
  readonly series?: boolean | undefined;
  /** The list that it is on. */
  readonly list?: string | undefined;
  /** The request that was done to it last, as it was said. */
  readonly said?: string | undefined;
  /** What was shown last, in that order: "the second one". */
  readonly shown?: readonly Shown[] | undefined;
  /** A reminder of it that was set last: what is said of a time next is of that. */
  readonly reminder?: Shown | undefined;
  /** The tool that said it, where it is no thing but words. */
  readonly by?: string | undefined;
  /** It was cancelled, removed or ticked off by what was last done to it. */
  readonly ended?: boolean | undefined;
  /** What was said last was not understood: what is pointed at may be of that. */
  readonly lost?: boolean | undefined;
  /** What was spoken of before it: "both" are the two. */
  readonly before?: Shown | undefined;
  readonly open?: Open | undefined;
  /** What was asked last, if nothing was done since: its words, by which tool, and the name of the thing in it. */
  readonly asked?:
    | {
        readonly text: string;
        readonly tool: string;
        readonly of?: string | undefined;
        readonly at?: number | undefined;
      }
    | undefined;
  /** A time that was told to be free: "book it". */
  readonly slot?: { readonly at: number; readonly minutes: number } | undefined;
}

/** A thing by itself, without what else was spoken of. */
export type Shown = Omit<Topic, 'before' | 'open' | 'shown' | 'reminder' | 'slot' | 'asked'>;

/** A request that lacked something, and what the person was asked for. */
export interface Open {
  readonly agent: string;
  readonly tool: string;
  readonly input: Slots;
  readonly lacks: 'when' | 'which' | 'steps' | 'word';
  /** With `which`: those that were named, in that order. */
  readonly options?: readonly { readonly name: string; readonly start?: string | undefined }[] | undefined;
  /** With `word`: what may have been meant, of which one is named ("the calendar", "a note", "the second"). */
  readonly choices?: readonly Pick<Open, 'agent' | 'tool' | 'input'>[] | undefined;
  /** Something else was asked meanwhile: only a bare answer is one. */
  readonly aside?: boolean | undefined;
}

export function knownOf({ kinds, name }: Topic): Map<KnownKind, Match> {
  return new Map(kinds.map((kind) => [kind, { name, share: 1, at: [] }]));
}
