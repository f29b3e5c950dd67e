/** Porter's stemmer (M. F. Porter, 1980): English words to their stems, by his five steps. */

export function porterStem(word: string): string {
  if (word.length < 3) return word;
  let w = plural(word);
  w = pastAndGerund(w);
  if (w.endsWith('y') && hasVowel(w, w.length - 1)) w = `${w.slice(0, -1)}i`;
  w = replaceEnding(w, DOUBLE_SUFFIXES);
  w = replaceEnding(w, SINGLE_SUFFIXES);
  w = dropEnding(w);
  return tidy(w);
}

/** Step 1a. */
function plural(w: string): string {
  if (!w.endsWith('s')) return w;
  if (w.endsWith('sses') || w.endsWith('ies')) return w.slice(0, -2);
  return w.endsWith('ss') ? w : w.slice(0, -1);
}

/** Step 1b. */
function pastAndGerund(w: string): string {
  if (w.endsWith('eed')) return measure(w, w.length - 3) > 0 ? w.slice(0, -1) : w;
  const cut = w.endsWith('ed') ? 2 : w.endsWith('ing') ? 3 : 0;
  if (cut === 0 || !hasVowel(w, w.length - cut)) return w;
  const rest = w.slice(0, -cut);
  if (rest.endsWith('at') || rest.endsWith('bl') || rest.endsWith('iz')) return `${rest}e`;
  if (endsDoubled(rest)) return /[lsz]$/.test(rest) ? rest : rest.slice(0, -1);
  return measure(rest, rest.length) === 1 && endsShort(rest, rest.length) ? `${rest}e` : rest;
}

type Rule = readonly [ending: string, becomes: string];

const DOUBLE_SUFFIXES: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['logi', 'log'],
];

const SINGLE_SUFFIXES: readonly Rule[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];

/** Steps 2 and 3: the first ending that fits decides, whether it may go or not. */
function replaceEnding(w: string, rules: readonly Rule[]): string {
  for (const [ending, becomes] of rules)
    if (w.endsWith(ending)) {
      const kept = w.length - ending.length;
      return measure(w, kept) > 0 ? w.slice(0, kept) + becomes : w;
    }
  return w;
}

const DROPPED = [
  ...['al', 'ance', 'ence', 'er', 'ic', 'able', 'ible', 'ant', 'ement', 'ment', 'ent', 'ion', 'ou', 'ism', 'ate'],
  ...['iti', 'ous', 'ive', 'ize'],
];

/** Step 4. */
function dropEnding(w: string): string {
  for (const ending of DROPPED)
    if (w.endsWith(ending)) {
      const kept = w.length - ending.length;
      if (ending === 'ion' && !/[st]$/.test(w.slice(0, kept))) return w;
      return measure(w, kept) > 1 ? w.slice(0, kept) : w;
    }
  return w;
}

/** Step 5. */
function tidy(word: string): string {
  let w = word;
  if (w.endsWith('e')) {
    const m = measure(w, w.length - 1);
    if (m > 1 || (m === 1 && !endsShort(w, w.length - 1))) w = w.slice(0, -1);
  }
  return w.endsWith('ll') && measure(w, w.length) > 1 ? w.slice(0, -1) : w;
}

/** How many times a vowel is followed by a consonant in the first `length` letters. */
function measure(w: string, length: number): number {
  let count = 0;
  let vowelBefore = false;
  for (let i = 0; i < length; i++) {
    const consonant = isConsonant(w, i);
    if (consonant && vowelBefore) count++;
    vowelBefore = !consonant;
  }
  return count;
}

function hasVowel(w: string, length: number): boolean {
  for (let i = 0; i < length; i++) if (!isConsonant(w, i)) return true;
  return false;
}

/** A y is a consonant at the beginning and after a vowel. */
function isConsonant(w: string, i: number): boolean {
  switch (w[i]) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u':
      return false;
    case 'y':
      return i === 0 || !isConsonant(w, i - 1);
    default:
      return true;
  }
}

function endsDoubled(w: string): boolean {
  const last = w.length - 1;
  return last > 0 && w[last] === w[last - 1] && isConsonant(w, last);
}

/** Ends consonant, vowel, consonant, the last not w, x or y: "hop", but not "snow". */
function endsShort(w: string, length: number): boolean {
  const i = length - 1;
  if (i < 2 || !isConsonant(w, i) || isConsonant(w, i - 1) || !isConsonant(w, i - 2)) return false;
  return !/[wxy]/.test(w[i] as string);
}
