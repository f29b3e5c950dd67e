/**
 * Whether a verdict says the opposite of what the authors conclude. A question's own verb ("does it slow …") comes back in a
 * conclusion as it is or denied ("slowed …", "did not slow …"); a verdict that was reckoned from figures yields to that.
 */

import { YES, YES_BUT } from '../effects.ts';
import { outcomeWords } from '../evidence/outcome-words.ts';
import { foldText } from '../evidence/words.ts';

export type Echo = 'yes' | 'no' | 'both' | undefined;

const MOVES = ['up', 'down', 'better', 'worse'] as const;
type Move = (typeof MOVES)[number];

/** To help is to make better, whatever it is. */
const HELPS: Readonly<Record<string, Move>> = {
  help: 'better',
  work: 'better',
  effective: 'better',
  benefit: 'better',
};

export function echoOf(question: string, conclusions: readonly string[]): Echo {
  const [asked] = movesIn(foldText(question));
  if (asked === undefined) return undefined;
  const told = conclusions
    .flatMap((text) => foldText(text).split(/[;,]\s|\s(?:but|whereas|while|although)\s/))
    .flatMap((clause) => movesIn(clause).filter(({ move }) => move === asked.move));
  const [yes, no] = [told.some(({ isDenied }) => !isDenied), told.some(({ isDenied }) => isDenied)];
  return yes && no ? 'both' : yes ? 'yes' : no ? 'no' : undefined;
}

export function isContradicted(settled: string, echo: Echo): boolean {
  const opening = settled.replace(/^\*\*/, '');
  if (opening.startsWith(YES) || opening.startsWith(YES_BUT)) return echo === 'no';
  return /^(?:No, as far|Not shown)/.test(opening) && (echo === 'yes' || echo === 'both');
}

function movesIn(plain: string): { move: Move; isDenied: boolean }[] {
  const { changes } = outcomeWords();
  const words = MOVES.flatMap((move) => changes[move].map((word) => ({ word, move })));
  const all = [...words, ...Object.entries(HELPS).map(([word, move]) => ({ word, move }))];
  return all
    .flatMap(({ word, move }) => {
      const at = new RegExp(`(?<![\\p{L}\\p{N}-])${word}(?![\\p{L}\\p{N}])`, 'u').exec(plain)?.index;
      return at === undefined ? [] : [{ at, move, isDenied: DENIED.test(plain.slice(0, at)) }];
    })
    .toSorted((a, b) => a.at - b.at);
}

const DENIED = /(?:\bnot|n't|\bno|\bneither|\bnor|\bfailed to|\bwithout|\bnever)\b(?:\s[\p{L}-]+){0,3}\s$/u;
