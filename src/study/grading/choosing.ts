/** Which of the options an answer chooses: by letter, by place, by name, or by what fits one of them alone. */
import { fold } from '../../text/index.ts';
import { contentStems } from '../facts/terms.ts';
import { thingOf } from '../facts/things.ts';
import type { Option, Verdict } from '../types.ts';
import { isKnown } from './claims.ts';
import { canonical, canonicalStems, cleanAnswer } from './cleaning.ts';
import { gradeWords } from './meaning.ts';
import { isValue } from './measuring.ts';
import { fromRoman, inFigures } from './numerals.ts';
import { includesTerm, isNear } from './spelling.ts';
import { answerWords } from './words.ts';

/** Both the right and a wrong one chosen: partly. */
export function gradeOption(
  options: readonly Option[],
  right: string,
  answer: string,
  question = '',
): { verdict: Verdict; understood: string } {
  const said = cleanAnswer(answer);
  if (said === '') return { verdict: 'wrong', understood: answer.trim() };
  const chosen = chosenLabels(options, said, question);
  const understood =
    options
      .filter(({ label }) => chosen.has(label))
      .map(({ label, text }) => `${label}) ${text}`)
      .join(', ') || said;
  if (!chosen.has(right) || chosen.size === options.length) return { verdict: 'wrong', understood };
  return { verdict: chosen.size === 1 ? 'right' : 'partly', understood };
}

function chosenLabels(options: readonly Option[], said: string, question: string): Set<string> {
  const whole = options.filter(({ text }) => isWritten(text, said));
  if (whole.length === 1) return new Set(labelsOf(whole));
  const { chosen, denied } = lettersIn(options, said);
  if (chosen.size > 0) return contradicted(options, said, chosen);
  if (denied.size === options.length - 1) return new Set(labelsOf(options).filter((label) => !denied.has(label)));
  if (denied.size > 0) return new Set();
  const place = numeralIn(options, said) ?? placeIn(options, said) ?? besideIn(options, said, question);
  return place === undefined ? namedIn(options, said, question) : new Set([place]);
}

/** An option word for word: "vitamin C" is no letter C. */
function isWritten(text: string, said: string): boolean {
  const plain = (each: string) => fold(canonical(each)).replace(/[^\p{L}\p{N}+]/gu, '');
  return text.length > 1 && plain(text) === plain(said);
}

function labelsOf(options: readonly Option[]): string[] {
  return options.map(({ label }) => label);
}

/** "A, losartan" where losartan is B: both are said. */
function contradicted(options: readonly Option[], said: string, chosen: ReadonlySet<string>): Set<string> {
  const rest = said.replace(/^\(?[a-h][).:,;\s-]+/i, '');
  if (chosen.size > 1 || rest === said || rest.split(' ').length > 3) return new Set(chosen);
  const named = options.filter(({ text }) => gradeWords({ text, also: [] }, rest) === 'right');
  return new Set([...chosen, ...(named.length === 1 ? named.map(({ label }) => label) : [])]);
}

const LETTER = /(?<![\p{L}\p{N}'’])\(?([a-h])(?:[).:,?]|(?![\p{L}\p{N}'’-]))/giu;
const DENIED_BEHIND = /^[).:,]?\s*(?:(?:is|are|was|must be) (?:wrong|false|out|not)\b|isn['’]t|can['’]t|cannot)/i;

function lettersIn(options: readonly Option[], said: string): { chosen: Set<string>; denied: Set<string> } {
  const known = new Set(labelsOf(options));
  const whole = /^[=(]*([a-h])\)?[.:)?!]*$/i.exec(said)?.[1]?.toUpperCase();
  if (whole !== undefined && known.has(whole)) return { chosen: new Set([whole]), denied: new Set() };
  const strung = /^\W*[a-h](?:[\s,/&+]+[a-h])+\W*$/i.test(said) ? (said.match(/[a-h]/gi) ?? []) : [];
  if (strung.length > 0) return { chosen: new Set(strung.map((letter) => letter.toUpperCase())), denied: new Set() };
  const found = [...said.matchAll(LETTER)].filter(
    ({ 1: letter = '', index }) => known.has(letter.toUpperCase()) && !isArticle(said, index, letter),
  );
  const isBehind = (match: RegExpExecArray) => DENIED_BEHIND.test(said.slice(match.index + match[0].length));
  const letters = shareDenials(
    said,
    found.map((match) => ({
      ...{ letter: (match[1] as string).toUpperCase(), isBehind: isBehind(match) },
      denied: isDeniedBefore(said, match.index) || isBehind(match),
      ...{ at: match.index, end: match.index + match[0].length },
    })),
  );
  // "C is wrong, D too": what stands behind denials without a word of its own is denied with them.
  const onlyDenials = letters.some(({ denied }) => denied) && /\b(?:too|also|as well)\W*$/i.test(said);
  const [no, yes] = [letters.filter(({ denied }) => denied || onlyDenials), letters.filter(({ denied }) => !denied)];
  return {
    chosen: new Set(onlyDenials ? [] : yes.map(({ letter }) => letter)),
    denied: new Set(no.map(({ letter }) => letter)),
  };
}

interface Letter {
  readonly letter: string;
  readonly denied: boolean;
  /** Its denial stands behind it. */
  readonly isBehind: boolean;
  readonly at: number;
  readonly end: number;
}

/** "A, C and D are wrong": what is said of the last is said of all that are strung together with it. */
function shareDenials(said: string, letters: readonly Letter[]): Letter[] {
  const shared: Letter[] = [];
  for (const letter of letters.toReversed()) {
    const next = shared[0];
    const isStrung = next?.isBehind === true && /^[\s,&]*(?:and|or|nor)?[\s,]*$/i.test(said.slice(letter.end, next.at));
    shared.unshift({ ...letter, denied: letter.denied || isStrung, isBehind: letter.isBehind || isStrung });
  }
  // "rule out A and D", "not A or B".
  return shared.map((letter, at) => {
    const before = shared[at - 1];
    const isOn = before?.denied === true && /^[\s,]*(?:and|or|nor|&)\s+$/i.test(said.slice(before.end, letter.at));
    return isOn || isInDenied(said, shared, at) ? { ...letter, denied: true } : letter;
  });
}

/** "can't be A, B or C": a row that begins with a denied letter and goes on by commas to "or". */
function isInDenied(said: string, letters: readonly Letter[], at: number): boolean {
  const first = letters.findIndex(({ denied, isBehind }) => denied && !isBehind);
  if (first === -1 || at <= first) return false;
  const joints = letters.slice(first, -1).map(({ end }, index) => said.slice(end, letters[first + index + 1]?.at));
  const last = joints.findIndex((joint) => /^[\s,]*(?:or|nor)\s+$/i.test(joint));
  return last >= 0 && at <= first + last + 1 && joints.slice(0, last).every((joint) => /^\s*,?\s*$/.test(joint));
}

/** "neither A nor B": a denial goes on over "nor" and "or", and ends at a comma. */
function isDeniedBefore(said: string, at: number): boolean {
  const before = said.slice(Math.max(0, at - 22), at);
  if (/\b(?:anything|everything|all) but\s*$/i.test(before)) return true;
  const near =
    before
      .slice(-14)
      .split(/,|;|\.|\bso\b|\bbut\b|\bit is\b|\bit's\b/i)
      .at(-1) ?? '';
  return answerWords().negation.test(near);
}

/** "a" before a word is no choice; small letters count with a sign, at the start, or in a list of letters. */
function isArticle(said: string, at: number, letter: string): boolean {
  const rest = said.slice(at);
  if (/^a (?!or |nor |and |is |because |but |as |since |i |not )\p{Ll}/iu.test(rest) && /^a$/i.test(letter))
    return true;
  if (/[A-H]/.test(letter)) return false;
  return !(
    at === 0 ||
    /^\(?[a-h][).:]/i.test(rest) ||
    /^[a-h](?:$|\s*(?:or|and|,))/i.test(rest) ||
    /(?:\bor|\band|,|option|answer)\s*$/i.test(said.slice(0, at))
  );
}

const TH = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** "ninth", "9" and "CN IX" where the options are numerals: their own numbers, no places. */
function numeralIn(options: readonly Option[], said: string): string | undefined {
  const numbers = options.map(({ text }) => fromRoman(text.replace(/^(?:CN|nerve|type|grade|stage)\s+/i, '')));
  if (numbers.some((number, at) => !/^\d+$/.test(number) || /\d/.test(options[at]?.text ?? ''))) return undefined;
  const plain = said
    .replace(/^(?:the\s+)?(?:CN|nerve|number|no\.?|cranial nerve)\s+/i, '')
    .replace(/\s+(?:cranial )?nerve$/i, '');
  const ordinal = TH.indexOf(plain.replace(/^the\s+/i, '').toLowerCase()) + 1;
  const number = ordinal > 0 ? String(ordinal) : inFigures(fromRoman(plain)).replace(/(?:st|nd|rd|th)$/i, '');
  return options[numbers.indexOf(number)]?.label;
}

function placeIn(options: readonly Option[], said: string): string | undefined {
  const word =
    /^(?:the |number |no\.? ?|option )*(first|second|third|fourth|fifth|sixth|last|one|two|three|four|five|six|[1-6])(?:st|nd|rd|th)?(?: one| option| answer| choice)?$/i
      .exec(said)?.[1]
      ?.toLowerCase();
  if (word === undefined || options.some(({ text }) => /^\d/.test(text) && text.startsWith(word))) return undefined;
  if (word === 'last') return options.at(-1)?.label;
  const index = /\d/.test(word) ? Number(word) - 1 : Math.max(ORDINALS.indexOf(word), NUMBERS.indexOf(word));
  return options[index]?.label;
}

/** "the one after vitamin K", "the option above C". */
function besideIn(options: readonly Option[], said: string, question: string): string | undefined {
  const [, way = '', rest = ''] =
    /^(?:the )?(?:one|option|answer) (?:right |just |directly )?(after|below|under|before|above|following|next to) (.+)$/i.exec(
      said,
    ) ?? [];
  const from = rest === '' ? [] : [...chosenLabels(options, rest, question)];
  if (from.length !== 1) return undefined;
  const at = options.findIndex(({ label }) => label === from[0]);
  return options[/before|above/i.test(way) ? at - 1 : at + 1]?.label;
}

/** Named outright; else what fits one alone, as a class fits its drug and a figure its range. */
function namedIn(options: readonly Option[], said: string, question: string): Set<string> {
  if (isAskedAgain(options, said, question)) return new Set();
  const judge = (text: string) =>
    gradeWords({ text, also: [], question: isValue(text) || text.length < 5 ? question : '' }, said);
  const judged = options.map((option) => ({ option, verdict: judge(option.text) }));
  const named = judged.filter(({ option, verdict }) => verdict === 'right' || isListed(option.text, said, verdict));
  // "O negative" word for word is not "A negative", though an "a" may be an article.
  const exact = named.filter(({ option }) => fold(canonical(option.text)) === fold(canonical(said)));
  if (named.length > 0) return new Set((exact.length > 0 ? exact : named).map(({ option }) => option.label));
  if (answerWords().negation.test(said)) return new Set();
  const likely = judged.filter(({ verdict }) => verdict === 'partly').map(({ option }) => option);
  const isOther = likely.length === 0 && isAnotherThing(options, said);
  const told = isOther || options.every(({ text }) => isValue(text)) ? [] : toldBy(options, said);
  const fits = told.length > 0 ? told : likely;
  return new Set(fits.map(({ label }) => label));
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
  return (
    own.length > 0 && own.every((word) => asked.has(word) && !options.some(({ text }) => contentStems(text).has(word)))
  );
}

/** One of several that are named side by side. */
function isListed(text: string, said: string, verdict: Verdict): boolean {
  return !isValue(text) && verdict === 'partly' && /,|\/|\bor\b|\band\b/i.test(said) && includesTerm(said, text);
}

/** By the whole of what is said; else each of two that are named side by side by its own words. */
function toldBy(options: readonly Option[], said: string): Option[] {
  const whole = tellingOf(options, said);
  const parts = said.split(/,|\/|\bor\b|\band\b/i).filter((part) => part.trim() !== '');
  if (whole.length > 0 || parts.length < 2) return whole;
  const each = parts.map((part) => tellingOf(options, part));
  return each.every(({ length }) => length === 1) ? [...new Set(each.flat())] : [];
}

/** The options that have every word that is said and stands in any of them. */
function tellingOf(options: readonly Option[], said: string): Option[] {
  const own = (text: string) => new Set([...contentStems(text), ...canonicalStems(text)]);
  const isBegun = (word: string, text: string) =>
    own(text).has(word) ||
    (word.length > 2 && [...own(text)].some((other) => other.startsWith(word) || isNear(word, other)));
  const words = [...canonicalStems(said)];
  const given = words.filter((word) => options.some(({ text }) => isBegun(word, text)));
  if (given.length === 0 || words.length > given.length + 2) return [];
  return options.filter(({ text }) => given.every((word) => isBegun(word, text)));
}
