/** Whether an answer in somebody's own words means the key: a value, a list, a definition or a term, each in its own way. */

import { contentStems, termKey } from '../facts/terms.ts';
import { thingOf } from '../facts/things.ts';
import type { Verdict } from '../types.ts';
import { gradeAction } from './actions.ts';
import { namedByQuestion } from './asked.ts';
import { type AskedReason, asksHow, asksWhy } from './assertions.ts';
import { saysBothWays } from './both-ways.ts';
import { isKnown } from './claims.ts';
import { isOneOfClauses } from './clauses.ts';
import { cleanAnswer } from './cleaning.ts';
import { contradicts } from './contradictions.ts';
import { saysContraryDeed } from './contrary-deeds.ts';
import { gradeContrast } from './contrasts.ts';
import { gradeEffect, isEffect } from './effects.ts';
import { exchangesPlaces } from './exchanges.ts';
import { gradeNotation } from './formulas.ts';
import { itemsOf } from './list-parts.ts';
import { gradeList } from './listing.ts';
import { compareValues, isValue } from './measuring.ts';
import { gradePhrase } from './phrases.ts';
import { gradePolarity } from './polarity.ts';
import { gradeShare } from './populations.ts';
import { gradeRegimen } from './regimens.ts';
import { gradeDefinition, gradeStatement, isHeardSame } from './statements.ts';
import { gradeTerm } from './terms.ts';
import { gradeTogether, gradeTrend } from './trends.ts';
import { goesOtherWay, gradeWay } from './ways.ts';

export interface TextKey {
  readonly text: string;
  readonly also: readonly string[];
  /** The words of the question: what stands there need not be said again. */
  readonly question?: string | undefined;
  /** What the material says: a reason is read beside it. */
  readonly sentence?: string | undefined;
}

export type KeyKind = 'value' | 'list' | 'definition' | 'term';

export function kindOf(key: string, question = ''): KeyKind {
  if (isValue(key)) return 'value';
  if (/^an? /i.test(key) && asksForMeaning(question, key)) return 'definition';
  const items = itemsOf(key);
  if (items.length > 1 && !(isOfOneWord(question) && items.some((item) => contentStems(item).size > 2))) return 'list';
  if (isOfOneWord(question) && contentStems(key).size > 1 && !sharesWord(question, key)) return 'definition';
  const words = contentStems(key).size;
  const isPhrase =
    /\b(?:without|that|which|who|whose|where|per|when|by|during|of|in|into|with|to|from|as|if|because|although|though|despite|whether|after|before|for|on|at)\b/i.test(
      key,
    );
  if (isNamed(key)) return 'term';
  if (words > 1 && asksForMeaning(question, key)) return 'definition';
  if (words < 3) return 'term';
  return words > 4 || isPhrase ? 'definition' : 'term';
}

/** "What is dysphagia?" asks what a word means; "What is the antidote of heparin?" does not. */
function asksForMeaning(question: string, key: string): boolean {
  return (
    /^(?:what (?:is|are) (?:meant by )?(?:an? |the term )?["'“]?[\p{L}-]+["'”]?(?: [\p{L}-]+)?\?|define\b|what does .+ mean|explain\b)/iu.test(
      question,
    ) && /^(?:the|an?) |\b(?:of|in|by|to|with|without|from|on|than)\b/i.test(key)
  );
}

/** "What is orthopnoea?": a single word is asked about, so that its answer says what it means. */
function isOfOneWord(question: string): boolean {
  return /^what (?:is|are) (?:an? )?[\p{L}-]+\?$/iu.test(question.trim());
}

function sharesWord(question: string, key: string): boolean {
  const own = contentStems(key);
  return [...contentStems(question)].some((word) => own.has(word));
}

/** "carcinoma of the lung" has words enough for a sentence and is a name. */
function isNamed(key: string): boolean {
  return isKnown(thingOf(key));
}

export function gradeWords(key: TextKey, answer: string): Verdict {
  const said = cleanAnswer(answer);
  if (said === '') return 'wrong';
  const keys = [key.text, ...key.also, ...namedByQuestion(key.text, key.question ?? '')];
  const question = key.question ?? '';
  // Signs are no part of a term's key: -90 is not 90.
  if (!isValue(key.text) && keys.some((each) => termKey(each) === termKey(said))) return 'right';
  if (saysContraryDeed(question, said, keys)) return 'wrong';
  const polar = gradePolarity(key.text, said);
  if (polar !== undefined) return 'verdict' in polar ? polar.verdict : gradeWords({ ...key, text: polar.key }, said);
  return (isValue(key.text) ? undefined : gradeWays(key.text, said, answer, question)) ?? gradeClaims(key, keys, said);
}

/** Which way it goes, and who is on which side: that decides before any word is weighed. */
function gradeWays(key: string, said: string, written: string, question: string): Verdict | undefined {
  if (exchangesPlaces(key, said) || goesOtherWay(key, said) || saysBothWays(key, said, question)) return 'wrong';
  return (
    gradeNotation(key, said) ??
    gradeShare(key, said) ??
    gradeWay(key, said, question) ??
    gradeTogether(key, written) ??
    (isEffect(key, question) ? gradeEffect(key, said, question) : gradeTrend(key, said, question))
  );
}

function gradeClaims(key: TextKey, keys: readonly string[], said: string): Verdict {
  const question = key.question ?? '';
  const contrast = gradeContrast(key.text, question, said);
  if (contrast === 'compare')
    return settleContrast({ key: key.text, question, sentence: key.sentence ?? key.text }, said);
  if (contrast !== undefined) return contrast;
  if (isReason(key.text, question))
    return gradeReason({ key: key.text, question, sentence: key.sentence ?? key.text }, said);
  const known = isValue(key.text)
    ? undefined
    : (gradeRegimen(key.text, said, question) ?? gradePhrase(key.text, said, question) ?? gradeAction(key.text, said));
  return known ?? gradeKind(key, keys, said, question);
}

/** Where the sides could not be told apart in words: right, if its signs and the reader of both together say so. */
function settleContrast(asked: AskedReason, said: string): Verdict {
  return gradeStatement(asked, said) === 'right' && isHeardSame(asked, said, 'right') ? 'right' : 'compare';
}

/** One of several claims, word for word, is a part whatever it weighs. */
function gradeReason(asked: AskedReason, said: string): Verdict {
  const verdict = gradeStatement(asked, said);
  return verdict === 'compare' && isOneOfClauses(asked.key, said) ? 'partly' : verdict;
}

/** Why, or how it comes about: "how" asks for a name or a figure too. */
function isReason(key: string, question: string): boolean {
  return asksWhy(question) || (asksHow(question) && kindOf(key, question) === 'definition');
}

function gradeKind(key: TextKey, keys: readonly string[], said: string, question: string): Verdict {
  switch (kindOf(key.text, question)) {
    case 'value':
      return bestOf([...new Set(keys)].filter(isValue).map((text) => compareValues(text, question, said)));
    case 'list':
      return gradeList(itemsOf(key.text), said, question);
    case 'definition':
      return gradeMeaning(key, keys, said, question);
    case 'term':
      return gradeTerm(keys, said, question);
  }
}

function gradeMeaning(key: TextKey, keys: readonly string[], said: string, question: string): Verdict {
  const named = namesAsked(said, question);
  if (named === 'right') return 'right';
  const verdict = bestOf([
    ...keys.map((text) => gradeDefinition({ key: text, question, sentence: key.sentence ?? text }, said)),
    ...(asksForMeaning(question, key.text) ? keys.map((text) => exactTerm(text, said, question)) : []),
    ...key.also.filter((text) => kindOf(text) === 'term').map((text) => gradeTerm([text], said, question)),
  ]);
  if (named === 'wrong' && verdict === 'right') return 'wrong';
  return (verdict === 'wrong' || verdict === 'compare') && isOneOfClauses(key.text, said) ? 'partly' : verdict;
}

/**
 * "What is alopecia?" "Hair loss": the thing by its plain name, or another thing by its own. The name that is asked about
 * explains nothing.
 */
function namesAsked(said: string, question: string): Verdict | undefined {
  const asked = /^what (?:is|are) (?:an? |the )?([\p{L} -]+)\?/iu.exec(question)?.[1];
  const [own, other] = [asked === undefined ? undefined : thingOf(asked), thingOf(said)];
  if (own === undefined || !isKnown(own) || !isKnown(other)) return undefined;
  if (termKey(own.name) === termKey(said)) return 'wrong';
  if (own.names.some((name) => termKey(name) === termKey(said))) return 'right';
  return own.member === undefined && other.member === undefined && own.listed && other.listed ? 'wrong' : undefined;
}

/** A short definition may be said word for word, or by a name of the thing that is asked about. */
function exactTerm(key: string, said: string, question: string): Verdict {
  const isShort = contentStems(key).size < 5 && !contradicts(key, said);
  return isShort && gradeTerm([key], said, question) === 'right' ? 'right' : 'wrong';
}

function bestOf(verdicts: readonly Verdict[]): Verdict {
  const order: readonly Verdict[] = ['right', 'partly', 'compare'];
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'wrong';
}
