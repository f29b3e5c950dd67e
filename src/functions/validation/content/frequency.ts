/** How often something is done: times a year, by adverb ("weekly") or by count ("twice a day", "every second Friday"). */
import { readNumber } from '../seen.ts';

const PER_YEAR: Readonly<Record<string, number>> = {
  ...{ hour: 8760, day: 365, night: 365, week: 52, fortnight: 26, month: 12, quarter: 4, year: 1 },
  ...{ monday: 52, tuesday: 52, wednesday: 52, thursday: 52, friday: 52, saturday: 52, sunday: 52, weekday: 260 },
  ...{ morning: 365, evening: 365, spring: 1, summer: 1, autumn: 1, winter: 1 },
};
const ADVERBS: Readonly<Record<string, number>> = {
  ...{ hourly: 8760, daily: 365, nightly: 365, weekly: 52, fortnightly: 26, monthly: 12, quarterly: 4 },
  ...{ yearly: 1, annually: 1, annual: 1 },
};
const UNIT = Object.keys(PER_YEAR).join('|');
const COUNTED = new RegExp(`\\b(once|twice|thrice|\\w+ times) (?:an?|per|each|every) (${UNIT})\\b`, 'i');
const EVERY = new RegExp(`\\b(?:every|each) (?:(other|second|third|fourth|\\w+) )?(${UNIT})s?\\b`, 'i');
const ORDINALS: Readonly<Record<string, number>> = { other: 2, second: 2, third: 3, fourth: 4 };

export function frequencyOf(text: string): number | undefined {
  const counted = COUNTED.exec(text);
  if (counted !== null) {
    const said = counted[1]!.toLowerCase();
    const times = { once: 1, twice: 2, thrice: 3 }[said] ?? readNumber(said.replace(/ times$/, ''));
    return times === undefined ? undefined : times * PER_YEAR[counted[2]!.toLowerCase()]!;
  }
  const every = EVERY.exec(text);
  if (every !== null) {
    const step = every[1] === undefined ? 1 : (ORDINALS[every[1].toLowerCase()] ?? readNumber(every[1]));
    return step === undefined ? undefined : PER_YEAR[every[2]!.toLowerCase()]! / step;
  }
  const adverb = text
    .toLowerCase()
    .match(/\b[a-z]+ly\b|\bannual\b/g)
    ?.find((word) => Object.hasOwn(ADVERBS, word));
  return adverb === undefined ? undefined : ADVERBS[adverb];
}

/** Undefined where one of them does not say how often. */
export function sameFrequency(a: string, b: string): boolean | undefined {
  const [here, there] = [frequencyOf(a), frequencyOf(b)];
  if (here === undefined || there === undefined) return undefined;
  return Math.abs(here - there) <= 0.1 * Math.max(here, there);
}
