/**
 * The catalogue: one list of concepts under extraction, record, search and reasoning. Data files in `data/` and those of
 * the lexicons, read once when first asked for; checked while it is read (no orphan, no cycle, no name with two meanings
 * within a kind). Touches nothing of the house but the clinical text tools below it.
 */

import { inPieces } from '../../text/pieces.ts';
import type { Caution, Closure, Code, Concept, Content, Kind, Match, Monitoring, Note, NoteTopic } from './concept.ts';
import { addProblems } from './conditions.ts';
import { contentOf } from './contents.ts';
import { startDrafts } from './drafts.ts';
import { requireDeclared } from './homonyms.ts';
import { linkEntry } from './linking.ts';
import { addObservations } from './measures.ts';
import { addMedicines } from './medicines.ts';
import { indexNames, type NameIndex } from './names.ts';
import { type Notes, readNotes } from './notes.ts';
import { addOthers } from './others.ts';
import { buildTree, type Tree } from './tree.ts';

export type {
  Caution,
  Closure,
  Code,
  Concept,
  Content,
  Cross,
  Kind,
  Match,
  Monitoring,
  Note,
  NoteTopic,
  Shown,
} from './concept.ts';
export { KINDS } from './concept.ts';
export { sayContent } from './contents.ts';

/** An entry of a record, as far as it says what it is. */
export interface Entry {
  name: string | null;
  codes?: readonly Code[];
  kinds?: readonly Kind[];
}

export interface Catalogue {
  all(): Iterable<Concept>;
  /** Makes names ready to be found, a few at a time, before somebody waits for them. */
  prepare(): Generator<void>;
  get(id: string): Concept | undefined;
  /** Names in running text, longest first, spans in order; one span may mean concepts of several kinds. */
  find(text: string, options?: { kinds?: readonly Kind[] }): Match[];
  /** What an entry of the record is, by code, then by name; undefined where nobody knows. */
  link(entry: Entry): Concept | undefined;
  /** The same where one entry names several (a combination of medicines): its parts, or the one. */
  linkAll(entry: Entry): Concept[];
  isA(id: string, ancestor: string): boolean;
  /** What of a thing is of that kind: it itself, or one of its contents. */
  holds(id: string, kind: string): Content | undefined;
  /** Without the concept itself. */
  ancestors(id: string): ReadonlySet<string>;
  descendants(id: string): ReadonlySet<string>;
  closure(id: string): Closure;
  /** The drugs given for a condition or one of its kinds. */
  treatments(conditionId: string): Concept[];
  /** What a drug is given for, its classes' reasons included. */
  treats(drugId: string): Concept[];
  shownBy(conditionId: string): Concept[];
  /** Notes of a medicine and its classes on a topic; the nearest one first. */
  notes(drugId: string, topic?: NoteTopic): Note[];
  monitoring(drugId: string): Monitoring[];
  /** What bears on a thing or on what it is a kind of; the nearest first. */
  cautions(id: string): Caution[];
}

/** A record repeats the same few hundred names: so many links are kept. */
const REMEMBERED = 5000;

const catalogue = inPieces(build);

export function openCatalogue(): Catalogue {
  return catalogue.whole();
}

/** For a server, which lets others have their turn in between. */
export function* catalogueSteps(): Generator<void> {
  yield* catalogue.steps();
  yield* openCatalogue().prepare();
}

function* build(): Generator<void, Catalogue> {
  const drafts = startDrafts();
  addObservations(drafts);
  yield;
  yield* addMedicines(drafts);
  addProblems(drafts, 'condition', 'conditions');
  yield;
  addProblems(drafts, 'symptom', 'symptoms');
  yield;
  addOthers(drafts);
  yield;
  drafts.finish();
  requireDeclared(drafts.homonyms);
  yield;
  const notes = readNotes(drafts);
  yield;
  const names = inPieces(() => indexNames(drafts.all.values()));
  const made = overConcepts(drafts.all, notes, names.whole);
  yield;
  yield* names.steps();
  return made;
}

function overConcepts(
  concepts: ReadonlyMap<string, Concept>,
  { notes, monitoring, cautions }: Notes,
  names: () => NameIndex,
): Catalogue {
  const tree = buildTree(concepts);
  const links = new Map<string, Concept[]>();
  const link = (entry: Entry): Concept[] => {
    const key = `${entry.kinds?.join()}|${entry.codes?.map(({ system, code }) => `${system}#${code}`).join()}|${entry.name}`;
    const known = links.get(key);
    if (known) return known;
    if (links.size >= REMEMBERED) links.clear();
    const found = linkEntry(entry, concepts, names());
    links.set(key, found);
    return found;
  };
  const nearest = (id: string) => [id, ...tree.ancestors(id)];
  const concept = (id: string) => concepts.get(id)!;
  const isA = (id: string, ancestor: string) => id === ancestor || tree.ancestors(id).has(ancestor);
  return {
    all: () => concepts.values(),
    prepare: () => names().prepare(),
    get: (id) => concepts.get(id),
    find: (text, { kinds } = {}) => names().find(text, kinds && new Set(kinds)),
    link: (entry) => link(entry)[0],
    linkAll: link,
    isA,
    holds: (id, kind) => contentOf(concepts.get(id), kind, isA),
    ancestors: tree.ancestors,
    descendants: tree.descendants,
    closure: (id) => closureOf(id, tree),
    treatments: (id) => [...tree.treatedBy(id)].map(concept),
    treats: (id) => [...tree.treats(id)].map(concept),
    shownBy: (id) => [...tree.shownBy(id)].map(concept),
    notes: (id, topic) =>
      nearest(id).flatMap((of) => (notes.get(of) ?? []).filter((note) => topic === undefined || note.topic === topic)),
    monitoring: (id) => nearest(id).flatMap((of) => monitoring.get(of) ?? []),
    cautions: (id) => nearest(id).flatMap((of) => cautions.get(of) ?? []),
  };
}

function closureOf(id: string, tree: Tree): Closure {
  return {
    is: new Set([id, ...tree.descendants(id)]),
    treated_by: tree.treatedBy(id),
    shown_by: tree.shownBy(id),
    treats: tree.treats(id),
  };
}
