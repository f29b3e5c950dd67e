import { observations } from './observations.ts';
import { closestWord } from './spelling.ts';
import { readData, readTable, splitList } from './tables.ts';
import { type Token, tokenize } from './tokens.ts';

/** What a phrase of the lexicon stands for. */
export interface Term {
  group: 'condition' | 'symptom' | 'drug' | 'procedure' | 'observation' | 'normal' | 'ignored';
  name: string;
  code?: { system: string; code: string };
  system?: string;
  /** The class of a drug, the kind of a procedure. */
  category?: string;
  /** Letters that must stand exactly so (abbreviations that are also words). */
  exact?: string;
}

export interface Match {
  from: number;
  to: number;
  terms: Term[];
  /** Found through a misspelling. */
  guessed?: boolean;
}

interface Node {
  next?: Map<string, Node>;
  terms?: Term[];
}

const SKIPPED = new Set(['-', '–', '‐', '‑', "'", '’', '/', '.', '®', '™']);

/** Finds the longest phrases of the lexicon, left to right, in one walk over the tokens. */
export function matchLexicon(tokens: Token[]): Match[] {
  const { root, single } = lexicon();
  const matches: Match[] = [];
  for (let from = 0; from < tokens.length; ) {
    const match = longestFrom(tokens, from, root) ?? guessFrom(tokens, from, root, single);
    if (match) matches.push(match);
    from = match ? match.to : from + 1;
  }
  return matches;
}

function longestFrom(tokens: Token[], from: number, root: Node): Match | undefined {
  let node: Node | undefined = root;
  let best: Match | undefined;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (at > from && isSkipped(tokens, at)) continue;
    node = node.next?.get(token.norm);
    if (!node) break;
    if (node.terms) {
      const terms = node.terms.filter((term) => !term.exact || term.exact === spelled(tokens, from, at));
      if (terms.length > 0) best = { from, to: at + 1, terms };
    }
  }
  return best;
}

/** A hyphen or apostrophe that touches the word before it, or the orphaned "s" of "Parkinson' s". */
function isSkipped(tokens: Token[], at: number): boolean {
  const token = tokens[at]!;
  const before = tokens[at - 1]!;
  if (token.kind === 'sign') return SKIPPED.has(token.text) && token.start === before.end;
  return token.text === 's' && (before.text === "'" || before.text === '’');
}

function spelled(tokens: Token[], from: number, to: number): string {
  let text = '';
  for (let at = from; at <= to; at++) text += tokens[at]!.text;
  return text;
}

function guessFrom(tokens: Token[], from: number, root: Node, single: Set<string>): Match | undefined {
  const token = tokens[from]!;
  if (token.kind !== 'word' || token.norm.length < 7) return undefined;
  const word = closestWord(token.norm, single);
  const terms = word === undefined ? undefined : root.next?.get(word)?.terms?.filter((term) => !term.exact);
  return terms && terms.length > 0 ? { from, to: from + 1, terms, guessed: true } : undefined;
}

let loaded: { root: Node; single: Set<string>; vocabulary: Set<string> } | undefined;

/** The compiled lexicon; built from the YAML tables on first use. */
export function lexicon(): { root: Node; single: Set<string>; vocabulary: Set<string> } {
  if (loaded) return loaded;
  const root: Node = {};
  const vocabulary = new Set<string>();
  const single = new Set<string>();
  for (const [phrase, term] of allTerms()) {
    const exact = /^"(.*)"$/.exec(phrase)?.[1];
    const words = tokenize(exact ?? phrase).filter((token) => !SKIPPED.has(token.text));
    if (words.length === 0) continue;
    let node = root;
    for (const { norm } of words) {
      vocabulary.add(norm);
      node.next ??= new Map();
      let child = node.next.get(norm);
      if (!child) {
        child = {};
        node.next.set(norm, child);
      }
      node = child;
    }
    if (
      words.length === 1 &&
      !exact &&
      (term.group === 'drug' || term.group === 'condition' || term.group === 'symptom')
    )
      single.add(words[0]!.norm);
    node.terms ??= [];
    if (!node.terms.some((known) => known.group === term.group && !known.exact))
      node.terms.push(exact ? { ...term, exact: exact.replace(/[\s'’/.-]/g, '') } : term);
  }
  loaded = { root, single, vocabulary };
  return loaded;
}

function* allTerms(): Generator<[string, Term]> {
  for (const [names] of readTable('ignored', 1, 1).rows)
    for (const phrase of splitList(names)) yield [phrase, { group: 'ignored', name: phrase }];
  for (const phrase of splitList(findingWords().normal_words)) yield [phrase, { group: 'normal', name: phrase }];
  yield* problemTerms('conditions', 'condition');
  yield* problemTerms('symptoms', 'symptom');
  yield* drugTerms();
  yield* procedureTerms();
  for (const entry of observations().list)
    for (const phrase of [entry.name.replace(/ \(.*\)$/, ''), ...entry.synonyms])
      yield [
        phrase,
        { group: 'observation', name: entry.name, code: { system: 'http://loinc.org', code: entry.loinc } },
      ];
}

export interface FindingWords {
  condition_heads: string;
  symptom_heads: string;
  weak_heads: string;
  body_parts: string;
  modifiers: string;
  abnormal_states: string;
  normal_states: string;
  normal_words: string;
  exam_subjects: string;
}

let words: FindingWords | undefined;

export function findingWords(): FindingWords {
  words ??= readData('findings') as unknown as FindingWords;
  return words;
}

function* problemTerms(table: string, group: 'condition' | 'symptom'): Generator<[string, Term]> {
  for (const [name = '', synonyms = '', code, system] of readTable(table, 3, 4).rows) {
    const [same, kinds] = synonyms.split(';');
    const term: Term = { group, name, system };
    if (code) term.code = { system: 'http://hl7.org/fhir/sid/icd-10-cm', code };
    yield [name.replace(/ \(.*\)$/, ''), term];
    for (const phrase of splitList(same)) yield [phrase, term];
    for (const phrase of splitList(kinds)) yield [phrase, { group, name: phrase.replace(/"/g, ''), system }];
  }
}

function* drugTerms(): Generator<[string, Term]> {
  for (const [name = '', synonyms = '', category] of readTable('drugs', 3, 3).rows) {
    const [same, others] = synonyms.split(';');
    const term: Term = { group: 'drug', name, category };
    yield [name, term];
    for (const phrase of splitList(same)) yield [phrase, term];
    for (const phrase of splitList(others)) yield [phrase, { group: 'drug', name: phrase, category }];
  }
  for (const [names] of readTable('chemicals', 1, 1).rows)
    for (const phrase of splitList(names)) yield [phrase, { group: 'drug', name: phrase, category: 'chemical' }];
}

function* procedureTerms(): Generator<[string, Term]> {
  for (const [name = '', synonyms, code, category] of readTable('procedures', 4, 4).rows) {
    const term: Term = { group: 'procedure', name, category };
    if (code) term.code = { system: 'http://snomed.info/sct', code };
    yield [name.replace(/ \(.*\)$/, ''), term];
    for (const phrase of splitList(synonyms)) yield [phrase, { ...term, name: phrase }];
  }
}
