/**
 * What somebody says in their own words, a reason or a definition: weighed by its signs (statement-signs.ts), whose weights are learned from
 * labelled answers, for each of the two apart (statements.yml, made by eval/learn-statements.ts). Where right and wrong weigh nearly the
 * same the learner is told to compare, sooner than that a wrong one is called right. Without the sentence model the points decide, or
 * how much of the words is there.
 */
import { z } from 'zod';
import { readTogether, type Shares } from '../../search/semantic/reader.ts';
import { readRows } from '../../text/rows.ts';
import { contentStems } from '../facts/terms.ts';
import type { Verdict } from '../types.ts';
import { type AskedReason, isOfOther } from './assertions.ts';
import { canonicalKey } from './cleaning.ts';
import { contradicts, takesOtherState } from './contradictions.ts';
import { signsOf } from './definitions.ts';
import { deniesAll } from './denials.ts';
import { isFormula, looksLikeFormula } from './formulas.ts';
import { gradeByPoints } from './reasons.ts';
import { exchangesRoles, isDoneByAnother } from './roles.ts';
import { bare, type StatementSigns, statementSigns } from './statement-signs.ts';
import { namesOtherOfHead } from './stating.ts';
import { answerWords } from './words.ts';

const weight = { wrong: z.number(), partly: z.number(), right: z.number() };
const learned = z.strictObject({
  base: z.strictObject(weight),
  signs: z.array(z.strictObject({ sign: z.string(), mean: z.number(), deviation: z.number(), ...weight })),
});
const file = z.strictObject({ reasons: learned, definitions: learned });

export type StatementWeights = z.infer<typeof learned>;
export type StatementKind = keyof z.infer<typeof file>;

let read: z.infer<typeof file> | undefined;

function weightsOf(kind: StatementKind): StatementWeights {
  read ??= file.parse(readRows(new URL('./statements.yml', import.meta.url)));
  return read[kind];
}

export function gradeStatement(asked: AskedReason, said: string): Verdict {
  const plain = plainVerdict(asked.key, said);
  if (plain !== undefined) return plain;
  const signs = statementSigns(asked, said);
  if (signs === undefined) return gradeByPoints(asked, said);
  const weighed = decide(signs, 'reasons', asked, said);
  // Where the signs are even, one of several points that are there is a part.
  const isPart = weighed === 'compare' && !addsToIt(asked.key, said) && gradeByPoints(asked, said) === 'partly';
  const verdict = isPart ? 'partly' : weighed;
  if (verdict !== 'partly' && saysOtherThing(asked, said)) return 'wrong';
  // Of the other one in the question the contrary may hold: signs do not tell of which it is said, unless who reads both hears the same.
  const isUnsure = verdict !== 'partly' && isOfOther(asked, said) && !isHeardSame(asked, said, verdict);
  return isUnsure ? gradeByPoints(asked, said) : verdict;
}

/** So sure must the reader of both together be, to settle what the signs alone leave open. */
const SURE = 0.8;

/** The signs and the reader of both together, each by itself, come to the same. */
export function isHeardSame({ key, question }: AskedReason, said: string, verdict: Verdict): boolean {
  if (verdict === 'compare' || !said.trim().includes(' ')) return false;
  return (readTogether('grade', [question, key], said)?.[verdict] ?? 0) >= SURE;
}

/** Without the sentence model only words can be counted. */
const COVERED = { right: 0.8, partly: 0.45 };
/** Neither in words nor in meaning: about something else, or nothing. */
const STRANGE = 0.2;

export function gradeDefinition(asked: AskedReason, said: string): Verdict {
  const { key, question } = asked;
  if (isFormula(said, question)) return 'right';
  if (looksLikeFormula(said)) return 'wrong';
  const plain = plainVerdict(key, said);
  if (plain !== undefined) return plain;
  const signs = statementSigns(asked, said);
  if (signs === undefined) {
    const covered = contradicts(key, said) ? 0 : (signsOf(key, said, question)?.covered ?? 0);
    return covered < COVERED.partly ? 'wrong' : covered < COVERED.right ? 'partly' : 'right';
  }
  const isStrange = signs['own_near']! < STRANGE && signs['covered']! < STRANGE;
  if (isStrange || saysAnother(signs)) return 'wrong';
  const verdict = decide(signs, 'definitions', asked, said);
  return verdict !== 'partly' && saysOtherThing(asked, said) ? 'wrong' : verdict;
}

function saysOtherThing({ key, question, sentence }: AskedReason, said: string): boolean {
  const around = `${question} ${sentence}`;
  return isDoneByAnother(bare(key), bare(said), around) || takesOtherState(bare(key), around, bare(said));
}

/** So near two words have to be by themselves to stand for one another. */
const NEAR_ALONE = 0.7;

/** Where all is the same but one word, and that is near by its place alone ("aldehyde" for "alcohol"), it is for the learner to compare. */
function decide(signs: StatementSigns, kind: StatementKind, { key, question }: AskedReason, said: string): Verdict {
  const weighed = verdictBy(signs, weightsOf(kind), EVEN[kind]);
  const isSame = ['states_right', 'statement_right', 'points_right'].some((sign) => signs[sign] === 1);
  if (weighed === 'right' && addsToIt(key, said)) return 'compare';
  // One word states nothing that could be read together with the key.
  const heard =
    isSettled(signs) || !said.trim().includes(' ') ? undefined : readTogether('grade', [question, key], said);
  const verdict = heard === undefined ? weighed : verdictBy(signs, weightsOf(kind), EVEN[kind], heard);
  if (verdict !== 'right' || isSame) return verdict;
  const isByPlace = signs['one_for_one'] === 1 && signs['alone_covered_least']! < NEAR_ALONE;
  return isByPlace || namesOtherOfHead(key, said) ? 'compare' : 'right';
}

/** The key word for word, and then a statement of its own, which nobody can vouch for: "… and is safe for the child". */
function addsToIt(key: string, said: string): boolean {
  const [first = '', ...rest] = bare(said).split(answerWords().beside);
  const known = contentStems(key);
  return (
    canonicalKey(first) === canonicalKey(bare(key)) &&
    rest.some((clause) => [...contentStems(clause)].filter((stem) => !known.has(stem)).length > 0)
  );
}

/** Word for word, once things of several names have one; or the two exchange what they do. */
function plainVerdict(key: string, said: string): Verdict | undefined {
  if (canonicalKey(bare(key)) === canonicalKey(bare(said))) return 'right';
  return exchangesRoles(bare(key), bare(said)) || deniesAll(bare(key), bare(said)) ? 'wrong' : undefined;
}

/** Whoever turns it round, or says the same of another thing, is wrong however near the words are. */
function saysAnother(signs: StatementSigns): boolean {
  return signs['turned'] === 1 || signs['other'] === 1;
}

const STATED = ['right', 'partly', 'wrong'].flatMap((verdict) => [`states_${verdict}`, `statement_${verdict}`]);

/** Where it could be read who does what to whom, and how much, nobody's ear is needed. */
function isSettled(signs: StatementSigns): boolean {
  return STATED.some((sign) => signs[sign] === 1);
}

/** What the reader of both together (search/semantic/reader) says, beside all signs. */
const HEARD = 1.2;
/** A sign that is stranger than this tells no more. */
const FARTHEST = 4;
/** Of right and wrong together: from here on right, up to there wrong; between the two the learner compares. */
export const EVEN = { reasons: { right: 0.6, wrong: 0.48 }, definitions: { right: 0.65, wrong: 0.48 } } as const;

export function verdictBy(
  signs: StatementSigns,
  { base, signs: rows }: StatementWeights,
  even: { readonly right: number; readonly wrong: number },
  heard?: Shares<'grade'>,
): Verdict {
  const score = (verdict: 'right' | 'partly' | 'wrong') =>
    rows.reduce((sum, row) => sum + row[verdict] * evened(signs[row.sign] ?? 0, row), base[verdict]) +
    (heard === undefined ? 0 : HEARD * Math.log(heard[verdict]));
  const [right, partly, wrong] = [score('right'), score('partly'), score('wrong')];
  if (partly > Math.max(right, wrong)) return 'partly';
  const likely = 1 / (1 + Math.exp(wrong - right));
  return likely >= even.right ? 'right' : likely <= even.wrong ? 'wrong' : 'compare';
}

export function evened(value: number, { mean, deviation }: { mean: number; deviation: number }): number {
  return Math.min(FARTHEST, Math.max(-FARTHEST, (value - mean) / deviation));
}
