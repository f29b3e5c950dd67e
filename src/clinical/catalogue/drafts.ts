/** The catalogue while it is being built: concepts that files add to one after another, and what is wrong with them. */
import type { Code, Concept, Content, Cross, DrugFacts, Kind, ObservationFacts, Shown } from './concept.ts';
import { invalid, type Line } from './outline.ts';

export interface Draft extends Concept {
  names: string[];
  brands?: string[];
  codes: Code[];
  parents: string[];
  treats?: string[];
  shown_by?: Shown[];
  drug?: DrugFacts;
  observation?: ObservationFacts;
  crosses?: Cross[];
  contains?: Content[];
}

export const PREFIX: Record<Kind, string> = {
  drug: 'drug',
  drug_class: 'class',
  condition: 'condition',
  observation: 'observation',
  symptom: 'symptom',
  procedure: 'procedure',
  allergen: 'allergen',
  vaccine: 'vaccine',
  food: 'food',
};

/** A name that means something in two kinds. */
export interface Homonym {
  name: string;
  kinds: readonly [Kind, Kind];
}

export interface Drafts {
  all: Map<string, Draft>;
  homonyms: readonly Homonym[];
  /** The concept itself, made on first mention. */
  declare(kind: Kind, name: string, source: string): Draft;
  get(kind: Kind, name: string): Draft | undefined;
  /** A name that the catalogue's own files give: two meanings within a kind are a fault of the file. */
  name(draft: Draft, names: readonly string[], line: Line): void;
  /** A name from the lexicons, which know more spellings than meanings: the first meaning stays. */
  lend(draft: Draft, names: readonly string[]): void;
  /** Work that needs every concept to be there, done last. */
  later(work: () => void): void;
  finish(): void;
}

export function startDrafts(): Drafts {
  const all = new Map<string, Draft>();
  const named = new Map<Kind, Map<string, string>>();
  const waiting: (() => void)[] = [];
  const everywhere = new Map<string, Kind>();
  const homonyms: Homonym[] = [];
  const namesOf = (kind: Kind) => {
    const known = named.get(kind) ?? new Map<string, string>();
    named.set(kind, known);
    return known;
  };
  const lend = (draft: Draft, names: readonly string[]) => {
    const known = namesOf(draft.kind);
    for (const name of names) {
      const key = keyOf(name);
      if (key === '' || known.has(key)) continue;
      const other = everywhere.get(key);
      // A medicine and its class go by one name in the lexicons: the first that claims it has it.
      if (other !== undefined && other !== draft.kind && MEDICINES.has(other) && MEDICINES.has(draft.kind)) continue;
      if (other !== undefined) homonyms.push({ name: key, kinds: [other, draft.kind] });
      else everywhere.set(key, draft.kind);
      known.set(key, draft.id);
      draft.names.push(name);
    }
  };
  const get = (kind: Kind, name: string) => all.get(namesOf(kind).get(keyOf(name)) ?? '');
  return {
    all,
    homonyms,
    get,
    lend,
    declare(kind, name, source) {
      const known = get(kind, name);
      if (known) return known;
      const id = `${PREFIX[kind]}:${slug(name)}`;
      // Another spelling of the same name ("iron-deficiency anemia") is the same concept: it must not replace it.
      const same = all.get(id);
      if (same) {
        lend(same, [name]);
        return same;
      }
      const draft: Draft = { id, kind, name, names: [], codes: [], parents: [], source };
      all.set(id, draft);
      lend(draft, [name]);
      return draft;
    },
    name(draft, names, line) {
      for (const name of names) {
        const other = get(draft.kind, name);
        if (other && other.id !== draft.id)
          throw invalid(line.file, line.number, `gives "${name}" two meanings: ${other.id} and ${draft.id}`);
      }
      lend(draft, names);
    },
    later: (work) => void waiting.push(work),
    finish() {
      for (const work of waiting) work();
    },
  };
}

const MEDICINES = new Set<Kind>(['drug', 'drug_class']);

export function keyOf(name: string): string {
  return (name.charCodeAt(0) === QUOTE ? name.slice(1, -1) : name).toLowerCase();
}

const QUOTE = 34;

/** "hypertension (high blood pressure)" → "hypertension" */
export function slug(name: string): string {
  if (/^[a-z]+(?: [a-z]+)*$/.test(name)) return name.replaceAll(' ', '_');
  return plainName(name)
    .toLowerCase()
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '');
}

export function plainName(name: string): string {
  return name.replace(/ \([^)]*\)$/, '');
}

export function addParent(draft: Draft, parent: string): void {
  if (parent !== draft.id && !draft.parents.includes(parent)) draft.parents.push(parent);
}
