import { readData, splitList } from '../tables/tables.ts';

export type EndingKind = 'drug' | 'condition' | 'symptom' | 'procedure';

/** Tells a drug, a disease or a sign from the ending of a word that no list holds. */
export function kindByEnding(word: string): EndingKind | undefined {
  if (word.length < 6) return undefined;
  const { drug, condition, symptom, procedure } = endings();
  if (matches(word, procedure, 8)) return 'procedure';
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

let loaded: Record<EndingKind, Endings> | undefined;

function endings(): Record<EndingKind, Endings> {
  if (loaded) return loaded;
  const data = readData('morphology');
  const read = (kind: string): Endings => ({
    pattern: new RegExp(`^[a-z][a-z0-9-]{2,}(?:${splitList(data[`${kind}_endings`]?.replace(/\n/g, ' ')).join('|')})$`),
    exceptions: new Set(splitList(data[`${kind}_exceptions`]?.replace(/\n/g, ' '))),
  });
  loaded = { drug: read('drug'), condition: read('condition'), symptom: read('symptom'), procedure: read('procedure') };
  return loaded;
}

let heads: Set<string> | undefined;

/** Nouns that with a body part name a procedure ("hip replacement"). */
export function procedureHeads(): Set<string> {
  heads ??= new Set(splitList(readData('morphology').procedure_heads?.replace(/\n/g, ' ')));
  return heads;
}
