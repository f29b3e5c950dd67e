/**
 * Words that tell one thing from another, each of a kind: what is done or held (call, lunch), a time of day, a number, and
 * what or whom it is about. Words of one kind exclude each other: who says "the morning insulin" does not mean "the evening
 * insulin", who says "Dr. Smith" not "Dr. Lee", however much else of the name was said.
 */
import { stem } from '../../text/index.ts';
import { isOfKind } from './kinds.ts';
import { lexicon } from './lexicon.ts';
import { timeWords } from './time/words.ts';
import { formsOf, plainTokens } from './tokens.ts';
import { wordRows, wordSet } from './words.ts';

type Kind = 'deed' | 'daytime' | 'number' | 'thing';

interface Telling {
  readonly said: string;
  readonly kind: Kind;
  readonly forms: ReadonlySet<string>;
  /** A name is that name, and no beginning of another. */
  readonly capital: boolean;
}

/** Whether what was said excludes a thing of this name: it says a word that the name lacks, where the name has another of its kind. */
export function contradicts(said: string, name: string): boolean {
  const [asked, own] = [tellingIn(said), tellingIn(name)];
  const lacks = asked.filter((word) => !own.some((other) => isSame(word, other)) && !isOfKind(word.said, name));
  const others = own.filter((word) => !asked.some((other) => isSame(word, other)));
  return lacks.some(({ kind }) => others.some((other) => other.kind === kind));
}

/** Whether both speak of one thing: a word that tells is in both. Where nothing tells, anything may be meant. */
export function isAbout(said: string, text: string): boolean {
  const [asked, own] = [tellingIn(said), tellingIn(text)];
  return asked.length === 0 || asked.some((word) => own.some((other) => isSame(word, other)));
}

const SMALL = new Set([
  ...wordSet('name_small'),
  ...wordSet('untelling'),
  ...wordSet('particles'),
  ...wordSet('articles'),
]);
const DEEDS = rowsByStem('deeds');
const OCCASIONS = rowsByStem('occasions');
const ALIKE = rowsByStem('alike');

function tellingIn(text: string): Telling[] {
  const { edges, irregular } = lexicon();
  const words = plainTokens(text.replace(/\.[a-z][a-z0-9]{0,4}$/i, '')).flatMap(({ word, capital }) =>
    word
      .replace(/'s$|(?<=s)'$/, '')
      .split(/[_./-]+/)
      .filter((part) => /[\p{L}\p{N}]/u.test(part) && !edges.has(part))
      .map((part) => ({ part, capital, forms: formsOf(part, irregular) }))
      .filter(({ forms }) => !forms.some((form) => SMALL.has(form))),
  );
  return words.map(({ part, capital, forms }, at): Telling => {
    const stems = forms.map((form) => stem(form));
    const rows = stems.flatMap((one) => [ALIKE.get(one), OCCASIONS.get(one), at === 0 ? DEEDS.get(one) : undefined]);
    const isDeed = stems.some((one) => OCCASIONS.has(one) || (at === 0 && DEEDS.has(one)));
    const kind = isDeed ? 'deed' : kindOf(part);
    return { said: part, kind, capital, forms: new Set([...stems, ...rows.filter((row) => row !== undefined)]) };
  });
}

function kindOf(word: string): Kind {
  if (/^\d/.test(word) || timeWords().number(word) !== undefined) return 'number';
  return timeWords().part(word) === undefined ? 'thing' : 'daytime';
}

function isSame(one: Telling, other: Telling): boolean {
  if ([...one.forms].some((form) => other.forms.has(form))) return true;
  if (one.capital || other.capital || one.kind === 'number') return false;
  // "Physio" is short for physiotherapy.
  return [...one.forms].some((form) => [...other.forms].some((form2) => isShort(form, form2) || isShort(form2, form)));
}

const SHORTEST = 5;

function isShort(form: string, whole: string): boolean {
  return form.length >= SHORTEST && whole.startsWith(form);
}

/** Words for the same are one. */
export function sameAs(stemmed: string): string {
  return ALIKE.get(stemmed) ?? stemmed;
}

/** Each word of a row by the first of it. */
function rowsByStem(name: 'deeds' | 'occasions' | 'alike'): ReadonlyMap<string, string> {
  return new Map(wordRows(name).flatMap((row) => row.map((word) => [stem(word), `=${row[0]}`] as const)));
}
