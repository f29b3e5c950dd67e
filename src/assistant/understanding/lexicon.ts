/** The words of lexicon.yml: which signs a stretch of words shows, and where. */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { timeWords } from './time/words.ts';
import { plainTokens, type Speller, type Token } from './tokens.ts';

const signs = z.record(z.string(), z.array(z.coerce.string().min(1)).min(1));
const schema = z.strictObject({
  verb: signs,
  noun: signs,
  say: signs,
  talk: signs,
  ask: signs,
  small: signs,
  priority: signs,
  priority_word: signs,
  edge: signs,
  irregular: z.record(z.string(), z.string()),
  spelling: z.strictObject({ mended: z.array(z.string()), plain: z.array(z.string()) }),
});

export interface Sign {
  /** `verb.add`, `noun.file`. */
  readonly sign: string;
  readonly group: string;
  /** Tokens, from and to (exclusive). */
  readonly from: number;
  readonly to: number;
  /** The tokens themselves, without those in the gap. */
  readonly at: readonly number[];
  /** Whether its first word stands in its plain form: "turn", not "turned". */
  readonly plain: boolean;
}

interface Phrase {
  readonly sign: string;
  readonly group: string;
  readonly words: readonly { word: string; exact: boolean; gap: boolean }[];
}

export interface Lexicon {
  signsIn(tokens: readonly Token[]): Sign[];
  /** The names of all signs. */
  readonly signs: readonly string[];
  readonly edges: ReadonlySet<string>;
  readonly irregular: ReadonlyMap<string, string>;
  readonly speller: Speller;
}

let known: Lexicon | undefined;

export function lexicon(): Lexicon {
  known ??= compile();
  return known;
}

const MOST_GAP = 6;

function compile(): Lexicon {
  const file = join(import.meta.dirname, 'lexicon.yml');
  const { irregular, edge, spelling, ...groups } = schema.parse(readRows(file));
  const phrases = Object.entries(groups).flatMap(([group, lists]) =>
    Object.entries(lists).flatMap(([name, list]) => list.map((phrase) => toPhrase(group, name, phrase))),
  );
  const byWord = Map.groupBy(phrases, ({ words }) => words[0]!.word);
  return {
    signsIn: (tokens) => longest(tokens.flatMap((token, at) => startingAt(tokens, token, at, byWord))),
    signs: [...new Set(phrases.map(({ sign }) => sign))],
    edges: new Set(Object.values(edge).flat()),
    irregular: new Map(Object.entries(irregular)),
    speller: makeSpeller(phrases, spelling),
  };
}

function toPhrase(group: string, name: string, phrase: string): Phrase {
  const exactAll = phrase.startsWith('=');
  const words: Phrase['words'][number][] = [];
  let gap = false;
  for (const part of phrase.replace(/^=/, '').split(' ')) {
    if (part === '~') gap = true;
    else
      for (const { word } of plainTokens(part)) {
        words.push({ word, exact: exactAll, gap });
        gap = false;
      }
  }
  return { sign: `${group}.${name}`, group, words };
}

function startingAt(
  tokens: readonly Token[],
  token: Token,
  at: number,
  byWord: ReadonlyMap<string, readonly Phrase[]>,
): Sign[] {
  const found: Sign[] = [];
  for (const form of token.forms)
    for (const { sign, group, words } of byWord.get(form) ?? []) {
      if ((words[0]!.exact || !isInflected(group)) && !isSame(token, form, group)) continue;
      const places = matchRest(tokens, at, words);
      if (places !== undefined)
        found.push({ sign, group, from: at, to: places.at(-1)! + 1, at: places, plain: token.word === form });
    }
  return found;
}

/** Only verbs and what is said with them are bent; of a noun there is one and several. */
function isInflected(group: string): boolean {
  return group === 'verb' || group === 'say';
}

function isSame({ word }: Token, form: string, group: string): boolean {
  return (
    word === form ||
    (group === 'noun' &&
      (word === `${form}s` || word === `${form}'s` || word === `${form}es` || word === `${form.replace(/y$/, 'ie')}s`))
  );
}

function matchRest(tokens: readonly Token[], at: number, words: Phrase['words']): number[] | undefined {
  const places = [at];
  for (const { word, exact, gap } of words.slice(1)) {
    const next = places.at(-1)! + 1;
    const fits = (index: number) =>
      tokens[index] !== undefined && (tokens[index].word === word || (!exact && tokens[index].forms.includes(word)));
    let index = next;
    if (gap) while (index < next + MOST_GAP && index < tokens.length && !(index > next && fits(index))) index++;
    if (!fits(index)) return undefined;
    places.push(index);
  }
  return places;
}

/** "Book club" is no order to book. */
const HIDES = new Set(['noun.event', 'noun.device']);

/** A longer noun hides the shorter ones that it is made of ("eye test" is no test), as does a longer word for weight. */
function longest(found: readonly Sign[]): Sign[] {
  const covers = (other: Sign, one: Sign) =>
    other.at.length > one.at.length && other.sign !== one.sign && one.at.every((place) => other.at.includes(place));
  const isHidden = (one: Sign) => {
    if (one.group === 'verb') return found.some((other) => HIDES.has(other.sign) && covers(other, one));
    // "Have I got" tells of nothing that is done.
    if (one.sign === 'say.done') return found.some((other) => other.group === 'say' && covers(other, one));
    if (one.group !== 'noun' && one.group !== 'priority') return false;
    return found.some((other) => other.group === one.group && other.sign !== 'noun.clockset' && covers(other, one));
  };
  return found.filter((one) => !isHidden(one));
}

/** Only words that carry the grammar are aimed at: a name or an illness is never made of another word. */
function makeSpeller(
  phrases: readonly Phrase[],
  { mended, plain }: { mended: readonly string[]; plain: readonly string[] },
): Speller {
  const right = new Set([
    ...phrases.flatMap(({ words }) => words.map(({ word }) => word)),
    ...timeWords().all,
    ...mended,
    ...plain,
  ]);
  const isBent = (word: string) => {
    const base = word.replace(/(?:'s|'d|'ll|'ve|n't|s|es|ed|d|ing|ly|er|r|y|ings)$/, '');
    return base !== word && (right.has(base) || right.has(`${base}e`));
  };
  return { knows: (word) => right.has(word) || isBent(word), aims: Map.groupBy(mended, (word) => word.length) };
}
