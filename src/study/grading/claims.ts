/**
 * What an answer claims beside the thing that is asked for: each part is said, denied, or a remark. A denial takes its part
 * away, another thing of the kind that is said too makes the answer a part of the right one.
 */
import { fold } from '../../text/index.ts';
import { grammar } from '../facts/grammar.ts';
import { contentStems, termKey, withoutArticle } from '../facts/terms.ts';
import { type Thing, thingOf } from '../facts/things.ts';
import { cleanAnswer } from './cleaning.ts';
import { includesTerm } from './spelling.ts';
import { isWiderOrNarrower } from './wider.ts';
import { answerWords } from './words.ts';

export interface Claim {
  readonly text: string;
  /** What joins it to the one before. */
  readonly joint: string;
  readonly stance: 'said' | 'denied' | 'remark';
}

const JOINT =
  /(,|;|\/|\b(?:together|along|combined|in combination) with\b|\bor\b|\band\b|\bplus\b|\bbut\b|\bversus\b|\bvs\.?)/i;
const DENIES = /^\s*(?:and )?(?:not|rather than|instead of)\b/i;
/** What follows tells of the thing and names no other: a reason, a place, what comes later. */
const REMARKS =
  /^\s*(?:and |it |so )?(?:which|who|that|where|because|since|as|then|followed by|later|afterwards|before|after|from|in|of|at|on|by|via|for|with|is|are|was|has|have|e\.g\.|such as|like)\b/i;

/** The parts of an answer in their order; behind a remark all is remark until the next contrast. */
export function claimsIn(said: string): Claim[] {
  const claims: Claim[] = [];
  let isRemark = false;
  const parts = said.split(JOINT);
  for (let at = 0; at < parts.length; at += 2) {
    const joint = (parts[at - 1] ?? '').toLowerCase();
    const text = (parts[at] as string).trim();
    if (text === '') continue;
    const isDenied = DENIES.test(text) || (joint !== '' && answerWords().negation.test(text));
    isRemark = joint !== '' && !/or|but|v|\//.test(joint) && (isRemark || REMARKS.test(text));
    claims.push({ text, joint, stance: isDenied ? 'denied' : isRemark ? 'remark' : 'said' });
  }
  return claims;
}

/** "portal, not the hepatic one": what is said not to be it says nothing more, unless it is the key. */
export function withoutDenied(said: string, names: readonly string[]): string {
  const claims = claimsIn(said);
  const denied = claims.filter(
    ({ text, stance }) => stance === 'denied' && DENIES.test(text) && !names.some((name) => includesTerm(text, name)),
  );
  if (denied.length === 0 || denied.length === claims.length) return said;
  let left = said;
  for (const { text } of denied) left = left.replace(text, '');
  return left.replace(/(?:\s*(?:,|;|\/|\bor\b|\band\b|\bbut\b))+\s*$|^(?:\s*(?:,|;|\bbut\b))+\s*/gi, '').trim();
}

/** "not furosemide": named, and said not to be it. */
export function isRefused(said: string, names: readonly string[]): boolean {
  const lower = fold(said);
  const places = names.map((name) => lower.indexOf(fold(name))).filter((index) => index >= 0);
  const at = places.length === 0 ? lower.length : Math.min(...places);
  if (/\b(?:anything|everything|all|any) (?:but|except)(?: the| an?)?\s*$/.test(lower.slice(0, at))) return true;
  // A denial ends where the next thing is said: "not glucagon but insulin".
  const near =
    lower
      .slice(Math.max(0, at - 25), at)
      .split(/,|\.|;|\bbut\b|\bso\b|\bit is\b|\bit's\b|\brather\b/)
      .at(-1) ?? '';
  return answerWords().negation.test(near) || isTakenBack(lower, names);
}

/** "The radial nerve is not injured, the median is": denied of it, and said of another. */
const NOT_SO = /^\s+(?:is|are|was|were|does|do|did|has|have|can)(?: not|n['’]t)\b[^,;]*[,;]/;

/** What is said of the name behind it: that it is not it, or not so. */
function isTakenBack(lower: string, names: readonly string[]): boolean {
  return names.some((name) => {
    const at = lower.indexOf(fold(name));
    const behind = lower.slice(at + fold(name).length);
    return at >= 0 && (answerWords().takenBack.test(behind) || NOT_SO.test(behind));
  });
}

/** A second thing of the same kind beside the right one. */
export function addsOther(said: string, right: Thing, names: readonly string[], question: string): boolean {
  const claims = claimsIn(said);
  if (claims.length < 2) return false;
  return claims.some(({ text, stance, joint }, at) => {
    if (stance !== 'said' || names.some((name) => includesTerm(text, name))) return false;
    const other = leadingThing(cleanAnswer(text), right);
    // Who gives one thing or another has chosen neither, whether or not the other is known.
    const joints = [joint, claims[at + 1]?.joint];
    if (other === undefined)
      return joints.includes('or')
        ? isOffered(text, right, question)
        : joints.includes('and') && isName(text, right, question);
    if (` ${termKey(question)} `.includes(` ${termKey(other.name)} `)) return false;
    const same = other.names.some((name) => right.names.some((each) => termKey(each) === termKey(name)));
    return !same && areRivals(right, other) && !isWiderOrNarrower(right, other.name, question);
  });
}

const LONGEST_OFFER = 6;

/** A few words that neither repeat the name nor the question: another answer. */
function isOffered(text: string, right: Thing, question: string): boolean {
  const words = [...contentStems(cleanAnswer(text))];
  const known = contentStems([...right.names, question].join(' '));
  return words.length > 0 && words.length <= LONGEST_OFFER && words.every((word) => !known.has(word));
}

/** "The Treaty of Utrecht", "the defence": written as the key is, with an article or as a name, and no clause. */
function isName(text: string, { name, names }: Thing, question: string): boolean {
  const words = cleanAnswer(text).split(/\s+/);
  const known = contentStems([...names, question].join(' '));
  if ([...contentStems(text)].every((word) => known.has(word))) return false;
  if (words.length > LONGEST_NAME || !/^(?:the|an?) \p{L}|^\p{Lu}/iu.test(text.trim())) return false;
  return !words.some((word) => word !== name && grammar().verbs.has(word.toLowerCase()));
}

const LONGEST_NAME = 5;

/** The thing that a part begins with; the noun of the key may be left out: "radial or ulnar". */
function leadingThing(text: string, right: Thing): Thing | undefined {
  const words = withoutArticle(text).split(/\s+/);
  const noun = right.name.split(' ').length > 1 ? right.name.split(' ').at(-1) : undefined;
  for (let to = Math.min(words.length, LONGEST_NAME); to > 0; to--) {
    const phrase = words.slice(0, to).join(' ');
    const found = [phrase, ...(noun === undefined ? [] : [`${phrase} ${noun}`])].map(thingOf).find(isKnown);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function isKnown({ member, concept, listed }: Thing): boolean {
  return member !== undefined || concept !== undefined || listed;
}

/** Of one family or kind, as far as that is known: a gland is no rival of its hormone. */
function areRivals(a: Thing, b: Thing): boolean {
  if (a.member !== undefined && b.member !== undefined)
    return (
      a.member.families.some((family) => b.member?.families.includes(family)) ||
      (a.concept?.kind === 'drug' && b.concept?.kind === 'drug')
    );
  const isDrug = ({ concept }: Thing) => concept?.kind === 'drug' || concept?.kind === 'drug_class';
  if (isDrug(a) && isDrug(b)) return true;
  if (a.concept !== undefined && b.concept !== undefined) return a.concept.kind === b.concept.kind;
  return true;
}

/** A clause of its own behind the answer: ", it works by …", ", and it emits …". Reasons and relative clauses that explain are none. */
const STATEMENT = /^[^,;.(]{2,60}[,;.]\s*(?:and |but )?(?:it|they|this|which)\s+(\p{L}+)\s+(.+)$/iu;

/** More is said than was asked, and nothing of it stands in the question: whoever adds a statement answers for it. */
export function addsStatement(said: string, question: string): boolean {
  const found = STATEMENT.exec(said);
  if (found === null || answerWords().before.test(`${found[0].split(/[,;.]/)[1]?.trim()} `)) return false;
  const asked = contentStems(question);
  const added = [...contentStems(`${found[1]} ${found[2]}`)];
  return added.length > 1 && !added.some((word) => asked.has(word));
}
