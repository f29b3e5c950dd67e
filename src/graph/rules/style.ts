import type { Clause, Expression, PathPattern, Query } from '../cypher/ast.ts';
import type { Checked } from '../cypher/check.ts';
import { locate } from '../cypher/lexer.ts';
import { printExpression } from '../cypher/print.ts';
import { reject } from '../cypher/reject.ts';
import { rewrite } from '../cypher/walk.ts';
import { findUnknownNames } from './names.ts';
import { readTimes } from './times.ts';
import { visitQuery } from './visit.ts';
import type { Warning } from './warning.ts';

/**
 * Puts a checked query into the house's style where that is certain, and says what it changed: text is searched with
 * toLower and CONTAINS, times, which are text, are read before they are compared with dates, WHERE stands after all MATCHes
 * of its part. What cannot be put right with certainty is refused.
 */
export function repairStyle(checked: Checked, source: string): Warning[] {
  const repair: Repair = { checked, source, warnings: [] };
  findEarlyWhere(checked.query, repair);
  visitQuery(checked.query, { clause: (clause) => repairClause(clause, repair) });
  repair.warnings.push(...findUnknownNames(checked.query));
  return repair.warnings;
}

interface Repair {
  checked: Checked;
  source: string;
  warnings: Warning[];
}

/** MATCH … WHERE … MATCH … means the same with its WHERE moved to the end; it is run that way and reported. */
function findEarlyWhere(query: Query, repair: Repair): void {
  for (const part of query.parts) {
    let early = false;
    for (const clause of part.clauses) {
      if (clause.kind === 'with') early = false;
      if (clause.kind !== 'match' || clause.optional) continue;
      if (early) {
        repair.warnings.push({
          rule: 'where_placement',
          message: 'A MATCH came after the WHERE of the same part. The WHERE was moved behind it.',
        });
        break;
      }
      early = clause.where !== undefined;
    }
  }
}

function repairClause(clause: Clause, repair: Repair): void {
  const fix = (expression: Expression) => repairExpression(expression, repair, false);
  switch (clause.kind) {
    case 'match': {
      const found = clause.patterns.flatMap((pattern) => takeTextProperties(pattern, repair));
      const where = clause.where ? fix(clause.where) : undefined;
      const all = [...(where ? [where] : []), ...found];
      if (all.length > 0) clause.where = all.reduce((left, right) => both(left, right));
      return;
    }
    case 'unwind':
      clause.list = fix(clause.list);
      return;
    case 'with':
    case 'return':
      for (const item of clause.projection.items) item.expression = fix(item.expression);
      for (const aggregate of clause.projection.aggregates ?? []) aggregate.call.args = aggregate.call.args.map(fix);
      for (const sort of clause.projection.order) sort.expression = fix(sort.expression);
      if (clause.kind === 'with' && clause.where) clause.where = fix(clause.where);
      return;
    default:
      return;
  }
}

function both(left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator: 'AND', left, right, start: left.start, end: right.end };
}

const textKeys = new Set(['name', 'text']);

/** Takes `{name: 'x'}` out of the nodes of a pattern and gives the searches that stand for it. */
function takeTextProperties(pattern: PathPattern, repair: Repair): Expression[] {
  return [...pattern.nodes, ...pattern.relationships].flatMap((element) => {
    const { properties } = element;
    if (properties?.kind !== 'map') return [];
    const found = properties.entries.filter(([key, value]) => textKeys.has(key) && isText(value));
    if (found.length === 0) return [];
    properties.entries = properties.entries.filter((entry) => !found.includes(entry));
    return found.map(([key, value]) => {
      const { start, end } = value;
      const of: Expression = { kind: 'variable', name: element.symbol!.name, symbol: element.symbol!, start, end };
      return search({ kind: 'property', of, key, start, end }, value, `the property map entry ${key}`, repair);
    });
  });
}

function isText(expression: Expression): boolean {
  return expression.kind === 'parameter' || (expression.kind === 'literal' && typeof expression.value === 'string');
}

function isTextList(expression: Expression): boolean {
  return expression.kind === 'list' && expression.items.length > 0 && expression.items.every(isText);
}

/** `n.name` or `n.text` of a node. */
function isTextProperty(expression: Expression): boolean {
  if (expression.kind !== 'property' || !textKeys.has(expression.key)) return false;
  return expression.of.kind === 'variable' && expression.of.symbol?.type === 'node';
}

function repairExpression(expression: Expression, repair: Repair, negated: boolean): Expression {
  return rewrite(expression, (part) => {
    if (part.kind === 'unary' && part.operator === 'NOT' && !negated)
      return { ...part, of: repairExpression(part.of, repair, true) };
    if (part.kind === 'pattern') refuseTextProperties(part.pattern, repair);
    if (part.kind === 'patternComprehension') return repairComprehension(part, repair);
    return part.kind === 'binary' ? repairComparison(part, repair, negated) : undefined;
  });
}

function repairComprehension(
  part: Extract<Expression, { kind: 'patternComprehension' }>,
  repair: Repair,
): Expression | undefined {
  const found = takeTextProperties(part.pattern, repair);
  if (found.length === 0) return undefined;
  const where = [...(part.where ? [repairExpression(part.where, repair, false)] : []), ...found].reduce(both);
  return { ...part, where, map: repairExpression(part.map, repair, false) };
}

function refuseTextProperties(pattern: PathPattern, repair: Repair): void {
  for (const { properties } of [...pattern.nodes, ...pattern.relationships]) {
    if (properties?.kind !== 'map') continue;
    const entry = properties.entries.find(([key, value]) => textKeys.has(key) && isText(value));
    if (entry) throw refuseText(entry[1], `{${entry[0]}: …}`, repair);
  }
}

function refuseText(at: Expression, what: string, repair: Repair) {
  const { line, column } = locate(repair.source, at.start);
  return reject('text_search', `${what} compares text for equality. (line ${line}, column ${column})`, {
    hint: 'Search text with toLower(n.name) CONTAINS toLower($term).',
    line,
    column,
  });
}

function repairComparison(
  part: Extract<Expression, { kind: 'binary' }>,
  repair: Repair,
  negated: boolean,
): Expression | undefined {
  const { operator, left, right } = part;
  if (operator === '=' || operator === '<>') {
    const [property, text] = isTextProperty(left) ? [left, right] : [right, left];
    if (!isTextProperty(property) || !isText(text)) return readTimes(part, repair.warnings);
    if (operator === '<>' || negated) throw refuseText(part, printExpression(part), repair);
    return search(property, text, printExpression(part), repair);
  }
  if (operator === 'IN' && isTextProperty(left) && (isTextList(right) || right.kind === 'parameter')) {
    if (negated) throw refuseText(part, printExpression(part), repair);
    return searchAny(left, right, printExpression(part), repair);
  }
  if (operator in ordered) return readTimes(part, repair.warnings);
  if (operator === 'CONTAINS' || operator === 'STARTS WITH' || operator === 'ENDS WITH') return lowerBoth(part, repair);
  return undefined;
}

const ordered: Record<string, true> = { '<': true, '<=': true, '>': true, '>=': true };

function lower(expression: Expression): Expression {
  if (isLowered(expression)) return expression;
  if (expression.kind === 'literal' && typeof expression.value === 'string')
    return { ...expression, value: expression.value.toLowerCase() };
  const { start, end } = expression;
  return { kind: 'call', name: 'toLower', args: [expression], distinct: false, star: false, start, end };
}

function isLowered(expression: Expression): boolean {
  if (expression.kind === 'literal')
    return typeof expression.value !== 'string' || expression.value === expression.value.toLowerCase();
  return expression.kind === 'call' && ['tolower', 'lower'].includes(expression.name.toLowerCase());
}

function search(property: Expression, text: Expression, what: string, repair: Repair): Expression {
  const { start, end } = text;
  const found: Expression = {
    kind: 'binary',
    operator: 'CONTAINS',
    left: lower(property),
    right: lower(text),
    start,
    end,
  };
  warn(repair, `${what} compares text for equality. It was run as ${printExpression(found)}.`);
  return found;
}

function searchAny(property: Expression, list: Expression, what: string, repair: Repair): Expression {
  const { start, end } = list;
  const symbol = { name: 'term', slot: repair.checked.slots++, type: 'any' as const };
  const term: Expression = { kind: 'variable', name: 'term', symbol, start, end };
  const where: Expression = {
    kind: 'binary',
    operator: 'CONTAINS',
    left: lower(property),
    right: lower(term),
    start,
    end,
  };
  const found: Expression = {
    kind: 'quantifier',
    mode: 'any',
    local: { name: 'term', symbol },
    list,
    where,
    start,
    end,
  };
  warn(repair, `${what} compares text for equality. It was run as ${printExpression(found)}.`);
  return found;
}

/** A search that minds case is put into lower case on both sides. */
function lowerBoth(part: Extract<Expression, { kind: 'binary' }>, repair: Repair): Expression | undefined {
  const { left, right } = part;
  const searched =
    isTextProperty(left) || (left.kind === 'call' && isLowered(left) && left.args[0] && isTextProperty(left.args[0]));
  if (!searched || (isLowered(left) && isLowered(right))) return undefined;
  if (!isText(right) && !isLowered(right)) return undefined;
  const found: Expression = { ...part, left: lower(left), right: lower(right) };
  warn(repair, `${printExpression(part)} minds upper and lower case. It was run as ${printExpression(found)}.`);
  return found;
}

function warn(repair: Repair, message: string): void {
  repair.warnings.push({ rule: 'text_search', message });
}
