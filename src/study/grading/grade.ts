/** An answer judged by its key: right, partly or wrong, with the right answer, the reason and where it stands. */
import type { Grade, Option, Question, Verdict } from '../types.ts';
import { gradeWords, isUnsure, strip } from './meaning.ts';
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
  const said = strip(answer);
  if (isUnsure(said)) return { verdict: 'wrong', understood: said };
  const chosen = chosenLabels(options, said);
  const labels = [...chosen];
  const understood =
    options
      .filter(({ label }) => chosen.has(label))
      .map(({ label, text }) => `${label}) ${text}`)
      .join(', ') || said;
  if (!chosen.has(right)) return { verdict: 'wrong', understood };
  return { verdict: labels.length === 1 ? 'right' : 'partly', understood };
}

const LETTER = /(?<![\p{L}\p{N}'’])\(?([a-h])(?:\)|\.|:|(?![\p{L}\p{N}'’-]))/giu;

function chosenLabels(options: readonly Option[], said: string): Set<string> {
  const known = new Set(options.map(({ label }) => label));
  const whole = /^\(?([a-h])\)?[.:)]?$/i.exec(said)?.[1]?.toUpperCase();
  if (whole !== undefined && known.has(whole)) return new Set([whole]);
  const { negation } = answerWords();
  const refused = (at: number) => negation.test(said.slice(Math.max(0, at - 14), at));
  // "a" is an article before a word; as a letter it stands with a sign or in capitals.
  const letters = [...said.matchAll(LETTER)]
    .filter(
      (match) =>
        known.has((match[1] as string).toUpperCase()) &&
        (/[A-H]/.test(match[1] as string) || /[).:]/.test(match[0]) || match.index === 0) &&
        !(/^a$/i.test(match[1] as string) && /^a (?!or |and |is |because |but )\p{Ll}/iu.test(said.slice(match.index))),
    )
    .filter((match) => !refused(match.index))
    .map((match) => (match[1] as string).toUpperCase());
  if (letters.length > 0) return new Set(letters);
  const named = options.filter(({ text }) => {
    const verdict = gradeWords({ text, also: [] }, said);
    return verdict === 'right' || (verdict === 'partly' && /,|\bor\b|\band\b/i.test(said));
  });
  return new Set(named.map(({ label }) => label));
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
