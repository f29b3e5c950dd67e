/**
 * Two things held against one another: "statins lower LDL most, fibrates triglycerides". Key and answer are read side by side
 * (contrast-sides.ts); what the answer says of the one is weighed against what the key says of it and against what the key says of the
 * other. Who exchanges the two is wrong however well the words fit, who tells of one has told a part.
 */
import { nearnessAmong } from '../../search/semantic/nearness.ts';
import type { Verdict } from '../types.ts';
import { align, isSameWord, readWords, share, type Word } from './alignment.ts';
import { canonical } from './cleaning.ts';
import { type Contrast, readContrast, readSidesBy } from './contrast-sides.ts';
import { inPlainWords, unitsIn } from './state-words.ts';

/** Undefined where no two things are held against one another, or the answer does not tell which it speaks of. */
export function gradeContrast(key: string, question: string, said: string): Verdict | undefined {
  const contrast = readContrast(key, question);
  const given = contrast === undefined ? undefined : readSidesBy(contrast, question, said);
  if (contrast !== undefined && ALIKE.test(said)) return 'wrong';
  if (contrast === undefined || given === undefined) return undefined;
  const told = [0, 1]
    .filter((of) => given[of] !== '')
    .map((of) => ({ own: fitOf(contrast, of, given[of]!), other: fitOf(contrast, 1 - of, given[of]!) }));
  const ahead = sum(told.map(({ own, other }) => weigh(own) - weigh(other))) / told.length;
  const best = told.map(({ own, other }) => Math.max(weigh(own), weigh(other)));
  if (best.every((each) => each < STRANGE) || ahead < -APART) return 'wrong';
  if (ahead < APART || sum(best) < LITTLE * told.length) return 'compare';
  return told.length === 2 ? 'right' : 'partly';
}

/** Asked what sets the two apart, it says of both the same, or that nothing does. */
const ALIKE =
  /^(?:they )?both\b(?! (?:\p{L}+ )*(?:but|differ))|^(?:there is )?no (?:real )?difference\b|^(?:they are |they're )?the same\b/iu;

/** So little on either side is about something else. */
const STRANGE = 1;
const LITTLE = 1;
/** So much nearer to the one than to the other. */
const APART = 0.2;
/** Which way it goes tells more than its words. */
const WAY = 1.5;

function weigh({ words, way }: Fit): number {
  return words + WAY * way;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

interface Fit {
  /** How much of the one is said by the other, up to 3. */
  readonly words: number;
  /** Whether as much goes up, or is of the same kind (1), or the other way (-1); 0 where that does not tell the sides apart. */
  readonly way: number;
}

/** How well what is said fits what the key says of one side: what both sides of the key say tells nothing. */
function fitOf({ sides }: Contrast, of: number, said: string): Fit {
  const [own, other] = [sides[of]!.said, sides[1 - of]!.said];
  const [mine, theirs, given] = [own, other, said].map((text) => readWords(canonical(text)).words) as [
    Word[],
    Word[],
    Word[],
  ];
  const isShared = (word: Word) =>
    mine.some((each) => isSameWord(each, word)) && theirs.some((each) => isSameWord(each, word));
  const [apart, told] = [mine, given].map((words) => words.filter((word) => !isShared(word))) as [Word[], Word[]];
  const near = nearnessAmong([own, said]);
  return { words: much(apart, told) + much(told, apart) + (near?.(own, said) ?? 0), way: wayOf(own, other, said) };
}

function much(words: readonly Word[], others: readonly Word[]): number {
  return words.length === 0 || others.length === 0 ? 0 : share(align(words, others));
}

function wayOf(own: string, other: string, said: string): number {
  const [mine, theirs, given] = [own, other, said].map((text) => readWays(text)) as [Ways, Ways, Ways];
  const turned = mine.sign === -theirs.sign ? Math.sign(mine.sign * given.sign) : 0;
  const apart = [...mine.kinds].filter(([axis, kind]) => theirs.kinds.get(axis) !== kind);
  const same = apart.filter(([axis, kind]) => given.kinds.get(axis) === kind).length;
  const others = [...given.kinds].filter(
    ([axis, kind]) => theirs.kinds.get(axis) === kind && mine.kinds.get(axis) !== kind,
  ).length;
  return turned + Math.sign(same - others);
}

interface Ways {
  readonly sign: number;
  readonly kinds: ReadonlyMap<string, string>;
}

/** Up or down all in all, and of which kinds. */
function readWays(text: string): Ways {
  const units = unitsIn(inPlainWords(text.replace(/>/g, ' more than ').replace(/</g, ' less than ')));
  let sign = 0;
  let turn = 1;
  const kinds = new Map<string, string>();
  for (const unit of units) {
    if (unit.kind === 'denial') turn = -1;
    if (unit.kind === 'change') {
      sign += turn * unit.sign;
      turn = 1;
    }
    if (unit.kind === 'thing' && unit.axis !== undefined && !kinds.has(unit.axis)) kinds.set(unit.axis, unit.word);
  }
  return { sign: Math.sign(sign), kinds };
}
