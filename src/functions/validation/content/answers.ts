/** Whether a passage gives an answer of the kind that is asked for: a time, an amount, somebody, a reason, a way. */
import { wordsIn } from '../../../text/index.ts';
import { root } from '../../statements/wording.ts';
import { readWords } from '../words.ts';
import type { Claim } from './claim.ts';
import type { Passage } from './passages.ts';
import type { Answer } from './wording.ts';

const TIMES = new Set(['time', 'date', 'clock', 'times']);
const WHEN =
  /\b(?:daily|weekly|monthly|yearly|annually|hourly|nightly|quarterly|every|each|immediately|morning|evening|noon|midnight|night|\w+day|tomorrow|today|once|end|before|after|until|always|first|last)\b/i;

const PHONE = /(?<![\d.:-])\+?\(?\d(?:[\d\s()/-]*\d){5,}(?![\d.:])/;
const MAIL = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,100}\.\w/;
const CONTACT = new RegExp(`${MAIL.source}|\\bhttps?:|\\bwww\\.|${PHONE.source}`);

const READS: Readonly<Record<Answer, (passage: Passage, claim: Claim) => boolean>> = {
  time: ({ said, text }) => said.amounts.some(({ dimension }) => TIMES.has(dimension)) || WHEN.test(text),
  amount: ({ said, text }, claim) =>
    said.amounts.some(({ dimension }) => fits(claim, dimension, text)) || /\bfree of charge\b|\bfree\b/i.test(text),
  person: ({ text }) => {
    const named = wordsIn(text).some(({ text: word, start }) => start > 0 && /^\p{Lu}\p{Ll}/u.test(word));
    return named || /@/.test(text) || readWords().people.some((word) => new RegExp(`\\b${word}\\b`, 'i').test(text));
  },
  reason: ({ text }) =>
    readWords().reasons.some((word) => text.toLowerCase().includes(word)) || /\bto\s+\w+|:\s/.test(text),
  manner: () => true,
  place: ({ text }, { asking }) =>
    /\b(?:at|in|on|to|near)\s+(?:the\s+)?\p{L}/iu.test(text) || (asking.has('address') && CONTACT.test(text)),
  contact: ({ text }) => CONTACT.test(text),
  whether: () => true,
};

export function hasAnswer(passage: Passage, kind: Answer, claim: Claim): boolean {
  return READS[kind](passage, claim);
}

const MEASURES: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:price|cost|costs|fee|budget|salary|rent|deposit|wage)$/, /^money$/],
  [/^(?:dose|dosage)$/, /^(?:mass|dose|volume|times|concentration)$/],
  [/^(?:percentage|rate)$/, /^(?:percent|rate)$/],
  [/^temperature$/, /^temperature$/],
  [/^weight$/, /^mass$/],
  [/^(?:distance|height|width)$/, /^length$/],
  [/^(?:version|port)$/, /^label:/],
];

/** A price is money, a dose is a mass; of other nouns any amount may be it. */
function fits({ asking }: Claim, dimension: string, text: string): boolean {
  const family = MEASURES.find(([noun]) => [...asking].some((word) => noun.test(word)));
  if (family === undefined || family[1].test(dimension)) return true;
  return [...asking].some((word) => wordsIn(text).some(({ lower }) => root(lower) === root(word)));
}

const ASKED: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:tele)?phone numbers?\b|\bhotline\b/i, PHONE],
  [/\be-?mail address(?:es)?\b/i, MAIL],
  [/\b(?:web ?site|url|web address|link)\b/i, /https?:|\bwww\.|\]\(|\b[\w-]+\.(?:com|org|net|example|ch|de|uk|io)\b/],
];

/** A phone number that stands nowhere is not given, whatever else is said of calling. */
export function isAbsent({ mode, text }: Claim, whole: () => string): boolean {
  if (mode !== 'topic') return false;
  const [, shown] = ASKED.find(([asked]) => asked.test(text)) ?? [];
  return shown !== undefined && !shown.test(whole());
}
