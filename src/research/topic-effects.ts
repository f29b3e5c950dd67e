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
  ...{ behind: words, beside: words, treated: words, people: words, treating: words, counting: words },
});

let known: { behind: RegExp; beside: RegExp; treating: RegExp; counting: RegExp } | undefined;

function patterns(): NonNullable<typeof known> {
  if (known !== undefined) return known;
  const { behind, beside, treated, people, treating, counting } = schema.parse(
    readRows(join(import.meta.dirname, 'topic-effects.yml')),
  );
  const under = `(?:in|among) (?:the )?(?:${people.join('|')}) (?:with [^,;:.]{3,60}? )?(?:${treated.join('|')})`;
  known = {
    behind: new RegExp(`^,?\\s(?:${[...behind, under].join('|')})\\s`, 'iu'),
    beside: new RegExp(`^\\s(?:${beside.join('|')})\\s`, 'iu'),
    counting: new RegExp(`(?<!\\p{L})(?:${counting.join('|')})\\s(?:\\S+\\s){0,2}$`, 'iu'),
    treating: new RegExp(`(?<!\\p{L})(?:${treating.join('|')})\\s(?:\\S+\\s){0,3}$`, 'iu'),
  };
  return known;
}

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Of these illnesses, those that stand before what may have caused them. `isIll`: whether there is an illness in a text. */
export function effectsIn(
  illnesses: readonly Place[],
  medicines: readonly Place[],
  text: string,
  isIll: (text: string) => boolean,
): Place[] {
  const { behind, beside, treating, counting } = patterns();
  return illnesses.filter(({ start, end }) => {
    if (treating.test(text.slice(0, start))) return false;
    const rest = text.slice(end);
    const link = behind.exec(rest) ?? beside.exec(rest);
    if (link === null) return false;
    const [clause = ''] = rest.slice(link[0].length).split(/[.,;:?!]/, 1);
    const near = clause.split(' ').slice(0, NEAR).join(' ');
    const at = end + link[0].length;
    if (medicines.some((one) => one.start >= at && one.start < at + near.length)) return true;
    // "Depression after stroke" is of the stroke; "vasculitis after zelcoplan" of something that nobody knows, and so is "how
    // common is candidiasis with brelozine".
    const isCaused = behind.test(rest) || counting.test(text.slice(0, start));
    return isCaused && !isIll(near) && topicWords(near).some(({ text: word }) => word.length >= LONG_NAME);
  });
}

const NEAR = 4;
const LONG_NAME = 7;
