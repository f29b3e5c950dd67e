/** Who does it to whom: "it increases the absorption of food" turns round that food increases the absorption of it. */
import { stem } from '../../text/index.ts';
import { readClause } from '../facts/clause.ts';
import { grammar } from '../facts/grammar.ts';
import { contentStems, withoutArticle } from '../facts/terms.ts';
import { areClose, type Thing, thingOf } from '../facts/things.ts';
import { isKnown } from './claims.ts';

interface Roles {
  /** The doer as it is written, where it is named. */
  readonly subject?: string;
  readonly doer: ReadonlySet<string>;
  readonly lemma: string;
  readonly done: ReadonlySet<string>;
}

const PRONOUN = /^(?:it|they|this|these|he|she)\s+(?:(?:can|may|will|also)\s+)*(\p{L}+)\s+(.+)$/iu;
/** "Aldosterone is controlled by renin". */
const PASSIVE =
  /^([^,;]{2,60}?) (?:is|are|was|were|gets?|being) (?:\p{L}+ly )?(\p{L}+) by (?:the |an? )?([^,;]{2,60})$/iu;
/** Nothing is done to what stands behind these. */
const BESIDE = /^\s*(?:with|in|by|after|during|on|at|when|from)\b/i;

/** Of a plain clause in which one thing does something to another; a passive names its doer behind. */
function rolesIn(text: string): Roles | undefined {
  const plain = text.trim().replace(/\.$/, '');
  const [, done = '', does = '', doer] = PASSIVE.exec(plain) ?? [];
  if (doer !== undefined) {
    const lemma = grammar().verbs.get(does.toLowerCase())?.lemma ?? stem(does.toLowerCase());
    return { doer: contentStems(doer), lemma, done: contentStems(done) };
  }
  const [, verb = '', behind = ''] = PRONOUN.exec(plain) ?? [];
  const lemma = grammar().verbs.get(verb.toLowerCase())?.lemma;
  if (lemma !== undefined) return rolesOf('', lemma, behind);
  const clause = readClause(`${plain}.`);
  if (clause === undefined || clause.verb.copula) return undefined;
  const { subject, verb: deed } = clause;
  if (/^(?:is|are|was|were|gets?|got|being)\b/i.test(clause.text.slice(deed.start, deed.end))) return undefined;
  return rolesOf(clause.text.slice(subject.start, subject.end), deed.lemma, clause.text.slice(deed.end));
}

function rolesOf(doer: string, lemma: string, behind: string): Roles | undefined {
  if (BESIDE.test(behind)) return undefined;
  const [done = ''] = behind.split(/[,;.]|\b(?:because|so|and|which|that|when)\b/);
  return { subject: doer, doer: contentStems(doer), lemma, done: contentStems(done) };
}

/** The one who does it in the key has it done to it in the answer, by the same verb. */
export function exchangesRoles(key: string, said: string): boolean {
  const [own, given] = [rolesIn(key), rolesIn(said)];
  if (own === undefined || given === undefined || own.lemma !== given.lemma || own.doer.size === 0) return false;
  return [...own.doer].every((word) => given.done.has(word) && !given.doer.has(word) && !own.done.has(word));
}

/** "Angiotensin II accumulates" where the key has bradykinin: the same deed is done by another thing, of which nothing else speaks. */
export function isDoneByAnother(key: string, said: string, around: string): boolean {
  const [own, given] = [rolesIn(key), rolesIn(said)];
  if (own === undefined || given === undefined || own.lemma !== given.lemma) return false;
  if (own.doer.size === 0 || given.doer.size === 0) return false;
  const [known, told] = [contentStems(`${key} ${around}`), contentStems(said)];
  const isOther = [...given.doer].every((word) => !known.has(word)) && [...own.doer].every((word) => !told.has(word));
  const things = [own, given].map(({ subject = '' }) => thingOf(withoutArticle(subject)));
  const [mine, theirs] = things as [Thing, Thing];
  return isOther && isKnown(mine) && isKnown(theirs) && !areClose(mine, theirs);
}
