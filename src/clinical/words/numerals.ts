/** A text whose numbers in words stand in figures, letter for letter in the same places. */
import { TENS as ROUND, TEENS, UNITS } from '../../text/index.ts';
export interface Figures {
  text: string;
  /** Where the words stood: a value that begins inside begins there. */
  spans: [number, number][];
}

/**
 * "one hundred forty over ninety" → "              140 over     90": figures stand at the end of the words they mean, with
 * spaces before, so that every offset stays what it was. Small numbers are left alone unless an amount follows them.
 */
export function writeFigures(text: string): Figures {
  if (!HINT.test(text)) return { text, spans: [] };
  const spans: [number, number][] = [];
  const written = text.replace(PHRASE, (phrase: string, ...rest: unknown[]) => {
    const at = rest.find((part): part is number => typeof part === 'number') ?? 0;
    const value = readWords(phrase);
    if (value === undefined || !isAmount(text, phrase, value, at)) return phrase;
    spans.push([at, at + phrase.length]);
    return value.padStart(phrase.length);
  });
  return { text: written, spans };
}

const SMALL = UNITS;
const TENS: Readonly<Record<string, number>> = { ...ROUND, fourty: 40 };

const WORD = [...Object.keys(SMALL), ...Object.keys(TEENS), ...Object.keys(TENS)].join('|');
const HINT = new RegExp(`\\b(?:${WORD}|hundred|half)\\b`, 'i');
const PHRASE = new RegExp(
  `\\b(?:(?:${WORD}|an?(?=\\s+hundred))(?:[\\s-]+(?:${WORD}|hundred|thousand|oh|and(?=\\s+(?:${WORD})\\b)(?<=hundred\\s+and)|point(?=\\s+(?:${WORD}|oh)\\b)|and a half))*)\\b|\\bhalf(?=\\s+(?:an?|of an?)\\s+(?:tablet|tab|pill|milligram|mg|mil|teaspoon|dose)\\b)(?:\\s+of)?(?:\\s+an?)`,
  'gi',
);

/** Adds the words up; two numbers side by side are spoken as in "one forty" and "one oh five". */
function readWords(phrase: string): string | undefined {
  const words = phrase.toLowerCase().split(/[\s-]+/);
  if (words[0] === 'half') return '0.5';
  const half = phrase.toLowerCase().endsWith('and a half');
  const point = words.indexOf('point');
  const whole = words.slice(0, point >= 0 ? point : half ? -3 : words.length);
  const value = addUp(whole);
  if (value === undefined) return undefined;
  if (half) return String(value + 0.5);
  if (point < 0) return String(value);
  const digits = words.slice(point + 1).map((word) => (word === 'oh' ? 0 : (SMALL[word] ?? TEENS[word] ?? TENS[word])));
  return digits.includes(undefined) ? undefined : `${value}.${digits.join('')}`;
}

function addUp(words: string[]): number | undefined {
  let total = 0;
  let part = 0;
  let last = 0;
  for (const word of words) {
    if (word === 'and') continue;
    if (word === 'hundred') part = (part || 1) * 100;
    else if (word === 'thousand') [total, part] = [total + (part || 1) * 1000, 0];
    else if (word === 'oh') part *= 100;
    else {
      const value = word === 'a' || word === 'an' ? 1 : (SMALL[word] ?? TEENS[word] ?? TENS[word]);
      if (value === undefined) return undefined;
      if (word === 'a' || word === 'an') part = 0;
      const room = last === 0 || last >= 100 || (last >= 20 && last < 100 && last % 10 === 0 && value < 10);
      if (!room && part > 0 && part < 10 && value >= 10) part *= 100;
      else if (!room && !(part >= 10 && part % 10 === 0 && value < 10)) return undefined;
      part += value;
    }
    last = word === 'hundred' || word === 'oh' ? 100 : part;
  }
  return total + part;
}

const COUNTED =
  /^[\s-]*(?:m?c?g\b|milligrams?|micrograms?|grams?|units?|ml\b|mils?\b|tablets?|tabs?|pills?|capsules?|caps\b|puffs?|drops?|sprays?|patch|teaspoons?|tablespoons?|doses?|over\b|foot|feet|ft\b|inch|percent|per cent|%|pounds?|lbs?\b|kilos?|kilograms?|kg\b|stone|degrees?|point|milli|beats)/i;
const AFTER_MEASURE = /(?:over|foot|feet|stone|pounds?|lbs?)\s+(?:and\s+)?$/i;

/** "no one", "one of my", "two days ago" stay words: a single small number counts only beside what it counts. */
function isAmount(text: string, phrase: string, value: string, at: number): boolean {
  if (Number(value) >= 20 || /\s/.test(phrase)) return true;
  return COUNTED.test(text.slice(at + phrase.length)) || AFTER_MEASURE.test(text.slice(0, at)) || Number(value) >= 10;
}
