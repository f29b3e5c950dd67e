/** Numbers as students write them, made into figures: words, decimal commas, powers, shares, how often. */
import { NUMBER_WORDS } from '../../text/index.ts';

const LARGE: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1000,
  million: 1_000_000,
  billion: 1_000_000_000,
};
const PARTS: Readonly<Record<string, number>> = {
  half: 2,
  halves: 2,
  third: 3,
  thirds: 3,
  quarter: 4,
  quarters: 4,
  fifth: 5,
  fifths: 5,
  sixth: 6,
  tenth: 10,
  tenths: 10,
};
const OFTEN: readonly (readonly [RegExp, string])[] = [
  [/\b(?:once (?:a |per )?da(?:y|ily)|once daily|qd|od|every 24 (?:hours|h))\b/gi, '1 times a day'],
  [/\b(?:twice (?:a |per )?da(?:y|ily)|bid|bd|b\.i\.d\.|every 12 (?:hours|h)|q12h)\b/gi, '2 times a day'],
  [/\b(?:thrice (?:a |per )?da(?:y|ily)|tid|tds|t\.i\.d\.|every 8 (?:hours|h)|q8h)\b/gi, '3 times a day'],
  [/\b(?:qid|qds|q\.i\.d\.|every 6 (?:hours|h)|q6h)\b/gi, '4 times a day'],
  [/(\d+)\s?(?:x|×|times)\s?(?:daily|per day|\/ ?d(?:ay)?|a day)\b/gi, '$1 times a day'],
  [/\btwice\b/gi, '2 times'],
];
const HALVES: readonly (readonly [RegExp, string])[] = [
  [/\b(\d+) and (?:a )?(?:half|1\/2)\b/gi, '$1.5'],
  [/\b(?:a )?quarter of an hour\b/gi, '15 minutes'],
  [/\bthree quarters of an hour\b/gi, '45 minutes'],
];

export function inFigures(text: string): string {
  let plain = text
    .replace(/(?<=\d)[ {2}](?=\d{3}\b)/g, '')
    .replace(/(?<![\d.,])(\d{1,3}),(\d{1,2})(?!\d)/g, '$1.$2')
    .replace(/\b(\d+(?:\.\d+)?)\s?bis\s?(?=\d)/gi, '$1 to ')
    .replace(/½/g, '1/2')
    .replace(/⅓/g, '1/3')
    .replace(/⅔/g, '2/3')
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?=\s?\/)/g, (power) => [...power].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)).join(''))
    .replace(
      /\bq\s?(\d+)(?:-(\d+))?\s?(h|min)\b/gi,
      (_, first: string, last: string | undefined, unit: string) =>
        `every ${first}${last === undefined ? '' : ` to ${last}`} ${unit === 'h' ? 'hours' : 'minutes'}`,
    );
  plain = wordsToFigures(plain);
  for (const [pattern, stands] of HALVES) plain = plain.replace(pattern, stands);
  plain = plain.replace(/(\d+(?:\.\d+)?) (hundred|thousand|million|billion)\b/gi, (_, count: string, size: string) =>
    String(Number(count) * (LARGE[size.toLowerCase()] ?? 1)),
  );
  plain = plain.replace(
    /\b(\d+)[ -](halves|half|thirds?|quarters?|fifths?|sixth|tenths?)\b/gi,
    (_, count: string, part: string) => `${count}/${PARTS[part.toLowerCase()]}`,
  );
  plain = plain.replace(
    /\b(?:a |one )?(half|third|quarter|fifth|tenth)\b(?= of\b|$)/gi,
    (_, part: string) => `1/${PARTS[part.toLowerCase()]}`,
  );
  plain = plain
    .replace(/\b1\/2 (?:a |an )?(?=\p{L})|\bhalf an? /giu, '0.5 ')
    .replace(/(\d+(?:\.\d+)?) ?(?:‰|per mille|per thousand)/gi, (_, count: string) => `${Number(count) / 10} %`);
  for (const [pattern, stands] of OFTEN) plain = plain.replace(pattern, stands);
  return plain.replace(/\b(?:a|an) (?=(?:day|week|month|year|hour|minute)\b)/gi, (word, at: number, whole: string) =>
    at === 0 ? '1 ' : /\d\s*(?:\S+ )?$/.test(whole.slice(0, at)) ? word : '1 ',
  );
}

/** "two hundred and six" is 206. */
function wordsToFigures(text: string): string {
  const word = `(?:${[...Object.keys(NUMBER_WORDS), 'hundred', 'thousand'].join('|')})`;
  // "and" goes on only behind a hundred: "between eight and twelve" are two.
  const on = '(?:[ -]|(?<=hundred|thousand)\\s+and\\s+)';
  return text.replace(new RegExp(`\\b(?:a )?${word}(?:${on}${word})*\\b`, 'gi'), (phrase) => {
    const words = phrase.toLowerCase().match(/[a-z]+/g) ?? [];
    let total = 0;
    let held = 0;
    for (const each of words) {
      if (NUMBER_WORDS[each] !== undefined) held += NUMBER_WORDS[each];
      else if (each === 'hundred') held = (held || 1) * 100;
      else if (each === 'thousand') {
        total += (held || 1) * 1000;
        held = 0;
      }
    }
    return String(total + held);
  });
}
