/**
 * What the house knows about health in general: a few hundred short entries (`knowledge/*.yml`), each written for the
 * project and naming its sources, and a lookup that answers from them or says that it has nothing.
 * Knows nothing of patients. May touch: its own files and the kernel's errors.
 */
import { inPieces } from '../text/pieces.ts';
import { answerQuestion, type KnowledgeAnswer } from './answer.ts';
import { type Entry, readEntries } from './entries.ts';
import { buildLookup, type KnowledgeResult, type Lookup, type SearchOptions } from './lookup.ts';

export type { AnswerPart, KnowledgeAnswer } from './answer.ts';
export type { Entry as KnowledgeEntry, Kind, Section } from './entries.ts';
export { KINDS } from './entries.ts';
export type { KnowledgeResult, SearchOptions } from './lookup.ts';

/** The entries that answer a question, best first; empty where the base does not cover it. */
export function searchKnowledge(query: string, options: SearchOptions = {}): KnowledgeResult[] {
  const { limit, kinds } = options;
  const asked = query.slice(0, LONGEST_QUERY);
  const key = `${limit ?? ''} ${kinds?.join() ?? ''} ${asked}`;
  let found = recent.get(key);
  if (found === undefined) {
    found = base().lookup(asked, options);
    if (recent.size >= KEPT) recent.delete(recent.keys().next().value!);
    recent.set(key, found);
  }
  return [...found];
}

/** A question has a few lines; what comes after them does not change what it is about. */
const LONGEST_QUERY = 1000;
/** One turn asks the same more than once, and many turns ask alike. */
const KEPT = 500;
const recent = new Map<string, KnowledgeResult[]>();

/** What the base says to a question as it is put: the sentence that answers it, or nothing rather than something near. */
export function answerFromKnowledge(question: string): KnowledgeAnswer | undefined {
  return answerQuestion(question.slice(0, LONGEST_QUERY), base().lookup);
}

/** One entry with all its sections. */
export function knowledgeEntry(id: string): Entry | undefined {
  return base().byId.get(id);
}

/** Every entry, in the order of the files. */
export function knowledgeEntries(): readonly Entry[] {
  return base().entries;
}

/** The ids of the entries by the file they stand in (`conditions/heart`): a file is of one part of medicine. */
export function knowledgeParts(): ReadonlyMap<string, readonly string[]> {
  return base().parts;
}

interface Base {
  parts: ReadonlyMap<string, readonly string[]>;
  entries: readonly Entry[];
  byId: ReadonlyMap<string, Entry>;
  readonly lookup: Lookup;
}

const loaded = inPieces(loadBase);
const base = loaded.whole;

/** For a server, which lets others have their turn in between. */
export const knowledgeSteps = loaded.steps;

function* loadBase(): Generator<void, Base> {
  const placed = yield* readEntries();
  const entries = placed.map(({ entry }) => entry);
  const parts = new Map(
    [...Map.groupBy(placed, ({ part }) => part)].map(([part, all]) => [part, all.map(({ entry }) => entry.id)]),
  );
  let lookup: Lookup | undefined;
  return {
    parts,
    entries,
    byId: new Map(entries.map((entry) => [entry.id, entry])),
    // Whoever only reads the entries need not wait for it.
    get lookup() {
      lookup ??= buildLookup(entries);
      return lookup;
    },
  };
}
