import type { Expression, NodePattern, PathPattern, RelationshipPattern } from './ast.ts';
import { parseMap } from './collections.ts';
import {
  type Cursor,
  endOfLast,
  isSymbol,
  mistake,
  needName,
  needSymbol,
  next,
  peek,
  surprise,
  takeSymbol,
} from './cursor.ts';
import { parseVariable } from './names.ts';

/** `p = (a)-[:R]->(b), shortestPath(…)`: the patterns of a MATCH. */
export function parsePatterns(cursor: Cursor): PathPattern[] {
  const patterns = [parseNamedPath(cursor)];
  while (takeSymbol(cursor, ',')) patterns.push(parseNamedPath(cursor));
  return patterns;
}

export function parseNamedPath(cursor: Cursor): PathPattern {
  const start = peek(cursor).start;
  const named = !isSymbol(cursor, '(') && isSymbol(cursor, '=', 1);
  const variable = named ? parseVariable(cursor) : undefined;
  if (named) needSymbol(cursor, '=');
  const path = parseShortest(cursor) ?? parsePath(cursor);
  return { ...path, ...(variable ? { variable } : {}), start };
}

/** A path without a name: nodes joined by relationships. */
export function parsePath(cursor: Cursor): PathPattern {
  const nodes = [parseNode(cursor)];
  const relationships: RelationshipPattern[] = [];
  while (isSymbol(cursor, '-') || (isSymbol(cursor, '<') && isSymbol(cursor, '-', 1))) {
    relationships.push(parseRelationship(cursor));
    nodes.push(parseNode(cursor));
  }
  return { nodes, relationships, start: nodes[0]!.start, end: endOfLast(cursor) };
}

function parseShortest(cursor: Cursor): PathPattern | undefined {
  const word = peek(cursor).word;
  if (word !== 'SHORTESTPATH' && word !== 'ALLSHORTESTPATHS') return undefined;
  const start = next(cursor).start;
  needSymbol(cursor, '(');
  const path = parsePath(cursor);
  const end = needSymbol(cursor, ')').end;
  if (path.relationships.length !== 1)
    throw mistake(cursor, start, 'A shortest path has exactly one relationship pattern.', 'UnexpectedSyntax');
  return { ...path, shortest: word === 'SHORTESTPATH' ? 'one' : 'all', start, end };
}

function parseNode(cursor: Cursor): NodePattern {
  const start = needSymbol(cursor, '(').start;
  const variable = ['name', 'quoted'].includes(peek(cursor).kind) ? parseVariable(cursor) : undefined;
  const labels: string[] = [];
  while (takeSymbol(cursor, ':')) labels.push(needName(cursor, 'a label'));
  const choice = labels.length === 1 && isSymbol(cursor, '|') ? [labels.pop()!] : undefined;
  while (choice && takeSymbol(cursor, '|')) {
    takeSymbol(cursor, ':');
    choice.push(needName(cursor, 'a label'));
  }
  const properties = parseProperties(cursor);
  const end = needSymbol(cursor, ')').end;
  return {
    ...(variable ? { variable } : {}),
    labels,
    ...(choice ? { choice } : {}),
    ...(properties ? { properties } : {}),
    start,
    end,
  };
}

function parseProperties(cursor: Cursor): Expression | undefined {
  if (isSymbol(cursor, '{')) return parseMap(cursor);
  const token = peek(cursor);
  if (token.kind !== 'parameter') return undefined;
  throw mistake(
    cursor,
    token.start,
    'A parameter cannot stand for the properties of a pattern.',
    'InvalidParameterUse',
  );
}

function parseRelationship(cursor: Cursor): RelationshipPattern {
  const start = peek(cursor).start;
  const left = takeSymbol(cursor, '<');
  needSymbol(cursor, '-');
  const detail: Partial<RelationshipPattern> = isSymbol(cursor, '[') ? parseDetail(cursor) : {};
  needSymbol(cursor, '-');
  const right = takeSymbol(cursor, '>');
  const direction = left === right ? 'both' : left ? 'in' : 'out';
  return { types: [], ...detail, direction, start, end: endOfLast(cursor) };
}

function parseDetail(cursor: Cursor): Partial<RelationshipPattern> {
  needSymbol(cursor, '[');
  const variable = ['name', 'quoted'].includes(peek(cursor).kind) ? parseVariable(cursor) : undefined;
  const types: string[] = [];
  if (takeSymbol(cursor, ':')) {
    types.push(needName(cursor, 'a relationship type'));
    while (takeSymbol(cursor, '|')) {
      takeSymbol(cursor, ':');
      types.push(needName(cursor, 'a relationship type'));
    }
  }
  const length = takeSymbol(cursor, '*') ? parseLength(cursor) : undefined;
  const properties = parseProperties(cursor);
  if (!isSymbol(cursor, ']')) throw surprise(cursor, '"]" after the relationship', 'InvalidRelationshipPattern');
  next(cursor);
  return {
    ...(variable ? { variable } : {}),
    types,
    ...(length ? { length } : {}),
    ...(properties ? { properties } : {}),
  };
}

function parseLength(cursor: Cursor): { min: number; max: number | undefined } {
  const from = takeCount(cursor);
  if (!takeSymbol(cursor, '..')) return from === undefined ? { min: 1, max: undefined } : { min: from, max: from };
  return { min: from ?? 1, max: takeCount(cursor) };
}

function takeCount(cursor: Cursor): number | undefined {
  return peek(cursor).kind === 'integer' ? Number(next(cursor).text) : undefined;
}
