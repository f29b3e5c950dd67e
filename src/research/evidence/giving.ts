/** Which way of giving a medicine did better (in the morning, with food, ten milligrams) is no word on whether the medicine does. */
import { abstractWords } from './abstract.ts';
import type { Arms } from './arms.ts';
import { LINK } from './levels.ts';
import { foldText } from './words.ts';

const DOSE = /(?<![\d.])\d+(?:[.,]\d+)?\s?(?:mg|g|mcg|µg|μg|ug|ml|iu|units?)(?:\/kg)?\b/giu;
/** So many words beside what holds one against the other are looked at. */
const NEAR = 6;

/** Both sides of a comparison are ways of giving, and neither is a medicine or nothing. */
export function isOnGiving(clause: string): boolean {
  const plain = foldText(clause).replace(/\([^)]*\)/g, ' ');
  const [link, ...more] = [...plain.matchAll(LINK)];
  if (link === undefined || more.length > 0) return false;
  const left = plain.slice(0, link.index).split(/\s+/).filter(Boolean).slice(-NEAR).join(' ');
  const right = plain
    .slice(link.index + link[0].length)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, NEAR)
    .join(' ');
  return isWay(right) && hasWay(left) && namesBeside(right).every((word) => namesBeside(left).includes(word));
}

/** All that tells the arms of a trial apart is how it was given. */
export function areGivings({ names: { studied, compared } }: Arms): boolean {
  const { giving } = abstractWords();
  return studied.length > 0 && compared.length > 0 && [...studied, ...compared].every((word) => giving.includes(word));
}

const hasWay = (text: string) => {
  const words = text.match(/\p{L}[\p{L}-]*/gu) ?? [];
  return DOSE_ONCE.test(text) || words.some((word) => abstractWords().giving.includes(word));
};
const isWay = (text: string) =>
  hasWay(text) && !(text.match(/\p{L}[\p{L}-]*/gu) ?? []).some((word) => abstractWords().compared.includes(word));
const DOSE_ONCE = new RegExp(DOSE.source, 'iu');

function namesBeside(text: string): string[] {
  const { giving, common, openings } = abstractWords();
  return (text.replace(DOSE, ' ').match(/\p{L}[\p{L}\p{N}-]{3,}/gu) ?? []).filter(
    (word) => !giving.includes(word) && !common.includes(word) && !openings.includes(word),
  );
}
