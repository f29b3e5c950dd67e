/** Other words for what is asked: the house's own list, and the names that knowledge entries go by. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/errors.ts';
import { knowledgeEntries } from '../../knowledge/index.ts';
import { termsOf } from './analysis.ts';

/** Other phrases for those found in a query, as terms; each meaning once, what the query already says left out. */
export type Synonyms = (terms: readonly string[]) => string[][];

const file = fileURLToPath(new URL('./synonyms.yml', import.meta.url));

export function loadSynonyms(): Synonyms {
  return buildSynonyms([...readSynonyms(readFileSync(file, 'utf8')), ...entryNames()]);
}

export function buildSynonyms(meanings: readonly (readonly string[])[]): Synonyms {
  const phrases = indexPhrases(meanings);
  return (terms) => {
    const found = new Set<Meaning>();
    for (let at = 0; at < terms.length; ) {
      const fits = (phrases.get(terms[at] as string) ?? []).filter(({ words }) => startsAt(terms, at, words));
      const longest = fits[0]?.words.length ?? 1;
      for (const { words, meaning } of fits) if (words.length === longest) found.add(meaning);
      at += longest;
    }
    const said = new Set(terms);
    return [...found].flatMap((meaning) => meaning.filter((words) => !words.every((word) => said.has(word))));
  };
}

type Meaning = readonly (readonly string[] & string[])[];

interface Phrase {
  readonly words: string[];
  readonly meaning: Meaning;
}

/** First term → phrases that begin with it, longest first. */
function indexPhrases(meanings: readonly (readonly string[])[]): Map<string, Phrase[]> {
  const phrases = new Map<string, Phrase[]>();
  for (const names of meanings) {
    const meaning = distinct(names.map((name) => termsOf(name).words).filter((words) => words.length > 0));
    if (meaning.length < 2) continue;
    for (const words of meaning) {
      const first = words[0] as string;
      phrases.set(first, [...(phrases.get(first) ?? []), { words, meaning }]);
    }
  }
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length);
  return phrases;
}

function distinct(phrases: string[][]): string[][] {
  return [...new Map(phrases.map((words) => [words.join(' '), words])).values()];
}

function startsAt(terms: readonly string[], at: number, words: readonly string[]): boolean {
  return words.every((word, i) => terms[at + i] === word);
}

/** The title and the first few names: the later ones are loose. */
function entryNames(): string[][] {
  return knowledgeEntries()
    .filter(({ kind }) => kind === 'condition' || kind === 'test')
    .map(({ title, also }) => [title, ...also.slice(0, 3)]);
}

const schema = z.strictObject({
  same: z.array(z.string().regex(/^[^,]+(?:,[^,]+)+$/, 'a line is two or more phrases')),
});

export function readSynonyms(source: string, name = 'src/search/keyword/synonyms.yml'): string[][] {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  const fault = document.errors[0];
  if (fault !== undefined) throw invalid(`${name}:${lines.linePos(fault.pos[0]).line}`, fault.message);
  const parsed = schema.safeParse(document.toJS());
  if (!parsed.success) {
    const issue = parsed.error.issues[0] as z.core.$ZodIssue;
    const node = document.getIn(issue.path, true) as { range?: [number] } | undefined;
    throw invalid(`${name}:${lines.linePos(node?.range?.[0] ?? 0).line || 1}`, issue.message);
  }
  return parsed.data.same.map((line) => line.split(',').map((phrase) => phrase.trim()));
}

function invalid(place: string, problem: string): ConsiliumError {
  return new ConsiliumError('DATA_INVALID', `${place}: ${problem}`, { hint: 'The head of the file says its form.' });
}
