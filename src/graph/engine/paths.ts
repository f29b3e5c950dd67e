import type { Context, Row } from '../context.ts';
import type { PathPattern } from '../cypher/ast.ts';
import { isNode, isRelationship, type NodeValue, type RelationshipValue } from '../values.ts';

/** Puts the path of a named pattern into its slot, from the nodes and relationships that a row binds. */
export function buildPath(pattern: PathPattern): (row: Row, context: Context) => boolean {
  const slot = pattern.variable!.symbol!.slot;
  const nodeSlots = pattern.nodes.map((node) => node.symbol!.slot);
  const edgeSlots = pattern.relationships.map((relationship) => relationship.symbol!.slot);
  return (row, { graph }) => {
    const start = row[nodeSlots[0]!] ?? null;
    if (!isNode(start)) return false;
    const nodes: NodeValue[] = [start];
    const relationships: RelationshipValue[] = [];
    for (const edgeSlot of edgeSlots) {
      const value = row[edgeSlot] ?? null;
      for (const edge of Array.isArray(value) ? value : [value]) {
        if (!isRelationship(edge)) return false;
        const at = nodes[nodes.length - 1]!.id;
        relationships.push(edge);
        nodes.push(graph.node(edge.from === at ? edge.to : edge.from));
      }
    }
    row[slot] = { kind: 'path', nodes, relationships };
    return true;
  };
}
