import { readData, splitList } from './tables.ts';

/** Tells a drug, a disease or a sign from the ending of a word that no list holds. */
export function kindByEnding(word: string): 'drug' | 'condition' | 'symptom' | undefined {
  if (word.length < 6) return undefined;
  const { drug, condition, symptom } = endings();
  if (matches(word, symptom, 6)) return 'symptom';
  if (matches(word, condition, 7)) return 'condition';
  return matches(word, drug, 7) ? 'drug' : undefined;
}

interface Endings {
  pattern: RegExp;
  exceptions: Set<string>;
}

function matches(word: string, { pattern, exceptions }: Endings, shortest: number): boolean {
  return word.length >= shortest && pattern.test(word) && !exceptions.has(word);
}

let loaded: Record<'drug' | 'condition' | 'symptom', Endings> | undefined;

function endings(): Record<'drug' | 'condition' | 'symptom', Endings> {
  if (loaded) return loaded;
  const data = readData('morphology') as Record<string, string>;
  const read = (kind: string): Endings => ({
    pattern: new RegExp(`^[a-z][a-z0-9-]{2,}(?:${splitList(data[`${kind}_endings`]?.replace(/\n/g, ' ')).join('|')})$`),
    exceptions: new Set(splitList(data[`${kind}_exceptions`]?.replace(/\n/g, ' '))),
  });
  loaded = { drug: read('drug'), condition: read('condition'), symptom: read('symptom') };
  return loaded;
}
