/** An answer judged by its key: right, partly or wrong, with the right answer, the reason and where it stands. */

import { contentStems } from '../facts/terms.ts';
import type { Grade, Option, Question, Verdict } from '../types.ts';
import { cleanAnswer } from './cleaning.ts';
import { gradeWords } from './meaning.ts';
import { isValue } from './measuring.ts';
import { includesTerm } from './terms.ts';
import { answerWords } from './words.ts';

const LONGEST_ANSWER = 2000;

export function grade(question: Question, given: string): Omit<Grade, 'counted'> {
  const answer = given.slice(0, LONGEST_ANSWER);
  const { verdict, understood } = judge(question, answer);
  return {
    question: question.id,
    verdict,
    answer: understood,
    right_answer: rightAnswer(question),
    reason: question.reason,
    citation: question.citation,
  };
}

export function rightAnswer({ key, items, options }: Question): string {
  if (key.kind === 'option') return `${key.label}) ${key.text}`;
  if (key.kind === 'text') return key.text;
  const text = (list: readonly Option[], label: string) => list.find((option) => option.label === label)?.text ?? label;
  return Object.entries(key.pairs)
    .map(([item, option]) => `${item} ${text(items, item)}: ${option}) ${text(options, option)}`)
    .join('; ');
}

function judge({ key, options, stem }: Question, answer: string): { verdict: Verdict; understood: string } {
  if (key.kind === 'text')
    return { verdict: gradeWords({ ...key, question: stem }, answer), understood: answer.trim() };
  if (key.kind === 'option') return gradeOption(options, key.label, answer);
  const pairs = readPairs(answer);
  const right = Object.entries(key.pairs).filter(([item, option]) => pairs.get(item) === option).length;
  const all = Object.keys(key.pairs).length;
  return {
    verdict: right === all ? 'right' : right > 0 ? 'partly' : 'wrong',
    understood: [...pairs].map(([item, option]) => `${item}${option}`).join(' '),
  };
}

/** By letter or by words. Both the right and a wrong one named: partly. */
export function gradeOption(
  options: readonly Option[],
  right: string,
  answer: string,
): { verdict: Verdict; understood: string } {
  const said = cleanAnswer(answer);
  if (said === '') return { verdict: 'wrong', understood: answer.trim() };
  const chosen = chosenLabels(options, said);
  const understood =
    options
      .filter(({ label }) => chosen.has(label))
      .map(({ label, text }) => `${label}) ${text}`)
      .join(', ') || said;
  if (!chosen.has(right) || chosen.size === options.length) return { verdict: 'wrong', understood };
  return { verdict: chosen.size === 1 ? 'right' : 'partly', understood };
}

const LETTER = /(?<![\p{L}\p{N}'’])\(?([a-h])(?:[).:,?]|(?![\p{L}\p{N}'’-]))/giu;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

function chosenLabels(options: readonly Option[], said: string): Set<string> {
  const letters = lettersIn(options, said);
  if (letters.size > 0) return letters;
  const place = placeIn(options, said);
  if (place !== undefined) return new Set([place]);
  const named = options.filter(({ text }) => isNamed(text, said));
  if (named.length > 0) return new Set(named.map(({ label }) => label));
  const only = onlyOne(options, said);
  return new Set(only === undefined ? [] : [only]);
}

function lettersIn(options: readonly Option[], said: string): Set<string> {
  const known = new Set(options.map(({ label }) => label));
  const whole = /^\(?([a-h])\)?[.:)?!]*$/i.exec(said)?.[1]?.toUpperCase();
  if (whole !== undefined && known.has(whole)) return new Set([whole]);
  const { negation } = answerWords();
  const found = [...said.matchAll(LETTER)].filter((match) => {
    const letter = match[1] as string;
    if (!known.has(letter.toUpperCase()) || isArticle(said, match.index, letter)) return false;
    const before = said.slice(Math.max(0, match.index - 14), match.index);
    // "neither A nor B": a denial goes on over "nor" and "or", and ends at a comma.
    return !negation.test(before.split(/,|;|\.|\bso\b|\bbut\b|\bit is\b|\bit's\b/i).at(-1) ?? before);
  });
  return new Set(found.map((match) => (match[1] as string).toUpperCase()));
}

/** "a" before a word is no choice; small letters count with a sign, at the start, or in a list of letters. */
function isArticle(said: string, at: number, letter: string): boolean {
  const rest = said.slice(at);
  if (/^a (?!or |and |is |because |but |as |since |i )\p{Ll}/iu.test(rest) && /^a$/i.test(letter)) return true;
  if (/[A-H]/.test(letter)) return false;
  return !(
    at === 0 ||
    /^\(?[a-h][).:]/i.test(rest) ||
    /^[a-h](?:$|\s*(?:or|and|,))/i.test(rest) ||
    /(?:\bor|\band|,|option|answer)\s*$/i.test(said.slice(0, at))
  );
}

function placeIn(options: readonly Option[], said: string): string | undefined {
  const word =
    /^(?:the |number |no\.? ?|option )?(first|second|third|fourth|fifth|sixth|last|[1-6])(?: one| option| answer)?$/i
      .exec(said)?.[1]
      ?.toLowerCase();
  if (word === undefined || options.some(({ text }) => /^\d/.test(text) && text.startsWith(word))) return undefined;
  const index = word === 'last' ? options.length - 1 : /\d/.test(word) ? Number(word) - 1 : ORDINALS.indexOf(word);
  return options[index]?.label;
}

function isNamed(text: string, said: string): boolean {
  const verdict = gradeWords({ text, also: [] }, said);
  if (isValue(text) && /^[\d.,\s]+$/.test(said)) return verdict !== 'wrong';
  return verdict === 'right' || (verdict === 'partly' && /,|\bor\b|\band\b/i.test(said) && includesTerm(said, text));
}

/** A word that stands in one option alone chooses it. */
function onlyOne(options: readonly Option[], said: string): string | undefined {
  if (answerWords().negation.test(said)) return undefined;
  const given = [...contentStems(said)].filter((word) => options.some(({ text }) => contentStems(text).has(word)));
  const fits = options.filter(({ text }) => given.length > 0 && given.every((word) => contentStems(text).has(word)));
  return fits.length === 1 && [...contentStems(said)].length <= given.length + 2 ? fits[0]?.label : undefined;
}

function readPairs(answer: string): Map<string, string> {
  return new Map(
    Array.from(answer.matchAll(/(\d{1,2})\s*[-–=:.)→>]*\s*([a-h])(?![\p{L}])/giu), ([, item, option]) => [
      item as string,
      (option as string).toUpperCase(),
    ]),
  );
}

/** "2: B", "1. A 2. C", "1b, 3 d" or "B" alone: which question, and what was answered. */
export function readAnswers(message: string): { question?: number; answer: string }[] {
  const marked = [
    ...message.matchAll(
      /(?:^|[\s,;])(?:q(?:uestion)?\s*)?(\d{1,2})\s*(?:[:.)=-]|\s(?=[a-h]\b)|(?=[a-h](?:[\s,;.)]|$)))\s*/giu,
    ),
  ];
  if (marked.length === 0) return message.trim() === '' ? [] : [{ answer: message.trim() }];
  return marked.map((match, index) => {
    const from = match.index + match[0].length;
    const to = marked[index + 1]?.index ?? message.length;
    return {
      question: Number(match[1]),
      answer: message
        .slice(from, to)
        .replace(/[,;\s]+$/, '')
        .trim(),
    };
  });
}
