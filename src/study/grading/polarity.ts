/**
 * A key that says yes or no, and why: the yes or no decides, said by itself or by what follows it; who says the right word and the
 * contrary of the reason has contradicted himself.
 */
import type { Verdict } from '../types.ts';
import { opposes } from './cleaning.ts';
import { contradicts } from './contradictions.ts';

const POLAR = /^(?<word>yes|no|true|false|correct|incorrect)\b[\s,;:.–-]*(?<rest>.*)$/isu;
const SIDE: Readonly<Record<string, boolean>> = {
  ...{ yes: true, true: true, correct: true, yep: true, yeah: true, y: true },
  ...{ no: false, false: false, incorrect: false, nope: false, n: false },
};
const SAID = /^(?<word>yes|no|true|false|correct|incorrect|yep|yeah|nope|y|n)(?![\p{L}'’])[\s,;:.–-]*(?<rest>.*)$/isu;

/** What is left to be compared where the answer has no such word of its own, or the verdict. */
export function gradePolarity(key: string, said: string): { verdict: Verdict } | { key: string } | undefined {
  const own = POLAR.exec(key)?.groups;
  if (own === undefined) return undefined;
  const [word, rest] = [own['word'] as string, (own['rest'] ?? '').replace(/^because\s+/i, '')];
  const given = SAID.exec(said)?.groups;
  if (given === undefined) return rest === '' ? undefined : { key: rest };
  if (SIDE[(given['word'] as string).toLowerCase()] !== SIDE[word.toLowerCase()]) return { verdict: 'wrong' };
  const more = given['rest'] ?? '';
  const isTurned = rest !== '' && more !== '' && (opposes(rest, more) || contradicts(rest, more));
  return { verdict: isTurned ? 'wrong' : 'right' };
}
