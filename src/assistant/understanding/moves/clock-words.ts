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

const two = (value: number) => String(value).padStart(2, '0');
const hourOf = (said: string) => (/^\d/.test(said) ? Number(said) : HOURS.indexOf(said.toLowerCase()) + 1);

export function withSpokenHours(text: string): string {
  return text
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
