import type { DateTimeValue } from './temporal/types.ts';
import type { NodeValue, RelationshipValue, Value } from './values.ts';

/** One row of bindings; a variable's symbol says which place is its own. */
export type Row = Value[];

/** What one run of a query may touch: its parameters, its patient's graph, its clock. */
export interface Context {
  parameters: ReadonlyMap<string, Value>;
  graph: GraphReader;
  now: DateTimeValue;
  /** Throws past the time limit; called wherever a query can spend time. */
  tick(): void;
  /** Counts rows that exist at once; throws past what a query may hold. */
  hold(rows: number): void;
  /** Counts what lists and texts a query makes; throws past what it may use. */
  spend(value: Value): void;
}

/** The graph of one tenant, as the evaluator sees it. */
export interface GraphReader {
  node(id: number): NodeValue;
  elementId(entity: NodeValue | RelationshipValue): string;
  /** The relationships at a node, in the wanted direction and of the wanted types (all when empty). */
  neighbours(id: number, direction: 'out' | 'in' | 'both', types: string[]): RelationshipValue[];
  /** Runs a compiled statement of this tenant: `values` follow the tenant's own parameter. */
  select(sql: string, values: SqlValue[], onRow: (columns: SqlValue[]) => void): void;
  makeNode(id: number, label: string, properties: string): NodeValue;
  makeRelationship(id: number, type: string, from: number, to: number, properties: string): RelationshipValue;
}

export type SqlValue = string | number | bigint | null;
