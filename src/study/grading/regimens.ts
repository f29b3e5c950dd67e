/** "Praziquantel 40 mg/kg as a single dose": a medicine and how it is given. The medicine decides; another dose is another answer. */
import { grammar } from '../facts/grammar.ts';
import type { Verdict } from '../types.ts';
import { compareValues } from './measuring.ts';
import { routesIn } from './routes.ts';
import { gradeTerm } from './terms.ts';

const DOSE =
  /\s+(\d[\d.,]*(?:\s?(?:to|–|-)\s?\d[\d.,]*)?\s?(?:mg|g|µg|mcg|micrograms?|ml|mL|units?|IU|mmol)(?:\/\w+|\s+per\s+\w+)?)(?![\p{L}\d])(.*)$/u;
const SIZED =
  /(?<![\p{L}\d])\d[\d.,]*\s?(?:to|–|-)?\s?[\d.,]*\s?(?:milligrams?|grams?|micrograms?|millilit(?:re|er)s?|mg|g|µg|mcg|ml|units?|IU|mmol)(?:\s*(?:\/|per)\s*\p{L}+)?/iu;
/** How and how often, and what a dose is called. */
const MANNER =
  /\b(?:once|twice|thrice|single|one|two|three|four|five|six|seven|dose|doses|as|at|in|daily|a day|per day|every day|weekly|times?|orally|for|days?|weeks?|hours?|every|then|by mouth|stat|iv|im|sc|po|of|an?|with)\b|\b\d+\b|[,;.]/gi;
const ASKS_DOSE = /\b(?:dose|doses|dosage|how much|how many|regimen|how often)\b/i;

const MOST_WORDS = 4;

interface Regimen {
  readonly medicine: string;
  readonly dose: string;
}

function readRegimen(key: string): Regimen | undefined {
  const found = DOSE.exec(key);
  const medicine = found === null ? '' : key.slice(0, found.index).trim();
  const words = medicine.toLowerCase().split(' ');
  // "A urine output below 400 mL" is no medicine.
  if (
    !/^[\p{L} -]{4,40}$/u.test(medicine) ||
    words.length > MOST_WORDS ||
    words.some((word) => grammar().small.has(word))
  )
    return undefined;
  return { medicine, dose: found?.[1] as string };
}

/** Undefined where the key is no such thing. */
export function gradeRegimen(key: string, said: string, question: string): Verdict | undefined {
  const own = readRegimen(key);
  if (own === undefined) return undefined;
  const sized = SIZED.exec(said)?.[0];
  const named = (sized === undefined ? said : said.replace(sized, ' '))
    .replace(MANNER, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const [own_, given] = [withoutRoute(own.medicine), withoutRoute(named)];
  const medicine = given === '' ? 'wrong' : gradeTerm([own_], given, question);
  if (medicine !== 'right') return medicine;
  if (isOtherRoute(key, said)) return 'partly';
  if (sized === undefined) return ASKS_DOSE.test(question) ? 'partly' : 'right';
  return compareValues(own.dose, question, sized) === 'right' ? 'right' : 'wrong';
}

function withoutRoute(name: string): string {
  return name
    .split(' ')
    .filter((word) => routesIn(word).size === 0)
    .join(' ');
}

function isOtherRoute(key: string, said: string): boolean {
  const [own, given] = [routesIn(key), routesIn(said)];
  return own.size > 0 && given.size > 0 && ![...given].some((route) => own.has(route));
}
