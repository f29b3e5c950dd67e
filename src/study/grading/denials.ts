/**
 * What a text says is not so: the words behind "no", "not" and "without", and those that deny by their head ("inactive").
 * Two texts that share a word and differ in this contradict one another; "without inflammation" and "provokes no
 * inflammation" do not.
 */
import { fold, stem } from '../../text/index.ts';
import { grammar } from '../facts/grammar.ts';
import { contentStems } from '../facts/terms.ts';
import { canonical } from './cleaning.ts';
import { answerWords } from './words.ts';

/** So many words that say something belong to a denial, as far as no new clause begins; to "no" its noun alone. */
const REACH = 3;
const HEAD = /^(?:un|in|im|ir|il|non|dis|anti)(?=\p{L}{4})/u;

interface Said {
  readonly word: string;
  readonly isDenied: boolean;
}

/** The words of a text in their order, each with whether it is denied. "Not enough" tells how much and denies nothing. */
function wordsIn(text: string): Said[] {
  const { denials, clauses, enough, apart } = answerWords();
  const { small } = grammar();
  const words = fold(text).match(/[\p{L}\p{N}]+(?:['’]t\b)?|[,;.:]/gu) ?? [];
  let left = 0;
  let isNoun = false;
  return words.map((word, at) => {
    if (denials.has(word) || /n['’]t$/.test(word)) {
      const isDegree = words.slice(at + 1, at + 5).some((next) => enough.has(next));
      left = isDegree ? 0 : REACH;
      isNoun = /^(?:no|without|none|free)$/.test(word);
      return { word, isDenied: false };
    }
    // "Not to give" denies the giving.
    const goesOn = word === 'to' && denials.has(words[at - 1] ?? '');
    if ((clauses.has(word) && !goesOn) || /[,;.:]/.test(word) || (isNoun && apart.has(word))) left = 0;
    const isDenied = left > 0;
    if (!small.has(word)) left -= 1;
    return { word, isDenied };
  });
}

/** What a text says, without what it denies. */
export function withoutDenials(text: string): string {
  return wordsIn(text)
    .filter(({ isDenied }) => !isDenied)
    .map(({ word }) => word)
    .join(' ');
}

/** By the stem of each word: is it denied. Of a word that is said both ways nothing is known. */
function stancesIn(text: string): Map<string, boolean | undefined> {
  const { small } = grammar();
  const stances = new Map<string, boolean | undefined>();
  for (const { word, isDenied } of wordsIn(canonical(text))) {
    if (small.has(word) || !/\p{L}{3}/u.test(word)) continue;
    const key = stem(word);
    stances.set(key, stances.has(key) && stances.get(key) !== isDenied ? undefined : isDenied);
  }
  return stances;
}

/** One says of a word what the other denies. */
export function denies(key: string, said: string): boolean {
  const [own, given] = [stancesIn(key), stancesIn(said)];
  const turned = [...given].filter(([word, isDenied]) => {
    const [stance, isHeaded] = stanceOf(word, own);
    return stance !== undefined && isDenied !== undefined && stance !== (isHeaded ? !isDenied : isDenied);
  });
  // What both deny they deny in other words.
  const shared = [...given].some(([word, isDenied]) => isDenied === true && stanceOf(word, own)[0] === true);
  return turned.length > 0 && !shared;
}

/** How the other text stands to a word, and whether one of them has it with a denying head. */
function stanceOf(word: string, others: ReadonlyMap<string, boolean | undefined>): [boolean | undefined, boolean] {
  const same = others.has(word) ? word : [...others.keys()].find((other) => areOne(word, other));
  if (same !== undefined) return [others.get(same), false];
  const bare = word.replace(HEAD, '');
  if (bare !== word && others.has(bare)) return [others.get(bare), true];
  const headed = [...others.keys()].find((other) => other !== word && other.replace(HEAD, '') === word);
  return headed === undefined ? [undefined, false] : [others.get(headed), true];
}

/** "differ" and "difference": one goes on where the other ends. */
function areOne(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length > 4 && long.startsWith(short);
}

/** With the words of the key and no others the contrary: "a reason to give it" for a reason not to. */
export function deniesAll(key: string, said: string): boolean {
  const [own, given] = [contentStems(key), [...contentStems(said)]];
  return given.length > 1 && given.every((word) => own.has(word)) && denies(key, said);
}
