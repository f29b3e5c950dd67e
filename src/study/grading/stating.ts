/**
 * Whether an answer says the same as a key of the things that both name (states.ts). "Heat inactivates the poison" and "the toxin is
 * destroyed by heat" say the same of one thing; "by cold" names another kind, "activated" the contrary, whatever else the two share.
 * What of a key decides are its heads and what is said of them; what stands before a head is ornament, unless it is contradicted.
 * Where one thing comes of another, the last is the reason itself.
 */
import { nearnessAmong } from '../../search/semantic/nearness.ts';
import { areKin, isCommonWord } from '../../text/lexicon.ts';
import { families } from '../facts/families.ts';
import type { Verdict } from '../types.ts';
import { areOneRoot } from './sound.ts';
import { readStates, type Said } from './states.ts';

export interface AskedStates {
  readonly key: string;
  readonly question: string;
  readonly sentence: string;
}

/** Undefined where nothing can be decided. */
export function compareStates({ key, question, sentence }: AskedStates, answer: string): Verdict | undefined {
  // What short letters alone stand for cannot be told.
  if (/^\p{Lu}{2,6}$/u.test(answer.trim())) return undefined;
  const around = `${question} ${sentence}`;
  const [own, given, asked] = [
    readStates(key),
    readStates(longNames(answer, `${key} ${around}`)),
    readStates(question),
  ];
  const isFlipped = isOfOther(given, question, own);
  if (contradicts(own, given, asked, isFlipped))
    return PURPOSE.test(answer) && !PURPOSE.test(key) ? undefined : 'wrong';
  const known = [...own, ...asked, ...readStates(sentence)];
  const aliens = given.filter(
    (thing) => !thing.isDenied && !isAmong(thing, known) && !isWordOf(thing, `${key} ${around}`),
  );
  const heads = own.filter((thing) => !thing.isOrnament && !isSetAside(thing, own));
  const decisive = heads.filter((thing) => !isAmong(thing, asked));
  const needed = decisive.length > 0 ? decisive : heads;
  if (needed.some((thing) => isReplaced(thing, given, aliens))) return 'wrong';
  const met = needed.filter((thing) => isMet(thing, given, isFlipped));
  if (isExchanged(needed, own, given, aliens)) return 'wrong';
  if (met.length === 0 || own.some((thing) => given.some((other) => areExchanged(thing, other)))) return undefined;
  const isStrange =
    aliens.some(({ word, isKnown }) => !isKnown && !isCommonWord(word)) || aliens.length > met.length + 1;
  const parts = new Set(given.map(({ part }) => part));
  const isMore = [...parts].some((part) => given.every((thing) => thing.part !== part || aliens.includes(thing)));
  if (met.length === needed.length) return isStrange || isMore ? undefined : 'right';
  if (aliens.length > 0 || !isAbout(given, own)) return undefined;
  const last = Math.max(...needed.map(({ part }) => part));
  const end = needed.filter(({ part }) => part === last);
  if (end.length < needed.length && end.every((thing) => met.includes(thing))) return 'right';
  return met.length * 2 >= needed.length ? 'partly' : undefined;
}

/** "Neuropathic and not inflammatory": which it is not follows from which it is. */
function isSetAside({ axis, sign }: Said, own: readonly Said[]): boolean {
  return axis !== undefined && sign < 0 && own.some((other) => other.axis === axis && other.sign > 0);
}

/** "To prevent it" says what for, and of the other one. */
const PURPOSE = /^\W*(?:in order )?(?:to|so that|so as to)\b/i;

/** "PF4" is platelet factor 4 where that stands in the passage. */
function longNames(answer: string, passage: string): string {
  const words = passage.split(/[\s,.;:()-]+/).filter((word) => word !== '');
  return answer.replace(/(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}\d]{1,5}(?![\p{L}\p{N}])/gu, (short) => {
    for (let at = 0; at + short.length <= words.length; at++) {
      const long = words.slice(at, at + short.length);
      if (long.map((word) => word[0]?.toUpperCase()).join('') === short) return long.join(' ');
    }
    return short;
  });
}

const UNDER = /\b(?:than(?: with| in| that of)?|over|rather than|instead of)\s+(.+?)\??$/i;

/** Said of the other one in the question ("than with Y"): what holds of it is the contrary. */
function isOfOther(given: readonly Said[], question: string, own: readonly Said[]): boolean {
  const other = UNDER.exec(question)?.[1];
  if (other === undefined || given[0] === undefined || isAmong(given[0], own)) return false;
  const [mine, theirs] = [readStates(question.slice(0, question.indexOf(other))), readStates(other)];
  return given.slice(0, 4).some((thing) => isAmong(thing, theirs) && !isAmong(thing, mine));
}

function contradicts(
  own: readonly Said[],
  given: readonly Said[],
  asked: readonly Said[],
  isFlipped: boolean,
): boolean {
  return (
    own.some((thing) => {
      const [same, others] = [own, given].map((all) => all.filter((other) => areOne(thing, other)));
      // Of a thing that is named twice it is not plain which is meant.
      const [other] = others!;
      if (other === undefined || others!.length > 1 || same!.length > 1) return false;
      // "Not inflammatory" where the answer names it as the kind.
      if (!other.isTold) {
        const isDeniedThere = given.some(({ part, sign }) => part === other.part && sign < 0);
        return thing.axis !== undefined && thing.isDenied && !isDeniedThere;
      }
      if (!thing.isTold && (isAmong(thing, asked) || thing.isOrnament || !other.isDenied)) return false;
      const sign = isFlipped ? -other.sign : other.sign;
      return sign !== thing.sign && thing.lent !== sign;
    }) ||
    own.some((thing) => given.some((other) => isOtherWay(thing, other)) || isOtherOfHead(thing, own, given)) ||
    (isAbout(given, own, asked) && own.some((thing) => isOfOtherKind(thing, own, given)))
  );
}

const WAYS: Readonly<Record<string, string>> = { to: 'from', from: 'to', before: 'after', after: 'before' };

/** To it, and from it. */
function isOtherWay(own: Said, given: Said): boolean {
  const back = WAYS[own.link ?? ''];
  return back !== undefined && back === given.link && areOne(own, given);
}

/** A short form may stand for the same. */
const SHORT = 4;

/** Of the same head another one: aldehyde dehydrogenase for alcohol dehydrogenase, un-ionised for ionised. */
function isOtherOfHead(own: Said, all: readonly Said[], given: readonly Said[]): boolean {
  if (given.some((other) => other.word === `not${own.word}`)) return true;
  if (own.head === undefined || own.axis !== undefined || isAmong(own, given) || own.isKnown) return false;
  const before = given.filter(({ head }) => head === own.head);
  return (
    before.length === 1 &&
    before.every((other) => other.text.length > SHORT && isNamed(other) && !isAmong(other, all) && !areNear(own, other))
  );
}

/** Before one head another name than the key has, as near as the two may be: who means the same will see it beside the key. */
export function namesOtherOfHead(key: string, said: string): boolean {
  const [own, given] = [readStates(key), readStates(said)];
  return own.some(
    (thing) =>
      thing.head !== undefined &&
      thing.axis === undefined &&
      !thing.isKnown &&
      !isAmong(thing, given) &&
      given.some(
        (other) => other.head === thing.head && other.text.length > SHORT && isNamed(other) && !isAmong(other, own),
      ),
  );
}

/** Hot for cold: another answer to the same question, and not the right one. */
function isOfOtherKind(thing: Said, own: readonly Said[], given: readonly Said[]): boolean {
  if (thing.axis === undefined || isAmong(thing, given)) return false;
  const others = given.filter(({ axis, sign }) => axis === thing.axis && sign === thing.sign);
  return others.length > 0 && !others.some((other) => isAmong(other, own));
}

/** Whether both speak of one thing, beside its kinds. */
function isAbout(given: readonly Said[], own: readonly Said[], asked: readonly Said[] = []): boolean {
  const rest = own.filter((thing) => !isAmong(thing, asked));
  return rest.every(({ axis }) => axis !== undefined) || given.some((thing) => isAmong(thing, own));
}

function isMet(thing: Said, given: readonly Said[], isFlipped: boolean): boolean {
  return given.some((other) => {
    if (!areOne(thing, other)) return false;
    const sign = isFlipped && other.isTold ? -other.sign : other.sign;
    return (sign === thing.sign && (thing.sign > 0 || other.isTold)) || other.lent === thing.sign;
  });
}

/** Another one of its name or family stands in its place: protein S for protein C. */
function isReplaced(thing: Said, given: readonly Said[], aliens: readonly Said[]): boolean {
  return !isAmong(thing, given) && aliens.some((other) => areRivals(thing, other));
}

/** So near in meaning two words may be one. */
const NEAR = 0.5;

/** The same is said of another thing: one head is another one, and what is told of it, or the rest, is the same. */
function isExchanged(
  needed: readonly Said[],
  own: readonly Said[],
  given: readonly Said[],
  aliens: readonly Said[],
): boolean {
  const [missing, ...more] = needed.filter((thing) => !isAmong(thing, given));
  const [alien, ...others] = given.filter((thing) => !thing.isOrnament && !thing.isDenied && !isAmong(thing, own));
  if (missing === undefined || alien === undefined || more.length > 0 || others.length > 0) return false;
  if (!aliens.includes(alien) || ![missing, alien].every(isNamed)) return false;
  const isSaidSame = alien.sign === missing.sign && [...alien.by].some((word) => missing.by.has(word));
  if (needed.length === 1 && !isSaidSame) return false;
  return !areNear(missing, alien);
}

function areNear({ text: a }: Said, { text: b }: Said): boolean {
  const near = nearnessAmong([a, b])?.(a, b);
  return near === undefined || near >= NEAR;
}

/** A thing by its name, and no deed, kind or word of every day. */
function isNamed({ axis, isKnown, isDeed, text }: Said): boolean {
  return axis === undefined && !isKnown && !isDeed && !isCommonWord(text);
}

const SHARED = 5;

/** Written in the passage, or made of a word there: "cirrhotic" of cirrhosis. */
function isWordOf({ text }: Said, passage: string): boolean {
  const start = text.includes(' ') ? text : text.slice(0, Math.max(SHARED, text.length - SHARED));
  return new RegExp(`(?<![\\p{L}\\p{N}])${start.replaceAll('_', '.')}`, 'iu').test(passage);
}

function areRivals({ word: a }: Said, { word: b }: Said): boolean {
  const [one, other] = [/^(\S+) (\S+)$/.exec(a), /^(\S+) (\S+)$/.exec(b)];
  if (one !== null && other !== null && one[1] === other[1] && one[2] !== other[2]) return true;
  const [mine, theirs] = [families().byName(a), families().byName(b)];
  if (mine === undefined || theirs === undefined || mine.id === theirs.id) return false;
  return mine.families.some((family) => theirs.families.includes(family)) && !families().areNested(mine, theirs);
}

/** The one does what is done to the other. */
function areExchanged(own: Said, given: Said): boolean {
  return own.role !== undefined && given.role !== undefined && own.role !== given.role && areOne(own, given);
}

function isAmong(thing: Said, others: readonly Said[]): boolean {
  return others.some((other) => areOne(thing, other));
}

function areOne({ word: a, axis }: Said, { word: b, axis: other }: Said): boolean {
  if (axis !== undefined || other !== undefined || a.includes(' ') || b.includes(' ')) return a === b;
  return a === b || areKin(a, b) || areOneRoot(a, b);
}
