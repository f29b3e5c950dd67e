import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openScratch } from '../tck/scratch.ts';

/**
 * The planner beside the definition: a pattern matches wherever its variables can be given nodes and its relationships
 * different edges so that everything fits. On small random graphs both must count the same.
 */
test('a pattern is found as often as trying everything finds it', () => {
  fc.assert(
    fc.property(graphs, patterns, fc.boolean(), (graph, pattern, split) => {
      const scratch = openScratch();
      scratch.run(createText(graph), new Map());
      const joined = split
        ? pattern.map((path) => `MATCH ${pathText(path)}`).join(' ')
        : `MATCH ${pattern.map(pathText).join(', ')}`;
      const { rows } = scratch.run(`${joined} RETURN count(*) AS n`, new Map());
      scratch.db.close();
      expect(Number(rows[0]![0])).toBe(countAll(graph, pattern, split));
    }),
    { numRuns: 1000 },
  );
});

interface Graph {
  labels: string[];
  edges: { from: number; to: number; type: string }[];
}

interface Hop {
  type: string;
  direction: 'out' | 'in' | 'both';
  /** Hops of a variable-length relationship. */
  length: [number, number] | undefined;
  node: { name: string; label: string };
}

interface Path {
  start: { name: string; label: string };
  hops: Hop[];
}

const graphs: fc.Arbitrary<Graph> = fc.integer({ min: 1, max: 4 }).chain((size) =>
  fc.record({
    labels: fc.array(fc.constantFrom('A', 'B'), { minLength: size, maxLength: size }),
    edges: fc.array(fc.record({ from: fc.nat(size - 1), to: fc.nat(size - 1), type: fc.constantFrom('X', 'Y') }), {
      maxLength: 5,
    }),
  }),
);
const node = fc.record({ name: fc.constantFrom('a', 'b', 'c', ''), label: fc.constantFrom('', '', 'A', 'B') });
const hop: fc.Arbitrary<Hop> = fc.record({
  type: fc.constantFrom('', 'X', 'Y'),
  direction: fc.constantFrom('out' as const, 'in' as const, 'both' as const),
  length: fc.constantFrom<Hop['length'][]>(undefined, undefined, undefined, [0, 1], [1, 2], [2, 2]),
  node,
});
const patterns = fc.array(fc.record({ start: node, hops: fc.array(hop, { maxLength: 2 }) }), {
  minLength: 1,
  maxLength: 2,
});

function createText({ labels, edges }: Graph): string {
  const nodes = labels.map((label, i) => `(n${i}:${label})`);
  return `CREATE ${[...nodes, ...edges.map(({ from, to, type }) => `(n${from})-[:${type}]->(n${to})`)].join(', ')}`;
}

function pathText({ start, hops }: Path): string {
  const say = ({ name, label }: Path['start']) => `(${name}${label ? `:${label}` : ''})`;
  return hops.reduce((text, { type, direction, length, node: end }) => {
    const inside = `[${type ? `:${type}` : ''}${length ? `*${length[0]}..${length[1]}` : ''}]`;
    return `${text}${direction === 'in' ? '<-' : '-'}${inside}${direction === 'out' ? '->' : '-'}${say(end)}`;
  }, say(start));
}

/** Follows the paths in every way; `split` makes each path a MATCH of its own, with edges of its own. */
function countAll(graph: Graph, paths: Path[], split: boolean): number {
  const bind = (
    bound: Map<string, number>,
    at: number,
    { name, label }: Path['start'],
  ): Map<string, number> | undefined => {
    if (label && graph.labels[at] !== label) return undefined;
    if (!name) return bound;
    if (bound.has(name)) return bound.get(name) === at ? bound : undefined;
    return new Map([...bound, [name, at]]);
  };
  const follow = (index: number, hops: Hop[], at: number, bound: Map<string, number>, used: number[]): number => {
    const [first, ...rest] = hops;
    if (!first) return startPath(index + 1, bound, split ? [] : used);
    let total = 0;
    const walk = (here: number, steps: number, spent: number[]) => {
      const [min, max] = first.length ?? [1, 1];
      if (steps >= min) {
        const next = bind(bound, here, first.node);
        if (next) total += follow(index, rest, here, next, spent);
      }
      if (steps === max) return;
      graph.edges.forEach(({ from, to, type }, edge) => {
        if (spent.includes(edge) || (first.type && type !== first.type)) return;
        const ends = new Set<number>();
        if (first.direction !== 'in' && from === here) ends.add(to);
        if (first.direction !== 'out' && to === here) ends.add(from);
        for (const end of ends) walk(end, steps + 1, [...spent, edge]);
      });
    };
    walk(at, 0, used);
    return total;
  };
  const startPath = (index: number, bound: Map<string, number>, used: number[]): number => {
    const path = paths[index];
    if (!path) return 1;
    return graph.labels.reduce((total, _, at) => {
      const next = bind(bound, at, path.start);
      return next ? total + follow(index, path.hops, at, next, used) : total;
    }, 0);
  };
  return startPath(0, new Map(), []);
}
