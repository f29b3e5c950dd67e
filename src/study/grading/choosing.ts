import { fold } from '../../text/index.ts';
import type { Option, Verdict } from '../types.ts';
import { canonical, cleanAnswer } from './cleaning.ts';
import { namedIn } from './fitting.ts';
import { gradeWords } from './meaning.ts';
import { fromRoman, inFigures } from './numerals.ts';
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
  const excepted = exceptedIn(said, question);
  if (excepted !== undefined) return chosenLabels(options, excepted, question);
  const { chosen, denied } = lettersIn(options, said);
  if (chosen.size > 0)
    return new Set([...contradicted(options, said, chosen), ...besideLetter(options, said, question)]);
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

/** "screening, but also A": what is named before a letter that is added to it. */
function besideLetter(options: readonly Option[], said: string, question: string): Set<string> {
  const named = /^(\p{L}{3}.*?)[\s,;]+(?:but also|and also|also|and|or|maybe|as well as|plus)\s+\(?[a-h]\)?$/iu.exec(
    said,
  )?.[1];
  return named === undefined || answerWords().negation.test(named) ? new Set() : namedIn(options, named, question);
}

/** "everything but C is a feature", where what does not belong is asked for. */
function exceptedIn(said: string, question: string): string | undefined {
  if (!/\b(?:not|except|least|false|incorrect)\b/i.test(question)) return undefined;
  return /^(?:all|everything|every one|each|the others?)\b(?: of them)?.*?\b(?:except(?: for)?|but|apart from|other than|besides)\s+(.+?)(?:\s+(?:is|are|belongs?|does|do|can|fits?)\b.*)?$/i.exec(
    said,
  )?.[1];
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
  const own = options.map(({ text }) => /^\D*?(?<![\d.])(\d{1,2})$/.exec(text.trim())?.[1]);
  // "2" for "phase 2": its number, where every option ends with one.
  if (/^\d{1,2}$/.test(said) && own.every((number) => number !== undefined)) return options[own.indexOf(said)]?.label;
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
