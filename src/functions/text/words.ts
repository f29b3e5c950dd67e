/** The lists that say which words of a text matter. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { singular, wordsIn } from '../../text/index.ts';
import { readDataFile } from '../data-file.ts';

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

export function isStopword(lower: string): boolean {
  return lists().stopwords.has(lower.replace('’', "'"));
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
