/**
 * Grading where others wait: an answer in somebody's own words is read by the sentence model, which takes a tenth of a second.
 * Where threads are kept it is weighed in one; letters and figures are graded here.
 */
import { callAside } from '../../threads/index.ts';
import type { Question } from '../types.ts';
import { grade } from './grade.ts';
import { kindOf } from './meaning.ts';

export const works = { grade };

const LONGEST_MS = 20_000;
/** Fifty of them take half a minute: never on the last thread, and one at a time of one learner. */
const LONG = 300;
/** A letter or two is no text. */
const SHORT = 3;

export async function weigh(question: Question, answer: string, owner: string): Promise<ReturnType<typeof grade>> {
  if (!isWeighed(question, answer)) return grade(question, answer);
  const long = answer.length > LONG;
  return callAside(import.meta.url, works, 'grade', [question, answer], { limitMs: LONGEST_MS, owner, long });
}

function isWeighed({ key, stem }: Question, answer: string): boolean {
  if (answer.trim().length <= SHORT || key.kind === 'pairs') return false;
  return key.kind === 'option' || kindOf(key.text, stem) !== 'value';
}
