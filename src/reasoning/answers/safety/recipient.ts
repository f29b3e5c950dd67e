/**
 * For whom something is asked. A question for a child, a husband or a neighbour is weighed by what the message tells of
 * them: the record that is open is another person's, and neither its dangers nor its silence are theirs.
 */

import { z } from 'zod';
import { readRows } from '../../../text/rows.ts';
import type { Desk } from '../../desk.ts';
import { asPatient } from '../../frames/kin.ts';
import type { PatientView } from '../../patient.ts';
import { pattern } from '../../patterns.ts';
import type { Frame } from '../../types.ts';

const schema = z.strictObject({
  people: z.array(
    z.strictObject({
      words: z.array(z.string()).min(1),
      age: z.number().optional(),
      months: z.number().optional(),
      grown: z.boolean().optional(),
      animal: z.boolean().optional(),
    }),
  ),
  example: z.string(),
  counter: z.string(),
});
export const recipientData = schema.parse(readRows(new URL('./recipients.yml', import.meta.url)));

export interface Recipient {
  /** "your 4-year-old", "your husband", "the baby". */
  readonly said: string;
  readonly age: number | null;
  readonly months: number | null;
  /** The age was not said, and is taken for granted. */
  readonly isAgeGuessed: boolean;
  readonly isAnimal?: true;
}

const rowOf = new Map(recipientData.people.flatMap((row) => row.words.map((word) => [word, row] as const)));
const WORDS = [...rowOf.keys()].toSorted((a, b) => b.length - a.length).join('|');
const AGED = String.raw`(?<count>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)[- ]?(?<unit>years?|yrs?|y|months?|mths?|weeks?|wks?|days?)[- ]?(?:old|o)\b`;
const OWNER = '(?<owner>my|our|the|a|an|his|her|their)';
const PERSON = new RegExp(
  String.raw`\b${OWNER} (?:(?:(?!year|month|week)[a-z'’-]+ ){0,2}?${AGED}(?: (?<kind>${WORDS}))?|(?:(?:little|older|younger|elderly|eldest|youngest|oldest|poor|own|late|two|three|best|old|sick|adult|grown-up|breastfed|next-door) ){0,2}(?<noun>${WORDS}))\b`,
  'i',
);
const SAID_AGE =
  /\b(?:is|aged|age|who is|who['’]s|she['’]s|he['’]s|she is|he is|they are)\s+(?:only |just |about )?(?<years>\d{1,3})\b(?!\s*(?:months?|weeks?|days?|mg|ml|%|°))/i;

const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const ADULT = 18;
const MONTHS = 12;

/** Asked of one who takes it themselves: "can I take", "is it safe for me". */
const BY_ME = pattern('for_oneself');
const TAKES = /\b(?:have|take|takes|give|giving|eat|get|swallow|use|put)\b/i;
const GIVES = /\b(?:give|giving|gave|given|let|offer|feed|feeding|buy|dose|for)\b/i;
const PRONOUN = /\b(?:he|she|they|him|her|them|his|their|hers|theirs)\b/i;
/** The child that is not born, or drinks what the mother takes: it is she who takes it. */
const THROUGH_MOTHER =
  /\bpregnan|\bexpecting\b|\bbreast-?feed|\bnursing\b|\bunborn\b|\bbump\b|\bwomb\b|\bconceiv|\btrying for\b/i;
/** The child that is only wished for takes nothing: "because I want a baby". */
const WISHED_FOR = pattern('child_wished_for');

export function recipientOf(desk: Desk, frame: Frame): Recipient | undefined {
  const { message } = desk;
  const inside = PERSON.exec(frame.text);
  const found = inside ?? PERSON.exec(message);
  const isUnborn = THROUGH_MOTHER.test(message) || WISHED_FOR.test(message);
  // "Try for a baby" hands it nothing.
  if (found === null || (isUnborn && !GIVES.test(frame.text.replace(WISHED_FOR, ' ')))) return undefined;
  if (OF_BABY.test(found[0]) && isExpecting(desk.chart.view) && !HANDS.test(frame.text)) return undefined;
  if (!isFor(frame.text, inside !== null) || isBringer(found, frame.text)) return undefined;
  const person = personIn(found, message);
  // A dog that is kept is no dog that is dosed.
  if (person.isAnimal && !TAKES.test(frame.text)) return undefined;
  return isOfRecord(person, found[0], desk.chart.view) ? undefined : person;
}

const BRINGS = pattern('brings_word_or_thing');

/** Who says it, has it to spare or takes it oneself brings it up; whether they may have it is asked only with a word for them. */
function isBringer(found: RegExpExecArray, clause: string): boolean {
  const after = found.input.slice(found.index + found[0].length);
  return BRINGS.test(after) && !ASKED_OF.test(clause);
}

/** "Can she have it?", "is it safe for him?" */
const ASKED_OF =
  /\b(?:can|may|should|could|is it (?:ok|okay|safe|fine) for|does|must|will|give|giving|for|let) (?:he|she|they|him|her|them)\b/i;

const OF_BABY = /\b(?:the|my|our) (?:unborn |little )?(?:baby|child|bump)\b/i;
const HANDS = /\b(?:give|giving|gave|given|let|offer|feed|feeding|dose)\b/i;

/** Whose record holds a pregnancy means the child that she carries. */
function isExpecting({ conditions }: PatientView): boolean {
  return conditions.some(({ status, concepts }) => status === 'active' && concepts.includes('condition:pregnancy'));
}

/** Whether the clause asks for the person whom the message names. */
function isFor(clause: string, isNamed: boolean): boolean {
  const own = clause.replace(PERSON, ' ');
  if (BY_ME.test(own)) return false;
  if (isNamed) return true;
  return PRONOUN.test(own) || !/\bmy\b/i.test(own);
}

function personIn(found: RegExpExecArray, message: string): Recipient {
  const { owner = 'my', count, unit, kind, noun } = found.groups as Record<string, string | undefined>;
  const row = rowOf.get((kind ?? noun ?? '').toLowerCase());
  const whose = /^(?:my|our)$/i.test(owner) ? 'your' : 'the';
  if (count !== undefined && unit !== undefined) {
    const number = /\d/.test(count) ? Number(count) : NUMBERS.indexOf(count.toLowerCase());
    const months = /^y/i.test(unit) ? number * MONTHS : /^m/i.test(unit) ? number : /^w/i.test(unit) ? number / 4.3 : 0;
    const told = `${count}-${unit.replace(/^y.*$/i, 'year').replace(/^m.*$/i, 'month').replace(/^w.*$/i, 'week').replace(/^d.*$/i, 'day')}-old`;
    return { said: `${whose} ${told}`, age: Math.floor(months / MONTHS), months, isAgeGuessed: false };
  }
  const years = SAID_AGE.exec(message)?.groups?.['years'];
  const said = `${whose} ${(noun ?? 'child').toLowerCase()}`;
  if (row?.animal) return { said, age: null, months: null, isAgeGuessed: false, isAnimal: true };
  if (years !== undefined) return { said, age: Number(years), months: Number(years) * MONTHS, isAgeGuessed: false };
  const months = row?.months ?? (row?.age === undefined ? null : row.age * MONTHS);
  return { said, age: months === null ? null : Math.floor(months / MONTHS), months, isAgeGuessed: months !== null };
}

/** A parent before the record of their child, a wife before her husband's: then it is this record that counts. */
function isOfRecord(person: Recipient, phrase: string, view: PatientView): boolean {
  if (view.id === '' || view.age === null) return false;
  const isNear = person.age !== null && Math.abs(person.age - view.age) <= 1;
  if (view.age < ADULT) return (person.age ?? ADULT) < ADULT && (person.isAgeGuessed || isNear);
  if (person.age !== null && !person.isAgeGuessed && !isNear) return false;
  // A grown-up whose record is open asks for a child far more often than the parent of a grown-up does.
  return (isNear || person.age === null || person.age >= ADULT) && asPatient(phrase, view) !== undefined;
}

/** Nobody's record, with the age of whom it is for. */
export function viewFor({ age, months }: Recipient, empty: PatientView): PatientView {
  return { ...empty, age, months };
}
