/** frames.yml: the words by which people tell or ask for a deed, and verbs that stand for the same deed. */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../../text/rows.ts';
import type { Token } from '../tokens.ts';

const DEEDS = [
  'finish',
  'move',
  'end',
  'amend',
  'hold',
  'left',
  'agenda',
  'when',
  'file',
  'keep',
  'muse',
  'lack',
] as const;
export type Deed = (typeof DEEDS)[number];

const words = z.array(z.string().min(1)).min(1);
const schema = z.strictObject({
  same: z.array(z.array(z.string().min(1)).min(2)),
  small: z.array(z.string().min(1)),
  ordering: words,
  joints: words,
  kinds: z.record(z.string(), words),
  names: z.strictObject({ tells: words, speaks: words, points: words }),
  frames: z.array(
    z.strictObject({
      deed: z.enum(DEEDS),
      /** How surely it says so: 1 of itself, less beside a thing that it fits. */
      sure: z.number().min(0).max(1),
      say: z.array(z.string().min(1)).min(1),
      example: z.string(),
      counter: z.string(),
    }),
  ),
});

export interface Frame {
  readonly deed: Deed;
  readonly sure: number;
  readonly example: string;
  readonly counter: string;
  readonly pattern: RegExp;
}

type Lists = Readonly<Record<'small' | 'ordering' | 'joints', ReadonlySet<string>>>;
type Names = Readonly<Record<'tells' | 'speaks' | 'points', ReadonlySet<string>>>;

let read:
  | {
      same: ReadonlyMap<string, number>;
      lists: Lists;
      names: Names;
      kinds: ReadonlyMap<string, ReadonlySet<string>>;
      frames: readonly Frame[];
    }
  | undefined;

function rows() {
  if (read !== undefined) return read;
  const { same, small, ordering, joints, kinds, names, frames } = schema.parse(
    readRows(join(import.meta.dirname, 'frames.yml')),
  );
  read = {
    same: new Map(same.flatMap((group, at) => group.map((word) => [word, at] as const))),
    lists: { small: new Set(small), ordering: new Set(ordering), joints: new Set(joints) },
    names: { tells: new Set(names.tells), speaks: new Set(names.speaks), points: new Set(names.points) },
    kinds: new Map(Object.entries(kinds).map(([kind, list]) => [kind, new Set(list)])),
    frames: frames.map(({ say, ...frame }) => ({ ...frame, pattern: patternOf(say) })),
  };
  return read;
}

export const frameRows = (): readonly Frame[] => rows().frames;
/** Whether a word makes a sentence of a name, is who does it, or only points. */
export const inName = (kind: keyof Names, word: string): boolean => rows().names[kind].has(word);
/** Words that only hold a telling together. */
export const isSmall = (word: string): boolean => rows().lists.small.has(word);
/** Whether a verb behind it may be an order. */
export const isBeforeOrder = (word: string): boolean => rows().lists.ordering.has(word);
export const isJoint = (word: string): boolean => rows().lists.joints.has(word);

/** Whether it says only what sort of thing is meant. */
export const namesKind = (kind: string, word: string): boolean => rows().kinds.get(kind)?.has(word) === true;

/** "Rang" and "phone" are one deed. */
export function sameDeed(one: string, other: string): boolean {
  const group = rows().same.get(one);
  return group !== undefined && group === rows().same.get(other);
}

/** Longest first; `^` and `$` bind to the ends of the message, `…` stands for a few words between. */
function patternOf(say: readonly string[]): RegExp {
  const ways = say
    .toSorted((one, other) => other.length - one.length)
    .map((way) => {
      const body = way
        .replace(/^\^|\$$/g, '')
        .replace(/[.*+?()|[\]\\]/g, '\\$&')
        .replace(/\s*…\s*/g, '(?:\\s+\\S+){1,4}?\\s+')
        .replace(/ /g, '\\s+');
      return `${way.startsWith('^') ? '^' : ''}${body}${way.endsWith('$') ? '[\\s.!?]*$' : ''}`;
    });
  return new RegExp(`(?<![\\p{L}\\p{N}'])(?:${ways.join('|')})(?![\\p{L}\\p{N}'])`, 'giu');
}

export interface Framed {
  readonly sure: number;
  /** The tokens that say it. */
  readonly tokens: readonly Token[];
}

/** All that the frames of any deed cover. */
export function framedBy(text: string, tokens: readonly Token[]): readonly Token[] {
  return DEEDS.flatMap((deed) => framed(deed, text, tokens)?.tokens ?? []);
}

/** The frames of a deed in these words: the surest, and all that they cover. */
export function framed(deed: Deed, text: string, tokens: readonly Token[]): Framed | undefined {
  const found = rows()
    .frames.filter((frame) => frame.deed === deed)
    .flatMap(({ sure, pattern }) => [...text.matchAll(pattern)].map((match) => ({ sure, match })));
  if (found.length === 0) return undefined;
  const isIn = ({ start, end }: Token) =>
    found.some(({ match: { index, 0: said } }) => start >= index && end <= index + said.length);
  return { sure: Math.max(...found.map(({ sure }) => sure)), tokens: tokens.filter(isIn) };
}
