/** Between which figures a wrong one is believable: by what is measured, by what an age can be, else near the right one. */
import { observations } from '../../clinical/measures/observations.ts';
import { inUnitOf, type Quantity } from '../facts/values.ts';

export interface Plausible {
  readonly low: number;
  readonly high: number;
  /** Where values of this quantity lie close together, how far apart they are told. */
  readonly step?: number | undefined;
  /** How near another figure may come, as a share of the larger. */
  readonly close: number;
  /** How many times as much or as little it must be at least. */
  readonly room: number;
  /** By the reference range of what is measured. */
  readonly isMeasured?: boolean;
}

const CLOSE = 0.1;
/** "About 58 days" is 50 in another book: what is told roughly needs room. */
const CLOSE_TO_ROUGH = 0.36;
const NEAR_ROUGH = 3;
const ROUGH = /(?:\b(?:about|approximately|around|roughly|nearly|almost|some)|[~≈])\s*$/i;

const OLDEST = 95;
const GROWN = 30;
const NEAR = 2;
const NEAR_UNKNOWN = 3;
/** Few whole numbers lie near a small one. */
const SMALL = 5;
const NEAR_SMALL = 4;
/** So many widths of its reference range a measured value may lie outside it. */
const WIDTHS = 2;
const NARROW = 0.25;

/** Doses and times are matters of custom: another book gives half or double of it, and is right too. */
const CUSTOM = /^(?:(?:[mnuµ]|mc)?g|\[?iu\]?|units?)(?:\/(?:kg|d|day|h|hour|min)){0,2}$/i;
const TIMED = /^(?:s|min|h|d|wk|mo|a|second|minute|hour|day|week|month|year)$/;
const FEW = 15;
/** So many times as much, or as little, nobody gives of it. */
const ROOM = 2.4;
/** What has no known range: other books round it another way. */
const LITTLE_ROOM = 1.45;
const CLOSE_TO_OTHERS = 0.25;
const NEAR_CUSTOM = 12;

export function plausibleFor(quantity: Quantity, sentence: string): Plausible {
  const isRough = ROUGH.test(sentence.slice(0, quantity.start));
  const span = spanFor(quantity, sentence, isRough);
  const isFree = span.step === undefined && !span.isMeasured && isOfCustom(quantity);
  const close = isFree ? CLOSE_TO_OTHERS : isRough ? CLOSE_TO_ROUGH : CLOSE;
  if (!isFree) return { ...span, close, room: span.step === undefined && !span.isMeasured ? LITTLE_ROOM : 1 };
  const [low, high] = [quantity.low / NEAR_CUSTOM, quantity.high * NEAR_CUSTOM];
  return { low: Math.min(low, span.low), high: quantity.unit === '%' ? span.high : high, close, room: ROOM };
}

function isOfCustom({ unit, high }: Quantity): boolean {
  return CUSTOM.test(unit) || TIMED.test(unit) || (unit === '%' && high < FEW);
}

function spanFor(quantity: Quantity, sentence: string, isRough: boolean): Omit<Plausible, 'close' | 'room'> {
  const { low, high } = quantity;
  const measured = measuredSpan(quantity, sentence);
  if (measured !== undefined && low >= measured.low && high <= measured.high) return measured;
  if (quantity.unit === '%') return { low: 0, high: 100 };
  const isAge =
    /^(?:a|year|yr)$/.test(quantity.unit) && /\b(?:age[ds]?|old(?:er)?|young(?:er)?|over|under)\b/i.test(sentence);
  const times = high <= SMALL && quantity.decimals === 0 ? NEAR_SMALL : isRough ? NEAR_ROUGH : NEAR_UNKNOWN;
  // Ages are told by the decade: nobody takes 110 for 75.
  if (isAge && low >= GROWN) return { low: GROWN / 2, high: OLDEST, step: 10 };
  return { low: low / times, high: Math.min(high * times, isAge ? OLDEST : Number.POSITIVE_INFINITY) };
}

function measuredSpan(quantity: Quantity, sentence: string): Omit<Plausible, 'close' | 'room'> | undefined {
  const entry = measuredBefore(sentence, quantity.start);
  if (entry?.reference === undefined) return undefined;
  const own = inUnitOf({ ...entry.reference, unit: entry.unit }, quantity.unit);
  const ends = inUnitOf({ ...entry.limits, unit: entry.unit }, quantity.unit);
  if (own === undefined || own.high <= own.low) return undefined;
  const width = own.high - own.low;
  return {
    low: Math.max(own.low / NEAR, own.low - WIDTHS * width, ends?.low ?? 0),
    high: Math.min(own.high * NEAR, own.high + WIDTHS * width, ends?.high ?? Number.POSITIVE_INFINITY),
    step: width / own.high < NARROW ? width : undefined,
    isMeasured: true,
  };
}

const SHORTEST = 3;

/** The observation that is named last before a figure. */
function measuredBefore(sentence: string, start: number) {
  const before = ` ${sentence
    .slice(0, start)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  let best: { at: number; length: number; name: string } | undefined;
  for (const name of observations().byName.keys()) {
    if (name.length < SHORTEST && name !== 'ph') continue;
    const at = before.lastIndexOf(` ${name} `);
    if (at === -1) continue;
    const end = at + name.length;
    if (
      best === undefined ||
      end > best.at + best.length ||
      (end === best.at + best.length && name.length > best.length)
    )
      best = { at, length: name.length, name };
  }
  return best && observations().byName.get(best.name);
}
