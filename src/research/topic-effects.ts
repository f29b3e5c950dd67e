/**
 * What a medicine may have done to people is not what it is given for: "hearing loss with velutomab", "vasculitis after
 * zelcoplan". Words from topic-effects.yml.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../text/rows.ts';
import { topicWords } from './topic-words.ts';

const words = z.array(z.string());
const schema = z.strictObject({
  ...{ joined: words, treated: words, people: words, treating: words, counting: words, became: words, ended: words },
});

let known: Readonly<Record<'joined' | 'treated' | 'ended' | 'treating' | 'counting', RegExp>> | undefined;

function patterns(): NonNullable<typeof known> {
  if (known !== undefined) return known;
  const data = schema.parse(readRows(join(import.meta.dirname, 'topic-effects.yml')));
  const any = (some: readonly string[]) => `(?:${some.join('|')})`;
  const { joined, treated, people, treating, counting, became, ended } = data;
  known = {
    joined: new RegExp(`^,?(?:\\s${any(became)})?\\s${any(joined)}\\s`, 'iu'),
    treated: new RegExp(
      `^(?:\\s${any(became)})?\\s(?:in|among) (?:the )?${any(people)} (?:with [^,;:.]{3,60}? )?${any(treated)}\\s`,
      'iu',
    ),
    ended: new RegExp(`^(?:\\s\\p{L}+){0,3}\\s${any(ended)}\\s`, 'iu'),
    counting: new RegExp(`(?<!\\p{L})${any(counting)}\\s(?:\\S+\\s){0,2}$`, 'iu'),
    treating: new RegExp(`(?<!\\p{L})${any(treating)}\\s(?:\\S+\\s){0,3}$`, 'iu'),
  };
  return known;
}

export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface Effect {
  readonly illness: Place;
  /** What may have caused it, where that is a name that nobody knows. */
  readonly cause?: Place | undefined;
}

/**
 * Of these illnesses, those that stand before a medicine that may have caused them. A name that nobody knows is one where it
 * is asked how often the illness comes, or said that people are treated with it: pain after surgery stays pain.
 */
export function effectsIn(
  illnesses: readonly Place[],
  medicines: readonly Place[],
  text: string,
  isKnown: (text: string) => boolean,
): Effect[] {
  const { joined, treated, ended, treating, counting } = patterns();
  return illnesses.flatMap((illness): Effect[] => {
    const [before, rest] = [text.slice(0, illness.start), text.slice(illness.end)];
    if (treating.test(before)) return [];
    const sure = treated.exec(rest) ?? ended.exec(rest);
    const link = sure ?? joined.exec(rest);
    if (link === null) return [];
    const at = illness.end + link[0].length;
    const near = /^(?:[\p{L}\p{N}-]+ ?){1,4}/u.exec(text.slice(at))?.[0] ?? '';
    if (medicines.some(({ start }) => start >= at && start < at + near.length)) return [{ illness }];
    const name = topicWords(near).findLast(({ text: word }) => word.length >= LONG_NAME && !isKnown(word));
    if (name === undefined || (sure === null && !counting.test(before))) return [];
    const start = at + near.indexOf(name.text);
    return [{ illness, cause: { start, end: start + name.text.length } }];
  });
}

const LONG_NAME = 7;
