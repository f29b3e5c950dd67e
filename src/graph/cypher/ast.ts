import type { Value } from '../values.ts';

/** What a name stands for in one scope. The check gives each variable its symbol; `slot` is its place in a row. */
export interface Binding {
  name: string;
  slot: number;
  type: StaticType;
}

export type StaticType =
  | 'any'
  | 'null'
  | 'boolean'
  | 'integer'
  | 'float'
  | 'number'
  | 'string'
  | 'list'
  | 'relationships'
  | 'map'
  | 'node'
  | 'relationship'
  | 'path'
  | 'temporal';

export type BinaryOperator =
  | 'OR'
  | 'XOR'
  | 'AND'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | '=~'
  | 'IN'
  | 'STARTS WITH'
  | 'ENDS WITH'
  | 'CONTAINS'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '^';

interface At {
  start: number;
  end: number;
}

export type Variable = At & { kind: 'variable'; name: string; symbol?: Binding };

/** A variable that an expression declares for itself: of a comprehension, a quantifier, a reduce. */
export interface Local {
  name: string;
  symbol?: Binding;
}

export type Expression =
  | (At & { kind: 'literal'; value: Value })
  | (At & { kind: 'parameter'; name: string })
  | Variable
  | (At & { kind: 'property'; of: Expression; key: string })
  | (At & { kind: 'hasLabels'; of: Expression; labels: string[] })
  | (At & { kind: 'index'; of: Expression; index: Expression })
  | (At & { kind: 'slice'; of: Expression; from?: Expression; to?: Expression })
  | (At & { kind: 'list'; items: Expression[] })
  | (At & { kind: 'map'; entries: [string, Expression][] })
  | (At & { kind: 'projection'; of: Variable; entries: ProjectionEntry[] })
  | (At & { kind: 'unary'; operator: 'NOT' | '-' | '+'; of: Expression })
  | (At & { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression })
  | (At & { kind: 'chain'; operands: Expression[]; operators: BinaryOperator[] })
  | (At & { kind: 'isNull'; of: Expression; negated: boolean })
  | (At & {
      kind: 'case';
      subject?: Expression;
      branches: { when: Expression; result: Expression }[];
      otherwise?: Expression;
    })
  | (At & { kind: 'call'; name: string; args: Expression[]; distinct: boolean; star: boolean })
  | (At & { kind: 'comprehension'; local: Local; list: Expression; where?: Expression; map?: Expression })
  | (At & {
      kind: 'quantifier';
      mode: 'all' | 'any' | 'none' | 'single';
      local: Local;
      list: Expression;
      where: Expression;
    })
  | (At & { kind: 'reduce'; total: Local; initial: Expression; local: Local; list: Expression; body: Expression })
  | (At & { kind: 'pattern'; pattern: PathPattern })
  | (At & { kind: 'patternComprehension'; pattern: PathPattern; where?: Expression; map: Expression })
  | (At & { kind: 'subquery'; mode: 'exists' | 'count' | 'collect'; query: Query });

export type ProjectionEntry =
  | { kind: 'property'; key: string }
  | { kind: 'all' }
  | { kind: 'entry'; key: string; value: Expression };

export interface NodePattern extends At {
  variable?: Variable;
  labels: string[];
  /** `(n:A|B)`: one of these labels. */
  choice?: string[];
  properties?: Expression;
  symbol?: Binding;
}

export interface RelationshipPattern extends At {
  variable?: Variable;
  types: string[];
  direction: 'out' | 'in' | 'both';
  /** Present for a variable-length pattern. */
  length?: { min: number; max: number | undefined };
  properties?: Expression;
  symbol?: Binding;
}

/** `nodes[i] -relationships[i]- nodes[i + 1]`. */
export interface PathPattern extends At {
  variable?: Variable;
  shortest?: 'one' | 'all';
  nodes: NodePattern[];
  relationships: RelationshipPattern[];
}

export interface ProjectionItem {
  expression: Expression;
  /** The column's name: the alias, or the expression's own text. */
  name: string;
  aliased: boolean;
  symbol?: Binding;
}

export interface SortItem {
  expression: Expression;
  descending: boolean;
}

export interface Projection extends At {
  distinct: boolean;
  star: boolean;
  items: ProjectionItem[];
  order: SortItem[];
  skip?: Expression;
  limit?: Expression;
  /** Set by the check: present (perhaps empty) when the projection aggregates. Items then refer to these by their symbols. */
  aggregates?: AggregateCall[];
}

export interface AggregateCall {
  symbol: Binding;
  call: Extract<Expression, { kind: 'call' }>;
}

export type Clause =
  | (At & { kind: 'match'; optional: boolean; patterns: PathPattern[]; where?: Expression })
  | (At & { kind: 'unwind'; list: Expression; variable: Variable })
  | (At & { kind: 'with'; projection: Projection; where?: Expression })
  | (At & { kind: 'return'; projection: Projection })
  | WriteClause;

/** Only the loader of scratch graphs lets these through the parser. */
export type WriteClause =
  | (At & { kind: 'create'; patterns: PathPattern[] })
  | (At & { kind: 'merge'; pattern: PathPattern; onCreate: SetItem[]; onMatch: SetItem[] })
  | (At & { kind: 'delete'; detach: boolean; targets: Expression[] })
  | (At & { kind: 'set'; items: SetItem[] })
  | (At & { kind: 'remove'; items: RemoveItem[] });

export type SetItem =
  | { kind: 'property'; of: Expression; key: string; value: Expression }
  | { kind: 'labels'; of: Variable; labels: string[] }
  | { kind: 'all'; of: Variable; value: Expression; keep: boolean };

export type RemoveItem =
  | { kind: 'property'; of: Expression; key: string }
  | { kind: 'labels'; of: Variable; labels: string[] };

export interface SingleQuery {
  clauses: Clause[];
}

export interface Query extends At {
  parts: SingleQuery[];
  /** True when the parts are joined by UNION ALL, false by UNION. */
  all: boolean;
}
