/** The reference by meaning: the passage of the knowledge base that is nearest to a question, by the vectors that are shipped. */
import { type KnowledgeEntry, knowledgeEntry } from '../../knowledge/index.ts';
import { digestOf } from '../../search/holdings.ts';
import { knowledgeVolumes } from '../../search/knowledge.ts';
import { vectorOf } from '../../search/semantic/nearness.ts';
import { readShipped } from '../../search/shipped.ts';

export interface Reference {
  entry: KnowledgeEntry;
  section: string;
  text: string;
  near: number;
}

interface Shelf {
  id: string;
  section: string;
  text: string;
  vector: Int8Array;
  scale: number;
}

let shelves: readonly Shelf[] | undefined;

function openShelves(): readonly Shelf[] {
  if (shelves !== undefined) return shelves;
  const vectors = new Map(readShipped().map(({ digest, vector }) => [Buffer.from(digest).toString('hex'), vector]));
  shelves = knowledgeVolumes()
    .flatMap(({ passages }) => passages)
    .flatMap(({ title, text, source }) => {
      const bytes = vectors.get(digestOf(title, text).toString('hex'));
      const { entry_id: id, section } = source as { entry_id: string; section: string };
      if (bytes === undefined) return [];
      const vector = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
      return [{ id, section, text, vector, scale: 1 / Math.hypot(...vector) }];
    });
  return shelves;
}

/** The nearest passages, best first. */
export function nearestReferences(question: string, top = 3): Reference[] {
  const asked = vectorOf(question);
  if (asked === undefined) return [];
  const scored = openShelves().map((shelf) => {
    let sum = 0;
    for (let at = 0; at < asked.length; at++) sum += asked[at]! * shelf.vector[at]!;
    return { shelf, near: sum * shelf.scale };
  });
  return scored
    .toSorted((a, b) => b.near - a.near)
    .slice(0, top)
    .flatMap(({ shelf, near }) => {
      const entry = knowledgeEntry(shelf.id);
      return entry === undefined ? [] : [{ entry, section: shelf.section, text: shelf.text, near }];
    });
}
