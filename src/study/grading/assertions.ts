/**
 * A reason as a statement: of what it is said, what is said, whether more or less, so or not so, and beside what. Two texts are
 * compared by these, never by how many words they share: the same statement in other words is right, the contrary or the same of
 * another thing is wrong, and of anything else the learner is told to compare for themselves.
 */
import { stem } from '../../text/index.ts';
import { areKin } from '../../text/lexicon.ts';
import { readClause } from '../facts/clause.ts';
import type { Verdict } from '../types.ts';
import { areOpposed, readOrder } from './alignment.ts';
import { areSetApart, plainly, type Sense, signsIn } from './assertion-words.ts';
import { goesBack } from './clashes.ts';
import { canonical } from './cleaning.ts';
import { saysOther } from './contradictions.ts';
import { spellOut } from './word-parts.ts';
import { answerWords } from './words.ts';

export interface AskedReason {
  /** "it crosses the placenta" */
  readonly key: string;
  /** "Why is warfarin replaced by heparin in early pregnancy?" */
  readonly question: string;
  /** The sentence that gives the reason: what stands there may be said too. */
  readonly sentence: string;
}

export function asksWhy(question: string): boolean {
  return /^(?:[^?]{2,120}[:,] )?why\b/i.test(question);
}

/** "How does it act?" asks for a statement as "why" does. */
export function asksHow(question: string): boolean {
  return /^(?:[^?]{2,120}[:,] )?how (?:do|does|did|can|could|is|are|was|were)\b/i.test(question);
}

/** One statement beside one other; a reason of several is taken apart in reasons.ts. */
export function compareStatements(asked: AskedReason, said: string): Verdict {
  if (goesBack(readOrder(asked.key), readOrder(said)) || isDoneBack(asked.key, said)) return 'wrong';
  const verdicts = FORMS.map((form) => compareAs(form, asked, said));
  // "To prevent it" says what for, and of the other one.
  if (PURPOSE.test(said) && !PURPOSE.test(asked.key)) return verdicts.includes('right') ? 'right' : 'compare';
  if (verdicts.every((verdict) => verdict === 'wrong')) return 'wrong';
  const [isRight, isWrong] = [verdicts.includes('right'), verdicts.includes('wrong')];
  if (isRight !== isWrong) return isRight ? 'right' : 'wrong';
  return !isRight && verdicts.includes('partly') ? 'partly' : 'compare';
}

/** Whether it is plain that both are said of the same thing. */
export function areOfOne(asked: AskedReason, said: string): boolean {
  return FORMS.every((form) => {
    const around = aroundOf(form, asked, said);
    return swapOf(readAssertion(asked.key, form), readAssertion(said, form), around) === 'none';
  });
}

/** Whether it is said of the other one in the question, or of what the key sets beside it. */
export function isOfOther(asked: AskedReason, said: string): boolean {
  return FORMS.some((form) => {
    const given = readAssertion(said, form);
    const swap = swapOf(readAssertion(asked.key, form), given, aroundOf(form, asked, said));
    const own = readAssertion(asked.key, form);
    const isNamed = given.subject.length > 0 && given.subject.every((word) => isIn(word, own.about));
    return swap === 'other' || swap === 'than' || (swap === 'unclear' && !given.isPronoun && !isNamed);
  });
}

/** "A is controlled by B" where the key has "B is controlled by A". */
function isDoneBack(key: string, said: string): boolean {
  const [[by = '', doer = ''], [its = '', other = '']] = [key, said].map((text) => text.split(/ by /i)) as [
    string[],
    string[],
  ];
  if (doer === '' || other === '') return false;
  const [mine, theirs] = [aboutOf(doer), aboutOf(other)];
  const isAmong = (words: readonly string[], text: string) =>
    words.length > 0 && words.every((word) => isIn(word, aboutOf(text)));
  return isAmong(mine, its) && isAmong(theirs, by) && !isAmong(mine, other);
}

const PURPOSE = /^\W*(?:in order )?(?:to|so that|so as to)\b/i;

interface Assertion {
  readonly about: readonly string[];
  /** Those that only tell more of the one behind them. */
  readonly attributes: ReadonlySet<string>;
  /** Beside what: behind "than", "compared with". */
  readonly than: readonly string[];
  /** What stands before the verb, where it is no pronoun. */
  readonly subject: readonly string[];
  readonly isPronoun: boolean;
  /** "Its range is narrow": of what the question is about. */
  readonly isOwned: boolean;
  /** Up or down, so or not so, all together. */
  readonly sign: number;
  readonly senses: ReadonlySet<Sense>;
  /** How many words turn it: of several only as many can be compared. */
  readonly turns: number;
  readonly isDenied: boolean;
  readonly isFine: boolean;
}

interface Around {
  /** Words of the question, and of the whole sentence. */
  readonly asked: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
  /** What the question is about: "it" means that. */
  readonly subject: readonly string[];
  /** Another figure, or another thing of the family. */
  readonly isOther: boolean;
}

/** As it is written, with one name for each thing, or with the words of medicine spelled out. */
type Form = (text: string) => string;

const FORMS: readonly Form[] = [(text) => text, canonical, (text) => spellOut(canonical(text))];

function compareAs(form: Form, asked: AskedReason, said: string): Verdict {
  return compare(readAssertion(asked.key, form), readAssertion(said, form), aroundOf(form, asked, said));
}

function aroundOf(form: Form, { key, question, sentence }: AskedReason, said: string): Around {
  const asked = aboutOf(form(question.replace(/\bwhy\b/i, '')));
  return {
    asked: new Set(asked),
    all: new Set([...aboutOf(form(sentence)), ...asked]),
    subject: subjectOf(sentence, form) ?? asked.slice(0, 1),
    // What the passage names too is no other thing.
    isOther: saysOther(key, said) && saysOther(`${key} ${sentence}`, said),
  };
}

const BESIDE = /\b(?:than|compared (?:with|to)|versus|vs|as opposed to|in comparison (?:with|to))\b(?: with| that of)?/;
const PRONOUN = /^\W*(?:because |since |as )?(?:it|they|this|that|these|those|he|she)\b/i;

function readAssertion(text: string, form: Form): Assertion {
  const [said = '', ...beside] = plainly(form(text)).split(BESIDE);
  const signs = signsIn(said);
  const turns = signs.filter((sign) => sign.kind === 'turn');
  const denials = signs.filter(({ kind }) => kind === 'denial').length;
  return {
    about: aboutOf(said),
    attributes: attributesOf(said),
    than: beside.flatMap(aboutOf),
    ...{ subject: subjectOf(text, form) ?? [], isPronoun: PRONOUN.test(text), isOwned: /^(?:its|their)\b/i.test(text) },
    sign: turns.reduce((sign, each) => sign * each.sign, denials % 2 === 0 ? 1 : -1),
    senses: new Set(turns.map(({ sense }) => sense)),
    turns: turns.filter(({ sense }) => sense !== 'light').length,
    ...{ isDenied: denials > 0, isFine: signs.some(({ kind }) => kind === 'fine') },
  };
}

export function aboutOf(text: string): string[] {
  return signsIn(text).flatMap((sign) => (sign.kind === 'about' ? [sign.word] : []));
}

/** "widespread" in "a widespread rash": right before another word that says of what. */
function attributesOf(text: string): Set<string> {
  const words = plainly(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const abouts = words.map((word) => aboutOf(word)[0]);
  return new Set(abouts.flatMap((word, at) => (word !== undefined && abouts[at + 1] !== undefined ? [word] : [])));
}

/** What stands before the verb; undefined where there is no verb, or a pronoun. */
function subjectOf(text: string, form: Form): string[] | undefined {
  const plain = text.trim().replace(/^(?:because|since|as)\s+/i, '');
  const clause = PRONOUN.test(plain) ? undefined : readClause(plain);
  const subject = clause && aboutOf(form(plain.slice(clause.subject.start, clause.subject.end)));
  return subject?.length === 0 ? undefined : subject;
}

function compare(own: Assertion, given: Assertion, around: Around): Verdict {
  if (given.about.length === 0 && given.senses.size === 0) return 'compare';
  const lost = own.about.filter((word) => !isIn(word, [...given.about, ...given.than, ...around.asked]));
  const added = given.about.filter((word) => !isIn(word, [...own.about, ...own.than, ...around.all]));
  const shared = own.about.filter((word) => isIn(word, given.about)).length;
  const isOther = around.isOther && own.isDenied === given.isDenied;
  const isOfOneDeed = shared > 0 || (isTurn(own) && isTurn(given) && areComparable(own, given));
  if (isOfOneDeed && isOther) return 'wrong';
  if (isOfOneDeed && lost.some((word) => added.some((other) => areSetApart(word, other)))) return 'wrong';
  // One word stands in the place of its opposite.
  const [instead] = added.length === 1 && lost.length <= shared + 1 ? added : [];
  if (shared > 0 && instead !== undefined && lost.some((word) => areApart(word, instead))) return 'wrong';
  const swap = swapOf(own, given, around);
  if (own.isFine || given.isFine || swap === 'unclear') return 'compare';
  const isBare = lost.length === 1 && added.length === 0 && own.attributes.has(lost[0] as string);
  if ((lost.length > 0 && !isBare) || shared === 0 || !isBeside(own, given, swap)) return 'compare';
  // "A rash" where the key has a widespread one.
  if (isBare) return swap === 'none' && areComparable(own, given) && own.sign === given.sign ? 'partly' : 'compare';
  // That the other one does not is a reason too, and not the one that is given.
  if (swap === 'other') return given.sign === own.sign ? 'wrong' : 'compare';
  if (!areComparable(own, given)) return 'compare';
  if ((swap === 'than' ? -given.sign : given.sign) !== own.sign)
    return own.turns > 1 && given.turns !== own.turns ? 'compare' : 'wrong';
  return added.length === 0 ? 'right' : 'compare';
}

/** Whoever says more says beside what, where the key does. */
function isBeside(own: Assertion, given: Assertion, swap: Swap): boolean {
  if (own.than.length === 0) return given.than.length === 0;
  return swap === 'than' || own.than.every((word) => isIn(word, given.than));
}

function isTurn({ senses }: Assertion): boolean {
  return senses.size > 0;
}

/** "More" beside "causes more"; but not "more" beside "inhibits". A thing that is only named says that there is more of it, never less. */
function areComparable(own: Assertion, given: Assertion): boolean {
  const plain = (senses: ReadonlySet<Sense>) => [...senses].filter((sense) => sense !== 'light');
  const [mine, theirs] = [plain(own.senses), plain(given.senses)];
  // Who only names what is prevented has not said what becomes of it.
  if (own.sign < 0 && own.senses.size > 0 && given.senses.size === 0 && !given.isDenied) return false;
  // That a high one gets worse is more, not less.
  if (mine.includes('quality') !== theirs.includes('quality') && mine.length > 0 && theirs.length > 0) return false;
  if (mine.length > 0 && theirs.length === 0)
    return given.senses.size > 0 || given.isDenied || (own.sign > 0 && !own.isDenied && !mine.includes('act'));
  if (mine.length === 0 && theirs.length > 0)
    return own.senses.has('light') && theirs.every((each) => each === 'amount');
  return mine.length === 0 || mine.some((sense) => theirs.includes(sense));
}

type Swap = 'none' | 'other' | 'than' | 'unclear';

/** Whether it is said of another thing: of the other one in the question, or of what the key sets beside it. */
function swapOf(own: Assertion, given: Assertion, { subject, asked }: Around): Swap {
  const of = own.isOwned || own.subject.length === 0 ? [...own.subject, ...subject] : own.subject;
  if (given.isPronoun) return of.some((word) => isIn(word, subject)) ? 'none' : 'unclear';
  if (given.subject.length === 0) {
    const named = given.about.filter((word) => isIn(word, asked) && !isIn(word, [...of, ...own.about]));
    return named.length > 0 ? 'unclear' : 'none';
  }
  if (given.subject.some((word) => isIn(word, of))) return 'none';
  // What the key says of one is said here of what stood beside it: "renin is controlled by aldosterone".
  const isTurned = own.subject.length > 0 && own.subject.every((word) => isIn(word, given.about));
  if (given.subject.some((word) => isIn(word, own.about))) return isTurned ? 'unclear' : 'none';
  if (own.than.length > 0 && given.subject.every((word) => isIn(word, own.than))) return 'than';
  if (!given.subject.some((word) => isIn(word, asked))) return 'none';
  // "The liver no longer makes them" names who does it; what the key speaks of is there too.
  return isTurned ? 'unclear' : 'other';
}

export function isIn(word: string, others: Iterable<string>): boolean {
  for (const other of others) if (areOne(word, other)) return true;
  return false;
}

const SHORTEST_ROOT = 5;

/** "glomerulus" and "glomerular". */
const ENDING = /(?:us|ar|al|ic|um|is|ous|ary|eal|ation|i|a)$/;

/** The same word, of one root, or known to mean the same; "acid" and "acidosis" are two. */
function areOne(a: string, b: string): boolean {
  if (a === b || areKin(a, b)) return true;
  const [root, other] = [a.replace(ENDING, ''), b.replace(ENDING, '')];
  if (root === other && root.length >= SHORTEST_ROOT) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= SHORTEST_ROOT && long.startsWith(short) && long.length - short.length < SHORTEST_ROOT;
}

let sides: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** "dilates" and "constriction": the sides of opposites by the stems of their words. */
function areOpposedStems(a: string, b: string): boolean {
  sides ??= sidesByStem();
  const [own, other] = [sides.get(stem(a)), sides.get(stem(b))];
  if (own === undefined || other === undefined) return false;
  const turned = (side: string) => (side.endsWith('+') ? `${side.slice(0, -1)}-` : `${side.slice(0, -1)}+`);
  return [...own].some((side) => other.has(turned(side)) && !own.has(turned(side)) && !other.has(side));
}

function sidesByStem(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [word, all] of answerWords().sides)
    found.set(stem(word), new Set([...(found.get(stem(word)) ?? []), ...all]));
  return found;
}

function areApart(a: string, b: string): boolean {
  return areSetApart(a, b) || areOpposed(a, b) || areOpposedStems(a, b);
}
