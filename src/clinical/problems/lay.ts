import type { Mention } from '../facts/facts.ts';
import { readLists, WordingIndex } from '../rules/wording.ts';
import { readData } from '../tables/tables.ts';
import type { Line } from '../words/line.ts';

interface Saying {
  kind: 'condition' | 'symptom';
  name: string;
  /** Surer than a word of the lexicon inside it ("it burns" is no burn). */
  sure: boolean;
}

/** What people feel and what happened to them in their own words, by the patterns of `data/lay.yml`. */
export function readLay(line: Line): Mention[] {
  const mentions: Mention[] = [];
  for (const [pattern, { kind, name, sure }] of load().candidates(line.text))
    for (const match of line.text.matchAll(pattern)) {
      const start = match.index + line.offset;
      const end = start + match[0].trimEnd().length;
      if (end > start && !mentions.some((known) => known.start < end && start < known.end))
        mentions.push({ kind, start, end, name, weight: sure ? 3.7 : 2.7 });
    }
  return mentions;
}

let loaded: WordingIndex<Saying> | undefined;

function load(): WordingIndex<Saying> {
  if (loaded) return loaded;
  const data = readData('lay');
  const sayings = new WordingIndex<Saying>(readLists(data.lists));
  for (const row of (data.rows ?? '').split('\n')) {
    const [words, kind, name] = row.split(' | ').map((cell) => cell.trim());
    if (!words || !name) continue;
    const sure = name.startsWith('!');
    sayings.add(words, {
      kind: kind === 'condition' ? 'condition' : 'symptom',
      name: sure ? name.slice(1) : name,
      sure,
    });
  }
  loaded = sayings;
  return loaded;
}
