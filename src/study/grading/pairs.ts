/** Lists of pairs, "adenine with thymine and guanine with cytosine": what is named with what, by names or first letters. */
import { fold } from '../../text/index.ts';
import type { Verdict } from '../types.ts';
import { gradeTerm } from './terms.ts';

type Pair = readonly [string, string];

const JOINT = /^(.+?)\s(?:with|to|and its partner)\s(.+)$/i;
const BETWEEN = /\s*(?:-|–|:|=|≡|\/|\bpairs? with\b|\bbinds? (?:to|with)?\b|\bgoes with\b|\bwith\b|\bto\b)\s*/i;

/** Undefined where the items are no pairs, or the answer names none. */
export function gradePairs(items: readonly string[], said: string, question: string): Verdict | undefined {
  const own = items.map((item) => JOINT.exec(item)?.slice(1, 3) as Pair | undefined);
  if (own.length < 2 || own.some((pair) => pair === undefined)) return undefined;
  const given = said
    .split(/,|;|\band\b|&/i)
    .map((part) => part.trim().split(BETWEEN))
    .filter((sides) => sides.length === 2 && sides.every((side) => side !== ''));
  if (given.length === 0) return undefined;
  const members = (own as Pair[]).flat();
  const isNamed = (name: string, by: string) =>
    isInitial(name, by, members) || gradeTerm([name], by, question) === 'right';
  const isPair = ([a, b]: Pair, [x = '', y = '']: readonly string[]) =>
    (isNamed(a, x) && isNamed(b, y)) || (isNamed(a, y) && isNamed(b, x));
  const found = (own as Pair[]).filter((pair) => given.some((sides) => isPair(pair, sides)));
  const strange = given.filter((sides) => !(own as Pair[]).some((pair) => isPair(pair, sides)));
  if (found.length === 0) return 'wrong';
  return found.length === own.length && strange.length === 0 ? 'right' : 'partly';
}

/** "A" for adenine, where no other begins with it. */
function isInitial(name: string, by: string, among: readonly string[]): boolean {
  const first = (text: string) => fold(text)[0];
  return by.length === 1 && first(name) === fold(by) && among.filter((each) => first(each) === fold(by)).length === 1;
}
