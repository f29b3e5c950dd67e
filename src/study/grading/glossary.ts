/** What terms mean (glossary.yml): other ways of saying a definition, and the meanings that are taken for it. */

import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { nameKey, namesOf } from '../facts/names.ts';
import { contentStems } from '../facts/terms.ts';

interface Meaning {
  readonly entry: Entry;
  readonly text: string;
  readonly stems: ReadonlySet<string>;
}

interface Entry {
  readonly group: string;
  readonly meanings: readonly string[];
}

interface Glossary {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly meanings: readonly Meaning[];
  /** In how many meanings a word stands. */
  readonly uses: ReadonlyMap<string, number>;
}

let read: Glossary | undefined;

function open(): Glossary {
  read ??= compile(z.record(z.string(), z.string()).parse(readRows(new URL('./glossary.yml', import.meta.url))));
  return read;
}

function compile(groups: Readonly<Record<string, string>>): Glossary {
  const entries = new Map<string, Entry>();
  const meanings: Meaning[] = [];
  const uses = new Map<string, number>();
  for (const [group, lines] of Object.entries(groups))
    for (const line of lines.trim().split('\n')) {
      const at = line.indexOf(': ');
      const entry = { group, meanings: line.slice(at + 2).split(' | ') };
      for (const name of line.slice(0, at).split(' = ')) entries.set(nameKey(name), entry);
      for (const text of entry.meanings) {
        const stems = contentStems(text);
        for (const word of stems) uses.set(word, (uses.get(word) ?? 0) + 1);
        meanings.push({ entry, text, stems });
      }
    }
  return { entries, meanings, uses };
}

function entryOf(term: string): Entry | undefined {
  const { entries } = open();
  // "sensitivity of a test", "vector in epidemiology": where and of what it is said.
  const bare = term.replace(/\s(?:of|in|to|as|for|from|on)\s.*$/i, '');
  const names = [term, ...namesOf(term), ...(bare === term ? [] : [bare, ...namesOf(bare)])];
  return names.map((name) => entries.get(nameKey(name))).find((entry) => entry !== undefined);
}

/** Other ways of saying what a term means; none where it is not known. */
export function meaningsOf(term: string): readonly string[] {
  return entryOf(term)?.meanings ?? [];
}

const NEIGHBOUR = 1.5;

/** What other terms mean that an answer may be about, the likeliest first. */
export function otherMeanings(term: string, said: string, most: number): string[] {
  const { meanings, uses } = open();
  const own = entryOf(term);
  const given = contentStems(said);
  const worth = (word: string) => Math.log(meanings.length / (uses.get(word) ?? 1));
  const scored = meanings.flatMap(({ entry, text, stems }) => {
    if (entry === own) return [];
    let sum = 0;
    for (const word of given) if (stems.has(word)) sum += worth(word);
    const score = (sum / Math.sqrt(stems.size)) * (entry.group === own?.group ? NEIGHBOUR : 1);
    return score > 0 ? [{ text, score }] : [];
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ text }) => text);
}
