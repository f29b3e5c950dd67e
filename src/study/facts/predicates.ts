/**
 * What a sentence says of one thing by its name, as it says it: "Pyrazinamide | raises uric acid", "Levodopa | is the precursor of
 * dopamine". Each clause by itself; what is said of several things, denied, or leans on what stands elsewhere is left alone. Where a
 * sentence goes on without its verb ("X shows a high A, Y a low B") the verb of the first holds.
 */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { fold } from '../../text/index.ts';
import { isCommonWord } from '../../text/lexicon.ts';
import { isCommonWord as isOrdinary } from '../material/things.ts';
import { isItem } from './causes.ts';
import { isNegated, leansOutside, readClause } from './clause.ts';
import type { Sentence } from './corpus.ts';
import { isTechnical, leaks } from './described.ts';
import { ADVERB, clausesOf } from './frames.ts';
import { grammar } from './grammar.ts';
import { contentStems, termKey, withoutArticle } from './terms.ts';
import { conceptsIn } from './things.ts';

export interface Predicate {
  readonly sentence: Sentence;
  readonly of: string;
  readonly says: string;
}

const LONGEST_SAID = 90;
const FEWEST_SAID = 2;
/** Behind these another matter begins. */
const FURTHER =
  /[;,]? (?:and (?:its|their|is|are|was|were|has|have|can|may|must|should|acts?|so|then|therefore|thus)|so that|so|because|since|though|although|but|whereas|while|which|who|when|if|until|unless|after which|yet) .*$|, (?:not|mostly|mainly|usually|often|with|then|as|hence) .*$|; .*$/u;
const POINTS =
  /\b(?:it|its|they|their|them|this|that|these|those|such|both|each|others?|one|ones|some|many|same|latter|former|here|there|too|also|as well|instead|again|more|less|most|least|further|last|first|alone|only|nothing|none)\b/i;

const HARDLY = /\b(?:hardly|scarcely|barely|seldom)\b/i;
const THUS = /(?<=^\p{L}+) (?:therefore|thus|hence|then)(?= )/u;

const kept = new WeakMap<Sentence, readonly Predicate[]>();

export function readPredicates(sentence: Sentence): readonly Predicate[] {
  let found = kept.get(sentence);
  if (found === undefined) {
    found = isReadable(sentence) ? withGaps(sentence.text).flatMap((clause) => readAll(clause, sentence)) : [];
    kept.set(sentence, found);
  }
  return found;
}

function isReadable({ stands, text, passage }: Sentence): boolean {
  return stands && !/[?!:"“”]/.test(text) && passage.source?.source_type !== 'knowledge';
}

/** "X shows a high A, Y a low B and Z antibodies" are three clauses of one verb. */
function withGaps(text: string): string[] {
  const bare = text.replace(/ \([^()]*\)/g, '');
  const first = readClause(bare);
  const parts = bare.replace(/\.$/, '').split(/, (?:and )?/);
  if (first === undefined || parts.length < 3 || /;/.test(bare)) return clausesOf(bare);
  const verb = bare.slice(first.verb.start, first.verb.end);
  const clauses = parts.map((part, at) => (at === 0 ? part : inGap(part, verb)));
  return clauses.every((clause) => clause !== undefined) ? clauses : clausesOf(bare);
}

/** Its subject is a thing that is known, and what stands behind it begins a noun. */
function inGap(part: string, verb: string): string | undefined {
  if (readClause(`${part}.`) !== undefined) return undefined;
  const known = conceptsIn(part).find(({ start }) => start === 0);
  const rest = known === undefined ? '' : part.slice(known.end).trim();
  return known === undefined || rest === '' || /^(?:and|or|of|in)\b/.test(rest)
    ? undefined
    : `${part.slice(0, known.end)} ${verb} ${rest}`;
}

/** "X, an antibody against Y, …", "X, with the first dose, …": what stands between a name and its verb. */
const BETWEEN =
  /^([^,;:]+?), (?:(an? [^,;:]+)|(?:the|with|by|in|at|on|from|given|like|unlike|as) [^,;:]+), (?=\p{Ll})/iu;

/** What a clause says first; then what it calls the thing, and what it says further, where that tells enough by itself. */
function readAll(written: string, sentence: Sentence): Predicate[] {
  const [inserted = '', name = '', called] = BETWEEN.exec(written) ?? [];
  const plain = inserted === '' ? written : `${name} ${written.slice(inserted.length)}`;
  const further = [...(called === undefined ? [] : [`${name} is ${called}`]), ...furtherClauses(plain)];
  return [
    ...readPredicate(plain, sentence),
    ...further.flatMap((clause) => readPredicate(clause, sentence)).filter(({ says }) => tellsTerm(says)),
  ];
}

const NEXT_VERB = /,? and (?=\p{Ll})|, (?=\p{Ll}+s )/u;

/** "Is used against dyskinesias and causes livedo": each further verb with the subject of the first. */
function furtherClauses(text: string): string[] {
  const clause = readClause(`${text.trim()}.`);
  if (clause === undefined) return [];
  const subject = text.slice(0, clause.subject.end);
  const [, ...others] = text.slice(clause.verb.start).replace(/; .*$/u, '').split(NEXT_VERB);
  return others
    .map((other) => `${subject} ${other}`)
    .filter((each) => readClause(`${each}.`)?.verb.start === subject.length + 1);
}

/** A word that is no word of every day, so that few things have the same said of them. */
function tellsTerm(says: string): boolean {
  return [...fold(says).matchAll(/[\p{L}\p{N}-]{4,}/gu)].some(([word]) => !isCommonWord(word) && !isOrdinary(word));
}

function readPredicate(written: string, sentence: Sentence): Predicate[] {
  const text = `${written.trim().replace(/^(?:and|but|yet|of the [\p{L} ]+,) /iu, '')}.`;
  const clause = leansOutside(text) ? undefined : readClause(text);
  if (clause === undefined) return [];
  if (HARDLY.test(text)) return [];
  const of = withoutArticle(text.slice(0, clause.subject.end).replace(ADVERB, ''));
  const [says, said] = [clause.verb.start, clause.verb.end].map((from) =>
    text.slice(from).replace(/\.$/, '').replace(FURTHER, '').replace(THUS, ''),
  ) as [string, string];
  if (/[,;:]/.test(of) || / (?:and|or) /.test(of) || POINTS.test(of) || !isItem(of) || !isName(of)) return [];
  if (
    grammar().advised.test(says) ||
    says.length > LONGEST_SAID ||
    isNegated(says) ||
    POINTS.test(says) ||
    /[,:]/.test(isEnumerated(said) ? says : says.replace(ENUMERATION, '')) ||
    (SUPERLATIVE.test(says) && !tellsTerm(says.replace(SUPERLATIVE, '')))
  )
    return [];
  const isEnough = contentStems(said).size > 0 && contentStems(says).size >= FEWEST_SAID;
  if (!isEnough || endsOpen(says) || leaks(says, of) || leaks(of, says)) return [];
  return clause.verb.open && isComplaint(said) ? [] : [{ sentence, of, says }];
}

/** "Causes bleeding": so do many. */
function isComplaint(said: string): boolean {
  return contentStems(said).size === 1 && openCatalogue().find(said, { kinds: ['symptom'] }).length > 0;
}

function isName(of: string): boolean {
  if (grammar().genericNouns.has(termKey(of))) return false;
  return conceptsIn(of).length > 0 || isTechnical(of);
}

/** "HIV, heroin and obesity". */
const ENUMERATION = /(?:[\p{L}\p{N}-]+, )+[\p{L}\p{N}-]+ and [\p{L}\p{N}-]+$/u;

/** "Are apixaban, rivaroxaban and dabigatran" is a list and says nothing of one. */
function isEnumerated(said: string): boolean {
  return said.trim().replace(ENUMERATION, '') === '';
}

/** "Has the strongest effect": of what is compared there, nobody knows elsewhere. */
const SUPERLATIVE = /\b(?:\p{L}{3,}est|best|worst|most|least)\b/iu;

const endsOpen = (text: string) => grammar().small.has(text.split(' ').at(-1)?.toLowerCase() ?? '');
