/**
 * An answer to "why" in somebody's own words: weighed by its signs (statement-signs.ts), whose weights are learned from labelled answers.
 * Where right and wrong weigh nearly the same the learner is told to compare; without the sentence model the points decide (reasons.ts).
 */
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import type { Verdict } from '../types.ts';
import { type AskedReason, isOfOther } from './assertions.ts';
import { canonicalKey } from './cleaning.ts';
import { gradeByPoints } from './reasons.ts';
import { exchangesRoles } from './roles.ts';
import { bare, type StatementSigns, statementSigns } from './statement-signs.ts';

const weight = { wrong: z.number(), partly: z.number(), right: z.number() };
const file = z.strictObject({
  base: z.strictObject(weight),
  signs: z.array(z.strictObject({ sign: z.string(), mean: z.number(), deviation: z.number(), ...weight })),
});

export type StatementWeights = z.infer<typeof file>;

let read: StatementWeights | undefined;

function weights(): StatementWeights {
  read ??= file.parse(readRows(new URL('./statements.yml', import.meta.url)));
  return read;
}

export function gradeStatement(asked: AskedReason, said: string): Verdict {
  // Word for word, once things of several names have one.
  if (canonicalKey(bare(asked.key)) === canonicalKey(bare(said))) return 'right';
  if (exchangesRoles(bare(asked.key), bare(said))) return 'wrong';
  const signs = statementSigns(asked, said);
  if (signs === undefined) return gradeByPoints(asked, said);
  const verdict = verdictBy(signs, weights());
  // Of the other one in the question the contrary may hold: signs do not tell of which it is said.
  return verdict !== 'partly' && isOfOther(asked, said) ? gradeByPoints(asked, said) : verdict;
}

/** A sign that is stranger than this tells no more. */
const FARTHEST = 4;
/** So near to one another right and wrong are as good as even. */
const EVEN = 0.52;

export function verdictBy(signs: StatementSigns, { base, signs: rows }: StatementWeights): Verdict {
  const score = (verdict: 'right' | 'partly' | 'wrong') =>
    rows.reduce((sum, row) => sum + row[verdict] * evened(signs[row.sign] ?? 0, row), base[verdict]);
  const [right, partly, wrong] = [score('right'), score('partly'), score('wrong')];
  if (partly > Math.max(right, wrong)) return 'partly';
  const likely = 1 / (1 + Math.exp(wrong - right));
  return likely >= EVEN ? 'right' : likely <= 1 - EVEN ? 'wrong' : 'compare';
}

export function evened(value: number, { mean, deviation }: { mean: number; deviation: number }): number {
  return Math.min(FARTHEST, Math.max(-FARTHEST, (value - mean) / deviation));
}
