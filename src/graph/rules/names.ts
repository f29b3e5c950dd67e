import type { Query } from '../cypher/ast.ts';
import { nearest } from '../cypher/reject.ts';
import { recordLabels, relationshipTypes } from '../schema.ts';
import { visitQuery } from './visit.ts';
import type { Warning } from './warning.ts';

/** A label or type that GRAPH.md does not have matches nothing: better said than wondered at. */
export function findUnknownNames(query: Query): Warning[] {
  const warnings: Warning[] = [];
  const seen = new Set<string>();
  const look = (name: string, known: readonly string[], what: string) => {
    if (known.includes(name) || seen.has(name)) return;
    seen.add(name);
    const near = nearest(name, known);
    warnings.push({
      rule: 'unknown_name',
      message: `There is no ${what} ${name}.${near ? ` Did you mean ${near}?` : ''}`,
    });
  };
  visitQuery(query, {
    pattern(pattern) {
      for (const label of pattern.nodes.flatMap((node) => [...node.labels, ...(node.choice ?? [])]))
        look(label, recordLabels, 'label');
      for (const type of pattern.relationships.flatMap((edge) => edge.types))
        look(type, relationshipTypes, 'relationship type');
    },
  });
  return warnings;
}
