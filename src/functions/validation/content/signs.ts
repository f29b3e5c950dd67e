/** What speaks for and against a claim in a document: a row of numbers, each of which can be told in words. */
import { wordsIn } from '../../../text/index.ts';
import { areKin, areOpposites } from '../../../text/lexicon.ts';
import { type Amount, amountsIn, atOdds, follows, readSaid, readWording, type Said } from '../../statements/index.ts';
import { root } from '../../statements/wording.ts';
import { beyondReading } from '../beyond.ts';
import { type Openness, openness } from '../openness.ts';
import { hasAnswer } from './answers.ts';
import type { Claim } from './claim.ts';
import { contentWords, isThere, type Passage, type Readable } from './passages.ts';
import { readSaying } from './wording.ts';

export const SIGNS = [
  'alike',
  'soft',
  'least',
  'shared',
  'far',
  'literal',
  'amount_agrees',
  'amount_differs',
  'amount_missing',
  'denial_differs',
  'pole_differs',
  'odds',
  'denied',
  'answer_there',
  'beyond',
  'open',
  'name_missing',
  'anywhere',
  'anywhere_least',
  'opposed',
  'clash',
  'kept',
  'kept_alike',
  'answer_missing',
] as const;

export interface Signs {
  readonly values: Readonly<Record<(typeof SIGNS)[number], number>>;
  readonly passage: Passage | undefined;
  readonly why: string | undefined;
}

interface Match {
  readonly passage: Passage;
  readonly alike: number;
  readonly soft: number;
  readonly least: number;
  readonly shared: number;
  readonly answered: boolean;
}

export function signsOf(readable: Readable, claim: Claim, openOf: OpenOf = openBy(undefined)): Signs {
  const said = readSaid(claim.text);
  const words = wantedWords(claim);
  const literal = isThere(readable, claim.text);
  const matches = readable.passages.map((passage) => matchOf(readable, claim, words, passage));
  const best = pick(matches);
  const anywhere = words.map((word) =>
    Math.max(0, ...readable.passages.map((passage) => nearness(readable, word, passage))),
  );
  const clause = best === undefined ? undefined : clauseOf(best.passage, said, readable);
  const odds = matches
    .filter(({ soft, alike }) => soft >= 0.55 || alike >= 0.6)
    .map(({ passage, alike }) => ({ passage, odds: atOdds(said, passage.said, alike) }))
    .find((one) => one.odds !== undefined);
  const amounts = amountsOf(said, best?.passage);
  const denial = clause !== undefined && clause.negated !== said.negated ? 1 : 0;
  const poles = denial === 0 && best !== undefined && polesDiffer(said, best.passage.said) ? 1 : 0;
  const opposed = best !== undefined && areOpposed(words, best.passage) ? 1 : 0;
  const clash = denial + poles + opposed + amounts.amount_differs > 0 || odds !== undefined ? 1 : 0;
  const answered = claim.answers.length === 0 || best?.answered === true;
  return {
    passage: odds?.passage ?? best?.passage,
    why: odds?.odds?.why,
    values: {
      ...{ alike: best?.alike ?? 0, soft: best?.soft ?? 0, least: best?.least ?? 0, shared: best?.shared ?? 0 },
      far: Math.max(0, ...matches.map(({ alike }) => alike)),
      literal: literal ? 1 : 0,
      ...amounts,
      denial_differs: denial,
      ...{ pole_differs: poles, opposed, clash },
      kept: (1 - clash) * (best?.soft ?? 0) * (1 - amounts.amount_missing),
      kept_alike: (1 - clash) * (best?.alike ?? 0) * (best?.least ?? 0),
      answer_missing: answered ? 0 : 1,
      anywhere: mean(anywhere),
      anywhere_least: Math.min(1, ...anywhere),
      odds: odds === undefined ? 0 : 1,
      denied: said.negated ? 1 : 0,
      answer_there: best?.answered ? 1 : 0,
      beyond: beyondReading(claim.text) === undefined ? 0 : 1,
      open: openOf(readable, claim),
      name_missing: namesMissing(readable, claim.text),
    },
  };
}

/** How likely it is that no text settles it. */
export type OpenOf = (readable: Readable, claim: Claim) => number;

export function openBy(own: Openness | undefined): OpenOf {
  return (readable, { given, text }) => openness(readable.vector(given ?? text), 'text', own);
}

function wantedWords({ text, asking }: Claim): string[] {
  const { thin, numbers } = readWording();
  const amounts = amountsIn(text);
  const inAmount = new Set(
    wordsIn(text).flatMap(({ lower, start }) =>
      amounts.some((one) => start >= one.start && start < one.end) ? [lower] : [],
    ),
  );
  const all = contentWords(text).filter((word) => !inAmount.has(word) && !Object.hasOwn(numbers, word));
  const { documents, hearers } = readSaying();
  const strict = all.filter(
    (word) => !asking.has(word) && !thin.has(word) && !documents.has(word) && !hearers.has(word),
  );
  return strict.length > 0 ? strict : all;
}

/** A word of the context counts, but less than one of the sentence itself. */
const NEARBY = 0.8;

function matchOf(readable: Readable, claim: Claim, words: readonly string[], passage: Passage): Match {
  const scores = words.map((word) =>
    Math.max(nearness(readable, word, passage), passage.context.has(root(word)) ? NEARBY : 0),
  );
  return {
    passage,
    alike: readable.alike(claim.text, passage.text),
    soft: words.length === 0 ? 0.5 : mean(scores),
    least: words.length === 0 ? 0.5 : Math.min(...scores),
    shared: mean(scores.map((one) => (one >= NEARBY ? 1 : 0))),
    answered: claim.answers.length > 0 && claim.answers.some((kind) => hasAnswer(passage, kind, claim)),
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);
}

/** Another word for the same, or one made from it. */
const KIN = 0.95;

function nearness(readable: Readable, word: string, { roots, words }: Passage): number {
  if (roots.has(root(word))) return 1;
  return Math.max(0, ...[...words].map((other) => (areKin(word, other) ? KIN : readable.alike(word, other))));
}

const TURNED = /^(?:un|in|im|ir|non|non-|dis)(?=\p{L}{4})/u;

/** "signed" and "unsigned". */
function areOpposed(words: readonly string[], { words: others }: Passage): boolean {
  const isTurn = (a: string, b: string) => TURNED.test(a) && root(a.replace(TURNED, '')) === root(b);
  return words.some((word) =>
    [...others].some((other) => isTurn(word, other) || isTurn(other, word) || areOpposites(word, other)),
  );
}

function pick(matches: readonly Match[]): Match | undefined {
  const worth = ({ alike, soft, answered }: Match) => alike + soft + (answered ? 0.25 : 0);
  return matches.reduce<Match | undefined>(
    (best, one) => (best === undefined || worth(one) > worth(best) ? one : best),
    undefined,
  );
}

/** The part of the sentence that speaks of it: what another part denies is not denied of this. */
function clauseOf({ clauses }: Passage, said: Said, readable: Readable): Said {
  const hits = ({ about, text }: Said) =>
    [...said.about].filter((word) => about.has(word)).length + readable.alike(said.text, text);
  return clauses.reduce((best, one) => (hits(one) > hits(best) ? one : best));
}

function polesDiffer(a: Said, b: Said): boolean {
  const { negators } = readWording();
  return [...a.poles].some(([axis, { side, word }]) => {
    const there = b.poles.get(axis);
    // What denies by itself is counted as a denial.
    return there !== undefined && there.side !== side && !negators.has(word) && !negators.has(there.word);
  });
}

function amountsOf(said: Said, passage: Passage | undefined) {
  const there = passage?.said.amounts ?? [];
  const same = (one: Amount) => there.filter(({ dimension }) => dimension === one.dimension);
  const has = (holds: (one: Amount) => boolean) => (said.amounts.some(holds) ? 1 : 0);
  return {
    amount_agrees:
      said.amounts.length > 0 && said.amounts.every((one) => same(one).some((other) => follows(other, one))) ? 1 : 0,
    amount_differs: has((one) => same(one).length > 0 && !same(one).some((other) => follows(other, one))),
    amount_missing: has((one) => same(one).length === 0),
  };
}

/** Names and figures of the claim that stand nowhere in the document. */
function namesMissing({ flat }: Readable, text: string): number {
  const names = wordsIn(text).filter(({ text: word, start }) => start > 0 && /^\p{Lu}/u.test(word));
  return names.some(({ lower }) => !flat.includes(` ${lower} `)) ? 1 : 0;
}
