/** How much of a medicine a clause tells of: how many, the strength of one, all of it by weight, how often, in how many days. */
import { NUMBER_WORDS } from '../../text/index.ts';
import type { Told } from '../concerns/types.ts';
import { pattern } from '../patterns.ts';
import type { Subject } from '../types.ts';

const WORDS: Readonly<Record<string, number>> = { ...NUMBER_WORDS, couple: 2, few: 3, several: 4, dozen: 12 };
const NUMBER = `(?:\\d+(?:\\.\\d+)?|${Object.keys(WORDS).join('|')})`;
const UNIT = '(?:mg|milligrams?|grams?|g|mcg|micrograms?|ug|µg|units?|iu|ml)';
const MASS = `(?<amount>\\d+(?:\\.\\d+)?)\\s*(?<unit>${UNIT})\\b`;
const PIECES =
  '(?:tablets?|pills?|capsules?|caps|tabs|patche?s?|puffs?|sachets?|doses?|spoon\\w*|teaspoon\\w*|of them)';
const WHOSE =
  "(?:(?:my|the|his|her|our|your|their|these|those|\\p{L}+['’]s|grand\\p{L}+s?|(?:big|little)? ?brothers?|junior|mums?|dads?) )*";

/** "10 min ago", "at 8 pm", "5 times": no amount. */
const NO_TIME =
  "(?!\\s*(?:(?:mins?|minutes?|hrs?|hours?|secs?|seconds?|days?|nights?|weeks?|wks?|months?|years?|yrs?|am|pm|kg|times|degrees|people)\\b|o'?clock|%))";

const COUNTED = new RegExp(
  `\\b(?<count>${NUMBER})\\s+(?:of\\s+|extra\\s+|whole\\s+|more\\s+|x\\s+|${PIECES}\\s+(?:of\\s+)?)*${WHOSE}(?:${MASS}\\s*)?$`,
  'iu',
);
const WEIGHED = new RegExp(`${MASS}\\s*(?:of\\s+)?${WHOSE}$`, 'iu');
/** "lithium 400", "prednisolone 5mg": how strong one is. */
const STRENGTH = new RegExp(
  `^s?\\s+(?:${PIECES}\\s+)?(?:of\\s+)?(?<amount>\\d+(?:\\.\\d+)?)\\s*(?<unit>${UNIT})?\\b${NO_TIME}`,
  'i',
);
/** "xanax, like 9", "and again, maybe 700 mg since noon". */
const GUESSED = new RegExp(
  `\\b(?:like|about|maybe|around|roughly|some|nearly|almost|at least|possibly|perhaps|up to|probably|in all|total of|make that)\\s+(?<count>${NUMBER})(?:\\s*(?<unit>${UNIT})\\b)?${NO_TIME}`,
  'i',
);
const EVERY = new RegExp(`\\bevery\\s+(?:(?<count>${NUMBER})\\s+)?hours?\\b`, 'i');
const TIMES = new RegExp(
  `\\b(?:(?<count>${NUMBER})\\s+times|(?<twice>twice))\\s+(?:a day|today|daily|yesterday|this)`,
  'i',
);
const MEALS = /\b(?:each|every|with) (?:meals?|my meals)\b/i;
const DAYS = new RegExp(
  `\\b(?:in|over|within|across|for|past|last)\\s+(?:the\\s+)?(?<count>${NUMBER})\\s+days\\b`,
  'i',
);
const WEEK =
  /\b(?:this|over the|across the|in a|in the|through the|during the|the whole|the last|the past|all) week\b/i;
/** Taken bit by bit. */
const SPREAD = pattern('bit_by_bit');
/** So far from its name an amount belongs to something else. */
const NEAR = 200;
/** Hours of a day in which tablets are taken. */
const WAKING = 16;

export type Amount = Pick<Told, 'count' | 'value' | 'unit' | 'total' | 'perDay' | 'spread' | 'over'>;

export function amountOf({ start, end }: Pick<Subject, 'start' | 'end'>, text: string): Amount {
  const [before, after] = [text.slice(Math.max(0, start - NEAR), start), text.slice(end, end + NEAR)];
  const counted = COUNTED.exec(before)?.groups;
  const weighed = counted === undefined ? WEIGHED.exec(before)?.groups : undefined;
  const strong = STRENGTH.exec(after)?.groups;
  const guessed = GUESSED.exec(after)?.groups;
  const { isSpread, span } = spanIn(text);
  if (weighed !== undefined)
    return { value: Number(weighed['amount']), unit: unitOf(weighed['unit']!), total: true, ...span };
  if (guessed?.['unit'] !== undefined)
    return { value: numberOf(guessed['count']!), unit: unitOf(guessed['unit']), total: true, ...span };
  const said = guessed?.['count'] ?? counted?.['count'];
  const count = said === undefined ? undefined : numberOf(said);
  const strength = counted?.['amount'] === undefined ? strong : counted;
  /** What was counted in all needs no rate. */
  return {
    ...(count !== undefined && { count }),
    ...(strength !== undefined && {
      value: Number(strength['amount']),
      ...(strength['unit'] !== undefined && { unit: unitOf(strength['unit']) }),
    }),
    ...(guessed === undefined ? span : isSpread ? { spread: true } : {}),
  };
}

interface Span {
  readonly isSpread: boolean;
  readonly span: Pick<Told, 'perDay' | 'over' | 'spread'>;
}

let last: (Span & { readonly text: string }) | undefined;

/** How often, and in how many days: of the whole clause, and so the same for all that it names. */
function spanIn(text: string): Span {
  if (last?.text === text) return last;
  const often = oftenIn(text);
  const over = daysIn(text);
  const isSpread = over !== undefined || often.perDay !== undefined || SPREAD.test(text);
  last = { text, isSpread, span: { ...often, ...(over !== undefined && { over }), ...(isSpread && { spread: true }) } };
  return last;
}

function oftenIn(text: string): Pick<Told, 'perDay'> {
  const every = EVERY.exec(text);
  if (every !== null) return { perDay: WAKING / (every.groups?.['count'] ? numberOf(every.groups['count']) : 1) };
  const times = TIMES.exec(text)?.groups;
  if (times !== undefined) return { perDay: times['twice'] ? 2 : numberOf(times['count']!) };
  return MEALS.test(text) ? { perDay: 3 } : {};
}

function daysIn(text: string): number | undefined {
  const said = DAYS.exec(text)?.groups?.['count'];
  return said === undefined ? (WEEK.test(text) ? 7 : undefined) : numberOf(said);
}

function numberOf(said: string): number {
  return WORDS[said.toLowerCase()] ?? Number(said);
}

function unitOf(said: string): string {
  const unit = said.toLowerCase();
  if (/^(?:mcg|microgram|ug|µg)/.test(unit)) return 'ug';
  if (/^(?:unit|iu)/.test(unit)) return '[IU]';
  if (/^(?:gram|g$)/.test(unit)) return 'g';
  return /^milli/.test(unit) ? 'mg' : unit;
}
