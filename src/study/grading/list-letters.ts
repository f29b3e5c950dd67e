/** Items of a list by their letters, as far as the list leaves no doubt: "PMAT", "A, T, C, G", "MMR", "HK". */
import { fold } from '../../text/index.ts';
import { thingOf } from '../facts/things.ts';
import type { Verdict } from '../types.ts';
import { isKnown } from './claims.ts';
import { isLettersOf } from './phrases.ts';

/** "A, T, C, G": each of the items by its first letter, where these differ. */
export function byInitials(items: readonly string[], parts: readonly string[]): string[] | undefined {
  const initials = items.map((item) => fold(item)[0] as string);
  const isLetter = (part: string) => /^\p{L}$/u.test(part);
  if (!parts.every(isLetter) || items.some((item) => item.length < 4) || new Set(initials).size < items.length)
    return undefined;
  return parts.map((part) => items[initials.indexOf(fold(part))] ?? part);
}

/** "MMR" for measles, mumps and rubella: the items whose first letters a short form has, each letter for one of them. */
export function spelledBy(part: string, items: readonly string[]): string[] {
  if (!/^\p{Lu}{2,6}$/u.test(part) || items.some((item) => item.length < 4)) return [];
  const left = [...items];
  const found = [...part].map((letter) => {
    const at = left.findIndex((item) => fold(item)[0] === fold(letter));
    return at === -1 ? undefined : left.splice(at, 1)[0];
  });
  const spelled = found.filter((item) => item !== undefined);
  return spelled.length === part.length && !isKnown(thingOf(part)) ? spelled : [];
}

/** "HK" for hexokinase, "PK" for pyruvate kinase: a short form that fits one of the items and no other. */
export function isShortOfOne(part: string, item: string, items: readonly string[]): boolean {
  const fits = (each: string) =>
    (!each.includes(' ') && isLettersOf(part, fold(each))) || initialsOf(each) === part.toLowerCase();
  return /^\p{Lu}{2,4}$/u.test(part) && fits(item) && items.filter(fits).length === 1;
}

function initialsOf(item: string): string {
  const words = fold(item).split(/[\s-]+/);
  return words.length < 2 ? '' : words.map((word) => word[0]).join('');
}

/** "PMAT" for four phases in their order; by their last words it is a hint, no answer. */
export function lettersOf(items: readonly string[], said: string): Verdict | undefined {
  if (!/^\p{Lu}{3,8}$/u.test(said) || said.length !== items.length) return undefined;
  const spell = (word: (item: string) => string | undefined) => items.map((item) => fold(word(item) ?? '')[0]).join('');
  if (spell((item) => item) === fold(said)) return 'right';
  return spell((item) => item.split(' ').at(-1)) === fold(said) ? 'partly' : undefined;
}

/** "infra- and supraspinatus": the end is said once. */
export function completed(said: string, items: readonly string[]): string {
  const zeros = items.includes('O') ? said.replace(/(?<![\d.])0(?![\d.])/g, 'O') : said;
  return zeros.replace(/(\p{L}{2,})-(?=\s*(?:,|and|or|&|\/|\+))/giu, (whole, begin: string) => {
    const own = items.find((item) => fold(item).startsWith(fold(begin)) && item.length > begin.length + 2);
    return own ?? whole;
  });
}

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii'];

/** "VII" as seven; undefined where it is no such number. */
export function toArabic(item: string): number | undefined {
  const at = ROMAN.indexOf(item.toLowerCase());
  return at === -1 ? undefined : at + 1;
}
