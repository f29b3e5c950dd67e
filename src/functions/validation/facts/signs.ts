/** What speaks for and against a claim about code: a row of numbers, each of which can be told in words. */
import { areKin } from '../../../text/lexicon.ts';
import { readWording } from '../../statements/index.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { type Deed, readConditions, readDeeds } from '../deeds/sheets.ts';
import { type Asked, matchPhrase } from '../deeds/wording.ts';
import type { Seen } from '../seen.ts';
import type { Fact } from './fact.ts';
import { numbersAsked } from './numbers.ts';

export const SIGNS = [
  // What the readings of deeds say, and what is said where they are silent.
  ...(['plain_for', 'plain_against', 'silent_for', 'silent_against'] as const),
  // How much of the claim the best statement bears: on average, in full, by its own words, at the least, all of it.
  ...(['cover', 'full', 'own', 'least', 'whole', 'cover_full'] as const),
  // How much of it comes up anywhere.
  ...(['anywhere', 'anywhere_full', 'anywhere_whole'] as const),
  // Of what is to happen, and of the deed: whether statements show it, and how much of the rest they bear.
  ...(['outcome_asked', 'outcome_absent', 'outcome_cover', 'outcome_full'] as const),
  ...(['deed_asked', 'deed_absent', 'deed_cover', 'deed_full'] as const),
  ...(['number_agrees', 'number_differs', 'number_missing', 'number_elsewhere'] as const),
  // What code would hold as it is written: a path, an address, something in quotes.
  ...(['literal_there', 'literal_missing'] as const),
  ...(['negative', 'universal', 'outside', 'beyond', 'open', 'length'] as const),
] as const;
export type Values = Readonly<Record<(typeof SIGNS)[number], number>>;

export interface Signs {
  readonly values: Values;
  readonly best: Fact | undefined;
}

/** What is known of a claim before the statements are looked at. */
export interface Before {
  readonly plain: Seen | undefined;
  readonly silent: Seen | undefined;
  readonly outside: boolean;
  /** Another file of the project may do it. */
  readonly elsewhere: boolean;
  readonly beyond: boolean;
  readonly open: number;
}

export type Alike = (a: string, b: string) => number;

const SAID = 0.9;
const KIN = 0.9;
const NEARBY = 0.8;
/** From here on a word counts as borne. */
const BORNE = 0.79;
/** Below this two words have nothing to do with each other. */
const FAR = 0.5;
/** What an agreeing number adds to a statement. */
const COUNTED = 0.3;
const LONG = 8;

interface Word {
  readonly lower: string;
  readonly root: string;
}

interface Match {
  readonly fact: Fact;
  readonly scores: readonly number[];
  readonly cover: number;
  readonly agrees: number;
}

export function signsOf(
  facts: readonly Fact[],
  asked: Asked,
  { text, code }: CodeArtifact,
  alike: Alike,
  before: Before,
): Signs {
  const { language } = code;
  const words = wordsOf(asked);
  const numbers = numbersAsked(asked.text);
  const matches = facts.map((fact): Match => {
    const scores = words.map((word) => nearness(word, fact, alike));
    const agreeing = numbers.filter(({ any }) => fact.numbers.some((one) => any.has(one))).length;
    return { fact, scores, cover: mean(scores), agrees: agreeing / Math.max(1, numbers.length) };
  });
  const worth = ({ cover, agrees }: Match) => cover + COUNTED * agrees;
  const best = matches.reduce<Match | undefined>(
    (most, one) => (most === undefined || worth(one) > worth(most) ? one : most),
    undefined,
  );
  const scores = best?.scores ?? [];
  const full = shareOf(scores, BORNE);
  const anywhere = words.map((_, at) => Math.max(0, ...matches.map((one) => one.scores[at]!)));
  // The claim without its denial is what is weighed.
  const says = (seen: Seen | undefined, holds: boolean) => (seen && seen.holds !== asked.negative) === holds;
  const counts = numbers.length > 0;
  const mostAgreeing = Math.max(0, ...matches.map(({ agrees }) => agrees));
  return {
    best: best?.fact,
    values: numbersFrom({
      plain_for: before.plain !== undefined && says(before.plain, true),
      plain_against: before.plain !== undefined && says(before.plain, false),
      silent_for: before.plain === undefined && before.silent !== undefined && says(before.silent, true),
      silent_against: before.plain === undefined && before.silent !== undefined && says(before.silent, false),
      cover: best?.cover ?? 0,
      ...{ full, own: shareOf(scores, SAID - 0.01), least: Math.min(1, ...scores) },
      ...{ whole: full === 1, cover_full: (best?.cover ?? 0) * full },
      anywhere: mean(anywhere),
      ...{ anywhere_full: shareOf(anywhere, NEARBY), anywhere_whole: shareOf(anywhere, NEARBY) === 1 },
      ...ofPart('outcome', findOutcome(asked), words, matches, language),
      ...ofPart('deed', findDeed(asked, language), words, matches, language),
      number_agrees: counts && best?.agrees === 1,
      number_differs: counts && best !== undefined && best.agrees < 1 && best.fact.numbers.length > 0,
      number_missing: counts && mostAgreeing < 1,
      number_elsewhere: counts && mostAgreeing < 1 && best !== undefined && namesElsewhere(code, best.fact, text),
      ...literalsOf(asked.text, text),
      ...{ negative: asked.negative, universal: asked.universal },
      ...{ outside: before.outside, beyond: before.beyond, open: before.open },
      length: Math.min(words.length, LONG) / LONG,
    }),
  };
}

const LITERAL =
  /"([^"]{2,80})"|`([^`]{2,80})`|(?<![\w/])((?:\/[\w.-]+){2,}|https?:\/\/\S+|[\w-]+\.(?:json|ya?ml|csv|txt|log|db|sqlite|toml|ini|env|tar|gz|zip|pem|lock))(?![\w/])/g;

function literalsOf(claim: string, source: string): { literal_there: boolean; literal_missing: boolean } {
  const wanted = [...claim.matchAll(LITERAL)].map((one) => (one[1] ?? one[2] ?? one[3])!.replace(/\(\)$|[.,]$/g, ''));
  const there = (one: string) => source.toLowerCase().includes(one.toLowerCase());
  return { literal_there: wanted.length > 0 && wanted.every(there), literal_missing: !wanted.every(there) };
}

const CONSTANT = /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g;

/** `tries < SENSOR_TRIES`: the number stands in another file. */
function namesElsewhere(
  { values, symbols, imports }: CodeArtifact['code'],
  { statement }: Fact,
  source: string,
): boolean {
  const isOwn = (name: string) =>
    new RegExp(`^\\s*#\\s*(?:define|ifndef)\\s+${name}\\b|\\b${name}\\b\\s*(?::[^=\\n]{0,40})?=(?!=)`, 'm').test(
      source,
    ) ||
    values.some((one) => one.name.split(/[.\s]/).at(-1) === name) ||
    symbols.some((one) => one.name === name);
  const named = `${statement.under.at(-1) ?? ''} ${statement.text}`.match(CONSTANT) ?? [];
  return named.some((name) => !isOwn(name) || imports.some(({ text }) => text.includes(name)));
}

function numbersFrom(values: Readonly<Record<keyof Values, number | boolean>>): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)])) as Values;
}

/** The words that a claim is made of, without its numbers. */
function wordsOf({ words, text }: Asked): Word[] {
  const { numbers } = readWording();
  const counted = numbersAsked(text).flatMap(({ written }) => written.toLowerCase().split(/\s/));
  return words.filter(
    ({ lower }, index, all) =>
      !Object.hasOwn(numbers, lower) &&
      !counted.includes(lower) &&
      all.findIndex((one) => one.lower === lower) === index,
  );
}

function nearness({ lower, root: one }: Word, fact: Fact, alike: Alike): number {
  if (fact.own.has(one)) return 1;
  if (fact.says.has(one) || fact.case.has(one)) return SAID;
  if (fact.place.has(one) || fact.source.has(one)) return NEARBY;
  let best = 0;
  for (const other of fact.spelled) best = Math.max(best, areKin(lower, other) ? KIN : alike(lower, other));
  return best < FAR ? best / 2 : best * NEARBY;
}

interface Part {
  readonly words: readonly string[];
  readonly shown: string;
}

function findOutcome(asked: Asked): Part | undefined {
  return mostSaid(asked, readConditions().outcomes);
}

function findDeed(asked: Asked, language: string): Part | undefined {
  const fits = ({ languages, comments }: Deed) => !comments && (languages?.includes(language) ?? true);
  return mostSaid(asked, readDeeds().filter(fits));
}

function mostSaid(
  asked: Asked,
  rows: readonly { readonly says: readonly string[]; readonly shown: string }[],
): Part | undefined {
  let best: Part | undefined;
  for (const { says, shown } of rows) {
    const { words } = matchPhrase(asked, says);
    if (words.length > (best?.words.length ?? 0)) best = { words, shown };
  }
  return best;
}

/** Of the statements that show the part: how much of the rest of the claim the best of them bears. */
function ofPart<Name extends 'outcome' | 'deed'>(
  name: Name,
  part: Part | undefined,
  words: readonly Word[],
  matches: readonly Match[],
  language: string,
) {
  const shown = part && new RegExp(part.shown, language === 'sql' ? 'i' : '');
  const rest = words.flatMap(({ root: one }, at) => (part?.words.includes(one) ? [] : [at]));
  let cover = rest.length === 0 && part !== undefined ? 1 : 0;
  let full = cover;
  if (shown !== undefined && rest.length > 0)
    for (const { fact, scores } of matches) {
      const { under, text } = fact.statement;
      if (!shown.test([...under.slice(-2), text].join(' '))) continue;
      const own = rest.map((at) => scores[at]!);
      if (mean(own) > cover) [cover, full] = [mean(own), shareOf(own, BORNE)];
    }
  return {
    [`${name}_asked`]: part !== undefined,
    [`${name}_absent`]: part !== undefined && cover === 0,
    [`${name}_cover`]: cover,
    [`${name}_full`]: full,
  } as Record<`${Name}_${'asked' | 'absent' | 'cover' | 'full'}`, number | boolean>;
}

function shareOf(scores: readonly number[], from: number): number {
  return mean(scores.map((one) => (one >= from ? 1 : 0)));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
}
