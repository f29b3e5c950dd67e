/** How two statements stand to each other: the same, at odds, or about different things. */
import { type Amount, agree } from './amounts.ts';
import { areApart, areOfOneRow } from './apart.ts';
import { anchorsOf, daysIn, headOf, type Said } from './said.ts';
import { readWording } from './wording.ts';

export interface Odds {
  readonly why: string;
}

/** `meaning`: how alike the two sentences are as a whole (cosine of their embeddings), where that is known. */
export function atOdds(a: Said, b: Said, meaning: number | undefined): Odds | undefined {
  const elsewhen = isOtherTime(a, b);
  const amounts = amountsAtOdds(a, b, meaning, elsewhen);
  if (amounts !== undefined || elsewhen) return amounts;
  return denialAtOdds(a, b, meaning) ?? polesAtOdds(a, b, meaning) ?? claimsAtOdds(a, b);
}

/** What was and what will be do not contradict what is. */
function isOtherTime(a: Said, b: Said): boolean {
  const dates = (said: Said) => said.amounts.filter(({ dimension }) => dimension === 'date');
  // What is planned for a day is said of that day, in whatever tense.
  const planned = a.time !== 'past' && b.time !== 'past' && dates(a).length > 0 && dates(b).length > 0;
  if (a.time !== b.time && !planned) return true;
  if (dates(a).length !== dates(b).length && (isNow(a) || isNow(b))) return true;
  const others = (said: Said) =>
    said.amounts.filter(({ dimension }) => dimension !== 'date' && !dimension.startsWith('label:'));
  if (dates(a).length === 0 || dates(b).length === 0 || others(a).length === 0 || others(b).length === 0) return false;
  return dates(a).every((one) => dates(b).every((other) => !agree(one, other)));
}

function isNow({ folded }: Said): boolean {
  return / (?:today|now|currently|nowadays|these days|meanwhile) /.test(folded);
}

export function overlap(
  a: ReadonlySet<string>,
  b: ReadonlySet<string>,
): { readonly shared: number; readonly least: number; readonly most: number } {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return {
    shared,
    least: shared / Math.max(1, Math.min(a.size, b.size)),
    most: shared / Math.max(1, Math.max(a.size, b.size)),
  };
}

const CLOSE = 0.7;

function amountsAtOdds(a: Said, b: Said, meaning = 0, elsewhen = false): Odds | undefined {
  if (areOtherThings(a, b)) return undefined;
  for (const one of a.amounts) {
    const isDate = one.dimension === 'date';
    if (
      elsewhen &&
      (!isDate || a.amounts.some(({ dimension }) => dimension !== 'date' && !dimension.startsWith('label:')))
    )
      continue;
    const same = b.amounts.filter(({ dimension }) => isComparable(one, dimension));
    if (same.length === 0 || same.some((other) => agree(one, other))) continue;
    const free = same.filter(
      (other) => !a.amounts.some((own) => isComparable(own, other.dimension) && agree(own, other)),
    );
    const rival = free.find((other) => isOneThing(a, one, b, other, meaning));
    // Two amounts of one kind in a sentence speak of two things: only the one that is about this is its rival.
    if (rival !== undefined && (isDate || !areApart(a, b)))
      return { why: `${one.written} stands against ${rival.written}` };
  }
  return undefined;
}

/** "Phase one costs …", "phase two costs …": a number that tells things apart. */
function areOtherThings(a: Said, b: Said): boolean {
  const labels = (said: Said) => said.amounts.filter(({ dimension }) => dimension.startsWith('label:'));
  const apart = labels(a).some((one) => {
    const same = labels(b).filter(({ dimension }) => dimension === one.dimension);
    return same.length > 0 && !same.some((other) => agree(one, other));
  });
  const others = (said: Said) => said.amounts.filter(({ dimension }) => !dimension.startsWith('label:'));
  return apart && others(a).some((one) => others(b).some(({ dimension }) => isComparable(one, dimension)));
}

/** Both name the same numbered thing: version 4.2. */
function shareLabel(a: Said, b: Said): boolean {
  return a.amounts.some(
    (one) =>
      one.dimension.startsWith('label:') &&
      b.amounts.some((other) => other.dimension === one.dimension && agree(one, other)),
  );
}

function isComparable({ dimension }: Amount, other: string): boolean {
  return dimension === other;
}

function isOneThing(a: Said, one: Amount, b: Said, other: Amount, meaning: number): boolean {
  const [head, its] = [headOf(a, one), headOf(b, other)];
  if (head !== undefined && head === its && one.dimension !== 'date') return true;
  if (
    shareLabel(a, b) &&
    [a, b].every(({ amounts }) => amounts.filter(({ dimension }) => dimension === one.dimension).length === 1)
  )
    return true;
  const near = overlap(anchorsOf(a, one), anchorsOf(b, other));
  const whole = overlap(a.about, b.about);
  if (near.shared === 0 && !(meaning >= 0.8 && a.amounts.length === 1 && b.amounts.length === 1)) return false;
  // A label names its thing by itself: two ports of one gateway.
  if (near.least >= 0.99 && near.shared >= 1 && (whole.least >= 0.5 || meaning >= 0.5)) return true;
  if (near.least >= 0.66 && near.shared >= 2) return true;
  return meaning >= CLOSE && (near.least >= 0.5 || whole.least >= 0.6);
}

function denialAtOdds(a: Said, b: Said, meaning = 0): Odds | undefined {
  if (a.negated === b.negated) return undefined;
  const [denied, said] = a.negated ? [a, b] : [b, a];
  // "Forbidden" and "not allowed" say the same, whether the denial is counted with its word or apart.
  const agrees = [...denied.poles].some(([axis, { side, word }]) => {
    const there = said.poles.get(axis);
    return there !== undefined && (there.side !== side) !== /^(?:not|no|never) /.test(word);
  });
  if (agrees) return undefined;
  const { general } = readWording();
  const own = new Set([...denied.core].filter((word) => !general.has(word)));
  const { shared, least } = overlap(own, said.about);
  const covered = shared / Math.max(1, own.size);
  // "No known allergies" denies every allergy; "no pain at rest" does not deny pain on exertion.
  const whole = covered >= 0.99 && shared >= 1 && own.size <= 3;
  const mostly = covered >= 0.75 && shared >= 2 && (meaning >= 0.55 || meaning === 0);
  const close = meaning >= 0.8 && least >= 0.6 && shared >= 2;
  return (whole || mostly || close) && !areOfOneRow(a, b) ? { why: 'one of them denies it' } : undefined;
}

function polesAtOdds(a: Said, b: Said, meaning = 0): Odds | undefined {
  if (a.negated !== b.negated) return undefined;
  const { shared, least, most } = overlap(a.about, b.about);
  const bare = a.about.size === 0 || b.about.size === 0;
  if (shared === 0 && !(bare && (meaning >= 0.5 || a.about.size + b.about.size === 0))) return undefined;
  if (
    !bare &&
    !(least >= 0.66 && (most >= 0.5 || meaning >= 0.6)) &&
    !(meaning >= CLOSE && least >= 0.5) &&
    !(least >= 0.99 && meaning >= 0.5)
  )
    return undefined;
  const [days, theirs] = [daysIn(a), daysIn(b)];
  const otherDays = days.length > 0 && theirs.length > 0 && !days.some((day) => theirs.includes(day));
  const opposed = [...a.poles].filter(([axis, { side }]) => {
    const there = b.poles.get(axis);
    return there !== undefined && there.side !== side;
  });
  // Open on some days and closed on others is no contradiction.
  if (otherDays && (opposed.some(([, { word }]) => !days.includes(word)) || days.length > 1 || theirs.length > 1))
    return undefined;
  for (const [axis, here] of a.poles) {
    const there = b.poles.get(axis);
    // What is measured on Monday and on Wednesday is two things; what takes place then is one.
    // "Forbidden" and "not allowed" deny alike: one by its word.
    const isDenial = (word: string) => readWording().negators.has(word);
    if (a.negated && there !== undefined && isDenial(here.word) !== isDenial(there.word)) continue;
    const but = differ(a, b) ? [] : [here.word, there?.word ?? ''];
    if (there !== undefined && there.side !== here.side && !areApart(a, b, but))
      return { why: `"${here.word}" stands against "${there.word}"` };
  }
  return undefined;
}

/** Each has an amount, and they are not the same ones. */
function differ(a: Said, b: Said): boolean {
  if (a.amounts.length === 0 || b.amounts.length === 0) return false;
  return !a.amounts.every((one) => b.amounts.some((other) => isComparable(one, other.dimension) && agree(one, other)));
}

function claimsAtOdds(a: Said, b: Said): Odds | undefined {
  if (a.claim === undefined || b.claim === undefined || a.negated || b.negated) return undefined;
  const { shared, most } = overlap(a.claim.about, b.claim.about);
  if (shared === 0 || most < 0.99 || a.claim.says === b.claim.says) return undefined;
  // Numbers were compared as amounts.
  if (/\d/.test(a.claim.says) && /\d/.test(b.claim.says)) return undefined;
  if (a.claim.says.includes(b.claim.says) || b.claim.says.includes(a.claim.says)) return undefined;
  return { why: `"${a.claim.says}" stands against "${b.claim.says}"` };
}

const SAME = 0.72;

/** In other words the same: nothing speaks against it, and they share what they are about. */
export function isSame(a: Said, b: Said, meaning: number | undefined): boolean {
  if (a.folded === b.folded) return true;
  if (a.negated !== b.negated || atOdds(a, b, meaning) !== undefined) return false;
  if (!coversAmounts(a, b) || !coversAmounts(b, a)) return false;
  const { shared, most } = overlap(a.about, b.about);
  if (shared === 0) return false;
  return most >= SAME || ((meaning ?? 0) >= 0.86 && most >= 0.4);
}

function coversAmounts(a: Said, b: Said): boolean {
  return a.amounts.every((one) => b.amounts.some((other) => isComparable(one, other.dimension) && agree(one, other)));
}
