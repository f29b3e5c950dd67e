/**
 * A share has two sides: of whom it is taken, and what is counted among them. "Of the ill, how many test positive" and "of
 * those who test positive, how many are ill" have the same words and are two measures.
 */
import { align, type Reading, readWords, share } from './alignment.ts';
import { canonical } from './cleaning.ts';
import { answerWords } from './words.ts';

interface Sides {
  readonly of: string;
  readonly counted: string;
}

/** Undefined where a text tells of no share. */
export function sidesIn(text: string): Sides | undefined {
  const plain = canonical(text).replace(/\s+/g, ' ');
  const { share: measure, counts } = answerWords().shares;
  const turned = /^(?:(?:out )?of|among|in|if|when|given) (?:all )?(.+?), (.+)$/i.exec(plain);
  if (turned !== null) return { of: turned[1] as string, counted: turned[2] as string };
  const divided = /^(.+?) (?:divided by|over|divide) (.+)$/i.exec(plain);
  if (divided !== null) return { of: divided[2] as string, counted: divided[1] as string };
  const behind = measure.exec(plain);
  if (behind === null) return undefined;
  const rest = plain.slice(behind.index + behind[0].length);
  const at = counts.map((count) => count.exec(rest)).find((found) => found !== null && found.index > 2);
  if (at === undefined || at === null) return undefined;
  return { of: rest.slice(0, at.index), counted: rest.slice(at.index + at[0].length) };
}

const MARGIN = 0.15;

/** The two sides of a share are exchanged. */
export function exchangesSides(key: string, said: string): boolean {
  const [own, given] = [sidesIn(key), sidesIn(said)];
  if (own === undefined || given === undefined) return false;
  const read = ({ of, counted }: Sides) => [readWords(of), readWords(counted)] as const;
  const [[of, counted], [saidOf, saidCounted]] = [read(own), read(given)];
  const nearness = (a: Reading, b: Reading) => share(align(a.words, b.words));
  if ([of, counted, saidOf, saidCounted].some(({ words }) => words.length === 0)) return false;
  return (
    nearness(of, saidCounted) + nearness(counted, saidOf) >
    nearness(of, saidOf) + nearness(counted, saidCounted) + MARGIN
  );
}
