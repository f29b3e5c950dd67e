/** Hours as they are spoken: "ten to eleven" is 10:50, "six thirty" 6:30, "1130" 11:30. */
const HOURS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const HOUR = HOURS.join('|');
const PAST: Readonly<Record<string, number>> = {
  five: 5,
  ten: 10,
  quarter: 15,
  twenty: 20,
  'twenty five': 25,
  half: 30,
};
const SIDED = new RegExp(
  `\\b(?:a )?(five|ten|quarter|twenty|twenty five|half)(?: minutes)? (past|to) (${HOUR}|\\d{1,2})\\b`,
  'gi',
);
const MINUTED = new RegExp(`\\b(${HOUR}) (fifteen|thirty|forty five|forty-five|oh five|ten|twenty)\\b`, 'gi');
const MINUTES: Readonly<Record<string, string>> = {
  ...{ fifteen: '15', thirty: '30', 'forty five': '45', 'forty-five': '45', 'oh five': '05', ten: '10', twenty: '20' },
};
const RUN = /(?<![\d:.,/-])([1-9]|1[0-2])([0-5]\d)(?![\d:./-])(?!\s*(?:kg|g|ml|km|mm|dollars|euros?|people|guests))/g;
const LONE = new RegExp(
  `\\b(make it|do|now|at|say|is) (${HOUR})\\b(?! (?:more|people|tins|bottles|of|minutes|hours|days|weeks|months))`,
  'gi',
);

function nearest(few: string, side: string, spoken: string): string {
  const at = Number(spoken.slice(0, 2)) * 60 + Number(spoken.slice(3, 5));
  const past = side.toLowerCase() === 'past' ? PAST[few.toLowerCase()]! : 60 - PAST[few.toLowerCase()]!;
  const hours = [-1, 0, 1].map((by) => (Math.floor(at / 60) + by) * 60 + past).filter((one) => one >= 0 && one < 1440);
  const [best = at] = hours.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at));
  return `${two(Math.floor(best / 60))}:${two(best % 60)}`;
}

const two = (value: number) => String(value).padStart(2, '0');
const hourOf = (said: string) => (/^\d/.test(said) ? Number(said) : HOURS.indexOf(said.toLowerCase()) + 1);

/** "Quarter past" of no hour is of the one that is nearest to what was spoken of (its hour and minute, as a clock shows it). */
const SIDE_ONLY = /\b(?:a )?(five|ten|quarter|twenty|half)(?: minutes)? (past|to)(?=\s*(?:$|[.,!]))/gi;
/** "4 actually", "no, 4": a bare number that is all that was said. */
const BARE =
  /^((?:no|oh|sorry|actually|wait|and|so)[\s,]+)*(\d{1,2})(?=\s*(?:$|[.,!]|actually|instead|rather|then|sorry|please))/i;

export function withSpokenHours(text: string, spoken?: string): string {
  return text
    .replace(SIDE_ONLY, (said: string, few: string, side: string) => (spoken ? nearest(few, side, spoken) : said))
    .replace(BARE, (said: string, _, hour: string) =>
      spoken && Number(hour) <= 24 ? `${said.slice(0, -hour.length)}at ${hour}` : said,
    )
    .replace(SIDED, (_, few: string, side: string, said: string) => {
      const by = PAST[few.toLowerCase()]!;
      const hour = hourOf(said);
      const before = hour === 1 ? 12 : hour - 1;
      return side.toLowerCase() === 'past' ? `${hour}:${two(by)}` : `${before}:${two(60 - by)}`;
    })
    .replace(MINUTED, (_, said: string, minutes: string) => `${hourOf(said)}:${MINUTES[minutes.toLowerCase()]}`)
    .replace(RUN, '$1:$2')
    .replace(LONE, (_, lead: string, said: string) => `${lead} ${hourOf(said)}`)
    .replace(
      /\b(make it|lets do|let's do|do|say|wants) (\d{1,2})(?=\s*(?:$|[.,!]|actually|instead|then))/gi,
      '$1 at $2',
    )
    .replace(/\bmake it at\b/gi, 'make it to');
}
