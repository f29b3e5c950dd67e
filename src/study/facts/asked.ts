/** What can be asked about a sentence: a value, a term that has others beside it, a name for what is described. */
import type { Relation } from '../types.ts';
import type { Asked } from './askable.ts';
import { type Clause, isNegated, readClause, standAlone, type Token, tokensOf } from './clause.ts';
import type { Corpus, Sentence } from './corpus.ts';
import { isNounless, leaks, nameIn } from './described.ts';
import { families } from './families.ts';
import { valuesIn } from './figures.ts';
import { grammar } from './grammar.ts';
import { contentStems, termKey } from './terms.ts';
import { conceptsIn, type Thing, thingOf } from './things.ts';
import { readQuantities } from './values.ts';

export function readAsked(sentence: Sentence, corpus: Corpus): Asked[] {
  const text = sentence.stands ? standAlone(sentence.text) : undefined;
  if (text === undefined) return [];
  const clause = readClause(text);
  const asked: Asked[] = [...valuesIn(sentence, text, clause)];
  if (clause === undefined || isNegated(text)) return asked;
  const first = readClause(firstClause(text)) ?? clause;
  const name = nameIn(sentence, first, corpus);
  if (name !== undefined) asked.push(name);
  const later = first === clause ? [] : termsIn(sentence, clause).filter((term) => term.start >= first.text.length);
  const terms = [...termsIn(sentence, first), ...later];
  asked.push(...terms.filter((term) => name === undefined || term.start !== name.start));
  return asked;
}

/** Up to where a second statement begins: "…, and deltoid takes over" is another matter. */
function firstClause(text: string): string {
  const cut =
    /,? (?:and|but|so) (?:it |they |then |also )?(?=(?:\p{L}+ )?(?:has|have|is|are|was|were|can|may|takes|acts)\b)|, (?:and|but|whereas|while|which|because|so|although)\b|;/u.exec(
      text,
    );
  // "…, A, B, and C": a list goes on behind its last comma.
  const before = cut === null ? '' : text.slice(0, cut.index);
  const isList =
    cut !== null &&
    /^,? and\b/.test(cut[0]) &&
    (cut[0].startsWith(',') ? before.includes(',') : /, (?:is|are|was|were|has|have|can|may)\b/.test(before));
  const head = cut === null || isList ? text : `${text.slice(0, cut.index)}.`;
  return contentStems(head).size >= 4 ? head : text;
}

/** "Is stopped before contrast", "is replaced by heparin": what is done with one thing is done with others too. */
const DONE =
  /^(?:\p{L}+ly |not |also |often |then )?(?!based|related|associated|called|named|located|composed)(?:\p{L}{3,}ed|given|taken|kept|held|withheld|chosen|begun|withdrawn)\b/u;

const PREPOSITIONS = new Set(['in', 'at', 'by', 'from', 'into', 'through', 'on', 'within', 'onto', 'via', 'under']);
const LONGEST_TERM = 7;

function termsIn(sentence: Sentence, clause: Clause): Asked[] {
  const { text, verb } = clause;
  if (/[;:]/.test(text)) return [];
  // What is said of one of many is said of the others too.
  const said = text.slice(verb.end).trim();
  if (verb.copula && (grammar().oneOfMany.test(said) || isNounless(said))) return [];
  const tokens = tokensOf(text);
  const spans = findTerms(text, tokens);
  return spans.flatMap(({ from, to, thing }): Asked[] => {
    const first = tokens[from] as Token;
    const last = tokens[to] as Token;
    const place = boundsOf(text, tokens, from, to);
    if (place === undefined) return [];
    const isSubject = place.start === 0 && tokens[place.next]?.start === verb.start;
    if (!isSubject && first.start < verb.end) return [];
    // "On an empty stomach" is no place.
    if (/\b(?:empty|full|upset) $/i.test(text.slice(0, place.start))) return [];
    // Whom it is done to: "the starting dose in people who depend on opioids".
    if (!isSubject && grammar().folk.test(text.slice(verb.end, place.start))) return [];
    // A reason is asked for whole (reasons.ts).
    if (/ (?:because|since) /.test(text.slice(0, place.start))) return [];
    // Two of a kind side by side: taking one out leaves a list that several things complete.
    if (
      spans.some(
        (other) => other.from !== from && isBeside(tokens, other, { from, to }) && shareFamily(other.thing, thing),
      )
    )
      return [];
    if (spans.filter((other) => other.from !== from && shareFamily(other.thing, thing)).length > 1) return [];
    if (!isSubject && verb.copula && !clause.unique && !PREPOSITIONS.has(place.before)) return [];
    const rest = text.slice(0, place.start) + text.slice(place.end);
    // "Primary glaucoma is painless" says of one thing only by its name.
    if (contentStems(rest).size < (verb.copula ? 4 : 2) && !grammar().unique.test(rest)) return [];
    if (leaks(thing.name, rest)) return [];
    // Many drugs have that dose, many diseases that share: a figure tells a thing only by its definition.
    if (isSubject && !clause.unique && readQuantities(rest).length > 0) return [];
    // "First choice in septic shock" says of no other shock that it is not.
    if (verb.copula && clause.unique && PREPOSITIONS.has(place.before)) return [];
    // "Given within an hour in septic shock" says of no other shock that it is not.
    if (
      !isSubject &&
      thing.concept?.kind === 'condition' &&
      /^(?:in|at|on|within|with|for|during|after)$/.test(place.before)
    )
      return [];
    if (grammar().genericNouns.has(termKey(thing.name))) return [];
    // "… and causes acidosis": what it does besides may be true of much.
    const second = isSubject ? undefined : secondVerb(text.slice(verb.end, place.start));
    if (second?.open === true) return [];
    const role = isSubject ? 'subject' : PREPOSITIONS.has(place.before) ? 'adjunct' : 'object';
    const open =
      !clause.unique &&
      (isSubject
        ? verb.open || (verb.copula && DONE.test(said)) || grammar().placing.has(verb.lemma)
        : role === 'object' && verb.open && !isFinding(clause));
    return [
      {
        ...{
          kind: 'term',
          sentence,
          text,
          relation: relationOf(verb.lemma, role, place.before),
          role,
          open,
          lemma: verb.lemma,
        },
        ...{ start: place.start, end: place.end, thing: { ...thing, name: text.slice(first.start, last.end) } },
      },
    ];
  });
}

/** The verb of a second statement on the same subject. */
function secondVerb(between: string): { readonly lemma: string; readonly open: boolean } | undefined {
  const [, word = ''] =
    /(?:^|.*\s)(?:and|or|but)\s+(?:(?:also|thereby|can|may|might|could|often)\s+)*(\p{L}+)\s/u.exec(between) ?? [];
  return /s$/.test(word) || /\b(?:can|may|might|could)\s/.test(between)
    ? grammar().verbs.get(word.toLowerCase())
    : undefined;
}

const FEWEST_OF_FINDING = 2;

/** "Muddy brown casts suggest": so certain a finding speaks for one thing, "cough suggests" for many. */
function isFinding({ text, subject, verb }: Clause): boolean {
  const isPlain = !/\b(?:may|can|might|could)\b/i.test(text.slice(subject.end, verb.end));
  const stems = contentStems(text.slice(subject.start, subject.end));
  return isPlain && grammar().telling.has(verb.lemma) && stems.size >= FEWEST_OF_FINDING;
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly thing: Thing;
}

/** Longest first, none within another. */
function findTerms(text: string, tokens: readonly Token[]): Span[] {
  const { small } = grammar();
  const concepts = new Map(conceptsIn(text).map(({ start, end, concept }) => [`${start}-${end}`, concept]));
  const keys = tokens.map(({ word }) => termKey(word));
  const spans: Span[] = [];
  for (let from = 0; from < tokens.length; from++) {
    // "Factors II, VII and X" are several.
    if (small.has((tokens[from] as Token).lower) || keys[from] === '' || (tokens[from] as Token).lower === 'factors')
      continue;
    for (let to = Math.min(tokens.length - 1, from + LONGEST_TERM - 1); to >= from; to--) {
      if (keys.slice(from, to + 1).includes('')) continue;
      const { start } = tokens[from] as Token;
      const { end } = tokens[to] as Token;
      const known = families().byKey(keys.slice(from, to + 1).join(' ')) ?? concepts.get(`${start}-${end}`);
      if (known === undefined) continue;
      spans.push({ from, to, thing: thingOf(text.slice(start, end)) });
      from = to;
      break;
    }
  }
  return spans;
}

/** The gap that a term leaves: with its article and an abbreviation behind it; undefined where it is part of a longer name. */
function boundsOf(text: string, tokens: readonly Token[], from: number, to: number) {
  const { small, verbs, auxiliaries } = grammar();
  let start = (tokens[from] as Token).start;
  let at = from - 1;
  if (at >= 0 && /^(?:the|a|an)$/.test((tokens[at] as Token).lower)) {
    start = (tokens[at] as Token).start;
    at--;
  }
  const before = tokens[at]?.lower ?? '';
  const clean = (word: string) => small.has(word) || verbs.has(word) || auxiliaries.has(word);
  if (before !== '' && !clean(before) && !/^[,;:(]$/.test(before)) return undefined;
  if (/^[(]$/.test(before)) return undefined;
  let next = to + 1;
  let end = (tokens[to] as Token).end;
  const bracket = /^ \([^()]{1,40}\)/.exec(text.slice(end));
  if (bracket !== null) {
    end += bracket[0].length;
    while (next < tokens.length && (tokens[next] as Token).start < end) next++;
  }
  const after = tokens[next]?.lower ?? '.';
  if (!/^[.,;:)]$/.test(after) && !clean(after)) return undefined;
  if (after === 'of' || after === '-') return undefined;
  if (LISTING.has(before) || OF_LIST.test(text.slice(end))) return undefined;
  const beyond = tokens[next + 1]?.lower ?? '';
  if (LISTING.has(after) && !verbs.has(beyond) && !auxiliaries.has(beyond)) return undefined;
  return { start, end, before, next };
}

/** "… by ____, a raised venous pressure and a high BNP": what else belongs to a list nobody can say. */
const OF_LIST = /^, (?:an? |the )?[^,;.]{3,60}(?:, [^,;.]{3,60})*,? and (?:an? |the )?[^,;.]{3,60}[.;]?$/;

const LISTING = new Set(['and', 'or', 'nor']);

function isBeside(tokens: readonly Token[], a: { from: number; to: number }, b: { from: number; to: number }): boolean {
  const [left, right] = a.to < b.from ? [a, b] : [b, a];
  const between = tokens.slice(left.to + 1, right.from).map(({ lower }) => lower);
  return between.every((word) => /^(?:,|and|or|the|a|an|both|but|than|with|to)$/.test(word));
}

function shareFamily(a: Thing, b: Thing): boolean {
  if (a.member?.families.some((family) => b.member?.families.includes(family))) return true;
  return a.concept !== undefined && a.concept.kind === b.concept?.kind;
}

const RELATIONS: readonly (readonly [RegExp, Relation])[] = [
  [/^(?:cause|result|lead|trigger|precipitate|induce)$/, 'cause'],
  [/^(?:treat|relieve|prevent)$/, 'treatment'],
  [
    /^(?:secrete|release|convert|cleave|inhibit|block|activate|stimulate|reabsorb|transport|catalyse|bind|supply|innervate)$/,
    'function',
  ],
  [/^(?:measure|detect|test|assess|identify)$/, 'test'],
];

function relationOf(lemma: string, role: string, before: string): Relation {
  if (role === 'adjunct' && before !== 'by') return 'place';
  return RELATIONS.find(([verbs]) => verbs.test(lemma))?.[1] ?? 'function';
}
