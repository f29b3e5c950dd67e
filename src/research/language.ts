/** A request in another language than English: word by word in English where the language is known, else named. Data: languages/. */

import { join } from 'node:path';
import { z } from 'zod';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { readRows } from '../text/rows.ts';
import { vocabulary } from './vocabulary.ts';

const READ = ['de', 'fr', 'es'] as const;
const languageSchema = z.strictObject({
  name: z.string(),
  marks: z.array(z.string()),
  endings: z.array(z.string()),
  letters: z.array(z.tuple([z.string(), z.string()])),
  nouns: z.record(z.string(), z.string()),
  adjectives: z.record(z.string(), z.string()),
  words: z.record(z.string(), z.string()),
  /** Halves of compound names: Lungen|fibrose is pulmonary fibrosis. */
  compounds: z
    .strictObject({
      firsts: z.record(z.string(), z.array(z.string())),
      lasts: z.record(z.string(), z.array(z.string())),
    })
    .optional(),
  /** What the desk says, with {slots}, and the same in this language. */
  sentences: z.array(z.tuple([z.string(), z.string()])),
});
const othersSchema = z.strictObject({
  words: z.record(z.string(), z.array(z.string())),
  scripts: z.record(z.string(), z.string()),
});

export type Language = Omit<z.infer<typeof languageSchema>, 'words' | 'sentences'> & {
  /** Of its files: de, fr, es. */
  code: (typeof READ)[number];
  words: Map<string, string>;
  longest: number;
  said: readonly Saying[];
};

export interface Gloss {
  /** The request in English, as far as its words are known. */
  readonly text: string;
  /** The language it was written in, where that is not English. */
  readonly language?: string | undefined;
  /** Its language is known by name only. */
  readonly unread?: boolean | undefined;
}

export function inEnglish(message: string): Gloss {
  const best = guessLanguage(message);
  if (best === undefined) return { text: message };
  if (best.language === undefined) return { text: message, language: best.name, unread: true };
  return { text: gloss(message, best.language), language: best.name };
}

/** What it is written in, where that is not English; known by name only where no language comes with it. */
export function guessLanguage(message: string): { name: string; language?: Language | undefined } | undefined {
  const { read, others } = languages();
  const script = scriptOf(message, others.scripts);
  if (script !== undefined) return { name: script };
  const tokens = tokensOf(message).filter(({ isWord }) => isWord);
  const words = tokens.map(({ text }) => text.toLowerCase());
  const english = words.filter((word) => vocabulary().small.has(word)).length;
  const count = (marks: readonly string[]) => words.filter((word) => marks.includes(word)).length;
  const scored = [
    ...read.map((language) => ({ name: language.name, score: count(language.marks), language })),
    ...Object.entries(others.words).map(([name, marks]) => ({ name, score: count(marks), language: undefined })),
  ];
  const [best] = scored.toSorted((a, b) => b.score - a.score);
  const isOther = best !== undefined && best.score > english && (best.score >= 2 || words.length <= SHORT);
  return isOther && best.score > 0 ? best : undefined;
}

/** What the desk says itself, in the language in which it was asked; what sources say stays in their words. */
export function inLanguage(text: string, name: string): string {
  const language = languages().read.find((each) => each.name === name);
  return (language?.said ?? []).reduce(
    (told, { pattern, say }) => told.replace(pattern, (...found) => fill(say, found)),
    text,
  );
}

interface Saying {
  readonly pattern: RegExp;
  readonly say: string;
}

/** "{1}" is what stood in the first slot. */
function fill(say: string, found: readonly unknown[]): string {
  return say.replace(/\{(\d)\}/g, (_, at) => String(found[Number(at)] ?? ''));
}

function toSaying([english, say]: readonly [string, string]): Saying {
  const pattern = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\d\}/g, '(.+?)');
  return { pattern: new RegExp(pattern, 'g'), say };
}

/** What can be asked in. */
/** Those whose words are known. */
export function readLanguages(): readonly Language[] {
  return languages().read;
}

export function languagesRead(): string[] {
  return ['English', ...languages().read.map(({ name }) => name)];
}

/** In so few words one mark is enough. */
const SHORT = 5;

function gloss(message: string, language: Language): string {
  const tokens = tokensOf(message);
  const out: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = longestAt(tokens, at, language);
    out.push(found?.english ?? tokens[at]!.text);
    at += found?.length ?? 1;
  }
  return asNamed(out.join('').replace(/\s+/g, ' ').trim());
}

/** "Nephropathy by IgA": other languages put behind what English puts before. Where the catalogue knows it so, it is that. */
export function asNamed(english: string): string {
  return english.replace(BEHIND, (said, head: string, of: string) => {
    const name = `${of} ${head}`;
    const isKnown = openCatalogue()
      .find(name, { kinds: ['condition'] })
      .some(({ start, end }) => start === 0 && end === name.length);
    return isKnown ? name : said;
  });
}

const BEHIND = /(?<!\p{L})(\p{L}{4,}) (?:by|of|at|from|due to) (?:the )?(\p{L}[\p{L}\p{N}-]*)/giu;

export interface Piece {
  readonly text: string;
  readonly isWord: boolean;
}

export function longestAt(tokens: readonly Piece[], at: number, language: Language) {
  const { words, longest, endings } = language;
  if (!tokens[at]!.isWord) return undefined;
  for (let length = Math.min(longest, tokens.length - at); length > 0; length--) {
    const said = tokens
      .slice(at, at + length)
      .map(({ text }) => text)
      .join('')
      .toLowerCase()
      .replace(/\s+/g, ' ');
    const english = words.get(said) ?? (length === 1 ? withoutEnding(said, words, endings) : undefined);
    if (english !== undefined) return { english, length };
  }
  const english = otherwise(tokens[at]!.text.toLowerCase(), language);
  return english === undefined ? undefined : { english, length: 1 };
}

/** A paper comes back to its words: each is looked up once. */
function otherwise(word: string, language: Language): string | undefined {
  const key = `${language.name} ${word}`;
  if (!looked.has(key)) {
    if (looked.size >= MOST_LOOKED) looked.clear();
    looked.set(key, writtenOtherwise(word, language));
  }
  return looked.get(key);
}

const looked = new Map<string, string | undefined>();
const MOST_LOOKED = 20_000;

/** "Lungenfibrose": a half that is of the body, and one that says what is wrong with it, as the catalogue knows both together. */
function compoundOf(stems: readonly string[], { compounds, nouns, letters }: Language): string | undefined {
  if (compounds === undefined) return undefined;
  const { firsts, lasts } = compounds;
  const candidates = stems.flatMap((stem) =>
    Object.keys(firsts)
      .filter((first) => stem.startsWith(first) && stem.length > first.length + 2)
      .flatMap((first) => {
        const rest = stem.slice(first.length);
        const ends = Object.entries(nouns).flatMap(([own, english]) =>
          rest.endsWith(own) ? spellings(rest.slice(0, -own.length) + english, letters) : [],
        );
        return firsts[first]!.flatMap((organ) => [...(lasts[rest] ?? []), ...ends].map((last) => `${organ} ${last}`));
      }),
  );
  return candidates.find((name) =>
    openCatalogue()
      .find(name, { kinds: ['condition'] })
      .some(isWhole(name)),
  );
}

/** "Ösophagitis" is oesophagitis: the name that the catalogue knows, written as the language writes it. */
function writtenOtherwise(word: string, language: Language): string | undefined {
  const { letters, nouns, adjectives, endings } = language;
  // What is written together is read by its parts.
  if (word.length < LONG_NAME || word.includes('-')) return undefined;
  const stems = [word, ...endings.flatMap((end) => (word.endsWith(end) ? [word.slice(0, -end.length)] : []))];
  const compound = compoundOf(stems, language);
  if (compound !== undefined) return compound;
  const end = (stem: string, ends: Readonly<Record<string, string>>) =>
    Object.entries(ends).flatMap(([own, english]) =>
      stem.endsWith(own) ? [stem.slice(0, -own.length) + english] : [],
    );
  const spelled = stems.flatMap((stem) => [...end(stem, nouns), stem]).flatMap((name) => spellings(name, letters));
  const found = spelled.flatMap((name) =>
    openCatalogue()
      .find(name, { kinds: ['condition', 'drug'] })
      .filter(isWhole(name))
      .map(({ concept }) => ({ name, isExact: concept.name.toLowerCase() === name })),
  );
  // The name as the catalogue writes it before one that it only takes for it.
  const known = (found.find(({ isExact }) => isExact) ?? found[0])?.name;
  // A disease that no catalogue knows is written as such words are.
  const unknown = stems.flatMap((stem) => end(stem, nouns))[0];
  return known ?? stems.flatMap((stem) => end(stem, adjectives))[0] ?? (unknown && spellings(unknown, letters).at(-1));
}

const LONG_NAME = 6;

const isWhole = (name: string) => (match: { start: number; end: number }) =>
  match.start === 0 && match.end === name.length;

function spellings(name: string, letters: readonly (readonly [string, string])[]): string[] {
  return letters.reduce<string[]>(
    (all, [own, english]) => [...new Set(all.flatMap((each) => [each, each.replaceAll(own, english)]))],
    [name],
  );
}

/** "hereditäres" is hereditär, declined. */
function withoutEnding(word: string, words: ReadonlyMap<string, string>, endings: readonly string[]) {
  for (const ending of endings)
    if (word.endsWith(ending) && word.length - ending.length >= 3) {
      const english = words.get(word.slice(0, -ending.length));
      if (english !== undefined) return english;
    }
  return undefined;
}

export function tokensOf(message: string): Piece[] {
  const pieces = message.normalize('NFC').match(/[\p{L}\p{M}]+(?:-\p{L}+)*|[^\p{L}]+/gu) ?? [];
  return pieces.map((text) => ({ text, isWord: /^\p{L}/u.test(text) }));
}

function scriptOf(message: string, scripts: Readonly<Record<string, string>>): string | undefined {
  const letters = message.match(/\p{L}/gu)?.length ?? 0;
  const [name] = Object.keys(scripts).filter(
    (script) => (message.match(new RegExp(`\\p{Script=${script}}`, 'gu'))?.length ?? 0) * 2 > letters,
  );
  return name === undefined ? undefined : scripts[name];
}

let known: ReturnType<typeof load> | undefined;

function load() {
  const open = (file: string) => readRows(join(import.meta.dirname, 'languages', `${file}.yml`)) as unknown;
  const read = READ.map((id): Language => {
    const { words, sentences, ...language } = languageSchema.parse(open(id));
    const entries = Object.entries(words);
    // Words and what stands between them are pieces alike.
    const longest = Math.max(...entries.map(([said]) => tokensOf(said).length));
    return { ...language, code: id, words: new Map(entries), longest, said: sentences.map(toSaying) };
  });
  return { read, others: othersSchema.parse(open('others')) };
}

function languages(): ReturnType<typeof load> {
  known ??= load();
  return known;
}
