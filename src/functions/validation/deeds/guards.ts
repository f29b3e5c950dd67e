/** "Throws when the amount is negative": is there a condition that asks for the case, and what then happens? */
import type { Guard } from '../../../reading/index.ts';
import { numbersAsked, numbersOf } from '../facts/numbers.ts';
import { type Seen, seen } from '../seen.ts';
import { type CodeArtifact, isKnown, type Scope, wordsOf } from './scope.ts';
import { readConditions, type Sign } from './sheets.ts';
import { type Asked, matchPhrase, rootsOfName, sameRoot } from './wording.ts';

export function judgeGuard(artifact: CodeArtifact, asked: Asked, { symbols, words }: Scope): Seen | undefined {
  const { cases, outcomes } = readConditions();
  const typed = typedOutcome(asked);
  const outcome = typed ?? findSign(asked, outcomes);
  const condition = findSign(asked, cases, outcome?.words);
  if (outcome !== undefined && typed !== undefined && !isRaised(artifact, typed.sign, symbols))
    return seen(asked.negative, 'Nothing raises it.');
  if (condition === undefined || outcome === undefined || artifact.code.language === 'sql') return undefined;
  // "Even if it fails": in that case too, which no condition would ask for.
  if (/\beven (?:if|when|where|though|after)\b|\bwhether or not\b|\bno matter\b/i.test(asked.text)) return undefined;
  const own = [...condition.words, ...outcome.words];
  const rest = asked.content.filter(
    (one) => !own.some((word) => sameRoot(word, one)) && !words.some((word) => sameRoot(word, one)),
  );
  const guards = artifact.code.guards.filter(
    ({ start, end }) => symbols.length === 0 || symbols.some((one) => one.start <= start && one.end >= end),
  );
  const fitting = guards.filter((guard) => fits(guard, condition.sign, outcome.sign));
  const around = (guard: Guard) =>
    artifact.code.symbols
      .filter((one) => one.callable !== undefined && one.start <= guard.start && one.end >= guard.end)
      .map((one) => artifact.text.slice(one.start, one.end))
      .join(' ');
  const speaking = fitting.filter((guard) => rest.every((word) => speaks(guard, around(guard), word)));
  const values = new Map(artifact.code.values.map(({ name, value }) => [name.split(/[.\s]/).at(-1)!, value]));
  const named = speaking.find((guard) => counts(guard, asked, values)) ?? speaking[0];
  const denied = asked.negative && !isRefusal(asked);
  if (named !== undefined)
    return seen(counts(named, asked, values) !== denied, `It asks: ${named.condition.slice(0, 80)}`, {
      evidence: named.condition.slice(0, 100),
      at: named.start,
    });
  if (typed !== undefined) return condition === undefined ? seen(!denied, 'It is raised.') : undefined;
  if (fitting.length === 0) return seen(denied, 'No condition in the code asks for that case.');
  const known = wordsOf(artifact);
  return rest.some((word) => !isKnown(known, word))
    ? undefined
    : seen(denied, 'No condition in the code asks for that case.');
}

/** The numbers that are asked for are the guard's own, by name or as they stand; one more or less is a matter of `>` or `>=`. */
function counts({ condition, outcome }: Guard, { text }: Asked, values: ReadonlyMap<string, string>): boolean {
  const own = numbersOf(`${condition} ${outcome}`, values);
  return numbersAsked(text).every(({ any }) =>
    own.some((one) => [one - 1, one, one + 1].some((near) => any.has(near))),
  );
}

/** "Must not be negative", "cannot be empty": the denial is the refusal. */
function isRefusal({ text }: Asked): boolean {
  return /\b(?:cannot|can not|can't|may not|must not) be\b/i.test(text);
}

function fits({ condition, outcome }: Guard, asks: Sign, then: Sign): boolean {
  return new RegExp(asks.shown).test(condition) && new RegExp(then.shown).test(`${outcome} ${condition}`);
}

/** "… throws a PaymentError": the type itself is what must happen. */
function typedOutcome({ text }: Asked): { sign: Sign; words: readonly string[] } | undefined {
  const type = /\b[A-Z]\w*(?:Error|Exception)\b|\bErr[A-Z]\w*/.exec(text)?.[0];
  if (type === undefined || /\b(?:catch|caught|handle)/i.test(text)) return undefined;
  return {
    sign: { says: [type], shown: `\\b${type}\\b` },
    words: [...rootsOfName(type), type.toLowerCase(), 'throw', 'rais', 'return', 'becom'],
  };
}

function isRaised({ text }: CodeArtifact, { shown }: Sign, within: Scope['symbols']): boolean {
  const parts = within.length > 0 ? within : [{ start: 0, end: text.length }];
  return parts.some(({ start, end }) => new RegExp(shown).test(text.slice(start, end)));
}

/** Whether the guard has to do with a word: its names, or what it says. */
function speaks({ condition, outcome }: Guard, near: string, word: string): boolean {
  return `${condition} ${outcome} ${near}`
    .split(/[^\p{L}\p{N}_]+/u)
    .flatMap(rootsOfName)
    .some((one) => sameRoot(one, word));
}

function findSign(
  asked: Asked,
  signs: readonly Sign[],
  taken: readonly string[] = [],
): { sign: Sign; words: readonly string[] } | undefined {
  let best: { sign: Sign; words: readonly string[] } | undefined;
  for (const sign of signs) {
    const { words } = matchPhrase(asked, sign.says);
    if (words.length === 0 || words.every((word) => taken.includes(word))) continue;
    if (best === undefined || words.length > best.words.length) best = { sign, words };
  }
  return best;
}
