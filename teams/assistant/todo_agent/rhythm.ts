/** "The rent is due on the 2nd from now on": the rhythm that a thing has, with the day that was said in place of its own. */

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** In words, as the rhythm is said ("every month on the 1st at 09:00"); nothing where it has no one day to change. */
export function onOtherDay(rhythm: string, due: string): string | undefined {
  const said = rhythm.replace(/ \([^)]*\)$/, '');
  const [day, weekday] = [Number(due.slice(8, 10)), DAYS[new Date(`${due.slice(0, 10)}T12:00Z`).getUTCDay()]!];
  const dates = said.match(/\bthe \d{1,2}(?:st|nd|rd|th)\b/g) ?? [];
  const days = said.match(new RegExp(`\\b(?:${DAYS.join('|')})s?\\b`, 'g')) ?? [];
  const moved =
    dates.length === 1 && days.length === 0
      ? said.replace(dates[0]!, `the ${ordinal(day)}`)
      : days.length === 1 && dates.length === 0
        ? said.replace(days[0]!, weekday)
        : undefined;
  return moved === undefined || due.length === 10 ? moved : withHour(moved, due.slice(11, 16));
}

/** The same of the rule of a todo. */
export function ruleInWords(rule: string | undefined, due: string): string | undefined {
  if (rule === `FREQ=MONTHLY;BYMONTHDAY=${Number(due.slice(8, 10))}`)
    return `every month on the ${ordinal(Number(due.slice(8, 10)))}`;
  if (/^FREQ=WEEKLY;BYDAY=\w\w$/.test(rule ?? ''))
    return `every ${DAYS[new Date(`${due.slice(0, 10)}T12:00Z`).getUTCDay()]}`;
  return undefined;
}

function withHour(said: string, hour: string): string {
  return / at \d\d:\d\d/.test(said) ? said.replace(/ at \d\d:\d\d/, ` at ${hour}`) : `${said} at ${hour}`;
}

function ordinal(day: number): string {
  const end =
    day % 10 === 1 && day !== 11
      ? 'st'
      : day % 10 === 2 && day !== 12
        ? 'nd'
        : day % 10 === 3 && day !== 13
          ? 'rd'
          : 'th';
  return `${day}${end}`;
}
