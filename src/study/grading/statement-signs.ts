/**
 * The signs by which an answer to "why" is weighed beside its key: how much of each is said by the other, in words, in sense and in
 * meaning, apart from what the question says already; what stands in the place of what; whether as much goes up, down or is denied; and
 * what the comparison as statements came to. What they are worth is learned (statements.yml, made by eval/learn-statements.ts).
 */
import { nearnessAmong } from '../../search/semantic/nearness.ts';
import type { Verdict } from '../types.ts';
import { align, areOpposed, isSameWord, type Match, readWords, share, type Word } from './alignment.ts';
import { signsIn } from './assertion-words.ts';
import { type AskedReason, compareStatements } from './assertions.ts';
import { canonical, opposes } from './cleaning.ts';
import { SIGNS, signsOf } from './definitions.ts';
import { gradeByPoints } from './reasons.ts';
import { nearAlone, replacedIn } from './replaced.ts';
import { compareStates } from './stating.ts';
import { spellOut } from './word-parts.ts';

export type StatementSigns = Readonly<Record<string, number>>;

const OPENING = /^\W*(?:(?:because|since|as|so that|due to)\s+)+/i;

/** Undefined where there is nothing to compare, or no sentence model to do it by. */
export function statementSigns({ key, question, sentence }: AskedReason, answer: string): StatementSigns | undefined {
  const [own, said] = [bare(key), bare(answer)];
  const defined = signsOf(own, said, question);
  if (defined === undefined || Number.isNaN(defined.near)) return undefined;
  const asked = { key: own, question, sentence };
  return {
    ...Object.fromEntries(SIGNS.map((sign) => [sign, defined[sign]])),
    ...nearSigns(asked, said),
    ...wordSigns(asked, said),
    ...turnSigns(own, said),
    ...comparedSigns(asked, said),
  };
}

/** Without "because". */
export function bare(text: string): string {
  return text.trim().replace(OPENING, '');
}

function plainOf(text: string): string {
  return spellOut(canonical(text));
}

/** How near the two are alone, in plain words, and behind their question. */
function nearSigns({ key, question, sentence }: AskedReason, said: string): StatementSigns {
  const [own, given] = [plainOf(key), plainOf(said)];
  const [whole, answered] = [`${question} ${key}`, `${question} ${said}`];
  const near = nearnessAmong([key, said, question, sentence, own, given, whole, answered]) ?? (() => 0);
  return {
    near_key: near(key, said),
    near_plain: near(own, given),
    near_question: near(question, said),
    key_near_question: near(question, key),
    near_sentence: near(sentence, said),
    near_answered: near(whole, answered),
  };
}

/** From here on it is the same word or its kin. */
const SAME = 0.9;
const MOST = 6;
const MOST_WORDS = 20;

function wordSigns({ key, question, sentence }: AskedReason, said: string): StatementSigns {
  const [keyRead, saidRead, askedRead, around] = [key, said, question, sentence].map((text) =>
    readWords(plainOf(text)),
  );
  const [own, given, asked] = [keyRead!.words, saidRead!.words, askedRead!.words];
  const isNew = (word: Word) => !asked.some((other) => isSameWord(word, other));
  const [newOwn, newGiven] = [own.filter(isNew), given.filter(isNew)];
  const known = [...own, ...asked, ...around!.words];
  const [lost, strange] = [align(newOwn, given), align(given, known)].map((all) =>
    all.filter(({ much }) => much < SAME),
  );
  const some = (words: readonly Word[], much: number) => (words.length === 0 ? HALF : much);
  return {
    own_covered: share(align(own, given)),
    own_within: share(align(given, own)),
    new_covered: some(newOwn, share(align(newOwn, given))),
    new_within: some(newGiven, share(align(newGiven, own))),
    within_all: share(align(given, known)),
    within_asked: share(align(given, [...own, ...asked])),
    same_covered: sameShare(own, given),
    same_within: sameShare(given, own),
    same_new_covered: sameShare(newOwn, given),
    same_new_within: sameShare(newGiven, own),
    least_covered: least(align(newOwn, given)),
    least_within: least(align(newGiven, [...own, ...asked])),
    ...inOrder(keyRead!.all, saidRead!.all),
    ...replacedSigns(own, given),
    strange_share: strange!.length / Math.max(1, given.length),
    strange_weight: weightiest(strange!),
    strange_count: Math.min(MOST, strange!.length),
    lost_share: lost!.length / Math.max(1, newOwn.length),
    lost_weight: weightiest(lost!),
    lost_count: Math.min(MOST, lost!.length),
    one_for_one: Number(lost!.length === 1 && strange!.length === 1),
    hardly_other: Number(lost!.length <= 1 && strange!.length <= 1),
    ...alone('alone_covered', newOwn, given),
    ...alone('alone_within', newGiven, known),
    opposite: Number(own.some((a) => given.some((b) => areOpposed(a.text, b.text)))),
    opposites: newOwn.filter((word) => isOpposedIn(word, own, given)).length,
    said_words: Math.min(MOST_WORDS, given.length),
    key_words: Math.min(MOST_WORDS, own.length),
    relative_length: Math.min(3, given.length / Math.max(1, own.length)),
  };
}

const HALF = 0.5;

function sameShare(words: readonly Word[], others: readonly Word[]): number {
  const same = words.filter((word) => others.some((other) => isSameWord(word, other))).length;
  return words.length === 0 ? 0 : same / words.length;
}

function least(matches: readonly Match[]): number {
  return Math.min(1, ...matches.map(({ much }) => much));
}

function weightiest(matches: readonly Match[]): number {
  return Math.max(0, ...matches.map(({ word, much }) => word.weight * (1 - much)));
}

/** A word that is not said, and its opposite is, which the key has not. */
function isOpposedIn(word: Word, own: readonly Word[], given: readonly Word[]): boolean {
  const has = (words: readonly Word[], one: Word) => words.some((other) => isSameWord(one, other));
  return !has(given, word) && given.some((other) => areOpposed(word.text, other.text) && !has(own, other));
}

function alone(name: string, words: readonly Word[], others: readonly Word[]): StatementSigns {
  if (words.length === 0 || others.length === 0) return { [name]: HALF, [`${name}_least`]: HALF };
  const best = words.map(({ text }) => Math.max(...others.map((other) => nearAlone(text, other.text))));
  return {
    [name]: best.reduce((sum, each) => sum + each, 0) / best.length,
    [`${name}_least`]: Math.min(...best),
  };
}

/** How much of each is the same words in the same order. */
function inOrder(own: readonly string[], given: readonly string[]): StatementSigns {
  let row = new Array<number>(given.length + 1).fill(0);
  for (const word of own) {
    const next = [0];
    for (const [at, other] of given.entries())
      next.push(word === other ? row[at]! + 1 : Math.max(next[at]!, row[at + 1]!));
    row = next;
  }
  const most = row.at(-1) ?? 0;
  return { order_of_key: most / Math.max(1, own.length), order_of_said: most / Math.max(1, given.length) };
}

function replacedSigns(own: readonly Word[], given: readonly Word[]): StatementSigns {
  const found = replacedIn(own, given);
  return {
    anchors: found.ofBoth,
    anchors_of_key: found.ofKey,
    anchors_of_said: found.ofSaid,
    moved: found.moved,
    replaced_count: found.count,
    replaced_near: found.nearest,
    has_replaced: Number(found.count > 0),
    replaced_opposed: Number(found.isOpposed),
    left_out: found.left,
    put_in: found.added,
  };
}

/** As often up, down and denied as the key. */
function turnSigns(key: string, said: string): StatementSigns {
  const [own, given] = [signsIn(plainOf(key)), signsIn(plainOf(said))];
  const turns = (signs: typeof own, way: number) =>
    signs.filter((sign) => sign.kind === 'turn' && Math.sign(sign.sign) === way).length;
  const denials = (signs: typeof own) => signs.filter(({ kind }) => kind === 'denial').length;
  const whole = (signs: typeof own) => (turns(signs, -1) + denials(signs)) % 2;
  return {
    up: turns(given, 1),
    down: turns(given, -1),
    key_up: turns(own, 1),
    key_down: turns(own, -1),
    more_up: turns(given, 1) - turns(own, 1),
    more_down: turns(given, -1) - turns(own, -1),
    other_sign: Number(whole(own) !== whole(given)),
    other_denial: Number(denials(own) % 2 !== denials(given) % 2),
    denying: Number(denials(given) > 0),
    key_denying: Number(denials(own) > 0),
    other_side: Number(opposes(key, said)),
  };
}

const VERDICTS: readonly Verdict[] = ['right', 'partly', 'wrong', 'compare'];

/** What the comparison as statements came to, by its points and by the things that are named. */
function comparedSigns(asked: AskedReason, said: string): StatementSigns {
  const by = (name: string, given: Verdict) =>
    Object.fromEntries(VERDICTS.map((verdict) => [`${name}_${verdict}`, Number(given === verdict)]));
  return {
    ...by('points', gradeByPoints(asked, said)),
    ...by('statement', compareStatements(asked, said)),
    ...by('states', compareStates(asked, said) ?? 'compare'),
  };
}
