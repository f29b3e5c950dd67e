/** What the figures of a clause say: on which side of no effect it lies, and whether that may be chance. */
import { joinThousands } from './counts.ts';
import { foldText } from './words.ts';

export interface Figures {
  /** The interval holds no effect, or P is too large. Undefined where neither is given. */
  readonly open?: boolean | undefined;
  /** By a ratio (of events), by a difference, or by what each arm had. */
  readonly ratio?: number | undefined;
  readonly difference?: number | undefined;
  /** The words behind the first of two rates: whose it is. */
  readonly whose?: string | undefined;
}

const NUMBER = String.raw`([-+]?\d+(?:[.·]\d+)?)`;
const RATIO = new RegExp(
  String.raw`\b(?:hazard ratio|odds ratio|risk ratio|relative risk|rate ratio|a?hr|aor|or(?!\s+\d+(?![\d.·]))|rr|irr)\b(?:\s*\([a-z]{2,3}\))?[\s,:=]*(?:was|of|is)?[\s=,]*${NUMBER}`,
);
/** A ratio of whatever it is, where an interval says that it is one. */
const OTHER_RATIO = new RegExp(String.raw`\bratio[\s,:=]*(?:was|of|is)?[\s=,]*${NUMBER}(?=\s?[,;(]\s?95)`);
const DIFFERENCE = new RegExp(
  String.raw`\bdifference\b(?:[^()]{0,80}?\b(?:was|of)\s|\s?[,:=]?\s)\s*${NUMBER}(?!\d*\s?(?:mg|weeks|months|years|days))`,
);
const INTERVAL = new RegExp(
  String.raw`\b(?:95\s?%|ci|cri)\s?(?:ci|cri|confidence interval|credible interval)?[\s,:=(]*${NUMBER}\s?%?\s?(?:to|-|,|and|;)\s?${NUMBER}`,
);
const CHANCE = /\bp\s?([<=>≤≥])\s?(0?[.·]\d+)/;
const SIDES = new RegExp(String.raw`${NUMBER}\s?%?\s?(?:vs\.?|versus|against)\s?${NUMBER}\s?%?`);
/** "56% of those with X and 53% …, as compared with 14% …"; "48% with X and 31% with placebo". */
const RATES = [
  String.raw`${NUMBER}\s?%([^%;]*?)[^;]*?(?:compared with|compared to|versus|vs\.?|against)\s${NUMBER}\s?%`,
  String.raw`${NUMBER}\s?%([^%;]*?),? (?:and|but)\s(?:in\s)?${NUMBER}\s?%`,
].map((pattern) => new RegExp(pattern));
const LIMIT = 0.05;

export function figuresIn(clause: string): Figures {
  // A minus that is written as a dash, and thousands with a comma.
  const plain = foldText(joinThousands(clause))
    .replaceAll('−', '-')
    .replace(/(\d),(?=\d{3}\b)/g, '$1');
  const number = (pattern: RegExp) => toNumber(pattern.exec(plain)?.[1]);
  const ratio = number(RATIO) ?? number(OTHER_RATIO);
  const sides = SIDES.exec(plain);
  const told = number(DIFFERENCE) ?? (sides === null ? undefined : toNumber(sides[1])! - toNumber(sides[2])!);
  const open = isOpen(plain, ratio);
  if (told !== undefined || ratio !== undefined) return { open, ratio, difference: told };
  const [, first, whose, second] = RATES.map((pattern) => pattern.exec(plain)).find((found) => found !== null) ?? [];
  return first === undefined ? { open } : { open, difference: toNumber(first)! - toNumber(second)!, whose };
}

function isOpen(plain: string, ratio: number | undefined): boolean | undefined {
  const [, low, high] = INTERVAL.exec(plain) ?? [];
  const none = ratio === undefined ? 0 : 1;
  const chance = chanceIn(plain);
  const [least, most] = [toNumber(low), toNumber(high)];
  // An interval that ends at no effect is rounded: then P says more.
  if (least === undefined || ((least === none || most === none) && chance !== undefined)) return chance;
  return least <= none && most! >= none;
}

function chanceIn(plain: string): boolean | undefined {
  const [, sign, written] = CHANCE.exec(plain) ?? [];
  if (sign === undefined) return undefined;
  const chance = toNumber(written)!;
  return sign === '<' || sign === '≤' ? chance > LIMIT : chance >= LIMIT;
}

function toNumber(written: string | undefined): number | undefined {
  return written === undefined ? undefined : Number(written.replace('·', '.'));
}
