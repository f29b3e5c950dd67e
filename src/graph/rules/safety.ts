import type { Binding, Expression, PathPattern, Query } from '../cypher/ast.ts';
import { locate } from '../cypher/lexer.ts';
import { reject } from '../cypher/reject.ts';
import { conjunctsOf } from '../engine/elements.ts';
import { patientTypes, typeLabels } from '../schema.ts';
import type { Value } from '../values.ts';
import { visitQuery } from './visit.ts';

/** A uuid that a query anchors a Patient at: a constant, or a parameter of the run. */
export type Anchor = { kind: 'constant'; value: Value } | { kind: 'parameter'; name: string };

const longestWalk = 10;

/** Refuses what may not be asked and gives the anchors, which depend on the run's parameters. */
export function checkSafety(query: Query, source: string): Anchor[] {
  refuseWalks(query, source);
  refuseFunctions(query, source);
  refuseBareTypes(query, source);
  return findAnchors(query);
}

/** The same refusal for a patient that exists elsewhere and for one that exists nowhere. */
export function refuseScope(): Error {
  return reject('scope', 'This query is about another patient than the one it runs for.', {
    hint: 'Anchor at (p:Patient {uuid: $patient_uuid}); $patient_uuid is set for you.',
  });
}

export function checkAnchors(anchors: Anchor[], patientUuid: string, parameters: ReadonlyMap<string, Value>): void {
  for (const anchor of anchors) {
    const value = anchor.kind === 'constant' ? anchor.value : parameters.get(anchor.name);
    const values = Array.isArray(value) ? value : [value];
    if (values.some((one) => typeof one === 'string' && one !== patientUuid)) throw refuseScope();
  }
}

function refuseWalks(query: Query, source: string): void {
  visitQuery(query, {
    pattern(pattern) {
      for (const { length, start } of pattern.relationships) {
        if (!length || (length.max !== undefined && length.max <= longestWalk)) continue;
        throw reject(
          'limit',
          `A variable-length pattern needs an upper bound of at most ${longestWalk}.${place(source, start)}`,
          {
            hint: 'Write for example -[*1..3]-.',
          },
        );
      }
    },
  });
}

function refuseFunctions(query: Query, source: string): void {
  visitQuery(query, {
    expression(expression) {
      if (expression.kind !== 'call' || expression.name.toLowerCase() !== 'id') return;
      throw reject('syntax', `There is no function id().${place(source, expression.start)}`, {
        hint: 'elementId(n) and n.uuid identify a node.',
        detail: 'UnknownFunction',
      });
    },
  });
}

function place(source: string, start: number): string {
  const { line, column } = locate(source, start);
  return ` (line ${line}, column ${column})`;
}

/** A Type must be reached from an instance: by a relationship to it that has to exist, or in the pattern that names it. */
function refuseBareTypes(query: Query, source: string): void {
  const named: { symbol: Binding; label: string; start: number; pattern?: PathPattern }[] = [];
  const patterns: { pattern: PathPattern; firm: boolean }[] = [];
  const types = new Set<Binding>();
  const name = (symbol: Binding, labels: string[], start: number, pattern?: PathPattern) => {
    const label = labels.find((candidate) => typeLabels.includes(candidate));
    if (label === undefined) return;
    types.add(symbol);
    named.push({ symbol, label, start, ...(pattern ? { pattern } : {}) });
  };
  visitQuery(query, {
    clause(clause) {
      if (clause.kind !== 'match' || clause.optional || !clause.where) return;
      for (const conjunct of conjunctsOf(clause.where))
        if (conjunct.kind === 'pattern') patterns.push({ pattern: conjunct.pattern, firm: true });
    },
    pattern(pattern, firm) {
      patterns.push({ pattern, firm });
      for (const node of pattern.nodes)
        name(node.symbol!, [...node.labels, ...(node.choice ?? [])], node.start, pattern);
    },
    expression(expression) {
      if (expression.kind === 'hasLabels' && expression.of.kind === 'variable')
        name(expression.of.symbol!, expression.labels, expression.start);
    },
  });
  for (const { symbol, label, start, pattern } of named) {
    const reached = patterns.some(
      (other) => (other.firm || other.pattern === pattern || !pattern) && reaches(other.pattern, symbol, types),
    );
    if (!reached)
      throw reject(
        'type_direct',
        `${label} is asked for directly; Types are reached from the patient's own records.${place(source, start)}`,
        {
          hint: `Start at an instance, for example (p:Patient)-->()-[:IS_A|OF_MEDICATION]->(t:${label}).`,
        },
      );
  }
}

/** True when a relationship of the pattern leads from an instance to the node. */
function reaches(pattern: PathPattern, symbol: Binding, types: ReadonlySet<Binding>): boolean {
  return pattern.relationships.some((relationship, i) => {
    if (relationship.length && relationship.length.min < 1) return false;
    const [a, b] = [pattern.nodes[i]!.symbol!, pattern.nodes[i + 1]!.symbol!];
    return (a === symbol && !types.has(b)) || (b === symbol && !types.has(a));
  });
}

/** Where a Patient is compared with a uuid. */
function findAnchors(query: Query): Anchor[] {
  const patients = new Set<Binding>();
  const anchors: Anchor[] = [];
  visitQuery(query, { pattern: (pattern) => findPatients(pattern, patients) });
  visitQuery(query, {
    pattern(pattern) {
      for (const node of pattern.nodes) {
        if (!patients.has(node.symbol!) || node.properties?.kind !== 'map') continue;
        for (const [key, value] of node.properties.entries) if (key === 'uuid') anchors.push(...asAnchor(value));
      }
    },
  });
  visitQuery(query, {
    expression(expression) {
      if (expression.kind !== 'binary' || (expression.operator !== '=' && expression.operator !== 'IN')) return;
      const { left, right } = expression;
      if (isUuidOf(left, patients)) anchors.push(...asAnchor(right));
      else if (isUuidOf(right, patients) && expression.operator === '=') anchors.push(...asAnchor(left));
    },
  });
  return anchors;
}

/** A Patient by label, or by a relationship that only a Patient has. */
function findPatients(pattern: PathPattern, patients: Set<Binding>): void {
  for (const node of pattern.nodes) if (node.labels.includes('Patient')) patients.add(node.symbol!);
  pattern.relationships.forEach(({ types, direction, length }, i) => {
    if (length || direction === 'both' || types.length === 0 || !types.every((type) => patientTypes.includes(type)))
      return;
    patients.add(pattern.nodes[direction === 'out' ? i : i + 1]!.symbol!);
  });
}

function isUuidOf(expression: Expression, patients: ReadonlySet<Binding>): boolean {
  const of =
    expression.kind === 'property' && expression.key === 'uuid'
      ? expression.of
      : expression.kind === 'call' && expression.name.toLowerCase() === 'elementid'
        ? expression.args[0]
        : undefined;
  return of?.kind === 'variable' && patients.has(of.symbol!);
}

function asAnchor(expression: Expression): Anchor[] {
  if (expression.kind === 'literal') return [{ kind: 'constant', value: expression.value }];
  if (expression.kind === 'parameter') return [{ kind: 'parameter', name: expression.name }];
  return expression.kind === 'list' ? expression.items.flatMap(asAnchor) : [];
}
