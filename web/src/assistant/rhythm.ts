/** How often something comes again: a recurrence rule of iCalendar in words. */
const UNITS: Readonly<Record<string, string>> = {
  HOURLY: 'hour',
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
};
const DAYS: Readonly<Record<string, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
};
const NTH: Readonly<Record<string, string>> = {
  '1': 'first',
  '2': 'second',
  '3': 'third',
  '4': 'fourth',
  '-1': 'last',
};
const WORKDAYS = 'MO,TU,WE,TH,FR';

/** "every 2 weeks on Monday and Friday, until 20 Dec 2026". What a rule says beyond that is not guessed. */
export function sayRule(rule: string): string {
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string | undefined]));
  const unit = UNITS[parts.get('FREQ') ?? ''];
  if (unit === undefined) return 'comes again';
  const count = Number(parts.get('INTERVAL') ?? 1);
  const days = parts.get('BYDAY');
  const often = count > 1 ? `every ${count} ${unit}s` : `every ${unit}`;
  const said =
    days === WORKDAYS && count === 1 ? 'every weekday' : days === undefined ? often : `${often} on ${sayDays(days)}`;
  const plain = unit === 'week' && count === 1 && days && days !== WORKDAYS ? `every ${sayDays(days)}` : said;
  return [plain, sayEnd(parts.get('UNTIL'), parts.get('COUNT'))].filter(Boolean).join(', ');
}

function sayDays(days: string): string {
  const names = days.split(',').map((day) => {
    const [, nth = '', name = ''] = /^([+-]?\d+)?(\w{2})$/.exec(day) ?? [];
    const which = NTH[nth.replace('+', '')];
    return [which && `the ${which}`, DAYS[name] ?? name].filter(Boolean).join(' ');
  });
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function sayEnd(until: string | undefined, count: string | undefined): string {
  if (count !== undefined) return count === '1' ? 'once' : `${count} times`;
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(until ?? '') ?? [];
  if (year === undefined) return '';
  const last = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return `until ${last.toLocaleDateString('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })}`;
}
