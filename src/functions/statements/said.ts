/**
 * What a sentence says, as far as that can be told without a model: what it is about, its amounts, whether it denies, on
 * which side of which opposition it stands, and which time it speaks of.
 */
import { splitName, wordsIn } from '../../text/index.ts';
import { once } from '../../text/pieces.ts';
import { isStopword } from '../text/words.ts';
import { type Amount, amountsIn } from './amounts.ts';
import { heldByOne } from './holder.ts';
import { alternatives, findUnit, holdsPhrase, readWording, root } from './wording.ts';

export interface Said {
  readonly text: string;
  /** Lower case, words only, a blank between and around them. */
  readonly folded: string;
  /** Stems of what it is about: no amounts, negation, or words that any sentence may have. */
  readonly about: ReadonlySet<string>;
  /** The same without what only gives a reason or an occasion. */
  readonly core: ReadonlySet<string>;
  readonly amounts: readonly Amount[];
  readonly negated: boolean;
  /** Axis → pole. */
  readonly poles: ReadonlyMap<number, { readonly side: 0 | 1; readonly word: string }>;
  readonly time: 'past' | 'future' | '';
  /** "The database is PostgreSQL": what is spoken of, and the one thing it is said to be. */
  readonly claim?: { readonly about: ReadonlySet<string>; readonly says: string } | undefined;
}

export function readSaid(given: string): Said {
  const text = given.replace(/\bnon-(?=\p{L}{4})|\bnon(?=smok|drink|diabet)/giu, 'not ');
  const { negators, thin, numbers } = readWording();
  const folded = ` ${wordsOf(text).join(' ')} `;
  const amounts = amountsIn(text);
  const poles = polesIn(folded);
  const taken = new Set([...poles.values()].flatMap(({ word }) => word.split(' ')));
  const about = new Set<string>();
  for (const { lower, start, text: word } of wordsIn(text)) {
    if (amounts.some((one) => start >= one.start && start < one.end)) continue;
    if (
      isStopword(lower) ||
      negators.has(lower) ||
      taken.has(lower) ||
      thin.has(lower) ||
      Object.hasOwn(numbers, lower) ||
      /^\d/.test(lower)
    )
      continue;
    if (findUnit(lower) !== undefined && /\d\s*$/.test(text.slice(Math.max(0, start - 3), start))) continue;
    if (/[a-z][A-Z]|_/.test(word)) for (const part of splitName(word)) about.add(root(part));
    about.add(root(lower));
  }
  return {
    text,
    folded,
    about,
    core: coreOf(text, about),
    amounts,
    negated: isNegated(folded),
    poles,
    time: timeOf(folded),
    claim: heldByOne(text) ?? claimOf(text),
  };
}

const REASON = /[,;]?\s(?:because|due to|owing to|since|after|following|so that|in order to|when|while)\s.*$/i;

function coreOf(text: string, about: ReadonlySet<string>): ReadonlySet<string> {
  const main = new Set(wordsIn(text.replace(REASON, '')).map(({ lower }) => root(lower)));
  const core = new Set([...about].filter((word) => main.has(word)));
  return core.size > 0 ? core : about;
}

/** Days of the week it speaks of; a stretch of them as a whole. */
export function daysIn({ folded }: Said): string[] {
  const all = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const stretch = / (\w+day)s? (?:to|until|through|till) (\w+day)s? /.exec(folded);
  const [from, to] = [all.indexOf(stretch?.[1] ?? ''), all.indexOf(stretch?.[2] ?? '')];
  if (from >= 0 && to >= 0) return from <= to ? all.slice(from, to + 1) : [...all.slice(from), ...all.slice(0, to + 1)];
  return all.filter((day) => folded.includes(` ${day} `) || folded.includes(` ${day}s `));
}

/** The noun that an amount belongs to: "apixaban 5 mg", "5 mg of morphine". */
export function headOf({ text, about }: Said, { start, end, dimension }: Amount): string | undefined {
  if (dimension.startsWith('label:') || dimension.startsWith('count:')) return undefined;
  const after = /^\s+(?:of\s+)(?:the\s+)?([\p{L}-]+)/u.exec(text.slice(end))?.[1];
  const before = /([\p{L}-]+)\s+$/u.exec(text.slice(0, start))?.[1];
  const word = after ?? before;
  if (word === undefined) return undefined;
  const own = root(word.toLowerCase());
  return about.has(own) ? own : undefined;
}

function wordsOf(text: string): string[] {
  return wordsIn(text.replace(/(\w)n['’]t\b/gi, '$1 not')).map(({ lower }) => lower);
}

/** Denied once, or thrice. */
export function isNegated(folded: string): boolean {
  const { negators, harmless, only_with } = readWording();
  let said = folded;
  for (const phrase of harmless) said = said.replaceAll(` ${phrase} `, ' ');
  const words = said.trim().split(' ');
  const count = words.filter((word, index) => {
    if (/^(?:ca|wo|do|does|did|is|are|was|were|should|would|could|has|have|had|must|need)n['’]?t$/.test(word))
      return true;
    if (!negators.has(word)) return false;
    const after = only_with[word];
    return after === undefined || after.includes(words[index + 1] ?? '');
  }).length;
  return count % 2 === 1;
}

function polesIn(folded: string): Map<number, { side: 0 | 1; word: string }> {
  const found = new Map<number, { side: 0 | 1; word: string }>();
  for (const [axis, sides] of readWording().axes.entries()) {
    const [left, right] = sides.map(
      (words) => words.filter((word) => holdsPhrase(folded, word)).sort((a, b) => b.length - a.length)[0],
    );
    // Both poles in one sentence compare; they do not choose.
    if (left !== undefined && right === undefined) found.set(axis, { side: 0, word: left });
    if (right !== undefined && left === undefined) found.set(axis, { side: 1, word: right });
  }
  return found;
}

function timeOf(folded: string): Said['time'] {
  const { spoken_past, spoken_future } = readWording();
  if (spoken_past.some((word) => holdsPhrase(folded, word))) return 'past';
  return spoken_future.some((word) => holdsPhrase(folded, word)) ? 'future' : '';
}

const readClaimPattern = once(
  () =>
    new RegExp(
      String.raw`^(?:[-*]\s*)?(?<left>[^.:;!?]{2,80}?)\s*(?:\s(?:${alternatives(readWording().equates)})\s|:\s|\s=\s)\s*(?<right>[^.;!?]{1,60})[.;!?]?$`,
      'i',
    ),
);
const readUsesPattern = once(() => {
  const name = String.raw`[\p{Lu}][\p{L}\p{N}.+#-]*(?:\s[\p{Lu}\d][\p{L}\p{N}.+#-]*)?`;
  const about = String.raw`(?:\s+(?:as|for)\s+(?:the\s+|its\s+|our\s+)?(?<about>[^.,;]{3,40}))?`;
  return new RegExp(String.raw`\b(?:${alternatives(readWording().uses)})\s+(?<says>${name})${about}`, 'u');
});

function claimOf(text: string): Said['claim'] {
  const flat = text.replace(/\s+/g, ' ').trim();
  const uses = readUsesPattern().exec(flat)?.groups;
  if (uses?.['says'] !== undefined && uses['about'] !== undefined)
    return { about: stemsOf(uses['about']), says: foldValue(uses['says']) };
  const groups = readClaimPattern().exec(flat)?.groups;
  if (groups === undefined) return undefined;
  const [left, right] = [groups['left']!.trim(), groups['right']!.trim()];
  const bare = left.replace(/^(?:the|an?)\s+/i, '');
  // "MySQL is the database" speaks of the database.
  if (isName(bare) && /^(?:the|our|its|their|an?)\s+\p{Ll}/u.test(right) && wordsIn(right).length <= 5)
    return { about: stemsOf(right), says: foldValue(bare) };
  return isValue(right) ? { about: stemsOf(left), says: foldValue(right) } : undefined;
}

function isValue(text: string): boolean {
  const said = text.replace(/^(?:an?|the)\s+/i, '').trim();
  return wordsIn(said).length <= 4 && (/^[\p{Lu}\d"“$€£]/u.test(said) || !/\s/.test(said));
}

function isName(text: string): boolean {
  return (
    /^[\p{Lu}][\p{L}\p{N}.+#-]*(?:\s[\p{Lu}\d][\p{L}\p{N}.+#-]*){0,2}$/u.test(text) && !isStopword(text.toLowerCase())
  );
}

function foldValue(text: string): string {
  return text
    .replace(/^(?:an?|the)\s+/i, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.%+#]+/gu, ' ')
    .trim();
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(
    wordsIn(text).flatMap(({ lower }) => (isStopword(lower) || readWording().thin.has(lower) ? [] : [root(lower)])),
  );
}

/** The words near an amount: those of its clause. */
export function anchorsOf({ text, about }: Said, { start, end }: Amount): ReadonlySet<string> {
  const borders = [...text.matchAll(/[;,:](?=\s)|\s(?:and|but|while|whereas|although|then)\s|\(|\)/g)].map(
    ({ index }) => index,
  );
  const from = borders.filter((at) => at < start).at(-1) ?? 0;
  const to = borders.find((at) => at >= end) ?? text.length;
  const near = wordsIn(text.slice(from, to)).map(({ lower }) => root(lower));
  const own = near.filter((word) => about.has(word));
  return own.length > 0 ? new Set(own) : about;
}
