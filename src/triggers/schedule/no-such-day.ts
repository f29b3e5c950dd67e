/** "30 February", "2027-02-30", "31 April": whoever writes a day that no calendar has is told just that. */
import { type Token, tokenize } from './tokens.ts';
import { scheduleWords } from './words.ts';

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  'December',
];

/** The first such day of a text, as it is written. */
export function noSuchDay(text: string): string | undefined {
  const [, year, , month, day] = /(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(text) ?? [];
  if (year !== undefined) return sayMissing(Number(day), Number(month), Number(year));
  const words = scheduleWords();
  const tokens = tokenize(text).filter(({ word }) => !words.is('fillers', word));
  for (const [at, { word }] of tokens.entries()) {
    const named = words.month(word);
    if (named === undefined) continue;
    const said = tokens.slice(at + 1).find((token) => YEAR.test(token.word));
    const here = dayOf(tokens[at - 1]) ?? dayOf(tokens[at + 1]);
    const missing = here === undefined ? undefined : sayMissing(here, named, said && Number(said.word));
    if (missing !== undefined) return missing;
  }
  return undefined;
}

const YEAR = /^[12]\d{3}$/;

function dayOf(token: Token | undefined): number | undefined {
  const written = /^(\d{1,2})(?:st|nd|rd|th|\.)?$/i.exec(token?.word ?? '')?.[1];
  return written === undefined ? undefined : Number(written);
}

/** Without a year it may be a leap year. */
function sayMissing(day: number, month: number, year = 2028): string | undefined {
  const name = MONTHS[month - 1];
  if (name === undefined) return `There is no month ${month}: a year has twelve.`;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day >= 1 && day <= last) return undefined;
  return `There is no ${day} ${name}${month === 2 && day === 29 ? ` ${year}` : ''}: it ends on ${last} ${name}.`;
}
