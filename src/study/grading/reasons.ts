/**
 * A reason in somebody's own words. A reason is one point or a chain of them (points.ts): each is compared with each of the answer's,
 * as a statement (assertions.ts) and, where that decides nothing, by what of it is said and how near the two are. One that is turned
 * round makes the answer wrong, the last of a chain is the reason itself, an earlier one a part of it. An answer that has nothing in
 * common with the reason, in words or in meaning, gives another one; what lies between is for the learner to compare.
 */
import { nearnessAmong } from '../../search/semantic/nearness.ts';
import type { Verdict } from '../types.ts';
import { align, isSameWord, readWords, share } from './alignment.ts';
import { signsIn } from './assertion-words.ts';
import { type AskedReason, aboutOf, areOfOne, compareStatements, isIn, isOfOther } from './assertions.ts';
import { turnsRound } from './clashes.ts';
import { canonical } from './cleaning.ts';
import { contradicts } from './contradictions.ts';
import { type Point, pointsOf } from './points.ts';
import { compareStates } from './stating.ts';
import { spellOut } from './word-parts.ts';

/** What is said of the things that are named decides (stating.ts); where it does not, the points are compared one by one. */
export function gradeByPoints(asked: AskedReason, said: string): Verdict {
  const points = gradePoints(asked, said);
  const states = compareStates(asked, said);
  if (points === 'wrong' || states === undefined || states === points) return points;
  // Of the other one in the question the contrary may hold.
  if (isOfOther(asked, said)) return points;
  if (states === 'wrong') return 'wrong';
  // One of two reasons that stand side by side is half of them.
  if (points === 'partly') return 'partly';
  return points === 'right' || states === 'right' ? 'right' : 'partly';
}

function gradePoints(asked: AskedReason, said: string): Verdict {
  const own = pointsOf(asked.key);
  const whole = compareStatements(asked, said);
  const judged = pointsOf(said).map((point) => judge(asked, own, point.text));
  if (judged.some(({ isTurned }) => isTurned)) return 'wrong';
  if (whole === 'right') return 'right';
  const met = own.filter((point) => judged.some((each) => each.met.includes(point)));
  if (met.length === 0) {
    if (whole === 'wrong') return own.length > 1 ? 'compare' : 'wrong';
    return judged.every(({ isFar }) => isFar) ? 'wrong' : 'compare';
  }
  if (judged.some(({ isStray }) => isStray)) return 'compare';
  const full = met.filter((point) => judged.some((each) => each.met.includes(point) && !each.half.includes(point)));
  return isEnough(own, full) ? 'right' : 'partly';
}

interface Judged {
  /** Which points of the reason it says, and which of them without what tells more. */
  readonly met: readonly Point[];
  readonly half: readonly Point[];
  readonly isTurned: boolean;
  /** About something else. */
  readonly isFar: boolean;
  /** Said beside the reason, and nothing that is told there. */
  readonly isStray: boolean;
}

/** Of at most three. From here on it is the point in other words; below this it is beside it; below that about something else. */
const SAME = 2.4;
const BESIDE = 2;
const FAR = 1.65;
/** As near as this two texts may have to do with one another, whatever their words. */
const STRANGE = 0.38;

function judge(asked: AskedReason, own: readonly Point[], said: string): Judged {
  const verdicts = own.map(({ text }) => compareStatements({ ...asked, key: text }, said));
  const weighed = own.map(({ text }) => howMuch(text, asked.question, said));
  const much = weighed.map(({ all }) => all);
  const isMeant = (text: string, at: number) =>
    verdicts[at] === 'compare' && much[at]! >= SAME && areOfOne({ ...asked, key: text }, said) && agrees(text, said);
  const met = own.filter(({ text }, at) => verdicts[at] === 'right' || verdicts[at] === 'partly' || isMeant(text, at));
  const most = Math.max(...much);
  const isNew = met.length === 0 && !/\b(?:not|no|without)\b/i.test(said);
  return {
    met,
    half: own.filter((_, at) => verdicts[at] === 'partly'),
    isTurned: met.every(({ isAside }) => isAside) && verdicts.includes('wrong'),
    isFar: most < FAR && weighed.every(({ near }) => near < STRANGE) && !hasInCommon(own, asked.question, said),
    isStray: isNew && most < BESIDE && addsTo(asked, said),
  };
}

/** How much of a point is said, how much of what is said belongs to it, and how near the two are. */
function howMuch(point: string, question: string, said: string): { all: number; near: number } {
  const [own, given] = [plainOf(point), plainOf(said)];
  const near = nearnessAmong([own, given, point, said]);
  // Without the sentence model nothing is said of what the words do not decide.
  if (near === undefined) return { all: FAR, near: 1 };
  const [words, all, spoken] = [own, `${own} ${plainOf(question)}`, given].map((text) => readWords(text).words);
  const nearness = near(own, given);
  const much = share(align(words!, spoken!)) + share(align(spoken!, all!)) + nearness;
  return { all: much, near: Math.max(nearness, near(point, said)) };
}

/** So little of a word is nothing of it. */
const LITTLE = 0.65;
const SMALL = 0.5;

/** Nothing is left out and nothing turned round: no opposite, no denial, and as often up or down. */
function agrees(key: string, said: string): boolean {
  const [own, given] = [readWords(plainOf(key)).words, readWords(plainOf(said)).words];
  const matches = align(own, given).filter(({ word }) => word.weight > SMALL);
  if (matches.some(({ much }) => much < LITTLE)) return false;
  // A word stands for one: "lower uric acid" is not "reduce its excretion".
  if (new Set(matches.map(({ best }) => best)).size < matches.length) return false;
  if (isInPlaceOnly(matches)) return false;
  if (contradicts(key, said) || turnsRound(readWords(key), readWords(said))) return false;
  return signOf(plainOf(key)) === signOf(plainOf(said));
}

/** From here on two words are near without a sentence around them. */
const NEAR_ALONE = 0.5;

/** "Vasoconstriction heals the burn" beside "deepens the burn": where all else is the same, a word is near by its place alone. */
function isInPlaceOnly(matches: ReturnType<typeof align>): boolean {
  const others = matches.filter(
    ({ word, best }) => best !== undefined && !isSameWord(word, best) && !isIn(word.stem, [best.stem]),
  );
  const [only] = others;
  if (only?.best === undefined || others.length > 1 || matches.length < 3) return false;
  const [own, given] = [only.word.text, only.best.text];
  const near = nearnessAmong([own, given]);
  return near !== undefined && near(own, given) < NEAR_ALONE;
}

function signOf(text: string): number {
  const turn = (each: ReturnType<typeof signsIn>[number]) =>
    each.kind === 'turn' ? each.sign : each.kind === 'denial' ? -1 : 1;
  return signsIn(text).reduce((sign, each) => sign * turn(each), 1);
}

/** A word of the reason that the question has not. */
function hasInCommon(own: readonly Point[], question: string, said: string): boolean {
  const asked = aboutOf(plainOf(question));
  const words = own.flatMap(({ text }) => aboutOf(plainOf(text))).filter((word) => !isIn(word, asked));
  return aboutOf(plainOf(said)).some((word) => isIn(word, words) || words.some((other) => endsAlike(word, other)));
}

const SHARED_END = 7;

/** "haemoglobin" and "oxyhaemoglobin". */
function endsAlike(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= SHARED_END && long.endsWith(short);
}

/** More is said than the reason, of which neither the question nor the passage tells. */
function addsTo({ key, question, sentence }: AskedReason, said: string): boolean {
  const known = [key, question, sentence].flatMap((text) => aboutOf(plainOf(text)));
  return aboutOf(plainOf(said)).some((word) => !isIn(word, known));
}

function plainOf(text: string): string {
  return spellOut(canonical(text));
}

/** What a reason comes to, or all of it but what it denies ("neuropathic and not inflammatory") and tells in passing. */
function isEnough(own: readonly Point[], met: readonly Point[]): boolean {
  const needed = own.filter(({ text, isAside }) => !isAside && !/\bnot\b/.test(text));
  if (needed.length > 0 && needed.every((point) => met.includes(point))) return true;
  const last = own.at(-1) as Point;
  return last.follows && own.every((point) => point.deed !== last.deed || point.isAside || met.includes(point));
}
