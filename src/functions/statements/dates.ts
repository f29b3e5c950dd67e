/** Days, as far as they are said: 3 May, the tenth of May, May 2024, 2024-05-10. As numbers: yyyymmdd, 0 for what is left open. */
import { once } from '../../text/pieces.ts';
import { type Amount, around } from './amount.ts';
import { alternatives, readWording } from './wording.ts';

const readDatePattern = once(() => {
  const months = readWording()
    .months.map((name) => `${name}|${name.slice(0, 3)}\\.?`)
    .join('|');
  const units = alternatives(Object.values(readWording().units).flatMap((sizes) => Object.keys(sizes)));
  const ordinals = alternatives(Object.keys(readWording().ordinals));
  const day = (name: string) =>
    String.raw`(?:the\s+)?(?:(?<${name}>\d{1,2})(?:st|nd|rd|th)?|(?<${name}_said>${ordinals}))`;
  return new RegExp(
    [
      String.raw`\b(?<iso>\d{4}-\d{2}-\d{2})\b`,
      String.raw`\b(?:${day('day')}(?:\s+of)?\s+)?(?<month>${months})(?:\s+${day('day2')})?(?:,?\s+(?<year>\d{4}))?\b`,
      // A number that looks like a year and has a unit is an amount.
      String.raw`\b(?<bare>(?:19|20)\d{2})\b(?!\s?(?:%|(?:${units})\b))`,
    ].join('|'),
    'gi',
  );
});

/** Days as yyyymmdd, as far as they are said. */
export function* datesIn(text: string): Generator<Amount> {
  const pattern = readDatePattern();
  for (const match of text.matchAll(pattern)) {
    const { iso, month, year, bare, ...groups } = match.groups!;
    const said = (groups['day_said'] ?? groups['day2_said'])?.toLowerCase();
    const day =
      groups['day'] ?? groups['day2'] ?? (said === undefined ? undefined : String(readWording().ordinals[said]));
    const place = {
      start: match.index,
      end: match.index + match[0].length,
      written: match[0],
      ...around(text, match.index, match.index + match[0].length),
    };
    if (iso !== undefined) yield { dimension: 'date', value: Number(iso.replace(/-/g, '')), ...place };
    else if (bare !== undefined) yield { dimension: 'date', value: Number(bare) * 10_000, ...place };
    else if (month !== undefined) {
      if (/^may$/i.test(month) && (month !== 'May' || (day ?? year) === undefined)) continue;
      if (day === undefined && year === undefined && !/^\p{Lu}/u.test(month)) continue;
      const index = readWording().months.findIndex((name) => name.startsWith(month.toLowerCase().slice(0, 3))) + 1;
      yield { dimension: 'date', value: Number(year ?? 0) * 10_000 + index * 100 + Number(day ?? 0), ...place };
    }
  }
}

export function datesAgree(a: number, b: number): boolean {
  const parts = (value: number) => [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100];
  const [left, right] = [parts(a), parts(b)];
  return left.every((part, index) => part === 0 || right[index] === 0 || part === right[index]);
}
