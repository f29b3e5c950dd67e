/** A criterion about code as words: their roots, what denies it, whether it speaks of all or of one. */
import { splitName, stem, wordsIn } from '../../../text/index.ts';
import { root } from '../../statements/wording.ts';
import { isStopword } from '../../text/words.ts';

export interface Asked {
  readonly text: string;
  /** Roots of all its words, in order. */
  readonly roots: readonly string[];
  /** Roots of those that carry meaning. */
  readonly content: readonly string[];
  readonly words: readonly { readonly lower: string; readonly root: string }[];
  readonly negative: boolean;
  readonly universal: boolean;
}

const NEGATORS = new Set([
  'not',
  'no',
  'never',
  'none',
  'without',
  'cannot',
  'nor',
  'nowhere',
  'nothing',
  'avoid',
  'avoids',
  'free',
  'neither',
]);
const UNIVERSAL = new Set(['every', 'each', 'all', 'always', 'only', 'everywhere', 'whenever']);
/** Words that any criterion about code may have. */
const THIN = new Set(
  'use code function method file program script value data result thing way make do be have get set call contain include provide support handle work run when before after properly correctly given user input output name string text variable object class type instance module statement query table column row member field line any some least most one two called named implement declare define exist happen case each every all whole first itself themselves must should shall need always only never without not no nothing instead whatever take give return show keep let allow leave access ensure turn path time amount per place part whether other than own both either same different new old current using based via within against into onto directly explicit explicitly actually simply present possible able configure through number once lead written'
    .split(' ')
    .flatMap((word) => [stem(word), root(word)]),
);

const FRONTED = /^without (?:(?:an?|any|the) )?[\w-]+(?: [\w-]+){0,3}?,? (?:the|it|this|an?|nothing|all) /i;

export function readAsked(text: string): Asked {
  const words = wordsIn(
    text
      .replace(/(\w)n['’]t\b/gi, '$1 not')
      .replace(/\bcannot\b/gi, 'can not')
      .replace(/-/g, ' '),
  );
  const main = mainClause(text);
  const denials = wordsIn(main).filter(({ lower }, index, words) => {
    if (!NEGATORS.has(lower)) return false;
    const next = words[index + 1]?.lower ?? '';
    if (lower === 'free') return next === 'of' || next === 'from';
    if (lower === 'not' && /^(?:null|only|found|exist|exists)$/.test(next)) return false;
    // "Never more than 20" is a bound, "customers without orders" says which ones.
    if (lower === 'never' && /\b(?:more|less|fewer|greater) than\b|\bexceeds?\b|\bover \d/i.test(main)) return false;
    if (lower === 'without' && /\bwithout\b.*\b(?:is|are|was|were|be|get|gets)\b/i.test(main)) return false;
    // "Without an argument the program ends …": in which case, no denial.
    if (lower === 'without' && index === 0 && FRONTED.test(main)) return false;
    return !(lower === 'no' && /^(?:more|less|fewer|later|longer)$/.test(next));
  }).length;
  const carrying = words.flatMap(({ lower }) =>
    isStopword(lower) || isThin(lower) || NEGATORS.has(lower) || /^\d/.test(lower)
      ? []
      : [{ lower, root: root(lower) }],
  );
  return {
    text,
    roots: words.map(({ lower }) => root(lower)),
    words: carrying,
    content: carrying.map((one) => one.root),
    negative: denials % 2 === 1,
    universal: words.slice(0, 4).some(({ lower }) => UNIVERSAL.has(lower)) || /\b(?:everywhere|always)\b/i.test(text),
  };
}

/** "If no target is given, …" */
const FIRST_CASE = /^(?:if|when|whenever|unless|where|in case|as long as|while|once|until)\b[^,]*,\s*/i;
/** "Payments that are not settled are left out": which payments. */
const WHICH_ONES =
  /\s(?:that|which|who) (?:is|are|was|were|has|have|do|does|can|could|did)(?: not)?(?: [\w-]+){1,4}? (?=(?:is|are|was|were|gets?|must|may|will|stays?|remains?|counts?|leads?|causes?)\b)/i;

/** Without what only says which one, or when: "amounts that are not positive", "when the key is missing". */
function mainClause(text: string): string {
  const plain = text
    .replace(/(\w)n['’]t\b/gi, '$1 not')
    .replace(/\bcannot\b/gi, 'can not')
    .replace(FIRST_CASE, '')
    .replace(WHICH_ONES, ' ');
  const cut = plain.replace(/\s(?:that|which|who|whose|where|when|if|unless|whenever|while|in case)\s.*$/i, '');
  return wordsIn(cut).length >= 2 ? cut : plain;
}

export function isThin(lower: string): boolean {
  return THIN.has(stem(lower)) || THIN.has(root(lower));
}

/** How many words of the longest phrase that the criterion has in full; 0: none. */
export function matchPhrase({ roots }: Asked, phrases: readonly string[]): { size: number; words: readonly string[] } {
  let best: readonly string[] = [];
  for (const phrase of phrases) {
    const words = phrase.split(' ').map(root);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const whole = [...counts].every(([word, times]) => roots.filter((one) => sameRoot(one, word)).length >= times);
    if (whole && words.length > best.length) best = words;
  }
  return { size: best.length, words: best };
}

/** One root, or one the beginning of the other: "subclassed", "subclass". */
export function sameRoot(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 4 && long.startsWith(short) && long.length - short.length <= 3;
}

export function rootsOfName(name: string): string[] {
  return splitName(name).map((part) => root(part));
}
