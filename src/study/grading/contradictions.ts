/** Whether an answer says another thing than the key: turned round, denied, with another figure, or of another thing. */
import { fold, stem } from '../../text/index.ts';
import { families, type Member } from '../facts/families.ts';
import { canonical, opposes, sidesOf } from './cleaning.ts';
import { denies, withoutDenials } from './denials.ts';
import { valuesIn } from './reading.ts';
import { inUnit } from './units.ts';
import { answerWords } from './words.ts';

/** Turned round, denied, with another figure, or said of another thing. */
export function contradicts(key: string, said: string): boolean {
  return takesOtherSide(key, said) || denies(key, said) || saysOther(key, said);
}

/** High for low, left for right. */
export function takesOtherSide(key: string, said: string): boolean {
  const [own, given] = [withoutDenials(key), withoutDenials(said)];
  return opposes(own, given) || opposes(canonical(own), canonical(given)) || isReversed(key, said);
}

/**
 * Acidosis where the key has alkalosis: states, parts and ways that exclude one another, and of which neither the question nor the passage
 * names the other one. More and less are none of them: what rises is said as well by what falls with it.
 */
export function takesOtherState(key: string, around: string, said: string): boolean {
  if (answerWords().negation.test(said) || /\bthan\b/i.test(said)) return false;
  const [own, known, given] = [key, around, said].map(
    (text) => new Set([...sidesOf(text), ...sidesOf(canonical(text))]),
  );
  const contrary = (side: string) => (side.endsWith('+') ? `${side.slice(0, -1)}-` : `${side.slice(0, -1)}+`);
  return [...answerWords().states].some((pair) =>
    [`${pair}+`, `${pair}-`].some(
      (side) =>
        given!.has(side) &&
        !given!.has(contrary(side)) &&
        own!.has(contrary(side)) &&
        !own!.has(side) &&
        !known!.has(side),
    ),
  );
}

/** Another figure, another one of a family, so much of another thing. */
export function saysOther(key: string, said: string): boolean {
  return hasOtherFigures(key, said) || namesAnother(key, said) || isPerAnother(key, said);
}

function hasOtherFigures(key: string, said: string): boolean {
  const [own, given] = [valuesIn(key), valuesIn(said)];
  if (own.length === 0 || given.length === 0) return false;
  const near = (a: number, b: number) => Math.abs(a - b) <= Math.abs(b) * 0.05;
  return (
    !own.some((figure) =>
      given.some((other) => {
        const [low, high] = [inUnit(other.low, other.unit, figure.unit), inUnit(other.high, other.unit, figure.unit)];
        return near(low ?? other.low, figure.low) && near(high ?? other.high, figure.high);
      }),
    ) && own.some(({ unit }) => given.some((other) => other.unit.kind === unit.kind && unit.symbol !== ''))
  );
}

/** "alpha cells" where the key has beta cells: another one of the family stands in its place. */
function namesAnother(key: string, said: string): boolean {
  const [own, given] = [membersIn(key), membersIn(said)];
  return own.some(
    (member) =>
      !given.some((other) => other.id === member.id || families().areNested(member, other)) &&
      given.some(
        (other) =>
          other.families.some((family) => member.families.includes(family)) &&
          !own.some((each) => each.id === other.id || families().areNested(each, other)),
      ),
  );
}

/** "each beat" where the key has "per minute": so much of another thing. */
function isPerAnother(key: string, said: string): boolean {
  const [own, given] = [perWhat(key), perWhat(said)];
  return own.size > 0 && given.size > 0 && ![...given].some((word) => own.has(word));
}

/** So many words behind "per" may tell what it is counted by. */
const PER = /\b(?:per|each|every|with one|in one|a single|in a single|with each|in each)((?: \p{L}+){1,3})/gu;

/** What something is counted by, as far as that is told: time, an event, weight or surface. */
function perWhat(text: string): Set<string> {
  const { counted } = answerWords();
  // "Each time it contracts" counts events: which ones, the clause says.
  const plain = fold(text).replace(
    /\b(?:each|every) time (?:that |when )?(?=(?:it|the|an?|one|they|he|she|you|we)\b)/g,
    'each beat ',
  );
  const words = Array.from(plain.matchAll(PER), ([, behind = '']) => behind.trim().split(' ')).flat();
  return new Set(words.flatMap((word) => counted.get(word) ?? []));
}

/** "from high to low" where the key has "from low to high": it begins where the key ends. */
function isReversed(key: string, said: string): boolean {
  const way = (text: string) =>
    /\bfrom (?:an? |the )?(\p{L}+)[^.;,]*? to (?:an? |the )?(\p{L}+)/u.exec(canonical(text).replace(/s\b/g, ''));
  const [own, given] = [way(key), way(said)];
  return own !== null && given !== null && own[1] !== own[2] && stem(own[2]!) === stem(given[1]!);
}

const LONGEST_NAME = 5;

function membersIn(text: string): Member[] {
  const words = text.split(/[\s,;:()]+/).filter((word) => word !== '');
  const found: Member[] = [];
  for (let from = 0; from < words.length; from++)
    for (let to = Math.min(words.length, from + LONGEST_NAME); to > from; to--) {
      const member = families().byName(
        words
          .slice(from, to)
          .join(' ')
          .replace(/[.!?]+$/, ''),
      );
      if (member === undefined) continue;
      found.push(member);
      from = to - 1;
      break;
    }
  return found;
}
