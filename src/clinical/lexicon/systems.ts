import { observationByName } from '../measures/observations.ts';
import { readTable, splitList } from '../tables/tables.ts';
import { normalize, tokenize } from '../words/tokens.ts';
import { matchLexicon } from './lexicon.ts';

/** The body system of an organ, finding, condition or measurement: "liver" → hepatic, "asthma" → respiratory. */
export function bodySystem(words: string): string | undefined {
  const organs = load();
  const whole = phrase(words);
  if (organs.has(whole)) return organs.get(whole);
  for (const match of matchLexicon(tokenize(words))) {
    const term = match.terms.find(({ system }) => system !== undefined && system !== '');
    if (term?.system) return term.system;
    const measured = match.terms.find(({ group }) => group === 'observation');
    const entry = measured && observationByName(measured.name);
    if (entry) return entry.system;
  }
  for (const token of tokenize(words)) {
    const system = organs.get(token.norm);
    if (system) return system;
  }
  return undefined;
}

export function bodySystems(): string[] {
  return [...new Set(load().values())];
}

function phrase(words: string): string {
  return words.trim().split(/\s+/).map(normalize).join(' ');
}

let loaded: Map<string, string> | undefined;

function load(): Map<string, string> {
  if (loaded) return loaded;
  loaded = new Map();
  for (const [system = '', words] of readTable('systems', 2, 2).rows)
    for (const word of [system, ...splitList(words)]) loaded.set(phrase(word), system);
  return loaded;
}
