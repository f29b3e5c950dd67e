/** "No, gym at 8", "sorry, swimming on Thursday": another time for one of the things that were just spoken of or made. */
import type { Shown, Topic } from './topic.ts';
import { wordSet } from './words.ts';

const CORRECTED = wordSet('corrected');
const SMALL = new Set([
  'the',
  'my',
  'our',
  'a',
  'an',
  'is',
  'at',
  'on',
  'for',
  'to',
  'should',
  'be',
  'was',
  'i',
  'meant',
]);

/** `lead`: what stands before it; `isTime`: whether words are a time and nothing else. */
export function correctedOne(
  lead: string,
  plain: string,
  about: Topic,
  isTime: (words: string) => boolean,
): { sentence: string; about: Topic } | undefined {
  // "No gym on Monday": none of it, and nothing is corrected.
  if (!wordsOf(lead).some((word) => CORRECTED.has(word)) || /\bno\s*$/i.test(lead)) return undefined;
  const { before, shown = [], open: _, reminder: __, ...last } = about;
  // What was spoken of or made last is nearer than what was before it.
  const near = [[last], shown, before === undefined ? [] : [before]].map((things) => things.filter(isTimed));
  const words = plain.split(/\s+/);
  for (let at = 1; at < words.length; at++) {
    const when = words
      .slice(at)
      .join(' ')
      .replace(/[.!]+$/, '');
    const said = words.slice(0, at).join(' ');
    const one = near.map((things) => thingOf(said, things)).find((thing) => thing !== undefined);
    if (one === undefined || !isTime(when)) continue;
    const sentence = `move it to ${when.replace(/^(?:on|at|for|to|in)\s+/i, '')}`;
    return { sentence, about: { ...one, ...(before && { before }), shown } };
  }
  return undefined;
}

function isTimed({ kinds, at }: Shown): boolean {
  return at !== undefined || kinds.includes('event') || kinds.includes('reminder');
}

/** The one that all the words are of; of several nobody knows. */
function thingOf(said: string, things: readonly Shown[]): Shown | undefined {
  const wanted = wordsOf(said).filter((word) => !SMALL.has(word));
  const fits = things.filter(({ name }) => {
    const own = wordsOf(name);
    return wanted.length > 0 && wanted.every((word) => own.includes(word));
  });
  const keys = new Set(fits.map(({ id, name, at }) => id ?? `${name} ${at}`));
  return keys.size === 1 ? fits[0] : undefined;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}
