import { matchLexicon } from '../lexicon/lexicon.ts';
import { readTable } from '../tables/tables.ts';
import { tokenize } from '../words/tokens.ts';

export interface Interaction {
  drugs: [string, string];
  severity: 'contraindicated' | 'major' | 'moderate' | 'minor';
  effect: string;
  advice: string;
  source: string;
}

interface Rule {
  sides: [string, string];
  severity: Interaction['severity'];
  effect: string;
  advice: string;
  source: string;
}

const ORDER = ['contraindicated', 'major', 'moderate', 'minor'];

/** The known interactions among the drugs, worst first. Brand names and misspellings are understood. */
export function findInteractions(names: string[]): Interaction[] {
  const drugs = names.map(identify);
  const found: Interaction[] = [];
  for (let one = 0; one < drugs.length; one++)
    for (let two = one + 1; two < drugs.length; two++) {
      const rule = ruleFor(drugs[one]!, drugs[two]!);
      if (!rule || found.some(({ drugs: [a, b] }) => a === drugs[one]!.name && b === drugs[two]!.name)) continue;
      const { sides: _sides, ...rest } = rule;
      found.push({ drugs: [drugs[one]!.name, drugs[two]!.name], ...rest });
    }
  return found.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

interface Drug {
  name: string;
  category: string;
}

/** What drug a written name means, and its class; the name itself when nobody knows it. */
export function identify(written: string): Drug {
  for (const match of matchLexicon(tokenize(written))) {
    const term = match.terms.find(({ group }) => group === 'drug');
    if (term) return { name: term.name.toLowerCase(), category: (term.category ?? '').toLowerCase() };
  }
  return { name: written.trim().toLowerCase(), category: '' };
}

/** A rule about the drug itself comes before one about its class; of several the worst. */
function ruleFor(one: Drug, two: Drug): Rule | undefined {
  if (one.name === two.name) return undefined;
  const fitting = load().filter(({ sides: [a, b] }) => (is(one, a) && is(two, b)) || (is(one, b) && is(two, a)));
  return fitting.sort((a, b) => named(b) - named(a) || ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))[0];
}

function is(drug: Drug, side: string): boolean {
  return side.startsWith('[') ? drug.category === side.slice(1, -1) : drug.name === side;
}

function named({ sides }: Rule): number {
  return sides.filter((side) => !side.startsWith('[')).length;
}

let loaded: Rule[] | undefined;

function load(): Rule[] {
  loaded ??= readTable('interactions', 6, 6).rows.map(
    ([a = '', b = '', severity, effect = '', advice = '', source = '']) => ({
      sides: [a.toLowerCase(), b.toLowerCase()],
      severity: severity as Interaction['severity'],
      effect,
      advice,
      source,
    }),
  );
  return loaded;
}
