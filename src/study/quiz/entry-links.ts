/**
 * What the material and the catalogue connect: a thing that is told beside an entry anywhere may be true of it, whatever its lists
 * leave out. Only what nothing connects with it is offered as wrong.
 */
import { type Concept, openCatalogue } from '../../clinical/catalogue/index.ts';
import { contentStems } from '../facts/terms.ts';
import { areRelated } from '../facts/things.ts';
import type { Entry } from './entry.ts';

export interface Links {
  /** Whether the thing may be true of the entry. */
  connects(concept: Concept, text: string, entry: Entry): boolean;
  /** Whether an entry names the class or one of it. */
  names(entry: Entry, group: string): boolean;
  /** Entries of which the concept, or one of its names, is the title. */
  homes(concept: Concept): readonly Entry[];
}

export function openLinks(entries: readonly Entry[]): Links {
  const told = new Map<Entry, { concepts: readonly Concept[]; stems: ReadonlySet<string> }>();
  const tellingOf = (entry: Entry) => {
    let held = told.get(entry);
    if (held === undefined) {
      const text = [entry.title, ...entry.names, ...[...entry.sections.values()].map((passage) => passage.text)].join(
        '. ',
      );
      held = { concepts: conceptsIn(text), stems: contentStems(text) };
      told.set(entry, held);
    }
    return held;
  };
  let byConcept: Map<string, Entry[]> | undefined;
  const homes = (concept: Concept) => {
    byConcept ??= groupByConcept(entries);
    const there = byConcept.get(concept.id) ?? [];
    // "High blood pressure in pregnancy" is at home with pre-eclampsia, and high blood pressure is not.
    const titled = there.filter(({ title }) => openCatalogue().link({ name: title })?.id === concept.id);
    return titled.length > 0 ? titled : there;
  };
  return {
    homes,
    names: (entry, group) => tellingOf(entry).concepts.some(({ id }) => openCatalogue().isA(id, group)),
    connects(concept, text, entry) {
      const { concepts, stems } = tellingOf(entry);
      if ([...contentStems(text)].every((word) => stems.has(word))) return true;
      if (concepts.some((other) => areKin(other, concept))) return true;
      const own = ownConcepts(entry);
      if (own.some((one) => isKnownOf(concept, one))) return true;
      // What the thing's own entry says of this one.
      return homes(concept).some((home) =>
        tellingOf(home).concepts.some((other) => own.some((one) => areKin(one, other))),
      );
    },
  };
}

function conceptsIn(text: string): Concept[] {
  const found = openCatalogue()
    .find(text)
    .filter(({ guessed }) => !guessed)
    .map(({ concept }) => concept);
  return [...new Map(found.map((concept) => [concept.id, concept])).values()];
}

/** What an entry is about: a class with its members, an illness with its other names. */
export function ownConcepts({ names }: Entry): Concept[] {
  const catalogue = openCatalogue();
  const linked = names.flatMap((name) => catalogue.linkAll({ name }));
  return [...new Map(linked.map((concept) => [concept.id, concept])).values()];
}

function groupByConcept(entries: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const { id } of ownConcepts(entry)) groups.set(id, [...(groups.get(id) ?? []), entry]);
  return groups;
}

/** The same, wider or narrower; of medicines also those of one class. */
function areKin(a: Concept, b: Concept): boolean {
  return a.id === b.id || areRelated(openCatalogue(), a, b);
}

/** What the catalogue knows of the two: treatment, what shows it, what is watched, what bears on it. */
function isKnownOf(concept: Concept, own: Concept): boolean {
  const catalogue = openCatalogue();
  const both = [
    [concept, own],
    [own, concept],
  ] as const;
  return both.some(([a, b]) => {
    const { treated_by, shown_by, treats } = catalogue.closure(a.id);
    if (treated_by.has(b.id) || shown_by.has(b.id) || treats.has(b.id)) return true;
    if (a.kind === 'drug' || a.kind === 'drug_class') {
      if ([...treats].some((treated) => catalogue.isA(b.id, treated) || catalogue.isA(treated, b.id))) return true;
      if (catalogue.monitoring(a.id).some(({ observation }) => observation === b.id)) return true;
    }
    return catalogue.cautions(a.id).some((caution) => caution.with === b.id);
  });
}
