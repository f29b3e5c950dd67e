/** The person's own things, as they may be named: which of them a stretch of words means. */
import { stem } from '../../text/index.ts';
import { isOfKind } from './kinds.ts';
import { sameAs } from './telling.ts';
import { timeWords } from './time/words.ts';
import { plainTokens, type Token } from './tokens.ts';
import { wordSet } from './words.ts';

/** Names of this person's own things, as they may be said. */
export interface Known {
  readonly lists: readonly string[];
  readonly events: readonly string[];
  readonly todos: readonly string[];
  readonly reminders: readonly string[];
  readonly notes: readonly string[];
  readonly files: readonly string[];
  readonly briefs: readonly string[];
  readonly devices: readonly string[];
  /** What is remembered, in full: who it is of, and what holds. */
  readonly told?: readonly string[];
  /** When the next of each event is, by its name. */
  readonly starts?: Readonly<Record<string, number>>;
  /** When that one ends, where it has an hour. */
  readonly ends?: Readonly<Record<string, number>>;
  /** Events that come again. */
  readonly series?: readonly string[];
  /** Which list a todo is on, by its name. */
  readonly listed?: Readonly<Record<string, string>>;
}

export const NOTHING_KNOWN: Known = {
  lists: [],
  events: [],
  todos: [],
  reminders: [],
  notes: [],
  files: [],
  briefs: [],
  devices: [],
};

/** `said`: no thing, but what a step came to. */
export type KnownKind =
  | 'event'
  | 'todo'
  | 'reminder'
  | 'note'
  | 'file'
  | 'brief'
  | 'list'
  | 'folder'
  | 'device'
  | 'said';

export interface Match {
  readonly name: string;
  /** How much of the name was said. */
  readonly share: number;
  readonly at: readonly number[];
  /** Named by a part of its own, beside others. */
  readonly chosen?: true | undefined;
  /** Another of another name fits as well. */
  readonly tied?: boolean | undefined;
}

const KINDS: readonly [KnownKind, Exclude<keyof Known, 'starts' | 'ends' | 'told' | 'series' | 'listed'>][] = [
  ['event', 'events'],
  ['todo', 'todos'],
  ['reminder', 'reminders'],
  ['note', 'notes'],
  ['file', 'files'],
  ['brief', 'briefs'],
  ['list', 'lists'],
];

const LEAST = 0.33;

export function matchKnown(
  tokens: readonly Token[],
  from: number,
  to: number,
  known: Known,
): ReadonlyMap<KnownKind, Match> {
  const said = new Map<string, number[]>();
  for (let at = from; at < to; at++)
    for (const form of tokens[at]!.forms)
      for (const part of partsOf(form)) said.set(part, [...(said.get(part) ?? []), at]);
  const owners = tokens.slice(from, to).flatMap(({ word }) => ownerIn(word) ?? []);
  const found = new Map<KnownKind, Match>();
  for (const [kind, field] of KINDS) {
    const [best, ...others] = known[field]
      .filter((name) => !isOthers(owners, name))
      .map((name) => withKind(tokens, { from, to }, fitOf(said, name)))
      .filter(({ share }) => share >= LEAST)
      .toSorted((one, other) => other.share - one.share || other.at.length - one.at.length);
    // The same words are of both: how much else a name has says nothing of which is meant ("Tom" of two Toms).
    const isTied = others.some(({ name, at }) => name !== best!.name && isSameSet(at, best!.at));
    if (best !== undefined) found.set(kind, isTied && best.share < 1 ? { ...best, tied: true } : best);
  }
  return found;
}

function isSameSet(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((at) => other.includes(at));
}

/** "Wife's" of "my wife's birthday"; days own nothing. */
function ownerIn(word: string): string | undefined {
  const [, owner] = /^(\p{L}{2,})(?:'s|s')$/u.exec(word) ?? [];
  return owner === undefined ||
    timeWords().weekday(owner) !== undefined ||
    timeWords().dayShift(owner) !== undefined ||
    ARE.has(owner)
    ? undefined
    : owner;
}

const ARE = wordSet('subjects');

/** "My wife's birthday" is not "mum's birthday", however much of the name was said. */
export function isOthers(owners: readonly string[], name: string): boolean {
  const own = plainTokens(name).flatMap(({ word }) => ownerIn(word) ?? []);
  return owners.length > 0 && own.length > 0 && !own.some((owner) => owners.includes(owner));
}

export function ownersIn(text: string): string[] {
  return plainTokens(text).flatMap(({ word }) => ownerIn(word) ?? []);
}

/** "Blood pressure check with Dr Shaw, Harbourside Surgery": what it is stands before whom and where it is with. */
function fitOf(said: ReadonlyMap<string, readonly number[]>, name: string): Match {
  const whole = shareOf(said, name);
  const [head = name] = name.split(BESIDE);
  if (head.length === name.length || weighty(head).length < 2) return whole;
  const first = shareOf(said, head);
  return first.share === 1 && whole.share < OF_HEAD ? { ...whole, share: OF_HEAD } : whole;
}

const BESIDE = /\s+with\s+|[,(]/i;
const OF_HEAD = 0.6;

function shareOf(said: ReadonlyMap<string, readonly number[]>, name: string): Match {
  const words = weighty(name);
  const hits = words.filter((word) => said.has(word));
  const weight = (list: readonly string[]) => list.reduce((sum, word) => sum + (VAGUE.has(word) ? 0.4 : 1), 0);
  const share = words.length === 0 ? 0 : weight(hits) / weight(words);
  return { name, share, at: [...new Set(hits.flatMap((word) => said.get(word)!))] };
}

/** "The doctor" is half of "Dr. Miller": enough to mean it where nobody else is of that kind. */
function withKind(tokens: readonly Token[], { from, to }: { from: number; to: number }, match: Match): Match {
  if (match.share >= BY_KIND) return match;
  const at = tokens.slice(from, to).flatMap(({ word }, shift) => (isOfKind(word, match.name) ? [from + shift] : []));
  return at.length === 0 ? match : { ...match, share: BY_KIND, at: [...new Set([...match.at, ...at])] };
}

const BY_KIND = 0.5;

function weighty(name: string): string[] {
  const plain = name.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[_/-]+/g, ' ');
  const tokens = plainTokens(plain);
  const words = tokens.flatMap(({ word }) => partsOf(word));
  // "HR" is short, and says which.
  const short = new Set(
    tokens.flatMap(({ word, start, end }) => (/^\p{Lu}{2}$/u.test(plain.slice(start, end)) ? [word] : [])),
  );
  const heavy = words.filter((word) => (word.length > 2 || short.has(word)) && !SMALL.has(word));
  return [...new Set(heavy.length > 0 ? heavy : words)];
}

/** One form for number, case and possessive. */
function partsOf(word: string): string[] {
  const plain = word.replace(/'s$|'$/, '').replace(/ise(?=\w*$)/, 'ize');
  const parts =
    plain.includes('.') || plain.includes('/') || plain.includes('_') || plain.includes('-')
      ? plain.replace(/\.[a-z0-9]{1,5}$/i, '').split(/[_./-]+/)
      : [plain];
  return parts.filter(Boolean).map((part) => sameAs(stem(part).replace(/(?<=\w{3})s$/, '')));
}

const SMALL = wordSet('name_small');
/** Words that stand in many names and say little alone. */
const VAGUE = wordSet('name_vague');
