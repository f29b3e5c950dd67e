/** An answer judged by its key: right, partly or wrong, with the right answer, the reason and where it stands. */

import type { Grade, Option, Question, Verdict } from '../types.ts';
import { gradeOption } from './choosing.ts';
import { lackOf } from './lacking.ts';
import { gradeWords } from './meaning.ts';

const LONGEST_ANSWER = 2000;

export function grade(question: Question, given: string): Omit<Grade, 'counted'> {
  const answer = given.slice(0, LONGEST_ANSWER);
  const { verdict, understood } = judge(question, answer);
  return {
    question: question.id,
    verdict,
    answer: understood,
    right_answer: rightAnswer(question),
    reason: [lackIn(question, answer, verdict), question.reason].filter(Boolean).join(' '),
    citation: question.citation,
  };
}

/** What is missing comes before what the material says. */
function lackIn(question: Question, answer: string, verdict: Verdict): string | undefined {
  if (question.key.kind !== 'pairs' || verdict !== 'partly') return lackOf(question, answer, verdict);
  const given = readPairs(answer);
  const wrong = Object.entries(question.key.pairs).filter(([item, option]) => given.get(item) !== option);
  return `Not right: ${wrong.map(([item]) => item).join(', ')}.`;
}

export function rightAnswer({ key, items, options }: Question): string {
  if (key.kind === 'option') return `${key.label}) ${key.text}`;
  if (key.kind === 'text') return key.text;
  const text = (list: readonly Option[], label: string) => list.find((option) => option.label === label)?.text ?? label;
  return Object.entries(key.pairs)
    .map(([item, option]) => `${item} ${text(items, item)}: ${option}) ${text(options, option)}`)
    .join('; ');
}

function judge(question: Question, answer: string): { verdict: Verdict; understood: string } {
  const { key, options, stem } = question;
  const sentence = question.citation.source.excerpt;
  if (key.kind === 'text')
    return { verdict: gradeWords({ ...key, question: stem, sentence }, answer), understood: answer.trim() };
  if (key.kind === 'option') return gradeOption(options, key.label, answer, stem);
  const pairs = readPairs(answer);
  const right = Object.entries(key.pairs).filter(([item, option]) => pairs.get(item) === option).length;
  const all = Object.keys(key.pairs).length;
  return {
    verdict: right === all ? 'right' : right > 0 ? 'partly' : 'wrong',
    understood: [...pairs].map(([item, option]) => `${item}${option}`).join(' '),
  };
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
      /(?:^|[\s,;])(?:q(?:uestion)?\s*)?([1-9]\d?)\s*(?:[:)=]|[.-](?!\d)|\s(?=[a-h]\b)|(?=[a-h](?:[\s,;.)]|$)))\s*/giu,
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
