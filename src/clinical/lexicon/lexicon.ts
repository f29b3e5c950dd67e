import { observations } from '../measures/observations.ts';
import { readBrands, readTable, splitList } from '../tables/tables.ts';
import { normalize, type Token } from '../words/tokens.ts';
import { normalPhrases } from './finding-words.ts';
import { closestWord } from './spelling.ts';

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
  /** A brand of `data/brands.yml`: too many to be guessed from a misspelled word. */
  brand?: true;
  /** A short form of `data/shorthand.yml`: "note" where only clinicians write it so, "any" where patients do too. */
  shorthand?: 'note' | 'any';
}

/** Which short forms count: none (what is the text about?), those of patients, those of clinicians too. */
export type Style = 'plain' | 'conversation' | 'note';

export interface Match {
  from: number;
  to: number;
  terms: Term[];
  /** Found through a misspelling. */
  guessed?: boolean;
}

/**
 * Phrases by their words in search form, and every beginning of a longer phrase: two flat tables build faster than a
 * tree. Only those that begin as a word of the text does are ever built.
 */
interface Lexicon {
  phrases: Map<string, Term[]>;
  beginnings: Set<string>;
  /** What has not been built yet, by its first two letters. */
  unread: Map<string, [phrase: string, term: Term][]>;
  /** One-word names, which a misspelling may mean; made when a word is first to be guessed. */
  single?: Set<string>;
}

const SKIPPED = new Set(['-', '–', '‐', '‑', "'", '’', '/', '.', '®', '™']);

/** Finds the longest phrases of the lexicon, left to right, in one walk over the tokens. */
export function matchLexicon(tokens: Token[], style: Style = 'plain'): Match[] {
  const known = lexicon();
  const matches: Match[] = [];
  for (let from = 0; from < tokens.length; ) {
    const match = longestFrom(tokens, from, known, style) ?? guessFrom(tokens, from, known);
    if (match) matches.push(match);
    from = match ? match.to : from + 1;
  }
  return matches;
}

function longestFrom(tokens: Token[], from: number, known: Lexicon, style: Style): Match | undefined {
  const { phrases, beginnings } = known;
  open(known, tokens[from]!.norm);
  let key = '';
  let best: Match | undefined;
  for (let at = from; at < tokens.length; at++) {
    if (at > from && isSkipped(tokens, at)) continue;
    key = at === from ? tokens[at]!.norm : `${key} ${tokens[at]!.norm}`;
    const terms = phrases
      .get(key)
      ?.filter((term) => isWritten(term, style) && (!term.exact || term.exact === spelled(tokens, from, at)));
    if (terms && terms.length > 0) best = { from, to: at + 1, terms };
    if (!beginnings.has(key)) break;
  }
  return best;
}

function isWritten({ shorthand }: Term, style: Style): boolean {
  return shorthand === undefined || style === 'note' || (shorthand === 'any' && style === 'conversation');
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
  for (let at = from; at <= to; at++) if (!SKIPPED.has(tokens[at]!.text)) text += tokens[at]!.text;
  return text;
}

function guessFrom(tokens: Token[], from: number, known: Lexicon): Match | undefined {
  const { phrases } = known;
  const token = tokens[from]!;
  if (token.kind !== 'word' || token.norm.length < 7) return undefined;
  known.single ??= singleNames();
  const word = closestWord(token.norm, known.single);
  if (word !== undefined) open(known, word);
  const terms = word === undefined ? undefined : phrases.get(word)?.filter((term) => !term.exact);
  return terms && terms.length > 0 ? { from, to: from + 1, terms, guessed: true } : undefined;
}

let loaded: Lexicon | undefined;

/** The lexicon; sorted by how phrases begin from the YAML tables on first use. */
function lexicon(): Lexicon {
  if (loaded) return loaded;
  const known: Lexicon = { phrases: new Map(), beginnings: new Set(), unread: new Map() };
  for (const entry of allTerms()) {
    const head = headOf(entry[0]);
    const same = known.unread.get(head);
    if (same === undefined) known.unread.set(head, [entry]);
    else same.push(entry);
  }
  loaded = known;
  return loaded;
}

/** All of it, built: for whoever wants to look through it. */
export function wholeLexicon(): Pick<Lexicon, 'phrases' | 'beginnings'> {
  const known = lexicon();
  for (const head of [...known.unread.keys()]) open(known, head);
  return known;
}

function open(known: Lexicon, norm: string): void {
  const head = norm.slice(0, 2);
  const entries = known.unread.get(head);
  if (entries === undefined) return;
  known.unread.delete(head);
  for (const [phrase, term] of entries) addPhrase(known, phrase, term);
}

/**
 * The first two letters of a phrase in search form. That form changes how a word begins only where it is short, has an
 * "ae" or "oe" early on, or is no plain word: there it is worked out, else read off.
 */
export function headOf(phrase: string): string {
  const at = phrase.charCodeAt(0) === 34 ? 1 : 0;
  const start = phrase.slice(at, at + 4);
  if (/^[a-z]{4}$/i.test(start) && !/ae|oe/i.test(start)) return start.slice(0, 2).toLowerCase();
  return (searchForm(at === 1 ? phrase.slice(1, -1) : phrase)[0] ?? '').slice(0, 2);
}

function singleNames(): Set<string> {
  const names = new Set<string>();
  for (const [phrase, term] of allTerms()) if (isGuessed(phrase, term)) names.add(searchForm(phrase)[0]!);
  return names;
}

const GUESSED = new Set<Term['group']>(['drug', 'condition', 'symptom', 'observation']);

/** A name of one word, which a misspelling may mean. */
function isGuessed(phrase: string, { group, shorthand, brand }: Term): boolean {
  if (shorthand || brand || phrase.startsWith('"') || !GUESSED.has(group)) return false;
  return PLAIN.test(phrase) ? !phrase.includes(' ') : searchForm(phrase).length === 1;
}

function addPhrase({ phrases, beginnings }: Lexicon, phrase: string, term: Term): void {
  const exact = phrase.startsWith('"') ? phrase.slice(1, -1) : undefined;
  const words = searchForm(exact ?? phrase);
  let key = words[0];
  if (key === undefined) return;
  for (let at = 1; at < words.length; at++) {
    beginnings.add(key);
    key = `${key} ${words[at]}`;
  }
  const terms = phrases.get(key);
  const added = exact ? { ...term, exact: exact.replace(/[\s'’/.-]/g, '') } : term;
  if (!terms) phrases.set(key, [added]);
  else if (!terms.some((known) => known.group === term.group && !known.exact && !known.shorthand)) terms.push(added);
}

/** The words of a phrase as a walk over its tokens would meet them; most phrases are plain words and need no pattern. */
function searchForm(phrase: string): string[] {
  if (PLAIN.test(phrase)) return phrase.includes(' ') ? phrase.split(' ').map(normalize) : [normalize(phrase)];
  const words: string[] = [];
  for (const word of phrase.match(WORD) ?? [])
    if (!SKIPPED.has(word)) words.push(/^[a-z]/i.test(word) ? normalize(word) : word);
  return words;
}

const PLAIN = /^[a-zA-Z]+(?: [a-zA-Z]+)*$/;
const WORD = /[a-z][a-z0-9]*(?:'(?:s|t|ve|re|ll|d|m)\b)?|\d+(?:[.,]\d+)*|[^\sa-z0-9]/gi;

function* allTerms(): Generator<[string, Term]> {
  for (const [names] of readTable('ignored', 1, 1).rows)
    for (const phrase of splitList(names)) yield [phrase, { group: 'ignored', name: phrase }];
  for (const phrase of normalPhrases()) yield [phrase, { group: 'normal', name: phrase }];
  yield* problemTerms('conditions', 'condition');
  yield* problemTerms('symptoms', 'symptom');
  yield* drugTerms();
  yield* procedureTerms();
  yield* shorthandTerms();
  for (const entry of observations().list)
    for (const phrase of [entry.name.replace(/ \(.*\)$/, ''), ...entry.synonyms])
      yield [
        phrase,
        { group: 'observation', name: entry.name, code: { system: 'http://loinc.org', code: entry.loinc } },
      ];
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
  const { rows } = readTable('drugs', 3, 3);
  for (const [name = '', synonyms = '', category] of rows) {
    const [same, others] = synonyms.split(';');
    const term: Term = { group: 'drug', name, category };
    yield [name, term];
    for (const phrase of splitList(same)) yield [phrase, term];
    for (const phrase of splitList(others)) yield [phrase, { group: 'drug', name: phrase, category }];
  }
  yield* brandTerms(new Map(rows.map(([name = '', , category = '']) => [name, category])));
  for (const [names] of readTable('chemicals', 1, 1).rows)
    for (const phrase of splitList(names)) yield [phrase, { group: 'drug', name: phrase, category: 'chemical' }];
}

/** A brand is named and classed as its drug is. */
function* brandTerms(classes: Map<string, string>): Generator<[string, Term]> {
  for (const [name = '', brands, category] of readBrands().flatMap(({ rows }) => rows)) {
    if (category && !classes.has(name)) classes.set(name, category);
    const term: Term = { group: 'drug', name, category: category || classes.get(name) || 'other', brand: true };
    yield [name, term];
    for (const phrase of splitList(brands)) yield [phrase, term];
  }
}

/** Two or three letters mean something only between clinicians. */
function* shorthandTerms(): Generator<[string, Term]> {
  for (const [forms, group, name = '', category] of readTable('shorthand', 4, 4).rows)
    for (const form of splitList(forms)) {
      const term: Term = {
        group: group as Term['group'],
        name,
        category,
        shorthand: /^"?[A-Za-z/&+]{1,3}"?$/.test(form) ? 'note' : 'any',
      };
      if (group === 'condition' || group === 'symptom') {
        term.name = form.replace(/"/g, '');
        term.system = category;
      }
      yield [form, term];
    }
}

function* procedureTerms(): Generator<[string, Term]> {
  for (const [name = '', synonyms, code, category] of readTable('procedures', 4, 4).rows) {
    const term: Term = { group: 'procedure', name, category };
    if (code) term.code = { system: 'http://snomed.info/sct', code };
    yield [name.replace(/ \(.*\)$/, ''), term];
    for (const phrase of splitList(synonyms)) yield [phrase, { ...term, name: phrase.replace(/"/g, '') }];
  }
}
