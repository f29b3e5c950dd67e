/** Words of a text with their places, and the lists that say which of them matter. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { singular, type Word, wordsIn } from '../../text/index.ts';
import { readDataFile } from '../data-file.ts';

export { singular as stem, type Word, wordsIn };

const list = z.string().transform((text) => new Set(text.split(/\s+/).filter((word) => word !== '')));

const wordsSchema = z.strictObject({
  stopwords: list,
  generic: list,
  domains: z.strictObject({
    general: z.array(z.string()),
    'ai-ml': z.array(z.string()),
    systems: z.array(z.string()),
    web: z.array(z.string()),
  }),
});

export type Domain = keyof z.infer<typeof wordsSchema>['domains'];

/** Also what is made of one: "we'll", "isn't", "user's" is none. */
export function isStopword(lower: string): boolean {
  const word = lower.replace('’', "'");
  const { stopwords } = lists();
  if (stopwords.has(word)) return true;
  const contracted = /^(\p{L}+?)(?:n't|'(?:ll|re|ve|d|m|s))$/u.exec(word)?.[1];
  return contracted !== undefined && (stopwords.has(contracted) || /^(?:ca|wo|sha|let|ai)$/.test(contracted));
}

export function isGeneric(lower: string): boolean {
  return lists().generic.has(lower);
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
    .map(singular)
    .join(' ');
}

/** The content of a sentence as a bag: stems of the words that matter. */
export function contentStems(text: string): string[] {
  return wordsIn(text).flatMap(({ lower }) => (isStopword(lower) ? [] : [singular(lower)]));
}

const termSets = new Map<Domain, Set<string>>();
let read: z.infer<typeof wordsSchema> | undefined;

function lists(): z.infer<typeof wordsSchema> {
  read ??= readDataFile(fileURLToPath(new URL('./words.yml', import.meta.url)), wordsSchema, 'WORDS_INVALID');
  return read;
}
