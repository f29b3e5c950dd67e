/**
 * What a document says, held against a claim: signs for and against are gathered from the nearest passages and weighed.
 * Nothing here is proof but the word itself: a claim is `sure` only where its words stand there in order.
 */
import { readTogether, type Shares } from '../../../search/semantic/reader.ts';
import { wordsIn } from '../../../text/index.ts';
import { root } from '../../statements/wording.ts';
import { isStopword } from '../../text/words.ts';
import type { Openness } from '../openness.ts';
import { isAbsent } from './answers.ts';
import type { Claim } from './claim.ts';
import type { Passage, Readable } from './passages.ts';
import { openBy, type Signs, signsOf } from './signs.ts';
import { isWeaker } from './strength.ts';
import { type Class, chances, type Weights } from './weights.ts';

export { type Claim, claim, readClaim, splitSaying } from './claim.ts';
export { contentWords, isThere, makeReadable, type Readable } from './passages.ts';
export type { Weights as ContentWeights } from './weights.ts';

export interface Standing {
  readonly verdict: Class;
  /** Word for word, or nearly: no guess is in it. */
  readonly sure: boolean;
  readonly literal: boolean;
  readonly reason: string;
  readonly evidence?: string | undefined;
  readonly at?: number | undefined;
  readonly kind?: 'contradiction' | 'missing' | 'partial' | 'forbidden' | undefined;
}

/** What was learned, if not what the house has. */
interface Learned {
  readonly openness: Openness;
  readonly content: Weights;
}

export function weigh(readable: Readable, claim: Claim, learned?: Learned): Standing {
  const signs = signsOf(readable, claim, openBy(learned?.openness));
  const whole = () => readable.passages.map(({ text }) => text).join(' ');
  const own = isAbsent(claim, whole)
    ? 'violated'
    : verdictOf(claim, signs, learned?.content, hear(readable, claim, signs));
  const { passage } = signs;
  const place = passage === undefined ? {} : { evidence: clip(passage.text), at: passage.at };
  const literal = isLiteral(claim, signs);
  const weaker = own === 'met' && !claim.forbidden && passage ? isWeaker(claim.text, passage.text) : undefined;
  if (weaker !== undefined)
    return {
      ...{ ...place, verdict: 'violated', literal: false, sure: false, kind: 'contradiction' },
      reason: `It says less: ${weaker}.`,
    };
  if (claim.forbidden) return forbid(claim, own, signs, place);
  if (own === 'met')
    return { ...place, verdict: own, literal, sure: literal || isSure(claim, signs), reason: 'It says so.' };
  const nothing = { literal: false, sure: false };
  if (own === 'undecidable') return { ...nothing, verdict: own, reason: 'It does not speak of it.' };
  if (signs.values.clash === 1)
    return {
      ...{ ...nothing, ...place, verdict: own, kind: 'contradiction' },
      reason: `It says something else${signs.why === undefined ? '' : `: ${signs.why}`}.`,
    };
  const near = signs.values.soft >= NEAR;
  return {
    ...{ ...nothing, ...(near ? place : {}), verdict: own, kind: near ? 'partial' : 'missing' },
    reason: near ? 'It speaks of it, and does not say so.' : 'It does not say so.',
  };
}

const NEAR = 0.6;

function verdictOf(
  claim: Claim,
  { values }: Signs,
  weights: Weights | undefined,
  heard: Shares<'verdict'> | undefined,
): Class {
  if (values.literal === 1 && values.clash === 0 && (claim.mode !== 'topic' || claim.mention)) return 'met';
  const shares = chances(claim.mode === 'topic' ? 'topic' : 'fact', values, weights);
  const likely = (one: Class) => Math.log(shares[one]!) + (heard === undefined ? 0 : HEARD * Math.log(heard[one]));
  // What is asked for by a document that is silent is not left open.
  const open = (Object.keys(shares) as Class[]).filter((one) => claim.mode === 'fact' || one !== 'undecidable');
  return open.reduce((best, one) => (likely(one) > likely(best) ? one : best));
}

/** What the reader of both together (search/semantic/reader) says, beside all signs. */
const HEARD = 1.2;
/** So many letters of the nearest sentences are read with a claim. */
const READ = 640;

/** How the document, as far as it is near, and the criterion are taken together. What must not be said is asked as if it had to be. */
function hear({ passages, alike }: Readable, claim: Claim, { values }: Signs): Shares<'verdict'> | undefined {
  // Another number, the opposite word, no answer of the kind that is asked for: that is read, and needs nobody's ear.
  const { amount_differs, opposed, pole_differs, stance_differs, answer_missing } = values;
  const isRead = amount_differs + opposed + pole_differs + stance_differs + answer_missing > 0;
  // What a document is to speak of is no statement that could be read together with it.
  if (isRead || claim.mode === 'topic' || claim.given === undefined) return undefined;
  const { given } = claim;
  let left = READ;
  const near = passages
    .map((passage, at) => ({ at, text: passage.text, alike: alike(given, passage.text) }))
    .toSorted((a, b) => b.alike - a.alike)
    .filter(({ text }, rank) => {
      left -= text.length;
      return rank === 0 || left > 0;
    })
    .toSorted((a, b) => a.at - b.at);
  const heard = readTogether('verdict', [near.map(({ text }) => text).join(' ')], given);
  return claim.forbidden && heard !== undefined ? { ...heard, met: heard.violated, violated: heard.met } : heard;
}

/** Below this no sentence has to do with it, in whatever words. */
const FAR = 0.35;

function forbid({ mention }: Claim, own: Class, { values }: Signs, place: Pick<Standing, 'evidence' | 'at'>): Standing {
  if (own === 'met')
    return {
      ...place,
      verdict: 'violated',
      sure: false,
      literal: false,
      reason: 'It comes up and must not.',
      kind: 'forbidden',
    };
  return {
    verdict: 'met',
    sure: mention && values.far < FAR && values.anywhere_least < FAR,
    literal: false,
    reason: 'It does not come up.',
  };
}

/** The sentence says nearly nothing else. */
const CLOSE = 0.85;

/** It stands there as it is asked for, and nothing in its sentence takes it back. */
function isLiteral({ mode, mention }: Claim, { values, passage }: Signs): boolean {
  if (values.literal === 0 || values.clash === 1 || passage === undefined) return false;
  return mode === 'topic' ? mention : isPlain(passage) && values.alike >= CLOSE;
}

const COMPARES = /\b(?:than|most|least|compared|versus|unlike|enough)\b/i;

/** All its words in the same order, nothing left out that could turn it round. */
function isSure({ text, mode }: Claim, { values, passage }: Signs): boolean {
  if (passage === undefined || values.clash === 1 || COMPARES.test(text)) return false;
  if (mode === 'topic') return false;
  const roots = (one: string) => wordsIn(one).flatMap(({ lower }) => (isStopword(lower) ? [] : [root(lower)]));
  const there = roots(passage.text);
  let at = -1;
  for (const word of roots(text)) {
    at = there.indexOf(word, at + 1);
    if (at < 0) return false;
  }
  return values.least === 1 && values.alike >= CLOSE && values.amount_missing === 0 && isPlain(passage);
}

/** A sentence that supposes nothing and compares nothing. */
function isPlain({ text }: Passage): boolean {
  return !/\b(?:unless|if|in case|except|otherwise|than|most|least|compared|versus|unlike|not|no|never|may|might|could|would|should|planned|until|only|former|formerly|previously|will|asked|proposed|reported|claims?|according)\b|\?/i.test(
    text,
  );
}

function clip(text: string): string {
  const flat = text.trim().replace(/\s+/g, ' ');
  return flat.length > 160 ? `${flat.slice(0, 159)}…` : flat;
}
