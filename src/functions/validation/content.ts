/** How a document stands to what a criterion says or asks it to say: said, contradicted, or not there. */
import { z } from 'zod';
import { type Unit, unitsOf } from '../../reading/index.ts';
import { wordsIn } from '../../text/index.ts';
import { sheet } from '../analysis/sheet.ts';
import { amountsIn, atOdds, cosine, embed, readSaid, readWording, type Said } from '../statements/index.ts';
import { root } from '../statements/wording.ts';
import { isStopword } from '../text/words.ts';
import type { Artifact } from './seen.ts';

const list = z.array(z.string());

export const readWords = sheet(
  './wording.yml',
  import.meta.url,
  z.strictObject({
    strong: list,
    weak: list,
    beyond: z.strictObject({ behaviour: list, opinion: list, world: list }),
    answers: z.strictObject({ time: list, amount: list, person: list, reason: list }),
    people: list,
    reasons: list,
  }),
);

export type Standing =
  | {
      readonly kind: 'said' | 'partly';
      readonly share: number;
      readonly evidence: string;
      readonly at: number;
      readonly literal?: boolean;
      /** Word for word, or nearly: no guess is in it. */
      readonly sure: boolean;
    }
  | { readonly kind: 'contradicted'; readonly why: string; readonly evidence: string; readonly at: number }
  | {
      readonly kind: 'absent';
      readonly share: number;
      /** How alike the nearest sentence is. */
      readonly alike: number;
    };

interface Passage {
  readonly text: string;
  readonly at: number;
  readonly said: Said;
  readonly words: ReadonlySet<string>;
  /** Words of the heading it stands under. */
  readonly under: ReadonlySet<string>;
  /** Words that it only supposes ("unless …", "if …"). */
  readonly supposed: ReadonlySet<string>;
}

export interface Readable {
  readonly passages: readonly Passage[];
  readonly flat: string;
  /** Whether a word means (nearly) the same as one of these. */
  near(word: string, others: ReadonlySet<string>): boolean;
  likeness(statement: string, passage: Passage): number;
}

/** So many sentences at most are compared by meaning. */
const MOST = 200;

export async function makeReadable(
  artifact: Artifact,
  criteria: readonly string[],
  settings: readonly string[],
  names: readonly string[] = [],
): Promise<Readable> {
  const units = unitsOf(artifact.document).filter(({ kind }) => kind !== 'code' || artifact.code !== undefined);
  const texts = settings.length > 0 ? settings.map((text) => ({ text, at: 0, under: '' })) : withHeadings(units);
  const passages = texts.map(({ text, at, under }): Passage => {
    const said = readSaid(text);
    const roots = (one: string) => wordsIn(one).map(({ lower }) => root(lower));
    const main = new Set(roots(assertedIn(text)));
    return {
      ...{ text, at, said, words: new Set([...said.about, ...roots(text)]), under: new Set(roots(under)) },
      supposed: new Set(roots(text).filter((word) => !main.has(word))),
    };
  });
  const byText = new Map<string, Int8Array>();
  const wanted = [
    ...new Set([
      ...criteria,
      ...passages.slice(0, MOST).map(({ text }) => text),
      ...contentWords(criteria),
      ...names,
      ...contentWords(passages.slice(0, MOST).map(({ text }) => text)),
    ]),
  ];
  if (wanted.length <= 4000)
    for (const [index, vector] of (await embed(wanted)).entries()) byText.set(wanted[index]!, vector);
  const alike = (a: string, b: string) => {
    const [left, right] = [byText.get(a), byText.get(b)];
    return left === undefined || right === undefined ? 0 : cosine(left, right);
  };
  return {
    passages,
    flat: flatten(artifact.document.words),
    near: (word, others) => [...others].some((other) => alike(word, other) >= NEAR_WORD),
    likeness: (statement, { text }) => alike(statement, text),
  };
}

const NEAR_WORD = 0.66;

function withHeadings(units: readonly Unit[]): { text: string; at: number; under: string }[] {
  let under = '';
  return units.map(({ text, start, kind }) => {
    const own = { text, at: start, under: kind === 'heading' ? '' : under };
    if (kind === 'heading') under = text;
    return own;
  });
}

/** What a sentence says itself, without what it only supposes. */
function assertedIn(text: string): string {
  return text.replace(/(?:^|[,;]?\s)(?:unless|if|in case|except(?: when| if| for)?|otherwise)\s[^,;.]*/gi, ' ');
}

function contentWords(texts: readonly string[]): string[] {
  return [
    ...new Set(
      texts.flatMap((text) =>
        wordsIn(text).flatMap(({ lower }) =>
          isStopword(lower) || lower.length < 2 || /^\d/.test(lower) ? [] : [lower],
        ),
      ),
    ),
  ];
}

function flatten(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%.]+/gu, ' ')
    .replace(/\.(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()} `;
}

/** Does the document say this? */
export function weigh(readable: Readable, statement: string): Standing {
  if (readable.flat.includes(flatten(statement)) && flatten(statement).trim() !== '')
    return { kind: 'said', share: 1, evidence: clip(statement), at: 0, literal: true, sure: true };
  const said = readSaid(statement);
  const words = contentWords([statement]);
  const ranked = readable.passages
    .map((passage, index) => ({
      passage,
      index,
      alike: readable.likeness(statement, passage),
      ...coverage(readable, said, words, passage, readable.passages[index - 1]),
    }))
    .filter(({ share, alike }) => share > 0.34 || alike >= 0.5)
    .sort((a, b) => b.share + b.alike - (a.share + a.alike));
  const best = ranked[0];
  if (best === undefined)
    return {
      kind: 'absent',
      share: 0,
      alike: Math.max(0, ...readable.passages.map((passage) => readable.likeness(statement, passage))),
    };
  for (const { passage, alike, share } of ranked.slice(0, 4)) {
    const odds = share >= 0.4 || alike >= 0.6 ? atOdds(said, passage.said, alike) : undefined;
    if (
      odds !== undefined &&
      !ranked.some((other) => other.share >= 0.99 && other.passage !== passage && agrees(said, other.passage.said))
    )
      return { kind: 'contradicted', why: odds.why, evidence: clip(passage.text), at: passage.at };
  }
  const agreeing = ranked.find(
    ({ passage, share, alike, guessed }) => agrees(said, passage.said) && isEnough(share, alike, guessed),
  );
  if (agreeing !== undefined)
    return {
      ...{ kind: 'said', share: agreeing.share, evidence: clip(agreeing.passage.text), at: agreeing.passage.at },
      sure: isSure(said, statement, agreeing.passage),
    };
  const likely = ranked.find(
    ({ passage, share, alike }) => share >= 0.74 && alike >= 0.68 && agrees(said, passage.said),
  );
  if (likely !== undefined)
    return {
      kind: 'said',
      share: likely.share,
      evidence: clip(likely.passage.text),
      at: likely.passage.at,
      sure: false,
    };
  return best.share >= 0.5
    ? { kind: 'partly', share: best.share, evidence: clip(best.passage.text), at: best.passage.at, sure: false }
    : { kind: 'absent', share: best.share, alike: best.alike };
}

/** Words that only resemble one another may be opposites: then the whole must be alike too. */
function isEnough(share: number, alike: number, guessed: number): boolean {
  if (guessed > 0 && alike < 0.78) return false;
  return share >= 0.99 || (share >= 0.75 && alike >= 0.72) || (share >= 0.6 && alike >= 0.82);
}

/** All its words in the same order, nothing left out that could turn it round. */
function isSure(said: Said, statement: string, { text, supposed }: Passage): boolean {
  if (supposed.size > 0 || isComparison(statement) || isComparison(text)) return false;
  const roots = (one: string) => wordsIn(one).flatMap(({ lower }) => (isStopword(lower) ? [] : [root(lower)]));
  const there = roots(text);
  let at = -1;
  for (const word of roots(statement)) {
    at = there.indexOf(word, at + 1);
    if (at < 0) return false;
  }
  return said.about.size > 0 && there.length <= roots(statement).length * 3;
}

function isComparison(text: string): boolean {
  return /\b(?:than|most|least|compared|versus|unlike)\b/i.test(text);
}

/** Modal words and directions that a sentence may have by the way. */
const LOOSE = new Set([
  'may',
  'must',
  'up',
  'on',
  'all',
  'every',
  'each',
  'first',
  'last',
  'over',
  'under',
  'before',
  'after',
]);

/** Same amounts, same poles, both denied or neither. */
function agrees(said: Said, other: Said): boolean {
  if (
    said.negated !== other.negated ||
    (isComparison(said.text) && !isComparison(other.text) && said.amounts.length === 0)
  )
    return false;
  for (const [axis, pole] of said.poles) {
    const there = other.poles.get(axis);
    if (
      there === undefined ? !LOOSE.has(pole.word) && !other.folded.includes(` ${pole.word} `) : there.side !== pole.side
    )
      return false;
  }
  return said.amounts.every((one) =>
    other.amounts.some(
      ({ dimension, value, to, bound }) =>
        dimension === one.dimension &&
        (Math.abs(value - one.value) < 1e-9 * Math.max(1, Math.abs(value)) ||
          (to !== undefined && one.value >= value && one.value <= to) ||
          (one.bound !== undefined &&
            bound === undefined &&
            (one.bound === 'least' ? value >= one.value : value <= one.value))),
    ),
  );
}

/** Which of its words a passage has, itself or in other words; the sentence before may name what it speaks of. */
function coverage(
  readable: Readable,
  said: Said,
  words: readonly string[],
  passage: Passage,
  before: Passage | undefined,
): { share: number; guessed: number } {
  const wanted = words.filter((word) => said.about.has(root(word)) || said.about.has(word));
  if (wanted.length === 0) return { share: said.poles.size > 0 || said.amounts.length > 0 ? 0.5 : 0, guessed: 0 };
  const others = new Set(contentWords([passage.text]));
  let hits = 0;
  let guessed = 0;
  for (const word of wanted) {
    const own = root(word);
    if (passage.words.has(own))
      hits += passage.supposed.has(own) && !/\b(?:unless|if|when)\b/i.test(said.text) ? 0.4 : 1;
    else if (readable.near(word, others)) {
      hits++;
      guessed++;
    } else if (before?.words.has(own) || passage.under.has(own)) hits += 0.75;
  }
  return { share: hits / wanted.length, guessed };
}

function clip(text: string): string {
  const flat = text.trim().replace(/\s+/g, ' ');
  return flat.length > 160 ? `${flat.slice(0, 159)}…` : flat;
}

/** "States how long backups are kept": is there a sentence about it that gives an answer of that kind? */
export function weighQuestion(readable: Readable, subject: string, mention = false): Standing {
  const { answers, people, reasons } = readWords();
  const folded = ` ${subject.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const kind =
    mention && !/^\s*(?:how|when|who|why)\b/i.test(subject)
      ? undefined
      : (Object.keys(answers) as (keyof typeof answers)[]).find((one) =>
          answers[one].some((phrase) => folded.includes(` ${phrase} `)),
        );
  const asked =
    kind === undefined
      ? []
      : answers[kind].filter((phrase) => folded.includes(` ${phrase} `)).flatMap((phrase) => phrase.split(' '));
  const { thin } = readWording();
  const words = contentWords([subject]).filter(
    (word) =>
      !asked.includes(word) &&
      !thin.has(word) &&
      !/^(?:how|what|which|who|whom|when|where|why|whether|long|often|many|much|name|names|person)$/.test(word),
  );
  const isAnswer = (text: string): boolean => {
    const amounts = amountsIn(text);
    if (kind === 'time')
      return (
        amounts.some(({ dimension }) => ['time', 'date', 'clock', 'times'].includes(dimension)) ||
        /\b(?:daily|weekly|monthly|yearly|annually|hourly|nightly|quarterly|every|each|immediately|morning|evening|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|today|once)\b/i.test(
          text,
        )
      );
    if (kind === 'amount')
      return (
        amounts.some(({ dimension }) => asked.every((word) => fitsDimension(word, dimension, text))) ||
        (/\bfree\b/i.test(text) && asked.some((word) => MONEY.test(word)))
      );
    if (kind === 'person')
      return (
        /(?:^|\s)\p{Lu}[\p{Ll}]+\s+\p{Lu}[\p{Ll}]+|@/u.test(text) ||
        people.some((word) => new RegExp(`\\b${word}\\b`, 'i').test(text))
      );
    if (kind === 'reason') return reasons.some((word) => text.toLowerCase().includes(word)) || /\bto\s+\w+/.test(text);
    return true;
  };
  let best: { passage: Passage; share: number } | undefined;
  for (const [index, passage] of readable.passages.entries()) {
    if (!isAnswer(passage.text)) continue;
    const others = new Set(contentWords([passage.text]));
    const before = readable.passages[index - 1];
    const hits = words.reduce(
      (sum, word) =>
        sum +
        (passage.words.has(root(word)) || readable.near(word, others)
          ? 1
          : before?.words.has(root(word)) || passage.under.has(root(word))
            ? 0.75
            : 0),
      0,
    );
    const share = words.length === 0 ? 1 : hits / words.length;
    if (best === undefined || share > best.share) best = { passage, share };
  }
  const alike = best === undefined ? 0 : readable.likeness(subject, best.passage);
  const nearest = readable.passages.reduce<{ passage: Passage; alike: number } | undefined>((most, passage) => {
    const own = readable.likeness(subject, passage);
    return most === undefined || own > most.alike ? { passage, alike: own } : most;
  }, undefined);
  if (
    nearest !== undefined &&
    nearest.alike >= (best === undefined || best.share < 0.5 ? 0.5 : 0.6) &&
    (best?.share ?? 0) < 0.74
  )
    return {
      kind: 'said',
      share: best?.share ?? 0,
      evidence: clip(nearest.passage.text),
      at: nearest.passage.at,
      sure: false,
    };
  if (best === undefined || best.share < 0.5)
    return { kind: 'absent', share: best?.share ?? 0, alike: nearest?.alike ?? 0 };
  const enough = best.share >= 0.74 || (best.share >= 0.6 && alike >= 0.5);
  return {
    kind: enough ? 'said' : 'partly',
    share: best.share,
    evidence: clip(best.passage.text),
    at: best.passage.at,
    sure:
      words.length > 0 && words.every((word) => best.passage.words.has(root(word))) && (kind !== undefined || mention),
  };
}

const MONEY = /^(?:price|cost|fee|budget|salary|amount)$/;
const DIMENSIONS: readonly (readonly [RegExp, RegExp])[] = [
  [MONEY, /^money$/],
  [/^(?:dose|dosage)$/, /^(?:mass|dose|volume|times)$/],
  [/^(?:percentage|rate)$/, /^(?:percent|rate)$/],
  [/^temperature$/, /^temperature$/],
  [/^weight$/, /^mass$/],
  [/^distance$/, /^length$/],
  [/^(?:version|port)$/, /^label:/],
];

/** A price is money, a dose is a mass; of other nouns the sentence must have the word itself. */
function fitsDimension(word: string, dimension: string, text: string): boolean {
  if (/^(?:how|many|much|far|number|of)$/.test(word)) return true;
  const family = DIMENSIONS.find(([noun]) => noun.test(word));
  if (family?.[1].test(dimension)) return true;
  return wordsIn(text).some(({ lower }) => root(lower) === root(word));
}

/** Why reading cannot settle it; undefined where it may. */
export function beyondReading(criterion: string): string | undefined {
  const folded = ` ${criterion
    .toLowerCase()
    .replace(/[^\p{L}\p{N}+-]+/gu, ' ')
    .trim()} `;
  const { behaviour, opinion, world } = readWords().beyond;
  const has = (phrases: readonly string[]) => phrases.some((phrase) => folded.includes(` ${phrase} `));
  const load =
    / (?:handles?|supports?|copes? with|processes|serves?|accommodates?|imports?|sustains?|withstands?) .*(?:\d|million|thousand|hundred)/.test(
      folded,
    ) ||
    / (?:in|within|under|below|less than|per|faster than|takes|at most) (?:\S+ ){0,3}(?:ms|microseconds?|milliseconds?|seconds?|minutes?) $/.test(
      folded,
    );
  if (load || has(behaviour)) return 'It shows only when it runs.';
  if (has(opinion)) return 'It is a matter of opinion.';
  if (/ will (?!not )/.test(folded) && !/ (?:says?|states?|mentions?|explains?|tells?) /.test(folded))
    return 'It is about what is to come, not about the artifact.';
  return has(world) ? 'It is about the world, not about the artifact.' : undefined;
}
