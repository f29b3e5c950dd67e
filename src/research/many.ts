/**
 * A question about a population is nobody's emergency: "does it help children with severe asthma?" asks for evidence, whatever
 * words of danger it needs. That holds only where nobody is told of: a request with one person in it, or a now, is read as it is.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { sentencesOf } from '../text/index.ts';
import { readRows } from '../text/rows.ts';

const schema = z.strictObject({
  many: z.array(z.string()),
  notes: z.array(z.string()),
  one: z.array(z.string()),
  person: z.array(z.string()),
  now: z.array(z.string()),
  known: z.array(z.string()),
  general: z.array(z.string()),
});
interface Words {
  readonly many: RegExp;
  readonly notes: RegExp;
  readonly somebody: RegExp;
  readonly now: RegExp;
  readonly pointed: RegExp;
  readonly general: RegExp;
}
let known: Words | undefined;

/** `isDanger`: whether a text by itself tells of danger. */
export function isAboutMany(text: string, isDanger: (sentence: string) => boolean): boolean {
  const plain = text.replaceAll('’', "'");
  const { many, notes, somebody, now } = words();
  if (now.test(plain) || SPOKEN.test(plain)) return false;
  // "Apixaban for PICC line clot, stomach cancer pt": in the notes of those who treat, and asked about what is given.
  if (notes.test(plain) && isOnTreatment(plain)) return true;
  if (somebody.test(plain)) return false;
  const sentences = sentencesOf(plain);
  return (
    sentences.some((sentence) => many.test(sentence)) && sentences.every((one) => many.test(one) || !isDanger(one))
  );
}

/**
 * Whether a person is pointed at, or it is now. "Anaphylaxis in a toddler, second dose" may be written at a bedside and may be
 * asked of papers: nobody can know, so whoever wrote it is told to call first, and may say that it was asked in general.
 */
export function isPointedAt(text: string): boolean {
  const plain = text.replaceAll('’', "'");
  const { pointed, now } = words();
  return now.test(plain) || SPOKEN.test(plain) || pointed.test(plain);
}

/** Asked back, somebody says that it was asked in general, and nothing else. */
export function isInGeneral(text: string): boolean {
  const { general } = words();
  return text.length <= LONGEST_ANSWER && general.test(text) && !isPointedAt(text.replace(SPEAKER, ' '));
}

const LONGEST_ANSWER = 100;
/** "I mean it in general": who asks speaks of their asking. */
const SPEAKER = /(?<![\p{L}'-])(?:i|i'm|my)\s+(?:mean|meant|ask|asked|asking|was asking|question)(?![\p{L}'-])/iu;

/** Somebody speaks of themselves, or of who is theirs. */
const SPOKEN = /(?<![\p{L}'-])(?:i|i'm|i've|me|my)(?![\p{L}'-])/iu;

const isOnTreatment = (text: string) =>
  openCatalogue().find(text, { kinds: ['drug', 'drug_class', 'procedure'] }).length > 0;

function words(): Words {
  if (known !== undefined) return known;
  const {
    many,
    notes,
    one,
    person,
    now,
    known: definite,
    general,
  } = schema.parse(readRows(join(import.meta.dirname, 'many.yml')));
  const any = (list: readonly string[]) => list.map((each) => each.replaceAll(' ', '\\s+')).join('|');
  const whole = (pattern: string) => new RegExp(`(?<![\\p{L}'-])(?:${pattern})(?![\\p{L}'-])`, 'iu');
  const before = '(?:an?|this|that|the|one|another|our|my|his|her)\\s+(?:[\\p{L}\\d-]+\\s+){0,3}';
  known = {
    many: whole(any(many)),
    notes: whole(any(notes)),
    somebody: whole(`${before}(?:${any(one)})|${any(person)}`),
    now: whole(any(now)),
    pointed: whole(`(?:${any(definite)})\\s+(?:[\\p{L}\\d-]+\\s+){0,3}(?:${any(one)})|${any(person)}`),
    general: whole(any(general)),
  };
  return known;
}
