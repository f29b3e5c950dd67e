/** A sentence of a letter with its shorthand written out, for whoever reads plans and terms in it; it is quoted as it stands. */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';

export const shorthand = z
  .strictObject({
    words: z.record(z.string(), z.string()),
    examples: z.array(z.strictObject({ written: z.string(), read: z.string() })),
    counters: z.array(z.string()),
  })
  .parse(readRows(new URL('./shorthand.yml', import.meta.url)));

const WORDS = new Map(Object.entries(shorthand.words));
const LONG: Readonly<Record<string, string>> = { w: 'weeks', m: 'months', y: 'years' };
const UNITS: Readonly<Record<string, string>> = { '12': 'months', '52': 'weeks' };
/** "3/12" is three months and "6/52" six weeks, where no date goes on. */
const TERM = /(?<![\d/])(?:in |for )?(\d{1,2})\/(12|52)(?![\d/])/g;
/** Written large it is the word for us, or the genes, unless other shorthand stands there. */
const SHORT = /(?<![\p{L}\d])[\p{L}/']+(?![\p{L}\d])/gu;

/** "q6 mo", "q 2 yr", "q3-4 wk": so many, or the fewer of two. */
const EVERY = /\bq\s?(\d{1,2})(?:\s?-\s?\d{1,2})?\s?-?(wks?|w|weeks?|mos?|mths?|m|months?|yrs?|y|years?)\b/gi;

export function writeOutShort(text: string): string {
  return text
    .replace(EVERY, (_, many: string, of: string) => `every ${many} ${LONG[of[0]!.toLowerCase()]}`)
    .replace(TERM, (_, many: string, of: string) => `in ${many} ${UNITS[of]}`)
    .replace(SHORT, (word) => (isPlainWord(word) ? word : (WORDS.get(word.toLowerCase()) ?? word)));
}

/** "Us" and "ref" in small letters are words of a sentence. */
function isPlainWord(word: string): boolean {
  return (word === 'us' || word === 'dna') && word === word.toLowerCase();
}
