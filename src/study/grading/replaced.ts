/**
 * What stands in the place of what: the words that two texts share, in their order, are the anchors; what lies between two anchors in one
 * text stands in the place of what lies there in the other. "It releases calcium" has another word in the place of "binds".
 */
import { nearnessAmong } from '../../search/semantic/nearness.ts';
import { areKin } from '../../text/lexicon.ts';
import { areOpposed, isSameWord, type Word } from './alignment.ts';

export interface Replacing {
  /** Anchors, of the words of the key, of the answer and of the longer of the two. */
  readonly ofKey: number;
  readonly ofSaid: number;
  readonly ofBoth: number;
  /** Shared words that stand in another order. */
  readonly moved: number;
  /** How many words or two stand in the place of others, how near the strangest of them is, and whether one is an opposite. */
  readonly count: number;
  readonly nearest: number;
  readonly isOpposed: boolean;
  /** Places where only one of the two says something. */
  readonly left: number;
  readonly added: number;
}

/** Where nothing is replaced. */
const USUAL = 0.6;
const MOST_IN_PLACE = 2;

export function replacedIn(key: readonly Word[], said: readonly Word[]): Replacing {
  const { gaps, anchors } = alignInOrder(key, said);
  const both = gaps.filter(({ own, given }) => isFew(own.length) && isFew(given.length) && anchors > 0);
  const text = (words: readonly Word[]) => words.map((word) => word.text).join(' ');
  const near = both.map(({ own, given }) => nearAlone(text(own), text(given)));
  const shared = key.filter((word) => said.some((other) => isSame(word, other))).length;
  return {
    ...{
      ofKey: anchors / key.length,
      ofSaid: anchors / said.length,
      ofBoth: anchors / Math.max(key.length, said.length),
    },
    ...{ moved: shared - anchors, count: both.length, nearest: near.length === 0 ? USUAL : Math.min(...near) },
    isOpposed: both.some(({ own, given }) => own.some((a) => given.some((b) => areOpposed(a.text, b.text)))),
    left: gaps.filter(({ own, given }) => own.length > 0 && given.length === 0).length,
    added: gaps.filter(({ own, given }) => own.length === 0 && given.length > 0).length,
  };
}

function isFew(count: number): boolean {
  return count > 0 && count <= MOST_IN_PLACE;
}

/** How near two words are without a sentence around them. */
export function nearAlone(a: string, b: string): number {
  return a === b || areKin(a, b) ? 1 : (nearnessAmong([a, b])?.(a, b) ?? 0);
}

function isSame(a: Word, b: Word): boolean {
  return isSameWord(a, b) || areKin(a.text, b.text);
}

interface Gap {
  readonly own: Word[];
  readonly given: Word[];
}

function alignInOrder(key: readonly Word[], said: readonly Word[]): { gaps: Gap[]; anchors: number } {
  const most = Array.from({ length: key.length + 1 }, () => new Array<number>(said.length + 1).fill(0));
  for (let at = key.length - 1; at >= 0; at--)
    for (let there = said.length - 1; there >= 0; there--)
      most[at]![there] = isSame(key[at]!, said[there]!)
        ? most[at + 1]![there + 1]! + 1
        : Math.max(most[at + 1]![there]!, most[at]![there + 1]!);
  const gaps: Gap[] = [{ own: [], given: [] }];
  let [at, there] = [0, 0];
  while (at < key.length || there < said.length) {
    const isAnchor = at < key.length && there < said.length && isSame(key[at]!, said[there]!);
    if (isAnchor) {
      gaps.push({ own: [], given: [] });
      at++;
      there++;
    } else if (there >= said.length || (at < key.length && most[at + 1]![there]! >= most[at]![there + 1]!))
      gaps.at(-1)!.own.push(key[at++]!);
    else gaps.at(-1)!.given.push(said[there++]!);
  }
  return { gaps: gaps.filter(({ own, given }) => own.length + given.length > 0), anchors: most[0]![0]! };
}
