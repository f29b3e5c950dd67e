/**
 * Two things that have changed places: "Napoleon defeated Wellington" for "Wellington defeated Napoleon", "quantity supplied exceeds quantity
 * demanded" for the other way round. The words are all there, so that nothing but their order tells; a passive turns the order back, and what
 * is listed or said in another order of clauses has exchanged nothing.
 */
import { fold, stem } from '../../text/index.ts';
import { grammar } from '../facts/grammar.ts';
import { canonical } from './cleaning.ts';
import { answerWords } from './words.ts';

interface Said {
  readonly words: readonly string[];
  /** Whether a joint of a list stands before each. */
  readonly listed: readonly boolean[];
  readonly isPassive: boolean;
}

const JOINT = /^(?:and|or|,|;|then|plus|&|\/|→)$/;
const BACKWARDS =
  /\b(?:is|are|was|were|be|been|being|gets?|got)\b(?: \p{L}+ly)? \p{L}+(?:ed|en|wn|ne|lt|nt|ght|d|t)? by\b/u;

function read(text: string): Said {
  const tokens = canonical(text).match(/[\p{L}\p{N}_]+|[,;&/→]/gu) ?? [];
  const words: string[] = [];
  const listed: boolean[] = [];
  let isListed = false;
  for (const token of tokens) {
    if (JOINT.test(token)) isListed = true;
    else if (!grammar().small.has(token) || answerWords().sides.has(token)) {
      words.push(stem(token));
      listed.push(isListed);
      isListed = false;
    }
  }
  return { words, listed, isPassive: BACKWARDS.test(fold(text)) };
}

export function exchangesPlaces(key: string, said: string): boolean {
  const [own, given] = [read(key), read(said)];
  if (own.words.length < 3 || given.words.length < 3 || isListAgain(own, given)) return false;
  return isTurnedRound(own, given) || (own.isPassive === given.isPassive && isSwapped(own, given));
}

/** "Pia, arachnoid and dura mater" for "dura mater, arachnoid mater and pia mater": each item is one of the key's, and a list has no places. */
function isListAgain(own: Said, given: Said): boolean {
  const [items, parts] = [itemsOf(own), itemsOf(given)];
  if (items.length < 2 || parts.length < 2 || own.isPassive !== given.isPassive) return false;
  const left = [...items];
  return parts.every((part) => {
    const at = left.findIndex((item) => part.every((word) => item.includes(word)));
    return at >= 0 && left.splice(at, 1).length === 1;
  });
}

function itemsOf({ words, listed }: Said): string[][] {
  const items: string[][] = [];
  for (const [at, word] of words.entries()) {
    if (items.length === 0 || listed[at] === true) items.push([]);
    items.at(-1)?.push(word);
  }
  return items;
}

/** So much of either text stands in the other: else more than places has changed. */
const ALIKE = 0.6;

/** "Gives way". */
const LONGEST_DEED = 3;

/** What stood before a deed stands behind it, and the other way round. */
function isTurnedRound(own: Said, given: Said): boolean {
  if (sharedOf(own.words, given.words) < ALIKE || sharedOf(given.words, own.words) < ALIKE) return false;
  const turned = own.isPassive !== given.isPassive;
  for (const [from, word] of own.words.entries()) {
    const at = given.words.indexOf(word);
    if (at === -1 || count(own.words, word) !== 1 || count(given.words, word) !== 1) continue;
    for (let length = 1; length <= LONGEST_DEED; length++) {
      if (length > 1 && own.words[from + length - 1] !== given.words[at + length - 1]) break;
      if (isInList(own, from, length) || isInList(given, at, length)) continue;
      const [mine, theirs] = [halves(own.words, from, length), halves(given.words, at, length)];
      const [before, behind] = turned ? [theirs[1], theirs[0]] : theirs;
      if (areExchanged(mine, [before, behind])) return true;
    }
  }
  return false;
}

function isInList({ listed }: Said, at: number, length: number): boolean {
  return listed[at] === true || listed[at + length] === true;
}

type Halves = readonly [before: readonly string[], behind: readonly string[]];

/** What stands on both sides of it tells nothing. */
function halves(words: readonly string[], at: number, length: number): Halves {
  const [before, behind] = [words.slice(0, at), words.slice(at + length)];
  return [before.filter((word) => !behind.includes(word)), behind.filter((word) => !before.includes(word))];
}

function areExchanged([before, behind]: Halves, [other, rest]: Halves): boolean {
  const shares = (a: readonly string[], b: readonly string[]) => a.some((word) => b.includes(word));
  return shares(before, rest) && shares(behind, other) && !shares(before, other) && !shares(behind, rest);
}

/** So much longer the common order grows when two words of the key change places. */
const GROWTH = 2;

function isSwapped(own: Said, given: Said): boolean {
  const { words } = own;
  if (words.length > MOST_WORDS || sharedOf(given.words, words) < MOST_SHARED) return false;
  const now = inOrder(words, given.words);
  for (const [at, one] of words.entries())
    for (let next = at + 2; next < words.length; next++) {
      const other = words[next] as string;
      if (one === other || own.listed.slice(at + 1, next + 1).every(Boolean)) continue;
      const swapped = words.map((word, there) => (there === at ? other : there === next ? one : word));
      const then = inOrder(swapped, given.words);
      if (then >= now + GROWTH && then >= given.words.length * MOST_SHARED && !isRotated(words, given.words))
        return true;
    }
  return false;
}

const MOST_WORDS = 24;
const MOST_SHARED = 0.85;

/** The clauses of the key in another order: "when A rises B falls". */
function isRotated(words: readonly string[], given: readonly string[]): boolean {
  for (let at = 1; at < words.length; at++)
    if (inOrder([...words.slice(at), ...words.slice(0, at)], given) >= given.length * MOST_SHARED) return true;
  return false;
}

function sharedOf(words: readonly string[], others: readonly string[]): number {
  return words.filter((word) => others.includes(word)).length / Math.max(1, words.length);
}

function count(words: readonly string[], word: string): number {
  return words.filter((other) => other === word).length;
}

/** How many of the words stand in both in one order. */
function inOrder(own: readonly string[], given: readonly string[]): number {
  let row = new Array<number>(given.length + 1).fill(0);
  for (const word of own) {
    const next = [0];
    for (const [at, other] of given.entries())
      next.push(word === other ? row[at]! + 1 : Math.max(next[at]!, row[at + 1]!));
    row = next;
  }
  return row.at(-1) ?? 0;
}
