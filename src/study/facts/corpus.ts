/** A course as sentences that can be asked about, and what it says of a term: the ground on which an option is called wrong. */
import { openBreath } from '../breath.ts';
import { passagesInEnglish } from '../material/languages.ts';
import { subjectsCarried } from '../material/paragraphs.ts';
import { listsInLine } from '../material/points.ts';
import { partsOf } from '../material/text-headings.ts';
import type { Passage } from '../types.ts';
import { grammar } from './grammar.ts';
import { readStatements, standsAlone } from './stances.ts';
import { contentStems, termKey } from './terms.ts';

export interface Sentence {
  readonly text: string;
  readonly passage: Passage;
  /** Its place among the sentences of the course. */
  readonly at: number;
  /** As `termKey` makes it: for finding terms. */
  readonly key: string;
  /** The material says it itself: it is no claim that it reports or takes back. */
  readonly stands: boolean;
  /** What its paragraph is about, where another sentence says that. */
  readonly about?: string | undefined;
}

export interface Corpus {
  readonly sentences: readonly Sentence[];
  /** The sentences that mention a term, by any of the names given. */
  mentioning(names: readonly string[]): readonly Sentence[];
  stemsOf(sentence: Sentence): ReadonlySet<string>;
  /** Other names that the course itself gives: "antidiuretic hormone (ADH)". */
  aliases(name: string): readonly string[];
}

export async function openCorpus(passages: readonly Passage[]): Promise<Corpus> {
  const sentences: Sentence[] = [];
  const aliases = new Map<string, string[]>();
  const byWord = new Map<string, Sentence[]>();
  const breathe = openBreath();
  for (const passage of await passagesInEnglish(passages.flatMap(partsOf), breathe)) {
    await breathe();
    const written = inLine(passage.text);
    // Read where it is asked for: of a long course only some sentences are asked about.
    let carried: ReadonlyMap<string, string> | undefined;
    const aboutOf = (text: string) => {
      carried ??= subjectsCarried(written, passage.topic);
      return carried.get(text);
    };
    for (const part of readStatements(written, passage.topic).flatMap(({ parts }) => parts)) {
      const { text } = part;
      const sentence = {
        ...{ text, passage, at: sentences.length, key: termKey(text) },
        get about() {
          return aboutOf(text);
        },
        stands: standsAlone(part) && !BARE_TYPE.test(text),
      };
      sentences.push(sentence);
      addAliases(text, aliases);
      addWords(sentence, byWord);
    }
  }
  const stems = new Map<Sentence, ReadonlySet<string>>();
  const mentioned = new Map<string, readonly Sentence[]>();
  const stemsOf = (sentence: Sentence) => {
    let held = stems.get(sentence);
    if (held === undefined) {
      held = contentStems(sentence.text);
      stems.set(sentence, held);
    }
    return held;
  };
  const byKey = (key: string): readonly Sentence[] => {
    let held = mentioned.get(key);
    if (held === undefined) {
      const padded = ` ${key} `;
      held = rarest(key, byWord).filter((sentence) => ` ${sentence.key} `.includes(padded));
      mentioned.set(key, held);
    }
    return held;
  };
  return {
    sentences,
    stemsOf,
    mentioning: (names) => [...new Set(names.map(termKey))].flatMap((key) => (key === '' ? [] : byKey(key))),
    aliases: (name) => aliases.get(termKey(name)) ?? [],
  };
}

/** "Type 2 is …": a number is no name. */
const BARE_TYPE = /^(?:type|stage|grade|class|phase|group|category) (?:\d+|[IVX]+)\b/i;

/** "Risk factors are:" with its points below is one sentence. */
function inLine(text: string): string {
  return text.includes(':\n') || /:[^\S\n]+\n/.test(text)
    ? listsInLine(text).replace(/\b(are|include|includes): (?=\p{Ll})/gu, '$1 ')
    : text;
}

function addWords(sentence: Sentence, byWord: Map<string, Sentence[]>): void {
  for (const word of new Set(sentence.key.split(' '))) {
    const held = byWord.get(word);
    if (held === undefined) byWord.set(word, [sentence]);
    else held.push(sentence);
  }
}

/** The sentences that hold the rarest word of a key. */
function rarest(key: string, byWord: ReadonlyMap<string, Sentence[]>): readonly Sentence[] {
  const lists = key.split(' ').map((word) => byWord.get(word) ?? []);
  return lists.reduce((best, list) => (list.length < best.length ? list : best));
}

const SHORT = /^\(([\p{L}\p{N}+-]{2,8})(?:[,;][^)]{0,40})?\)/u;
const LONGEST_BEFORE = 80;

function addAliases(text: string, aliases: Map<string, string[]>): void {
  const link = (a: string, b: string) => aliases.set(termKey(a), [...new Set([...(aliases.get(termKey(a)) ?? []), b])]);
  for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', at + 1)) {
    const short = SHORT.exec(text.slice(at, at + 60))?.[1];
    const long =
      short === undefined ? undefined : longForm(text.slice(Math.max(0, at - LONGEST_BEFORE), at).trim(), short);
    if (short === undefined || long === undefined) continue;
    link(long, short);
    link(short, long);
  }
}

/** The words before a bracket whose first letters are those in it. */
function longForm(before: string, short: string): string | undefined {
  const letters = short
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/s$/, '');
  if (letters.length < 2 || !/\p{Lu}/u.test(short)) return undefined;
  const words = before.split(/[ ,;:]+/).slice(-7);
  for (let count = 1; count <= words.length; count++) {
    const phrase = words.slice(-count);
    const initials = phrase
      .flatMap((word) => word.split('-'))
      .map((word) => word[0]?.toLowerCase() ?? '')
      .join('');
    const full = phrase
      .filter((word) => !grammar().small.has(word.toLowerCase()))
      .flatMap((word) => word.split('-'))
      .map((word) => word[0]?.toLowerCase() ?? '')
      .join('');
    if (initials === letters || full === letters) return phrase.join(' ').replace(/^(?:the|a|an) /i, '');
  }
  return undefined;
}
