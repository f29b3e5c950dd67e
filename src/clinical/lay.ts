import type { Mention } from './facts.ts';
import type { Line } from './line.ts';
import { readData } from './tables.ts';
import { compileWording, readLists } from './wording.ts';

interface Pattern {
  pattern: RegExp;
  kind: 'condition' | 'symptom';
  name: string;
  /** Surer than a word of the lexicon inside it ("it burns" is no burn). */
  sure: boolean;
}

/** What people feel and what happened to them in their own words, by the patterns of `data/lay.yml`. */
export function readLay(line: Line): Mention[] {
  const mentions: Mention[] = [];
  for (const { pattern, kind, name, sure } of load())
    for (const match of line.text.matchAll(pattern)) {
      const start = match.index + line.offset;
      const end = start + match[0].trimEnd().length;
      if (end > start && !mentions.some((known) => known.start < end && start < known.end))
        mentions.push({ kind, start, end, name, weight: sure ? 3.7 : 2.7 });
    }
  return mentions;
}

let loaded: Pattern[] | undefined;

function load(): Pattern[] {
  if (loaded) return loaded;
  const data = readData('lay');
  const lists = readLists(data.lists);
  loaded = (data.rows ?? '').split('\n').flatMap((row) => {
    const [words, kind, name] = row.split(' | ').map((cell) => cell.trim());
    if (!words || !name) return [];
    const sure = name.startsWith('!');
    return [
      {
        pattern: compileWording(words, lists),
        kind: kind === 'condition' ? ('condition' as const) : ('symptom' as const),
        name: sure ? name.slice(1) : name,
        sure,
      },
    ];
  });
  return loaded;
}
