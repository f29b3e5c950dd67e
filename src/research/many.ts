/**
 * A question about a population is nobody's emergency: "does it help children with severe asthma?" asks for evidence, whatever
 * words of danger it needs. That holds only where nobody is told of: a request with one person in it, or a now, is read as it is.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { sentencesOf } from '../text/index.ts';
import { readRows } from '../text/rows.ts';

const schema = z.strictObject({
  many: z.array(z.string()),
  one: z.array(z.string()),
  person: z.array(z.string()),
  now: z.array(z.string()),
});
interface Words {
  readonly many: RegExp;
  readonly somebody: RegExp;
  readonly now: RegExp;
}
let known: Words | undefined;

/** `isDanger`: whether a text by itself tells of danger. */
export function isAboutMany(text: string, isDanger: (sentence: string) => boolean): boolean {
  const plain = text.replaceAll('’', "'");
  const { many, somebody, now } = words();
  if (somebody.test(plain) || now.test(plain)) return false;
  const sentences = sentencesOf(plain);
  return (
    sentences.some((sentence) => many.test(sentence)) && sentences.every((one) => many.test(one) || !isDanger(one))
  );
}

function words(): Words {
  if (known !== undefined) return known;
  const { many, one, person, now } = schema.parse(readRows(join(import.meta.dirname, 'many.yml')));
  const any = (list: readonly string[]) => list.map((each) => each.replaceAll(' ', '\\s+')).join('|');
  const whole = (pattern: string) => new RegExp(`(?<![\\p{L}'-])(?:${pattern})(?![\\p{L}'-])`, 'iu');
  const before = '(?:an?|this|that|the|one|another|our|my|his|her)\\s+(?:[\\p{L}\\d-]+\\s+){0,3}';
  known = {
    many: whole(any(many)),
    somebody: whole(`${before}(?:${any(one)})|${any(person)}`),
    now: whole(any(now)),
  };
  return known;
}
