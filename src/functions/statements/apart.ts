/** Whether two statements speak of two things of one kind: the mail server and the web server, the first dose and the second. */
import { wordsIn } from '../../text/index.ts';
import { areKin } from '../../text/lexicon.ts';
import { isStopword } from '../text/words.ts';
import type { Said } from './said.ts';
import { readWording, root } from './wording.ts';

/** `but`: words that are at odds themselves tell nothing apart. */
export function areApart(a: Said, b: Said, but: readonly string[] = []): boolean {
  const [here, there] = [wordsOf(a), wordsOf(b)];
  return areInRow(here, there, but) || haveOtherKind(here, there, but);
}

function wordsOf({ text }: Said): string[] {
  return wordsIn(text).map(({ lower }) => lower.replace(/['’]s$/, ''));
}

/** The mother and the father; but not the drug and the penicillin, of which one may be a kind of the other. */
export function areOfOneRow(a: Said, b: Said): boolean {
  return areInRow(wordsOf(a), wordsOf(b), []);
}

/** Monday here, Wednesday there, and none of them in both. */
function areInRow(a: readonly string[], b: readonly string[], but: readonly string[]): boolean {
  return readWording().apart.some((row) => {
    const [here, there] = [a, b].map((words) => words.filter((word) => row.includes(word)));
    if (here!.length === 0 || there!.length === 0) return false;
    return ![...here!, ...there!].some((word) => but.includes(word)) && !here!.some((word) => there!.includes(word));
  });
}

/** One noun with another word before it in each: "mail server", "web server". */
function haveOtherKind(a: readonly string[], b: readonly string[], but: readonly string[]): boolean {
  return kindsOf(a).some(([kind, noun]) =>
    kindsOf(b).some(
      ([other, same]) =>
        noun === same &&
        !but.includes(kind) &&
        !but.includes(other) &&
        !areKin(kind, other) &&
        !b.some((word) => root(word) === root(kind)) &&
        !a.some((word) => root(word) === root(other)),
    ),
  );
}

/** Pairs of words that carry meaning, side by side. */
function kindsOf(words: readonly string[]): (readonly [string, string])[] {
  const { negators, numbers, thin } = readWording();
  const carries = (word: string) =>
    /^\p{L}{3,}$/u.test(word) &&
    !isStopword(word) &&
    !negators.has(word) &&
    !Object.hasOwn(numbers, word) &&
    !thin.has(word);
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    return next !== undefined && carries(word) && carries(next) ? [[word, root(next)] as const] : [];
  });
}
