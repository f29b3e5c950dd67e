/** What is said beside a deed and asks for nothing: "leaves are done, my back knows it", "cake tasting cancelled, baker is ill". */
import type { Given } from '../everyday/model.ts';
import type { Token } from '../tokens.ts';
import { framed, namesKind } from './frames.ts';
import { isDuty, isOrdered } from './mood.ts';
import { readSaid, type Said } from './said.ts';
import type { Candidate } from './score.ts';
import { hitsOf, type Thing } from './world.ts';

const JOINT = /\s*[,;]\s+|\s+[-–]\s+|\s*[.!]+\s+|\s+(?=(?:so|because|cos|but|as|since|and)\s)/gi;
/** What turns what was said into its opposite, or leaves it open. */
const TURNS =
  /\b(?:if|unless|maybe|perhaps|kidding|joking|not really|wish|might|dunno|except|only|instead|don't|dont|leave|keep|stays?)\b|\?/i;

/** The candidate, with no word left that is explained by what stands beside the deed. */
export function accountedBeside(one: Candidate, said: Said, world: readonly Thing[], given: Given): Candidate {
  // What is noted with a thing is what is left.
  if (one.deed === 'amend') return one;
  const known = one.left.filter((token) => !isOfKindMeant(token, one) && !isOldHour(token, one, said));
  const left = leftBut({ ...one, left: known }, said, world, given);
  if (left.length === one.left.length) return one;
  const accounted = 1 - left.length / Math.max(1, said.words.length);
  return { ...one, left, signs: { ...one.signs, left: left.length, accounted } };
}

/** "The paper bin reminder": what sort of thing it is. */
const isOfKindMeant = ({ word, forms }: Token, { things }: Candidate) =>
  things.some(({ kind }) => [word, ...forms].some((form) => namesKind(kind, form)));

/** "At half past, not 5": when it was. */
function isOldHour({ word, start }: Token, { deed }: Candidate, { text }: Said): boolean {
  return deed === 'move' && /^\d/.test(word) && /\b(?:not|than|from)\s+(?:at\s+)?$/i.test(text.slice(0, start));
}

/** The words that are left, without those of a part that only tells why: it names nothing that is there, no time, no deed. */
function leftBut(
  { left, things, deed, signs }: Pick<Candidate, 'left' | 'things' | 'deed' | 'signs'>,
  { text }: Said,
  world: readonly Thing[],
  given: Given,
): readonly Token[] {
  // "No, leave them": what is only pointed at is not ended by half of what was said.
  if (left.length === 0 || (deed === 'end' && !signs.hit)) return left;
  const parts = partsOf(text);
  if (parts.length < 2) return left;
  const asides = parts.filter((part) => {
    const said = readSaid(part.text, given);
    return (
      !TURNS.test(part.text) &&
      framed(deed, part.text, said.message.tokens) === undefined &&
      said.message.whens.length === 0 &&
      !isOrdered(said) &&
      !isDuty(said) &&
      !world.some(
        (thing) => hitsOf(thing, said.words).hits.length > 0 && (things.includes(thing) ? true : isNamed(thing, said)),
      )
    );
  });
  if (asides.length === parts.length) return left;
  return left.filter(
    ({ start }) => !asides.some((part) => start >= part.start && start < part.start + part.text.length),
  );
}

/** The better part of its name was said. */
const isNamed = (thing: Thing, { words }: Said) => hitsOf(thing, words).share >= 0.5;

export function partsOf(text: string): { text: string; start: number }[] {
  const cuts = [...text.matchAll(JOINT)];
  const starts = [0, ...cuts.map(({ index, 0: joint }) => index + joint.length)];
  const ends = [...cuts.map(({ index }) => index), text.length];
  return starts
    .map((start, at) => ({ start, text: text.slice(start, ends[at]) }))
    .filter((part) => part.text.trim() !== '');
}
