/** Whether a sentence says what is claimed, only weaker: it recommends what is claimed to be required, or says of a part what is claimed of all. */
import { z } from 'zod';
import { wordsIn } from '../../../text/index.ts';
import { sheet } from '../../analysis/sheet.ts';
import { root } from '../../statements/wording.ts';
import { isStopword } from '../../text/words.ts';

const list = z.array(z.string()).min(1);
const readStrength = sheet(
  './strength.yml',
  import.meta.url,
  z.strictObject({ must: list, should: list, whole: list, part: list, denied: list }),
);

/** Why it is less than what is claimed; undefined where it is not. */
export function isWeaker(claim: string, clause: string): string | undefined {
  const { must, should } = readStrength();
  if (has(claim, must) && !has(claim, should) && has(clause, should) && !has(clause, must))
    return 'it is recommended, not required';
  return isOfPart(claim, clause) ? 'it is said of a part' : undefined;
}

/** "All of the soup" against "half of the soup": the same noun after the word. */
function isOfPart(claim: string, clause: string): boolean {
  const { whole, part } = readStrength();
  const [claimed, said] = [nounsAfter(claim, whole), nounsAfter(clause, part)];
  const kept = nounsAfter(clause, whole);
  return [...claimed].some((noun) => said.has(noun) && !kept.has(noun));
}

const NEAR = 3;

/** What the words of one kind speak of: the first noun or so behind them. */
function nounsAfter(text: string, phrases: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const { index, 0: phrase } of text.matchAll(pattern(phrases))) {
    if (isDenied(text.slice(0, index))) continue;
    const after = wordsIn(text.slice(index + phrase.length)).slice(0, NEAR);
    const noun = after.find(({ lower }) => !isStopword(lower));
    if (noun !== undefined) found.add(root(noun.lower));
  }
  return found;
}

function has(text: string, phrases: readonly string[]): boolean {
  return [...text.matchAll(pattern(phrases))].some(({ index }) => !isDenied(text.slice(0, index)));
}

/** "Not required", "no requirement". */
function isDenied(before: string): boolean {
  const last = wordsIn(before).at(-1)?.lower;
  return last !== undefined && readStrength().denied.includes(last);
}

function pattern(phrases: readonly string[]): RegExp {
  const longest = [...phrases].sort((a, b) => b.length - a.length).map((one) => one.replace(/ /g, '\\s+'));
  return new RegExp(`\\b(?:${longest.join('|')})\\b`, 'gi');
}
