/** An answer as it is meant: without what is said around it, after its last correction. */
import { fold, NUMBER_WORDS } from '../../text/index.ts';
import { families } from '../facts/families.ts';
import { namesOf } from '../facts/names.ts';
import { contentStems, termKey } from '../facts/terms.ts';
import { conceptOf } from '../facts/things.ts';
import { fromForeign } from './foreign.ts';
import { fromLatin } from './latin.ts';
import { answerWords } from './words.ts';

/** What is left of an answer; empty where it says that nobody knows. */
export function cleanAnswer(answer: string): string {
  const { before, behind, correction, retraction } = answerWords();
  const last =
    answer
      .trim()
      .replace(/^.*\?\s*(?:no|nope|nein)\b[\s,.:;-]+/i, '')
      .replace(retraction, '')
      .split(correction)
      .flatMap((part) => part.split(TAKEN_BACK))
      .at(-1) ?? '';
  const said = withoutDoubt((last.trim() === '' ? answer : last).trim());
  const bare = said
    .replace(before, '')
    .replace(answerWords().kinds, '')
    .replace(behind, '')
    .replace(/^["'“”([]+|["'“”.!?\s]+$/g, '')
    .trim();
  const closed = bare.includes('(') ? bare : bare.replace(/[)\]]+$/, '');
  return isUnsure(closed) ? '' : closed;
}

/** "B, no, A" and "D no, C": between two answers it takes the first one back. */
const TAKEN_BACK = /(?<=\S)[\s,.;–-]+no[,;:–-]+\s*(?=\S)/i;

/** "not sure but C" is C. */
function withoutDoubt(said: string): string {
  const lower = fold(said);
  const doubt = [...answerWords().unsure]
    .filter((phrase) => phrase.includes(' ') && lower.startsWith(phrase))
    .sort((a, b) => b.length - a.length)[0];
  if (doubt === undefined) return said;
  return said
    .slice(doubt.length)
    .replace(/^[\s,.;:–-]*(?:but|maybe|perhaps|though|however|so|i'd guess|i guess|probably)?[\s,.;:–-]*/i, '');
}

export function isUnsure(said: string): boolean {
  const lower = fold(said)
    .trim()
    .replace(/^i (?:really |honestly |just )?(?=do|can|forgot|have no)/, '');
  return lower === '' || answerWords().unsure.has(lower) || !/[\p{L}\p{N}]/u.test(said);
}

const ROMAN: Readonly<Record<string, string>> = {
  i: '1',
  ii: '2',
  iii: '3',
  iv: '4',
  v: '5',
  vi: '6',
  vii: '7',
  viii: '8',
  ix: '9',
  x: '10',
  xi: '11',
  xii: '12',
};

const GREEK: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  μ: 'mu',
  κ: 'kappa',
  λ: 'lambda',
  ω: 'omega',
  ε: 'epsilon',
  Δ: 'delta',
};
const IONS: Readonly<Record<string, string>> = { Na: 'natraemia', K: 'kalaemia', Ca: 'calcaemia', Mg: 'magnesaemia' };
const COUNTED =
  'type|factor|complex|stage|grade|class|phase|angiotensin|nerve|cn|group|layer|lead|degree|step|week|day|month|trimester|rib|heart sound|metacarpal|metatarsal|finger|toe|ventricle|cusp|vertebra';
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

/** One writing for things of many names, words of one meaning, numerals and letters. */
export function canonical(text: string): string {
  const { pattern, stands } = answerWords().synonyms;
  const plain = fold(oneName(inLetters(fromForeign(fromLatin(text)))))
    .replace(
      new RegExp(`\\b(${COUNTED}) (i|ii|iii|iv|v|vi|vii|viii|ix|x|xi|xii)\\b`, 'g'),
      (_, noun: string, roman: string) => `${noun} ${ROMAN[roman]}`,
    )
    .replace(
      new RegExp(`\\b(${COUNTED}) (${Object.keys(NUMBER_WORDS).join('|')})\\b`, 'g'),
      (_, noun: string, word: string) => `${noun} ${NUMBER_WORDS[word]}`,
    )
    // "the fourth week" is week 4.
    .replace(
      new RegExp(`\\b(?:(\\d{1,2})(?:st|nd|rd|th)|(${ORDINALS.join('|')})) (?:cranial )?(${COUNTED})\\b`, 'g'),
      (_, figure: string | undefined, word: string, noun: string) => `${noun} ${figure ?? ORDINALS.indexOf(word) + 1}`,
    )
    .replace(/\b(ii|iii|vi|vii|viii|ix|xi|xii)\b/g, (roman) => ROMAN[roman] ?? roman);
  return plain.replace(pattern, (phrase) => stands.get(phrase.toLowerCase()) ?? phrase);
}

/** "β1", "ß-1" and "beta1" are beta 1. */
export function inLetters(text: string): string {
  return (
    text
      .replace(/ß(?=[\s-]?\d|[\s-]?(?:cell|block|recept|adren|lactam|hcg))/gi, 'beta')
      .replace(/[αβγδμκλωεΔ]/g, (letter) => GREEK[letter] ?? letter)
      .replace(/\b(alpha|beta|gamma|delta|kappa|mu)[\s-]?(?=\d)/gi, '$1 ')
      // "b3 adrenoceptors".
      .replace(
        /(?<![\p{L}\p{N}-])([ab])-?(\d)(?=[\s-]?(?:adren|recept|agonist|block|antagon))/giu,
        (_, letter: string, figure: string) => `${letter.toLowerCase() === 'a' ? 'alpha' : 'beta'} ${figure}`,
      )
      // "L subclavian", "Rt. ventricle".
      .replace(/(?<![\p{L}\p{N}-])L(?:t|ft)?\.? (?=\p{L}{4}|\p{Lu}{2})/gu, 'left ')
      .replace(/(?<![\p{L}\p{N}-])R(?:t)?\.? (?=\p{L}{4}|\p{Lu}{2})/gu, 'right ')
      // "hypoK" is too little potassium.
      .replace(/\b(hypo|hyper)-?(Na|K|Ca|Mg)\b\+?/g, (_, much: string, ion: string) => `${much}${IONS[ion]}`)
      // Segments of the spine: "Th10" and "D10" are T10.
      .replace(/\b(?:th|d)(?=\d{1,2}\b)/gi, 'T')
  );
}

const LONGEST_NAME = 5;

/** Things of the families and medicines by the name that is listed first: "epinephrine" is adrenaline wherever it stands. */
export function oneName(text: string): string {
  const words = text.split(/(?<=\s)|(?=\s)/).filter((word) => word.trim() !== '');
  const out: string[] = [];
  for (let from = 0; from < words.length; from++) {
    let found: string | undefined;
    for (let to = Math.min(words.length, from + LONGEST_NAME); to > from; to--) {
      const phrase = words
        .slice(from, to)
        .join(' ')
        .replace(/^[("'“]+|[.,;:!?)"'”]+$/g, '');
      found = nameOfThing(phrase);
      if (found === undefined) continue;
      out.push(`${found}${/[.,;:!?]$/.exec(words[to - 1] as string)?.[0] ?? ''}`);
      from = to - 1;
      break;
    }
    if (found === undefined) out.push(words[from] as string);
  }
  return out.join(' ');
}

/** Short words mean too much: "as", "all", "mi" stay as they are. */
function nameOfThing(phrase: string): string | undefined {
  if (phrase.length < 5 && !/[\p{Lu}\d+]/u.test(phrase)) return undefined;
  if (/^(?:the|an?) /i.test(phrase) || answerWords().common.has(phrase.toLowerCase())) return undefined;
  const member = families().byName(phrase);
  if (member !== undefined) return member.name;
  // What is said in several words is compared by its words.
  const [listed] = phrase.includes(' ') ? [] : namesOf(phrase);
  if (listed !== undefined) return families().byName(listed)?.name ?? listed;
  const concept = phrase.length < 5 ? undefined : conceptOf(phrase);
  return concept?.kind === 'drug' ? concept.name : undefined;
}

export function canonicalStems(text: string): Set<string> {
  return contentStems(canonical(text));
}

export function canonicalKey(text: string): string {
  return termKey(canonical(text));
}

/** The sides of opposites that a text takes. */
export function sidesOf(text: string): Set<string> {
  const { sides } = answerWords();
  return new Set(
    (
      fold(text)
        .replace(PARTICLE, '$1')
        .match(/\p{L}+/gu) ?? []
    ).flatMap((word) => sides.get(word) ?? prefixSide(word)),
  );
}

/** "standing up", "coughing up", "build up": no direction, unless something goes there. */
const PARTICLE = /(?<!\b(?:go|goes|going|went|gone|is|are|was|level|levels|shoots|comes) )(\b\p{L}+ )(?:up|down)\b/gu;

/** Too much and too little, by the head of a word. */
function prefixSide(word: string): string[] {
  if (/^hyper\p{L}{4}/u.test(word)) return ['hyper+', '0+'];
  if (/^hypo\p{L}{4}/u.test(word)) return ['hyper-', '0-'];
  return [];
}

/** "non-Hodgkin" where the other has Hodgkin. */
export function isOtherThan(a: string, b: string): boolean {
  const other = ` ${fold(b)} `;
  return [...fold(a).matchAll(/\bnon[- ]?(\p{L}{3,})/gu)].some(([, word]) =>
    new RegExp(`(?<!non[- ]?)\\b${word}`).test(other),
  );
}

/** One says what the other denies: high and low, left and right. */
export function opposes(key: string, said: string): boolean {
  if (isOtherThan(key, said) || isOtherThan(said, key)) return true;
  const [right, given] = [sidesOf(key), sidesOf(said)];
  const other = (side: string) => (side.endsWith('+') ? side.replace('+', '-') : side.replace('-', '+'));
  // A key that names both sides is about something else.
  return [...right].some((side) => !right.has(other(side)) && !given.has(side) && given.has(other(side)));
}
