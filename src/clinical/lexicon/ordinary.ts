/** Ordinary words: those that people write about anything, so that what is none of them is a name. */
import { stem } from '../../text/index.ts';
import { isCommonWord } from '../../text/lexicon.ts';
import { readData, splitList } from '../tables/tables.ts';

let known: Set<string> | undefined;

/** The words of the messages that triage was taught with. */
function taught(): Set<string> {
  known ??= new Set(
    ['kind-weights', 'danger-weights'].flatMap((name) =>
      (readData(name).rows ?? '').split('\n').flatMap((line) => {
        const feature = /^[a-z'-]+(?=[| ])/.exec(line)?.[0];
        return feature === undefined ? [] : [feature, stem(feature)];
      }),
    ),
  );
  return known;
}

const ENDING = new RegExp(`(?:${splitList(readData('ordinary').endings ?? '').join('|')})$`);

export function isOrdinaryWord(word: string): boolean {
  const lower = word.toLowerCase();
  const parts = lower.split(/[-'’]/).filter((part) => part !== '');
  return parts.every(
    (part) =>
      part.length < 3 || ENDING.test(part) || taught().has(part) || taught().has(stem(part)) || isCommonWord(part),
  );
}
