/**
 * Whether what a sentence says of a range holds of a number that is asked about: "below 30" of 22, "aged 75 or over" of 78,
 * "18 to 65" of 40. Of a number with a unit only where the sentence counts in it too, or in none.
 */

const IN_WORDS: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11 },
  ...{ twelve: 12, fifteen: 15, twenty: 20, thirty: 30 },
};
const NUMBER = String.raw`(\d+(?:[.,·]\d+)?|\b(?:${Object.keys(IN_WORDS).join('|')})\b)`;
const UNIT = String.raw`(?:\s?-?(%|mg|mcg|g|kg|mm|cm|ml|mmol|years?|weeks?|days?|months?|hours?|yrs?))?`;
/** Up to a bound, from a bound on, between two. */
const UPPER = new RegExp(
  String.raw`(?:before|within|below|under|less than|lower than|younger than|up to|at most|no more than|<|≤)\s?(?:the age of |age )?${NUMBER}${UNIT}`,
  'gu',
);
const LOWER = new RegExp(
  String.raw`(?:after|beyond|above|over|more than|greater than|older than|at least|from|exceeding|>|≥)\s?(?:the age of |age )?${NUMBER}${UNIT}`,
  'gu',
);
const LOWER_AFTER = new RegExp(
  String.raw`${NUMBER}${UNIT}(?:\s(?:of age|old))?,?\s(?:or|and)\s(?:over|older|more|above|greater|higher)`,
  'gu',
);
const UPPER_AFTER = new RegExp(
  String.raw`${NUMBER}${UNIT}(?:\s(?:of age|old))?,?\s(?:or|and)\s(?:under|younger|less|below|fewer|lower)`,
  'gu',
);
const BETWEEN = new RegExp(String.raw`${NUMBER}${UNIT}\s?(?:to|-|–|and)\s?${NUMBER}${UNIT}`, 'gu');

/** `plain`: folded. `counts`: what the number is of, where that is said (year, mg, %). */
export function holdsWithin(plain: string, value: number, counts: string | undefined): boolean {
  const isOf = (unit: string | undefined) => unit === undefined || counts === undefined || bare(unit) === bare(counts);
  const some = (pattern: RegExp, fits: (found: RegExpMatchArray) => boolean) => [...plain.matchAll(pattern)].some(fits);
  return (
    some(UPPER, ([, bound, unit]) => isOf(unit) && value < numberOf(bound)) ||
    some(UPPER_AFTER, ([, bound, unit]) => isOf(unit) && value <= numberOf(bound)) ||
    some(LOWER, ([, bound, unit]) => isOf(unit) && value > numberOf(bound)) ||
    some(LOWER_AFTER, ([, bound, unit]) => isOf(unit) && value >= numberOf(bound)) ||
    some(BETWEEN, ([, low, , high, unit]) => isOf(unit) && value >= numberOf(low) && value <= numberOf(high))
  );
}

const numberOf = (text: string | undefined) => IN_WORDS[text ?? ''] ?? Number((text ?? '').replace(/[,·]/, '.'));
const bare = (unit: string) =>
  unit
    .toLowerCase()
    .replace(/^yrs?$/, 'year')
    .replace(/s$/, '');
