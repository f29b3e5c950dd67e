/** What speaks for and against a claim in a document: a row of numbers, each of which can be told in words. */
import { wordsIn } from '../../../text/index.ts';
import { areKin, areOpposites } from '../../../text/lexicon.ts';
import { type Amount, amountsIn, atOdds, follows, readSaid, readWording, type Said } from '../../statements/index.ts';
import { root } from '../../statements/wording.ts';
import { beyondReading } from '../beyond.ts';
import { type Openness, openness } from '../openness.ts';
import { hasAnswer } from './answers.ts';
import type { Claim } from './claim.ts';
import { sameFrequency } from './frequency.ts';
import { contentWords, isThere, type Passage, type Readable } from './passages.ts';
import { type Polarity, polarityOf } from './polarity.ts';
import { slotDiffers } from './slots.ts';
import { compareStance } from './stance.ts';
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
  // The best sentence that is not at odds with it, and the best that is.
  'agree',
  'disagree',
  // It says that something came about; it says that something will; the sentence only expects it.
  'done',
  'future',
  'expected',
  // Side by side or on opposite sides; as often or not; something else in the same place.
  'stance_agrees',
  'stance_differs',
  'often_agrees',
  'slot_differs',
  // It names a section, and what is said stands in that one or in another.
  'section_agrees',
  'section_differs',
  // Clause by clause: how much of it a clause bears that says so or the contrary, in the best sentence and in any that is near.
  'so',
  'contrary',
  'so_near',
  'contrary_near',
  'turned',
  'last',
  // That it be said is asked for.
  'asked',
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
  const literal = isThere(readable, claim.text) || isNumbered(readable, claim.text);
  const matches = readable.passages.map((passage) => matchOf(readable, claim, words, passage));
  const sections = sectionsNamed(readable, claim.text);
  const inSection = ({ under, text }: Passage) => sections.some((one) => under.includes(one) || text.includes(one));
  const best = pick(matches, (passage) => sections.length > 0 && inSection(passage));
  const anywhere = words.map((word) =>
    Math.max(0, ...readable.passages.map((passage) => nearness(readable, word, passage))),
  );
  const clause = best === undefined ? undefined : clauseOf(best.passage, said, readable);
  const odds = matches
    .filter(isNear)
    .map(({ passage, alike }) => ({ passage, odds: atOdds(said, passage.said, alike) }))
    .find((one) => one.odds !== undefined);
  const amounts = amountsOf(said, best?.passage);
  const stance = clause === undefined ? 0 : stanceOf(claim.text, clause.text, best!.passage.text);
  const often = best === undefined ? undefined : sameFrequency(claim.text, best.passage.text);
  const slot =
    best !== undefined && slotDiffers(claim.text, best.passage.text, (word) => nearness(readable, word, best.passage));
  // Where both take a side, that says it; a denial is part of it.
  const denial = stance === 0 && clause !== undefined && clause.negated !== said.negated ? 1 : 0;
  const poles = stance === 0 && denial === 0 && best !== undefined && polesDiffer(said, best.passage.said) ? 1 : 0;
  const opposed = best !== undefined && areOpposed(words, best.passage) ? 1 : 0;
  const strays = sections.length > 0 && best !== undefined && !inSection(best.passage);
  const differs = strays || denial + poles + opposed + amounts.amount_differs > 0 || stance === -1 || often === false;
  const clash = differs || (odds !== undefined && stance !== 1) ? 1 : 0;
  const [agree, disagree] = [false, true].map((odd) =>
    Math.max(0, ...matches.filter(isNear).map((one) => (isOdd(said, words, one) === odd ? one.soft * one.alike : 0))),
  ) as [number, number];
  const polarities = nearest(matches, best).map(({ passage }) => polarityIn(readable, claim.text, passage));
  const own = polarities[0];
  const hopes = HOPES.test(best?.passage.text ?? '') && !HOPES.test(claim.text);
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
      odds: odds === undefined || stance === 1 ? 0 : 1,
      stance_agrees: stance === 1 ? 1 : 0,
      stance_differs: stance === -1 ? 1 : 0,
      often_agrees: often === true ? 1 : 0,
      slot_differs: slot ? 1 : 0,
      section_agrees: sections.length > 0 && best !== undefined && inSection(best.passage) ? 1 : 0,
      section_differs: strays ? 1 : 0,
      denied: said.negated ? 1 : 0,
      answer_there: best?.answered ? 1 : 0,
      beyond: beyondReading(claim.text) === undefined ? 0 : 1,
      open: openOf(readable, claim),
      name_missing: namesMissing(readable, claim.text),
      ...{ agree, disagree },
      so: own?.way === 1 ? own.cover : 0,
      contrary: own?.way === -1 ? own.cover : 0,
      so_near: Math.max(0, ...polarities.map(({ same }) => same)),
      contrary_near: Math.max(0, ...polarities.map(({ contrary }) => contrary)),
      turned: own?.opposite ? 1 : 0,
      last: Math.max(0, ...polarities.map(({ last }) => last)),
      asked: claim.mode === 'that' ? 1 : 0,
      done: DONE.test(claim.text) ? 1 : 0,
      future: FUTURE.test(claim.text) ? 1 : 0,
      expected: hopes ? 1 : 0,
    },
  };
}

const polarityIn = (readable: Readable, claim: string, { text, context }: Passage): Polarity =>
  polarityOf(claim, text, context, (a, b) => readable.alike(a, b));

const NEAREST = 4;

/** The best one first, then what else is near. */
function nearest(matches: readonly Match[], best: Match | undefined): Match[] {
  if (best === undefined) return [];
  const worth = ({ alike, soft }: Match) => alike + soft;
  const others = matches.filter((one) => one !== best && isNear(one)).sort((a, b) => worth(b) - worth(a));
  return [best, ...others.slice(0, NEAREST - 1)];
}

/** How likely it is that no text settles it. */
export type OpenOf = (readable: Readable, claim: Claim) => number;

export function openBy(own: Openness | undefined): OpenOf {
  return (readable, { given, text }) => openness(readable.vector(given ?? text), 'text', own);
}

const isNear = ({ soft, alike }: Match) => soft >= 0.55 || alike >= 0.6;

/** The part of the sentence that speaks of it decides; else all of it. */
function stanceOf(claim: string, clause: string, passage: string): -1 | 0 | 1 {
  return compareStance(claim, clause) || compareStance(claim, passage);
}

/** Denied, the other way round, or another number. */
function isOdd(said: Said, words: readonly string[], { passage, alike }: Match): boolean {
  const stance = compareStance(said.text, passage.text);
  if (stance !== 0) return stance === -1;
  return (
    passage.said.negated !== said.negated ||
    polesDiffer(said, passage.said) ||
    areOpposed(words, passage) ||
    amountsOf(said, passage).amount_differs === 1 ||
    atOdds(said, passage.said, alike) !== undefined
  );
}

const DONE = /\b(?:already|was|were|(?:has|have|had)(?: \w+){0,2} \w+(?:ed|en|wn|t)|did)\b/i;
const FUTURE = /\b(?:will|won't|going to|is about to|shall)\b/i;
const HOPES =
  /\b(?:expect|expects|expected|hope|hopes|plan|plans|planned|intend|intends|propose|proposed|will|going to|aim|aims|scheduled|due|may|might|could|until|not yet|pending|to be)\b/i;

/** "Version 1.4.2" is there where 1.4.2 is; what else is numbered needs its noun. */
function isNumbered(readable: Readable, text: string): boolean {
  const number =
    /^(?:the )?(?:version|release|ticket|issue|error(?: code)?|status(?: code)?) (v?\d+(?:\.\d+)+|[A-Z]+-\d+|\d{3,})$/i.exec(
      text.trim(),
    )?.[1];
  return number !== undefined && isThere(readable, number.replace(/^v/i, ''));
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

function pick(matches: readonly Match[], isMeant: (passage: Passage) => boolean): Match | undefined {
  const worth = ({ passage, alike, soft, answered }: Match) =>
    alike + soft + (answered ? 0.25 : 0) + (isMeant(passage) ? MEANT : 0);
  return matches.reduce<Match | undefined>(
    (best, one) => (best === undefined || worth(one) > worth(best) ? one : best),
    undefined,
  );
}

/** What stands in the section that is named goes a little before what stands elsewhere. */
const MEANT = 0.15;
const LABEL = /(?<![\w.])(?:v?\d+(?:\.\d+)+|\d{4}-\d{2}-\d{2})(?![\w.]*\w)/g;

/** Versions and dates of the claim that head a section of the document. */
function sectionsNamed({ passages }: Readable, claim: string): string[] {
  const named = (claim.match(LABEL) ?? []).map((one) => one.replace(/^v/, ''));
  return named.filter((one) => passages.some(({ under }) => under.includes(one)));
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
  // "… in 3.4.0", of what stands under "3.4.0".
  const asked = said.amounts.filter(({ written }) => !passage?.under.includes(written));
  const has = (holds: (one: Amount) => boolean) => (asked.some(holds) ? 1 : 0);
  return {
    amount_agrees:
      said.amounts.length > 0 && asked.every((one) => same(one).some((other) => follows(other, one))) ? 1 : 0,
    amount_differs: has((one) => same(one).length > 0 && !same(one).some((other) => follows(other, one))),
    amount_missing: has((one) => same(one).length === 0),
  };
}

/** Names and figures of the claim that stand nowhere in the document. */
function namesMissing({ flat }: Readable, text: string): number {
  const names = wordsIn(text).filter(({ text: word, start }) => start > 0 && /^\p{Lu}/u.test(word));
  return names.some(({ lower }) => !flat.includes(` ${lower} `)) ? 1 : 0;
}
