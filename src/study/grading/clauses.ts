/** A key of several claims joined together, of which an answer says one as it stands and nothing else. */
import { contentStems } from '../facts/terms.ts';
import { canonicalStems } from './cleaning.ts';
import { answerWords } from './words.ts';

const JOINT = /\s*(?:[,;]|\b(?:and|but|without|so that|so|thus|thereby|which|whereas|while)\b)\s*/i;
const FEWEST = 2;

export function isOneOfClauses(key: string, said: string): boolean {
  const clauses = key
    .split(JOINT)
    .map(canonicalStems)
    .filter((stems) => stems.size > 0);
  const given = canonicalStems(said);
  if (clauses.length < 2 || given.size < FEWEST || isDenied(key) !== isDenied(said)) return false;
  return clauses.some((clause) => isWithin(clause, given) && isWithin(given, clause)) && contentStems(said).size > 1;
}

function isDenied(text: string): boolean {
  return answerWords().negation.test(text.split(/\bwithout\b/i)[0] as string);
}

function isWithin(own: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...own].every((word) => others.has(word));
}
