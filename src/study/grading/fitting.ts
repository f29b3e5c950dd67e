/** Which of the options is named, told by its words, or meant by what is said: every option is read beside the others. */
import { nearnessAmong } from '../../search/semantic/nearness.ts';
import { fold } from '../../text/index.ts';
import { contentStems } from '../facts/terms.ts';
import { thingOf } from '../facts/things.ts';
import type { Option, Verdict } from '../types.ts';
import { isKnown } from './claims.ts';
import { canonical, canonicalStems, opposes, sidesOf } from './cleaning.ts';
import { isEffect } from './effects.ts';
import { gradeWords } from './meaning.ts';
import { isValue } from './measuring.ts';
import { areOneRoot } from './sound.ts';
import { includesTerm, isNear } from './spelling.ts';
import { isTrend } from './trends.ts';
import { answerWords } from './words.ts';

/** Between two that are named side by side. */
const JOINT = /,|\/|\bor\b|\band\b/i;

/** Named outright; else what fits one alone, as a class fits its drug and a figure its range. */
export function namedIn(options: readonly Option[], said: string, question: string): Set<string> {
  if (isAskedAgain(options, said, question)) return new Set();
  const each = namedSideBySide(options, said, question);
  if (each.size > 1) return each;
  const isOfQuestion = (text: string) => isValue(text) || text.length < 5 || isTrend(text) || isEffect(text, question);
  const judge = (text: string) => gradeWords({ text, also: [], question: isOfQuestion(text) ? question : '' }, said);
  const judged = options.map((option) => ({ option, verdict: judge(option.text) }));
  const named = judged.filter(({ option, verdict }) => verdict === 'right' || isListed(option.text, said, verdict));
  // "O negative" word for word is not "A negative", though an "a" may be an article.
  const exact = named.filter(({ option }) => fold(canonical(option.text)) === fold(canonical(said)));
  if (named.length > 0)
    return new Set(
      nearestInWords(
        (exact.length > 0 ? exact : named).map(({ option }) => option),
        said,
      ).map(({ label }) => label),
    );
  if (answerWords().negation.test(said)) return new Set();
  const likely = judged.filter(({ verdict }) => verdict === 'partly').map(({ option }) => option);
  const isOther = likely.length === 0 && isAnotherThing(options, said);
  // "lowers gluconeogenesis" is none that stimulates it.
  const open = options.filter(({ text }) => !opposes(text, said));
  const told = isOther || options.every(({ text }) => isValue(text)) ? [] : toldBy(open, said);
  const isWide = JOINT.test(said) || hasOnlyWordsOf(options, said);
  // "alkalosis" fits two; "stylomastoid foramen" shares a noun with three, and is none of them.
  const fits = [told, likely].find(({ length }) => length === 1 || (length > 1 && isWide)) ?? [];
  if (fits.length > 0 || isKnown(thingOf(said)) || options.some(({ text }) => isValue(text)))
    return new Set(fits.map(({ label }) => label));
  return new Set(
    nearestTo(options, said)
      .filter((option) => open.includes(option))
      .map(({ label }) => label),
  );
}

function hasOnlyWordsOf(options: readonly Option[], said: string): boolean {
  const own = new Set(options.flatMap(({ text }) => [...canonicalStems(text)]));
  return [...canonicalStems(said)].every((word) => own.has(word));
}

/** Of several that a phrase would go for, the one that has most of its words: "islet beta cells" are no alpha cells. */
function nearestInWords(options: readonly Option[], said: string): readonly Option[] {
  if (options.length < 2 || JOINT.test(said)) return options;
  const given = contentStems(said);
  const counted = options.map((option) => ({
    option,
    count: [...contentStems(option.text)].filter((word) => given.has(word)).length,
  }));
  const most = Math.max(...counted.map(({ count }) => count));
  const best = counted.filter(({ count }) => count === most).map(({ option }) => option);
  return best.length === 1 ? best : options;
}

/** "Hashimoto and iodine deficiency": each part names one option, and none has the joint in its own text. */
function namedSideBySide(options: readonly Option[], said: string, question: string): Set<string> {
  const parts = said.split(JOINT).map((part) => part.trim());
  if (parts.length < 2 || parts.includes('') || options.some(({ text }) => JOINT.test(text))) return new Set();
  const named = parts.map((part) => [...namedIn(options, part, question)]);
  return named.every(({ length }) => length === 1) ? new Set(named.flat()) : new Set();
}

/** So near in meaning, and so much nearer than every other: what is said in other words. */
const NEAR = 0.5;
const AHEAD = 0.13;

function nearestTo(options: readonly Option[], said: string): Option[] {
  const near = nearnessAmong([said, ...options.map(({ text }) => text)]);
  if (near === undefined) return [];
  const [first, second] = options
    .map((option) => ({ option, much: near(said, option.text) }))
    .sort((a, b) => b.much - a.much);
  if (first === undefined || first.much < NEAR || first.much - (second?.much ?? 0) < AHEAD) return [];
  return [first.option];
}

/** "Streptococcus pyogenes" where only S. pneumoniae is offered: a name of its own, however many words they share. */
function isAnotherThing(options: readonly Option[], said: string): boolean {
  const other = thingOf(said);
  return (
    isKnown(other) &&
    said.includes(' ') &&
    !options.some(({ text }) => includesTerm(text, said) || includesTerm(said, text))
  );
}

/** The words of the question, and none of an option: nothing is chosen by them. */
function isAskedAgain(options: readonly Option[], said: string, question: string): boolean {
  const [asked, own] = [contentStems(question), [...contentStems(said)]];
  // "Less flow" says which way.
  if ([...sidesOf(said)].some((side) => !sidesOf(question).has(side))) return false;
  return (
    own.length > 0 && own.every((word) => asked.has(word) && !options.some(({ text }) => contentStems(text).has(word)))
  );
}

/** One of several that are named side by side. */
function isListed(text: string, said: string, verdict: Verdict): boolean {
  return !isValue(text) && verdict === 'partly' && JOINT.test(said) && includesTerm(said, text);
}

/** By the whole of what is said; else each of two that are named side by side by its own words. */
function toldBy(options: readonly Option[], said: string): Option[] {
  const whole = tellingOf(options, said);
  const parts = said.split(JOINT).filter((part) => part.trim() !== '');
  if (whole.length > 0 || parts.length < 2) return whole;
  const each = parts.map((part) => tellingOf(options, part));
  return each.every(({ length }) => length === 1) ? [...new Set(each.flat())] : [];
}

/** The options that have every word that is said and stands in any of them. */
function tellingOf(options: readonly Option[], said: string): Option[] {
  const own = (text: string) => new Set([...contentStems(text), ...canonicalStems(text)]);
  const isBegun = (word: string, text: string) =>
    own(text).has(word) ||
    (word.length > 2 &&
      [...own(text)].some((other) => other.startsWith(word) || isNear(word, other) || areOneStem(word, other)));
  const words = [...canonicalStems(said)];
  const given = words.filter((word) => options.some(({ text }) => isBegun(word, text)));
  if (given.length === 0 || words.length > given.length + 2) return [];
  return options.filter(({ text }) => given.every((word) => isBegun(word, text)));
}

/** "slowly" and "slow", "caseating" and "caseous": one begins as the other does, for most of it. */
function areOneStem(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length > 3 && (long.startsWith(short) || areOneRoot(a, b));
}
