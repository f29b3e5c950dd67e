/** Parents and relations walked: ancestors, descendants, what treats and what shows. Refuses orphans and cycles. */
import { ConsiliumError } from '../../kernel/errors.ts';
import type { Concept } from './concept.ts';

export interface Tree {
  ancestors(id: string): ReadonlySet<string>;
  descendants(id: string): ReadonlySet<string>;
  treatedBy(id: string): ReadonlySet<string>;
  treats(id: string): ReadonlySet<string>;
  shownBy(id: string): ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

export function buildTree(concepts: ReadonlyMap<string, Concept>): Tree {
  const children = childrenOf(concepts);
  requireNoCycle(concepts);
  const ancestors = remembered((id) => walk(id, (at) => concepts.get(at)?.parents ?? []));
  const descendants = remembered((id) => walk(id, (at) => children.get(at) ?? []));
  const givenFor = inverted(concepts);
  return {
    ancestors,
    descendants,
    treatedBy: remembered((id) => {
      const medicines = [id, ...descendants(id)].flatMap((problem) => [...(givenFor.get(problem) ?? [])]);
      return new Set(medicines.flatMap((medicine) => [medicine, ...descendants(medicine)]).filter(isDrug));
    }),
    treats: remembered((id) => new Set([id, ...ancestors(id)].flatMap((at) => [...(concepts.get(at)?.treats ?? [])]))),
    shownBy: remembered(
      (id) =>
        new Set(
          [id, ...descendants(id)].flatMap((at) =>
            (concepts.get(at)?.shown_by ?? []).map((shown) => shown.observation),
          ),
        ),
    ),
  };
}

function isDrug(id: string): boolean {
  return id.startsWith('drug:');
}

function childrenOf(concepts: ReadonlyMap<string, Concept>): Map<string, string[]> {
  const children = new Map<string, string[]>();
  for (const { id, parents } of concepts.values())
    for (const parent of parents) {
      if (!concepts.has(parent))
        throw new ConsiliumError('DATA_INVALID', `The catalogue's ${id} belongs to ${parent}, which is not there.`);
      const list = children.get(parent);
      if (list) list.push(id);
      else children.set(parent, [id]);
    }
  return children;
}

function requireNoCycle(concepts: ReadonlyMap<string, Concept>): void {
  const done = new Set<string>();
  const path = new Set<string>();
  const visit = (id: string): void => {
    if (done.has(id)) return;
    if (path.has(id))
      throw new ConsiliumError('DATA_INVALID', `The catalogue turns in a circle: ${[...path, id].join(' → ')}.`);
    path.add(id);
    for (const parent of concepts.get(id)?.parents ?? []) visit(parent);
    path.delete(id);
    done.add(id);
  };
  for (const id of concepts.keys()) visit(id);
}

/** All that `next` leads to, nearest first, without the start. */
function walk(start: string, next: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  let edge = [start];
  while (edge.length > 0) {
    edge = edge.flatMap(next).filter((id) => id !== start && !found.has(id));
    for (const id of edge) found.add(id);
  }
  return found.size === 0 ? NOTHING : found;
}

function inverted(concepts: ReadonlyMap<string, Concept>): Map<string, Set<string>> {
  const given = new Map<string, Set<string>>();
  for (const { id, treats } of concepts.values())
    for (const problem of treats ?? []) given.set(problem, (given.get(problem) ?? new Set()).add(id));
  return given;
}

function remembered(compute: (id: string) => ReadonlySet<string>): (id: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (id) => {
    const before = known.get(id);
    if (before) return before;
    const found = compute(id);
    known.set(id, found);
    return found;
  };
}
