/** Numbers as students write them, made into figures: words, decimal commas, powers, shares, how often. */
import { NUMBER_WORDS } from '../../text/index.ts';

const LARGE: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1000,
  million: 1_000_000,
  mn: 1_000_000,
  billion: 1_000_000_000,
  bn: 1_000_000_000,
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
const PERIOD = '(second|minute|hour|day|week|month|year|decade)';
const ADVERBS: Readonly<Record<string, string>> = {
  ...{
    hourly: 'hour',
    daily: 'day',
    weekly: 'week',
    monthly: 'month',
    yearly: 'year',
    annually: 'year',
    annual: 'year',
  },
};
const BY_PRESCRIPTION = {
  ...{ qd: 1, od: 1, q24h: 1, bid: 2, bd: 2, 'b.i.d.': 2, q12h: 2, tid: 3, tds: 3, 't.i.d.': 3, q8h: 3 },
  ...{ qid: 4, qds: 4, 'q.i.d.': 4, q6h: 4, 'b.i.d': 2, 't.i.d': 3, 'q.i.d': 4 },
};
/** How often: so many times in a period, whatever it is written as. */
const OFTEN: readonly (readonly [RegExp, string | ((...match: string[]) => string)])[] = [
  [
    new RegExp(`(?<![\\p{L}])(?:${Object.keys(BY_PRESCRIPTION).join('|').replaceAll('.', '\\.')})(?![\\p{L}])`, 'giu'),
    (short) => `${BY_PRESCRIPTION[(short as string).toLowerCase() as keyof typeof BY_PRESCRIPTION]} times a day`,
  ],
  [/\bevery (24|12|8|6|4) (?:hours|h)\b/gi, (_, hours) => `${24 / Number(hours)} times a day`],
  [/\bonce\b/gi, '1 times'],
  [/\btwice\b/gi, '2 times'],
  [/\bthrice\b/gi, '3 times'],
  [/(\d+)\s?(?:x|×)(?=\s?(?:daily|weekly|monthly|yearly|a |per |\/))/gi, '$1 times'],
  [
    new RegExp(`(\\d+) times\\s?(?:${Object.keys(ADVERBS).join('|')})\\b`, 'gi'),
    (match, count) => `${count} times a ${ADVERBS[(match as string).split(' ').at(-1)?.toLowerCase() as string]}`,
  ],
  [new RegExp(`(\\d+) times\\s?(?:per|every|each|in a|\\/)\\s?${PERIOD}\\b`, 'gi'), '$1 times a $2'],
  [new RegExp(`^\\s*(?:every|each) (?:single )?${PERIOD}\\s*$`, 'gi'), '1 times a $1'],
  [
    new RegExp(`^\\s*(${Object.keys(ADVERBS).join('|')})\\s*$`, 'gi'),
    (_, word) => `1 times a ${ADVERBS[(word as string).toLowerCase()]}`,
  ],
  [
    /(?<=\d\s?\p{L}{1,12} )(hourly|daily|weekly|monthly|yearly|annually)\b/giu,
    (_, word) => `a ${ADVERBS[(word as string).toLowerCase()]}`,
  ],
];
/** "half-yearly", "six-monthly", "fortnightly": how often, by an adverb. */
const PERIODS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:half[- ]?yearly|bi-?annually|semi-?annually)\b/gi, '2 times a year'],
  [/\bquarterly\b/gi, '4 times a year'],
  [/\b(?:fortnightly|every fortnight)\b/gi, 'every 2 weeks'],
  [/\bfortnights?\b/gi, '2 weeks'],
  [/\b(\d+)-(hour|week|month|year)ly\b/gi, 'every $1 $2s'],
];
/** Numbers by other words. */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/ and a (?:bit|little)\b| or so\b| odd\b/gi, ''],
  [/\b(?:doubled|double|twofold)\b/gi, '2 times'],
  [/\b(?:tripled|trebled|triple|threefold)\b/gi, '3 times'],
  [/\bhalf a dozen\b/gi, '6'],
  [/\b(?:a|one) dozen\b/gi, '12'],
  [/\b(?:the |their |a child's )?first birthday\b/gi, '1 year'],
  [/\b(?:the |their )?second birthday\b/gi, '2 years'],
];
const ROMAN = /^\s*(x{0,3})(ix|iv|v?i{0,3})\s*$/i;

/** "XII" as a whole answer is 12. */
export function fromRoman(text: string): string {
  const [, tens = '', ones = ''] = ROMAN.exec(text) ?? [];
  if (tens + ones === '') return text;
  const low = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'].indexOf(ones.toLowerCase());
  return String(tens.length * 10 + low);
}

const HALVES: readonly (readonly [RegExp, string])[] = [
  [/\b(\d+) and (?:a )?(?:half|1\/2)\b/gi, '$1.5'],
  [/\b(?:a )?quarter of an hour\b/gi, '15 minutes'],
  [/\bthree quarters of an hour\b/gi, '45 minutes'],
];

/** "⁻²³" as -23. */
function inDigits(raised: string): string {
  return [...raised].map((digit) => (digit === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit))).join('');
}

export function inFigures(text: string): string {
  let plain = text
    .replace(/(?<=\d)[ \u00a0\u202f](?=\d{3}\b)/g, '')
    .replace(/(?<![\d.,])(\d{1,3}),(\d{1,2})(?!\d)/g, '$1.$2')
    .replace(/\b(\d+(?:\.\d+)?)\s?bis\s?(?=\d)/gi, '$1 to ')
    .replace(/\b(\d+)(?:st|nd|rd|th) (?=(?:day|week|month|year|hour)\b)/gi, '$1 ')
    .replace(/½/g, '1/2')
    .replace(/⅓/g, '1/3')
    .replace(/⅔/g, '2/3')
    .replace(/(?<=10)⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/g, (power) => `^${inDigits(power)}`)
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?=\s?\/)/g, inDigits)
    .replace(
      /\bq\s?(\d+)(?:-(\d+))?\s?(h|min)\b/gi,
      (_, first: string, last: string | undefined, unit: string) =>
        `every ${first}${last === undefined ? '' : ` to ${last}`} ${unit === 'h' ? 'hours' : 'minutes'}`,
    );
  for (const [pattern, stands] of OTHER_WORDS) plain = plain.replace(pattern, stands);
  plain = wordsToFigures(plain).replace(/\b(\d+) point (\d)(?: (\d))?\b/gi, '$1.$2$3');
  for (const [pattern, stands] of PERIODS) plain = plain.replace(pattern, stands);
  for (const [pattern, stands] of HALVES) plain = plain.replace(pattern, stands);
  plain = plain.replace(
    /(\d+(?:\.\d+)?) (hundred|thousand|million|mn|billion|bn)\b/gi,
    (_, count: string, size: string) => String(Number(count) * (LARGE[size.toLowerCase()] ?? 1)),
  );
  plain = plain.replace(
    /\b(\d+)[ -](halves|half|thirds?|quarters?|fifths?|sixth|tenths?)\b(?!-li[fv]e)/gi,
    (_, count: string, part: string) => `${count}/${PARTS[part.toLowerCase()]}`,
  );
  plain = plain.replace(
    /\b(?:a |one )?(half|third|quarter|fifth|tenth)\b(?= of\b| to an? | and an? |$)/gi,
    (_, part: string) => `1/${PARTS[part.toLowerCase()]}`,
  );
  plain = plain
    .replace(/\b1\/2 (?:a |an )?(?=\p{L})|\bhalf an? /giu, '0.5 ')
    .replace(/(\d+(?:\.\d+)?) ?(?:‰|per mille|per thousand)/gi, (_, count: string) => `${Number(count) / 10} %`);
  for (const [pattern, stands] of OFTEN)
    plain = typeof stands === 'string' ? plain.replace(pattern, stands) : plain.replace(pattern, stands);
  plain = inSmallerUnit(plain);
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

/** Of each larger measure how many of the smaller one it has. */
const SMALLER: readonly (readonly [larger: string, smaller: string, count: number, name: string])[] = [
  ['h|hrs?|hours?', 'mins?|minutes?', 60, 'minutes'],
  ['mins?|minutes?', 's|secs?|seconds?', 60, 'seconds'],
  ['d|days?', 'h|hrs?|hours?', 24, 'hours'],
  ['weeks?|wks?', 'd|days?', 7, 'days'],
  ['y|yrs?|years?', 'months?|mths?', 12, 'months'],
  ['kg', 'g', 1000, 'g'],
];

/** "1 h 20 min", "2 years and 6 months": one measure, in the smaller unit. */
function inSmallerUnit(text: string): string {
  return SMALLER.reduce(
    (plain, [larger, smaller, count, name]) =>
      plain.replace(
        new RegExp(`\\b(\\d+)\\s?(?:${larger})\\.?,?\\s(?:and\\s)?(\\d+)\\s?(?:${smaller})\\b`, 'gi'),
        (_, many: string, more: string) => `${Number(many) * count + Number(more)} ${name}`,
      ),
    text,
  );
}
