/** The list that a clause names: one that the person has, one called a list, or one that everybody has. */
import { lexicon } from './lexicon.ts';
import { timeWords } from './time/words.ts';
import { plainTokens, type Token } from './tokens.ts';
import { wordSet } from './words.ts';

export interface ListNamed {
  readonly name: string;
  /** Tokens, with the small words before it. */
  readonly from: number;
  readonly to: number;
}

const TOWARDS = wordSet('towards');
const OWNERS = wordSet('owners');
const COMMON = new Map([
  ['groceries', 'groceries'],
  ['grocery', 'groceries'],
  ['shopping', 'shopping'],
  ['packing', 'packing'],
  ['errands', 'errands'],
  ['supermarket', 'shopping'],
]);
/** "My todo list" is all of them, not one called todo. */
const ALL = wordSet('all_lists');

export function listIn(
  tokens: readonly Token[],
  from: number,
  to: number,
  known: readonly string[],
): ListNamed | undefined {
  return (
    ledList(tokens, from, to, known) ??
    ownList(tokens, from, to, known) ??
    projectIn(tokens, from, to) ??
    calledList(tokens, from, to) ??
    compoundList(tokens, from, to) ??
    commonList(tokens, from, to) ??
    lastNamed(tokens, from, to) ??
    newNamed(tokens, from, to)
  );
}

/** "Shopping: bananas, soap": what the rest is headed with. */
function ledList(tokens: readonly Token[], from: number, to: number, known: readonly string[]): ListNamed | undefined {
  const colon = tokens.findIndex(({ word }, at) => at > from && at <= from + 3 && at < to - 1 && word === ':');
  if (colon < 0) return undefined;
  const said = tokens.slice(from, colon).map(({ word }) => word);
  const plain = said.filter((word) => word !== 'list' && !OWNERS.has(word)).join(' ');
  const name = known.find((one) => one.toLowerCase().replace(/\s+list$/, '') === plain) ?? COMMON.get(plain);
  return name === undefined ? undefined : { name, from, to: colon + 1 };
}

/** The longest of their own lists, with "list" behind it or "to", "on", "my" before it. */
function ownList(tokens: readonly Token[], from: number, to: number, known: readonly string[]): ListNamed | undefined {
  const found = known.flatMap((name) => {
    const words = plainTokens(name.replace(/\s+list$/i, '')).map(({ word }) => word);
    for (let at = from; at + words.length <= to; at++) {
      if (!words.every((word, shift) => isForm(tokens[at + shift]!, word))) continue;
      const end = at + words.length;
      const isCalled = tokens[end]?.word === 'list' && end < to;
      const before = tokens[at - 1]?.word ?? '';
      if (isCalled || (at > from && (TOWARDS.has(before) || OWNERS.has(before) || before === 'all')))
        return [{ name, ...withSmall(tokens, from, at, isCalled ? end + 1 : end) }];
    }
    return [];
  });
  return found.toSorted((one, other) => other.name.length - one.name.length)[0];
}

/** "In project house", "to the house project". */
function projectIn(tokens: readonly Token[], from: number, to: number): ListNamed | undefined {
  for (let at = from + 1; at < to; at++) {
    if (tokens[at]!.word !== 'project') continue;
    const before = tokens[at - 1]!.word;
    const isBefore =
      isName(before) && at - 2 >= from && (TOWARDS.has(tokens[at - 2]!.word) || OWNERS.has(tokens[at - 2]!.word));
    if (isBefore && !ALL.has(before)) return { name: before, ...withSmall(tokens, from, at - 1, at + 1) };
    const isLed = TOWARDS.has(before) || (OWNERS.has(before) && TOWARDS.has(tokens[at - 2]?.word ?? ''));
    const next = tokens[at + 1]?.word ?? '';
    if (isLed && at + 1 < to && isName(next)) return { name: next, ...withSmall(tokens, from, at, at + 2) };
  }
  return undefined;
}

const ADDS = wordSet('adds');
const NO_LISTS = wordSet('no_lists');

/** "Add mop the floor to chores": what several words are added to, by a last word that names a kind of thing. */
function lastNamed(tokens: readonly Token[], from: number, to: number): ListNamed | undefined {
  const last = tokens[to - 1];
  const isAdded = ADDS.has(tokens[from]?.word ?? '') && ['to', 'onto', 'under'].includes(tokens[to - 2]?.word ?? '');
  if (!isAdded || to - from < 4 || last === undefined || last.capital || NO_LISTS.has(last.word)) return undefined;
  return /^\p{L}{3,}s$/u.test(last.word) ? { name: last.word, from: to - 2, to } : undefined;
}

/** "Add nails to hardware": a thing is put somewhere by a bare word, where no list is yet; "a letter to landlord" is one thing. */
function newNamed(tokens: readonly Token[], from: number, to: number): ListNamed | undefined {
  if (!ADDS.has(tokens[from]?.word ?? '')) return undefined;
  const at = tokens.findLastIndex(({ word }, place) => place > from + 1 && place < to - 1 && ONTO.has(word));
  const things = tokens.slice(from + 1, Math.max(at, from + 1));
  const [name, next] = [tokens[at + 1], at + 2 < to ? tokens[at + 2] : undefined];
  if (things.length === 0 || things.length > MOST_THINGS || name === undefined) return undefined;
  const isThing = !things.some(({ word, capital }) => capital || TAKES_TO.has(word)) && !isDeed(tokens, from + 1);
  const isPlace = /^\p{L}{3,}$/u.test(name.word) && !name.capital && isName(name.word) && !isNoList(name.word);
  const isEnd = next === undefined || AFTER_NAME.has(next.word);
  return isThing && isPlace && isEnd && !isDeed(tokens, at + 1) ? { name: name.word, from: at, to: at + 2 } : undefined;
}

/** "From 8pm to noon". */
const isNoList = (word: string) => NO_LISTS.has(word) || timeWords().part(word) !== undefined;

const ONTO = new Set(['to', 'onto', 'under']);
const MOST_THINGS = 8;
const TAKES_TO = wordSet('takes_to');
const AFTER_NAME = wordSet('after_list');

/** "Call Ana to work", "a book to read": what is done, not what is put somewhere. */
function isDeed(tokens: readonly Token[], at: number): boolean {
  const { word } = tokens[at]!;
  // "Paint and brushes to hardware": a thing, whatever else the word may be.
  if (/^(?:and|,|&|to|onto|under)$/.test(tokens[at + 1]?.word ?? '')) return false;
  if (DEEDS.has(word)) return true;
  return lexicon()
    .signsIn(tokens.slice(at, at + 2))
    .some((one) => one.from === 0 && one.plain && (one.group === 'verb' || one.sign === 'say.chore'));
}

const DEEDS = wordSet('deeds_to');

function isForm({ word, forms }: Token, wanted: string): boolean {
  return word === wanted || forms.includes(wanted) || (wanted === 'groceries' && word === 'grocery');
}

function calledList(tokens: readonly Token[], from: number, to: number): ListNamed | undefined {
  for (let at = from; at < to; at++) {
    if (!/^lists?$/.test(tokens[at]!.word)) continue;
    const words: string[] = [];
    let start = at;
    while (start > from && words.length < 3 && isName(tokens[start - 1]!.word)) words.unshift(tokens[--start]!.word);
    if (words.some((word) => ALL.has(word))) continue;
    if (
      words.length > 0 &&
      (start === from || TOWARDS.has(tokens[start - 1]!.word) || OWNERS.has(tokens[start - 1]!.word))
    )
      return {
        name: COMMON.get(words.join(' ')) ?? words.join(' ').replace(/'s$/, ''),
        ...withSmall(tokens, from, start, at + 1),
      };
    const next = tokens[at + 1]?.word;
    const named =
      next === 'called' || next === 'named'
        ? at + 2
        : next === 'for'
          ? OWNERS.has(tokens[at + 2]?.word ?? '')
            ? at + 3
            : at + 2
          : undefined;
    const name = named !== undefined && named < to ? tokens[named]!.word : undefined;
    if (
      name !== undefined &&
      isName(name) &&
      !/^(?:today|tomorrow|this|next|me|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/.test(name)
    )
      return { name, ...withSmall(tokens, from, at, named! + 1) };
  }
  return undefined;
}

/** "My wishlist", "to the watchlist": a list that says so itself. */
function compoundList(tokens: readonly Token[], from: number, to: number): ListNamed | undefined {
  for (let at = from + 1; at < to; at++) {
    const [, name] = /^(\p{L}{3,})list$/u.exec(tokens[at]!.word) ?? [];
    const before = tokens[at - 1]!.word;
    if (
      name !== undefined &&
      !ALL.has(name) &&
      !NO_LISTS.has(tokens[at]!.word) &&
      (TOWARDS.has(before) || OWNERS.has(before))
    )
      return { name: tokens[at]!.word, ...withSmall(tokens, from, at, at + 1) };
  }
  return undefined;
}

function isName(word: string): boolean {
  return (
    /^[\p{L}\p{N}]/u.test(word) &&
    !TOWARDS.has(word) &&
    !OWNERS.has(word) &&
    !/^(?:and|add|put|show|me|it|that|this|them|list|what's|is|read|see|check|new|make|create|please|to-do|list's|delete|clear|us|whats|what|view|display|give)$/.test(
      word,
    )
  );
}

function commonList(tokens: readonly Token[], from: number, to: number): ListNamed | undefined {
  for (let at = from + 1; at < to; at++) {
    const name = COMMON.get(tokens[at]!.word);
    const before = tokens[at - 1]!.word;
    if (name !== undefined && (TOWARDS.has(before) || (OWNERS.has(before) && TOWARDS.has(tokens[at - 2]?.word ?? ''))))
      return { name, ...withSmall(tokens, from, at, at + 1) };
  }
  return undefined;
}

function withSmall(tokens: readonly Token[], first: number, from: number, to: number): { from: number; to: number } {
  let start = from;
  while (start > first && (TOWARDS.has(tokens[start - 1]!.word) || OWNERS.has(tokens[start - 1]!.word))) start--;
  return { from: start, to };
}
