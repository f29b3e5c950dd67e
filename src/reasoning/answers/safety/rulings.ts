/** What a sentence of a paper says about giving something: data, phrase by phrase. */

import { z } from 'zod';
import { openCatalogue } from '../../../clinical/catalogue/index.ts';
import { sentencesOf } from '../../../text/index.ts';
import { readRows } from '../../../text/rows.ts';
import { findPhrase, parsePhrase } from '../../frames/phrase.ts';
import { spokenWords } from '../../frames/recognise.ts';
import { subjectsIn } from '../../frames/subjects.ts';
import { pattern } from '../../patterns.ts';

const ruling = z.strictObject({
  says: z.array(z.string()).min(1),
  examples: z.array(z.string()).min(1),
  counters: z.array(z.string()).min(1),
});
export const rulings = z
  .strictObject({ forbids: ruling, allows: ruling })
  .parse(readRows(new URL('./rulings.yml', import.meta.url)));

const FORBIDDING = rulings.forbids.says.map(parsePhrase);
const ALLOWING = rulings.allows.says.map(parsePhrase);
/** "Do not stop valproate abruptly", "never miss a dose": it is to be taken. */
const KEPT = new RegExp(pattern('to_be_kept'), 'gi');
const known = new Map<string, { forbids: boolean; allows: boolean }>();
const MOST_KNOWN = 4000;

/** A paper's sentences are read again with every question: what they rule is kept. */
function ruled(text: string): { forbids: boolean; allows: boolean } {
  const held = known.get(text);
  if (held !== undefined) return held;
  const sentences = sentencesOf(text.replace(KEPT, 'keep')).map((said) => spokenWords(said, subjectsIn(said)));
  const says = (phrases: typeof FORBIDDING) =>
    sentences.some((words) => phrases.some((phrase) => findPhrase(phrase, words) >= 0));
  const found = { forbids: says(FORBIDDING), allows: says(ALLOWING) };
  if (known.size > MOST_KNOWN) known.clear();
  known.set(text, found);
  return found;
}

export function forbids(text: string): boolean {
  return ruled(text).forbids;
}

/** A dose right behind the name. */
const DOSE = /^\s*(?:\([^)]*\)\s*)?\d+(?:[.,]\d+)?\s*(?:mg|g|mcg|micrograms?|µg|ml|units?|tablets?|puffs?|drops?)\b/i;
/** "Hot bath off limits": what is forbidden is named there, and is no medicine; "it is banned" goes back. */
const OF_SOMETHING_ELSE =
  /^(?!(?:it|this|that|these|those|they|both|all|now|still|strictly|absolutely)\b)(?:\p{L}[\p{L}-]*\s+){1,4}(?:(?:is|are|stays?|remains?) )?(?:off[- ]limits|not allowed|banned|forbidden|to be avoided)\b/iu;
const CLAUSE = /(?<=[.;:,])\s+/;

/**
 * What of a sentence rules on these: "paracetamol 500 mg four times a day, no NSAIDs, no codeine" prescribes the one, and
 * forbids the others only. A clause behind the dose is left out where it speaks of other medicines alone; what stands before
 * ("avoid ibuprofen 400 mg, naproxen 250 mg") and what names none ("ibuprofen 400 mg, stopped after the ulcer") bears on these.
 */
export function rulingOn(text: string, ids: readonly string[]): string {
  return sentencesOn(text, ids)
    .map((sentence) => clausesOn(sentence, ids))
    .join(' ');
}

/** Without sentences that speak of other medicines alone: "… never phenytoin. Fever: paracetamol early." */
function sentencesOn(text: string, ids: readonly string[]): string[] {
  const sentences = sentencesOf(text);
  const own = sentences.map((sentence) => medicinesIn(sentence, ids));
  if (!own.some((named) => named.some(({ isMeant }) => isMeant))) return [text];
  return sentences.filter((_, at) => own[at]!.length === 0 || own[at]!.some(({ isMeant }) => isMeant));
}

function medicinesIn(text: string, ids: readonly string[]): { start: number; end: number; isMeant: boolean }[] {
  const catalogue = openCatalogue();
  return catalogue.find(text, { kinds: ['drug', 'drug_class'] }).map(({ concept, start, end }) => ({
    ...{ start, end },
    isMeant: ids.some((id) => catalogue.isA(concept.id, id) || catalogue.isA(id, concept.id)),
  }));
}

function clausesOn(text: string, ids: readonly string[]): string {
  const named = medicinesIn(text, ids);
  const given = named.find(({ isMeant, end }) => isMeant && DOSE.test(text.slice(end)));
  if (given === undefined) return text;
  let at = given.end;
  const behind = text
    .slice(at)
    .split(CLAUSE)
    .filter((clause) => {
      const from = text.indexOf(clause, at);
      at = from + clause.length;
      const own = named.filter(({ start, end }) => start >= from && end <= at);
      return own.some(({ isMeant }) => isMeant) || (own.length === 0 && !OF_SOMETHING_ELSE.test(clause));
    });
  return `${text.slice(0, given.end)}${behind.join(' ')}`;
}

export function allows(text: string): boolean {
  return ruled(text).allows;
}
