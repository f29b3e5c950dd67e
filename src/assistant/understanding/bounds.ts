/**
 * What keeps a deed from being done: that it is not to be done ("don't cancel the dentist"), or only if something happens
 * that nobody here can notice ("if it rains, …", "when I get home …"). One place for every request.
 */
import type { Message } from './clause.ts';
import { lexicon, type Sign } from './lexicon.ts';
import type { Range } from './time/piece.ts';
import { wordSet } from './words.ts';

export interface Bounds {
  /** Tokens of verbs that are said not to be done. */
  readonly negated: ReadonlySet<number>;
  readonly conditions: readonly Range[];
}

export function boundsOf(tokens: Message['tokens']): Bounds {
  const signs = lexicon().signsIn(tokens);
  return { negated: negatedIn(tokens, signs), conditions: conditionsIn(tokens, signs) };
}

const NOT = wordSet('negations');
const ASKING = wordSet('asking_negations');
const BETWEEN = wordSet('negation_small');
/** Between a negation and the verb that it is of. */
const FAR = 5;

/** A negation that is no part of a phrase of its own ("don't forget to") takes the next verb with it. */
function negatedIn(tokens: Message['tokens'], signs: readonly Sign[]): Set<number> {
  const negated = new Set<number>();
  for (const [at, { word }] of tokens.entries()) {
    const isNot = NOT.has(word) || (word === 'not' && !ASKING.has(tokens[at - 1]?.word ?? ''));
    if (!isNot || isOfPhrase(signs, at) || isPolite(tokens, at)) continue;
    for (let next = at + 1; next <= at + FAR && next < tokens.length; next++) {
      const isVerb = signs.some(({ group, sign, from }) => from === next && (group === 'verb' || sign === 'say.chore'));
      if (isVerb && !BETWEEN.has(tokens[next]!.word)) {
        negated.add(next);
        // "Do not cancel or move it".
        for (let more = next + 1; more < tokens.length - 1; more++)
          if (tokens[more]!.word === 'or' && signs.some(({ group, from }) => group === 'verb' && from === more + 1))
            negated.add(more + 1);
          else if (/^[.!?;,]$|^(?:and|but|then)$/.test(tokens[more]!.word)) break;
        break;
      }
      if (!BETWEEN.has(tokens[next]!.word)) break;
    }
  }
  return negated;
}

/** Phrases in which the verb is not to be done all the same: what is not to be forgotten is not forgotten. */
const UNDOES = new Set(['say.negation', 'say.not_forget']);

function isOfPhrase(signs: readonly Sign[], at: number): boolean {
  return signs.some(
    (one) => one.at.length > 1 && one.at.includes(at) && !UNDOES.has(one.sign) && one.group !== 'small',
  );
}

/** "Why don't you …", "can't you …": an order. */
function isPolite(tokens: Message['tokens'], at: number): boolean {
  const [before, word, next] = [tokens[at - 1]?.word ?? '', tokens[at]!.word, tokens[at + 1]?.word ?? ''];
  const isYou = next === 'you' || next === 'we';
  return isYou && (before === 'why' || /^(?:can|could|wo|would)n?'t$/.test(word));
}

const IF = wordSet('conditions');
const SUBJECTS = wordSet('condition_subjects');
const ASKED = wordSet('asks_if');

/** From the word that opens it to the comma, the joint or the order that ends it. */
function conditionsIn(tokens: Message['tokens'], signs: readonly Sign[]): Range[] {
  return tokens.flatMap((_, at): Range[] => {
    const opens = openAt(tokens, at);
    if (opens === undefined || isOfPhrase(signs, at) || isAsked(tokens, at) || !isSubject(tokens, opens)) return [];
    let to = opens + 1;
    const isOrder = (place: number) =>
      place > opens + 1 &&
      signs.some(({ group, from, plain }) => group === 'verb' && plain && from === place) &&
      !SUBJECTS.has(tokens[place - 1]!.word) &&
      tokens[place - 1]!.word !== 'to';
    while (to < tokens.length && !/^[,.;!?]$|^then$/.test(tokens[to]!.word) && !isOrder(to)) to++;
    return [{ from: at, to }];
  });
}

/** Behind the word, or the words, that open a condition. */
function openAt(tokens: Message['tokens'], at: number): number | undefined {
  const word = (shift: number) => tokens[at + shift]?.word ?? '';
  if (word(0) === 'as' && ['soon', 'long'].includes(word(1)) && word(2) === 'as') return at + 3;
  if (word(0) === 'in' && word(1) === 'case') return at + 2;
  return IF.has(word(0)) ? at + 1 : undefined;
}

/** "Tell me when …", "check if …": what is asked is no condition. */
export function isAsked(tokens: Message['tokens'], at: number): boolean {
  return [1, 2, 3].some((shift) => ASKED.has(tokens[at - shift]?.word ?? ''));
}

/** "If you can" is said out of politeness. */
function isSubject(tokens: Message['tokens'], at: number): boolean {
  const token = tokens[at];
  return token !== undefined && (SUBJECTS.has(token.word) || (token.capital === true && !/^I\b/.test(token.word)));
}
