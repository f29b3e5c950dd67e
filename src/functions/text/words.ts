/** Words of a text with their places, and the lists that say which of them matter. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readDataFile } from '../data-file.ts';

const list = z.string().transform((text) => new Set(text.split(/\s+/).filter((word) => word !== '')));

const wordsSchema = z.strictObject({
  stopwords: list,
  generic: list,
  abbreviations: list,
  domains: z.strictObject({
    general: z.array(z.string()),
    'ai-ml': z.array(z.string()),
    systems: z.array(z.string()),
    web: z.array(z.string()),
  }),
});

export type Domain = keyof z.infer<typeof wordsSchema>['domains'];

export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+(?:[-'’.+#][\p{L}\p{N}]+|[+#]+)*/gu;

/** The words between `start` and `end`, with offsets into the whole text. */
export function wordsIn(text: string, start = 0, end = text.length): Word[] {
  const words: Word[] = [];
  for (const match of text.slice(start, end).matchAll(WORD)) {
    const at = start + match.index;
    words.push({ text: match[0], lower: match[0].toLowerCase(), start: at, end: at + match[0].length });
  }
  return words;
}

export function isStopword(lower: string): boolean {
  return lists().stopwords.has(lower.replace('’', "'"));
}

export function isGeneric(lower: string): boolean {
  return lists().generic.has(lower);
}

export function isAbbreviation(lower: string): boolean {
  return lists().abbreviations.has(lower);
}

/** Whether a phrase is one of the domain's terms, in singular or plural. */
export function isDomainTerm(domain: Domain, phrase: string): boolean {
  let terms = termSets.get(domain);
  if (terms === undefined) {
    terms = new Set(lists().domains[domain].map(phraseKey));
    termSets.set(domain, terms);
  }
  return terms.has(phraseKey(phrase));
}

/** What all spellings of a phrase share: lower case, one space, singular. */
export function phraseKey(phrase: string): string {
  return phrase
    .toLowerCase()
    .split(/[\s-]+/)
    .map(stem)
    .join(' ');
}

/** Takes off a plural, and nothing else: a keyword must remain a word. */
export function stem(word: string): string {
  if (word.length < 4 || /(?:ss|us|is|'s)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** The content of a sentence as a bag: stems of the words that matter. */
export function contentStems(text: string): string[] {
  return wordsIn(text).flatMap(({ lower }) => (isStopword(lower) ? [] : [stem(lower)]));
}

const termSets = new Map<Domain, Set<string>>();
let read: z.infer<typeof wordsSchema> | undefined;

function lists(): z.infer<typeof wordsSchema> {
  read ??= readDataFile(fileURLToPath(new URL('./words.yml', import.meta.url)), wordsSchema, 'WORDS_INVALID');
  return read;
}
