import { findingWords } from '../lexicon/finding-words.ts';
import type { Token } from '../words/tokens.ts';
import { blocked, SUBJECTS } from './scope.ts';
import type { Trigger } from './triggers.ts';

/** Whether a negation before or after a mention reaches it. `means` is for tests and operations. */
export function isNegated(triggers: Trigger[], tokens: Token[], first: number, last: number, means: boolean): boolean {
  if (isPlus(tokens, last) || isFirstTime(tokens, first, last)) return false;
  for (const trigger of triggers) {
    if (trigger.roles.has('pseudo_negation')) continue;
    if (trigger.roles.has('negation_pre') && trigger.to <= first && isOpen(triggers, tokens, trigger, first))
      return true;
    if (
      !means &&
      trigger.roles.has('negation_post') &&
      trigger.from > last &&
      isFollowing(triggers, tokens, trigger, last)
    )
      return true;
  }
  return false;
}

/** "never had a seizure until last Friday": now there was one. */
function isFirstTime(tokens: Token[], first: number, last: number): boolean {
  return (
    tokens.slice(Math.max(0, first - 6), first).some(({ norm }) => /^(?:never|no|not)$/.test(norm)) &&
    tokens.slice(last + 1, last + 7).some(({ norm }) => /^(?:until|till)$/.test(norm))
  );
}

/** "photophobia+", "LE edema +" */
function isPlus(tokens: Token[], last: number): boolean {
  return tokens[last + 1]?.text === '+' && !/^[\p{L}\d]/u.test(tokens[last + 2]?.text ?? ',');
}

/** A negation before the mention holds until a terminator, a clause of its own, or too many words. */
function isOpen(triggers: Trigger[], tokens: Token[], trigger: Trigger, first: number): boolean {
  if (first - trigger.to > 40) return false;
  if (trigger.text === 'non' && first - trigger.to > 1) return false;
  if (trigger.text === '-' && tokens.slice(trigger.to, first).some(({ text }) => text === ',' || text === '+'))
    return false;
  if (
    /^(?:not|isn't|aren't|wasn't|weren't|never|neither|ain't)$/.test(trigger.text) &&
    !reachesFromNot(tokens, trigger, first)
  )
    return false;
  if (blocked(triggers, tokens, trigger.to, first)) return false;
  return !affirmsAfterComma(tokens, trigger.to, first);
}

/** "not" negates what it stands by, or the object of its verb; not everything to the end of the sentence. */
function reachesFromNot(tokens: Token[], trigger: Trigger, first: number): boolean {
  return (
    first - trigger.to <= 7 ||
    tokens.slice(trigger.to, first).some((token) => token.norm === 'or' || token.norm === 'nor')
  );
}

/** "no fever, mild cough": after a comma without "or"/"and" ahead, a new statement that brings its own words. */
function affirmsAfterComma(tokens: Token[], from: number, to: number): boolean {
  const list = isListed(tokens, from, to);
  for (let at = to - 1; at >= from; at--) {
    if (tokens[at]!.text !== ',') continue;
    const after = tokens.slice(at + 1, to).map((token) => token.norm);
    if (after.some((word) => SUBJECTS.has(word))) return true;
    if (after.length > 0 && AFFIRMING.has(after[0]!)) return true;
    if (after[0] === 'and' && after.some((word) => AFFIRMING.has(word))) return true;
    if (!list && (isGraded(tokens, at + 1) || isStated(tokens, at + 1))) return true;
  }
  const between = tokens.slice(from, to).map((token) => token.norm);
  const and = between.lastIndexOf('and');
  return and >= 0 && between.slice(and + 1).some((word) => SUBJECTS.has(word) || AFFIRMING.has(word));
}

/** "no fever, chills or old scars": an "or" further on makes it one list. */
function isListed(tokens: Token[], from: number, to: number): boolean {
  for (let at = from; at < Math.min(tokens.length, to + 14); at++) {
    const { norm, text } = tokens[at]!;
    if (at >= to && (/^[.;!?]$/.test(text) || /^(?:but|however|with|which)$/.test(norm))) return false;
    if (norm === 'or' || norm === 'nor') return true;
  }
  return false;
}

/** "2+ pitting edema", "old infarct", "3 cm cyst": what has a size, an age or a degree is there. */
function isGraded(tokens: Token[], at: number): boolean {
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (first === undefined) return false;
  if (first.kind === 'number') return second?.text === '+' || /^(?:cm|mm|x|plus)$/.test(second?.norm ?? '');
  return GRADES.has(first.norm) || /^[+↑↓]$/.test(first.text);
}

const GRADES = new Set(
  'old chronic known small large tiny subtle bilateral healed residual longstanding ongoing persistent mildly moderately severely markedly stable minor moderate-sized likely probable possible degenerative prior previous bibasal bibasilar coarse palpable pos positive non-obstructing nonobstructing incidental occasional intermittent slight'.split(
    ' ',
  ),
);

/** "JVP elevated", "TM red": an organ and its state, told beside what is denied. */
function isStated(tokens: Token[], at: number): boolean {
  const words = findingWords();
  if (tokens[at] === undefined || !(words.part.has(tokens[at]!.norm) || words.subject.has(tokens[at]!.norm)))
    return false;
  for (let next = at + 1; next < Math.min(tokens.length, at + 4); next++) {
    const { norm, text } = tokens[next]!;
    if (text === ',') return false;
    if (/^(?:is|are|was|were|feels|looks)$/.test(norm)) return true;
    if (STATES.has(norm)) return true;
  }
  return false;
}

/** States that follow their organ in shorthand and are no nouns. */
const STATES = new Set(
  'elevated raised red bulging swollen tender enlarged distended injected erythematous inflamed dull cool mottled pale dilated thickened reduced decreased increased diminished absent firm boggy warm dry sunken tense clear'.split(
    ' ',
  ),
);

const AFFIRMING = new Set([
  'has',
  'had',
  'is',
  'with',
  'mild',
  'some',
  'positive',
  'moderate',
  'severe',
  'took',
  'feel',
  'feeling',
  'trace',
  'increased',
  'worsening',
]);

function isFollowing(triggers: Trigger[], tokens: Token[], trigger: Trigger, last: number): boolean {
  const gap = trigger.from - last - 1;
  if (isListUpTo(tokens, trigger, last)) return !blocked(triggers, tokens, last + 1, trigger.from);
  if (gap > 8) return false;
  if (trigger.text === 'gone') return gap === 0 && /['’]s$/.test(tokens[last]!.text);
  const between = tokens.slice(last + 1, trigger.from);
  if (blocked(triggers, tokens, last + 1, trigger.from)) return false;
  if (/^(?:negative|free|none|neg|absent|denied|resolved|unlikely)$/.test(trigger.text) && gap > 3) return false;
  if (/^(?:negative|neg|absent)$/.test(trigger.text) && followedByFinding(tokens, trigger.to)) return false;
  const apart = between.some(
    (token, at) =>
      token.text === ',' ||
      SUBJECTS.has(token.norm) ||
      (token.norm === 'and' && /^(?:the|a|his|her|test|swab|scan|preg|pregnancy)$/.test(between[at + 1]?.norm ?? '')),
  );
  return !apart || (gap === 1 && trigger.text === 'resolved');
}

const LONGEST_LIST = 16;
const LONGEST_ITEM = 4;
const RESULTS = /^(?:negative|neg|non reactive|nonreactive|not detected|excluded|ruled out|absent)$/;

/**
 * "HIV, HBsAg and VDRL negative", "HIV, HBsAg, VDRL all negative": one result for a list. It is one where "and" or "or" stands
 * before its last item, or "all", "both", "were" before the result; "fever and cough, HIV negative" is none.
 */
function isListUpTo(tokens: Token[], trigger: Trigger, last: number): boolean {
  const result = trigger.text.replace(/^(?:was|were|is|are|all|both) /g, '');
  if (!RESULTS.test(result) || followedByFinding(tokens, trigger.to)) return false;
  const between = tokens.slice(last + 1, trigger.from);
  if (between.length < 2 || between.length > LONGEST_LIST || between.some(({ text }) => /^[.;:!?]$/.test(text)))
    return false;
  const summed = /^(?:were|are|all|both)$/.test(between.at(-1)?.norm ?? '') || result !== trigger.text;
  const items: Token[][] = [[]];
  let joint = '';
  for (const token of between) {
    if (!JOINTS.test(token.norm)) items.at(-1)!.push(token);
    else {
      joint = token.norm;
      if (items.at(-1)!.length > 0) items.push([]);
    }
  }
  return (
    joint !== '' &&
    (summed || joint !== ',') &&
    items.every(
      (item) => item.length <= LONGEST_ITEM && !item.some(({ norm }) => SUBJECTS.has(norm) || AFFIRMING.has(norm)),
    )
  );
}

const JOINTS = /^(?:,|\/|&|and|or|nor)$/;

/** "chest pain, negative for fever": the word looks ahead, not back. */
function followedByFinding(tokens: Token[], at: number): boolean {
  return tokens[at]?.norm === 'for' || tokens[at]?.kind === 'word';
}
