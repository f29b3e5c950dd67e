/** How many took part, as texts count people: 20 060 women, n = 404, 25 of 400 and 47 of 395. */
import { sentencesOf } from '../../text/index.ts';
import { appraisal } from './words.ts';

const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+|\d{1,7})`;

/** Thousands that are set apart by a space are one number: "20 060". */
export function joinThousands(text: string): string {
  return text.replace(/(?<![\d.,])(\d{1,3})((?:[ \u00a0\u2009\u202f]\d{3})+)(?![\d.,]*\d)/g, (_, first, rest) => {
    return `${first}${rest.replace(/\s/g, '')}`;
  });
}

const SMALL = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const TEENS = ['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const WORD = [...SMALL, ...TEENS, ...TENS, 'hundred', 'thousand'].join('|');
const IN_WORDS = new RegExp(`(?<![\\p{L}-])(?:${WORD})(?:(?:-|\\s+and\\s+|\\s+)(?:${WORD}))*(?![\\p{L}-])`, 'giu');
/** Numbers that count nobody. */
const ADDRESSES = /\b10\.\d{4,}\/\S+|https?:\/\/\S+/g;
/** What was to take part is no count of who did. */
const PLANNED =
  /\b(?:planned|targeted|target(?: of| was)?|intended|aimed|required|calculated|expected)\s(?:to (?:enrol|enroll|recruit|include|randomi[sz]e)\s)?(?:an? (?:total|sample|sample size) of\s|sample size of\s)?\d[\d,]*/giu;

/** "Four hundred and six adults", without what was only planned. Fewer than twenty in words are some of them. */
function toldCounts(text: string): string {
  return text
    .replace(ADDRESSES, ' ')
    .replace(PLANNED, ' ')
    .replace(IN_WORDS, (said) => {
      const value = sumOf(said.toLowerCase().split(/[\s-]+/));
      return value < LEAST_IN_WORDS ? said : String(value);
    });
}

const LEAST_IN_WORDS = 20;

function sumOf(words: readonly string[]): number {
  let [whole, part] = [0, 0];
  for (const word of words) {
    const at = [...SMALL, ...TEENS].indexOf(word);
    if (at >= 0) part += at + 1;
    else if (TENS.includes(word)) part += (TENS.indexOf(word) + 2) * 10;
    else if (word === 'hundred') part = Math.max(1, part) * 100;
    else if (word === 'thousand') [whole, part] = [whole + Math.max(1, part) * 1000, 0];
  }
  return whole + part;
}

export function namesPeople(text: string): boolean {
  return new RegExp(`\\b(?:${appraisal().people.join('|')})\\b`, 'i').test(text);
}

/** In a title also a few are all of them: "a case series of six patients". */
export function countInTitle(title: string): number | undefined {
  const told = title.replace(IN_WORDS, (said) => String(sumOf(said.toLowerCase().split(/[\s-]+/))));
  const counts = countsOf(told);
  return counts.length === 1 ? counts[0] : undefined;
}

export function countsOf(text: string, nouns: readonly string[] = appraisal().people): number[] {
  const pattern = new RegExp(`\\b${NUMBER}\\b\\s+(?:[\\p{L}-]+\\s+){0,2}(?:${nouns.join('|')})\\b`, 'giu');
  return [...toldCounts(joinThousands(text)).matchAll(pattern)].map(([, count]) => toNumber(count!));
}

/** Of arms that are counted in one sentence the sum; else the largest count. */
export function largestCount(text: string): number | undefined {
  const sentences = sentencesOf(toldCounts(joinThousands(text)));
  const sum = (sentence: string, pattern: RegExp, most: number) =>
    [...sentence.matchAll(pattern)].slice(0, most).reduce((all, [, count]) => all + toNumber(count!), 0);
  const said = sentences.map((sentence) => sum(sentence, new RegExp(`\\bn\\s?=\\s?${NUMBER}\\b`, 'gi'), MOST_ARMS));
  const shares = sentences.map((sentence) =>
    sum(
      sentence,
      new RegExp(
        `(?<![\\d.·])\\d[\\d,]*(?: ?[([][\\d.]+ ?%[)\\]])? of ${NUMBER}\\b(?!\\s+(?:[\\p{L}-]+\\s+){0,2}(?:${appraisal().parts.join('|')})\\b)`,
        'gu',
      ),
      2,
    ),
  );
  const counts = [...said, ...shares, ...countsOf(text)].filter((count) => count > 0);
  return counts.length > 0 ? Math.max(...counts) : undefined;
}

const MOST_ARMS = 12;

function toNumber(written: string): number {
  return Number(written.replaceAll(',', ''));
}

/** How many studies sources tell of: two papers of one registered trial, or a preprint and what came of it, are one. */
export function countStudies(
  rows: readonly { readonly id: string; readonly title: string; readonly trials?: readonly string[] | undefined }[],
): number {
  const key = ({ title, trials = [] }: (typeof rows)[number]) =>
    trials.length === 1 ? trials[0]! : title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  return new Set(rows.map(key)).size;
}
