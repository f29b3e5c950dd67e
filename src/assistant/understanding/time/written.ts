/** Times as people write them, in the way that is read: "17h30", "1900 hrs", "12.1.", "Tuesday and Thursday next week". */

const DAY =
  '(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const MONTH =
  '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december)';
const CLOCK = /(?<![\d:.]|for )([01]?\d|2[0-3])h([0-5]\d)(?!\d)/gi;
const SPAN = /(?<![\d:.-])([01]\d|2[0-3])([0-5]\d)\s*[-–]\s*([01]\d|2[0-3])([0-5]\d)(?![\d-])/g;
const MILITARY = /(?<![\d:.])([01]\d|2[0-3])([0-5]\d)\s?(?:hrs|hours|hr|h)\b/gi;
/** "Alarm 545". */
const ALARM = /\b(alarm|wake me(?: up)?(?: at)?) (1[0-2]|0?\d|2[0-3])([0-5]\d)\b(?!:)/gi;
/** With a dot behind it too, so that it is no number: "on 12.1. at 9". */
const DOTTED = /(?<![\d.:])(0?[1-9]|[12]\d|3[01])\.(0?[1-9]|1[0-2])\.(?=\s|,|$)/g;
const SHARED = new RegExp(
  `\\b(${DAY})((?:\\s*,\\s*${DAY})*)(\\s*(?:,|and|&)\\s*)(${DAY})\\s+((?:next|this) week)\\b`,
  'gi',
);
const ROW = new RegExp(
  `\\b((?:${DAY})(?:(?:\\s*[,/&]\\s*|\\s+and\\s+|\\s+)(?:${DAY}))+)(?=\\b.*\\b(?:until|till|til)\\b)`,
  'i',
);

export function withPlainTimes(text: string): string {
  const written = text
    .replace(CLOCK, '$1:$2')
    .replace(SPAN, '$1:$2-$3:$4')
    .replace(MILITARY, '$1:$2')
    .replace(ALARM, '$1 $2:$3')
    .replace(DOTTED, '$1/$2')
    .replace(BETWEEN, '$1 from $2 to $3')
    .replace(DAY_OF_MONTH, 'on the $1')
    .replace(MOVED_TO, "$1 $2 o'clock")
    .replace(DATES, '$1$2 to $3$4')
    .replace(EVERY_NTH, (_, every: string, nth: string, unit: string) => {
      const count = NTH[nth.toLowerCase()] ?? Number.parseInt(nth, 10);
      return count === 2 ? `${every} other ${unit}` : `${every} ${count} ${unit}s`;
    })
    .replace(BESIDE, '$1, ')
    .replace(SHARED, (_, first: string, row: string, joint: string, last: string, week: string) => {
      const days = [first, ...row.split(',').map((day) => day.trim())].filter(Boolean);
      return `${days.map((day) => `${day} ${week}`).join(', ')}${joint}${last} ${week}`;
    });
  return EACH.test(written) ? written : written.replace(ROW, (row) => `every ${daysIn(row).join(' and ')}`);
}

/** "2-4 dec", "7th - 13th of December". */
const DATES = new RegExp(
  `(?<![\\d:./-])(\\d{1,2})(st|nd|rd|th)?\\s*[-–]\\s*(\\d{1,2})(st|nd|rd|th)?(?=\\s+(?:of\\s+)?${MONTH}\\b)`,
  'gi',
);
/** "Mon 30th between 9 and 11": behind a day its hours. */
const BETWEEN = new RegExp(
  `\\b((?:${DAY}|tomorrow|tmrw|today|tonight|\\d{1,2}(?:st|nd|rd|th))(?:\\s+\\d{1,2}(?:st|nd|rd|th)?)?)\\s+between\\s+(\\d{1,2}(?:[:.]\\d\\d)?(?:\\s*[ap]m)?)\\s+and\\s+(\\d{1,2}(?:[:.]\\d\\d)?(?:\\s*[ap]m)?)(?![\\d:])`,
  'gi',
);
/** "Mon 30th from 9 to 11": the day of the month says which Monday. */
const DAY_OF_MONTH = new RegExp(`\\b(?:on\\s+)?${DAY}\\s+(?:the\\s+)?(\\d{1,2}(?:st|nd|rd|th))(?=\\s+from\\b)`, 'gi');
/** "Move book club to 8, and …": an hour, with another part behind it. */
const MOVED_TO =
  /\b((?:move|push|shift|reschedule|bump|bring|put|postpone)\s[^,.;!?\d]*?\bto)\s+(\d|1\d|2[0-3])(?=\s*(?:,|;|\s(?:and|then)\b)(?!\s*\d))/gi;
/** "Wed thu and fri": the days of a row stand apart. */
const BESIDE = new RegExp(`\\b(${DAY})\\s+(?=${DAY}\\b)`, 'gi');
/** "Every third day" is no date. */
const EVERY_NTH = /\b(every|each)\s+(second|third|fourth|fifth|sixth|2nd|3rd|4th|5th|6th)\s+(day|week|month|year)\b/gi;
const NTH: Readonly<Record<string, number>> = { second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6 };

const EACH = /\b(?:every|each|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays)\b/i;
const daysIn = (row: string) => row.split(/[\s,/&]+/).filter((word) => word !== '' && word !== 'and');
