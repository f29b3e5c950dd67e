import type { Expression } from './ast.ts';
import {
  type Cursor,
  isSymbol,
  isWord,
  needName,
  needSymbol,
  needWord,
  next,
  surprise,
  takeSymbol,
  takeWord,
} from './cursor.ts';
import { isName, parseVariable } from './names.ts';

export function parseList(cursor: Cursor): Expression {
  const start = needSymbol(cursor, '[').start;
  if (isName(cursor) && isWord(cursor, 'IN', 1)) {
    const comprehension = tryComprehension(cursor, start);
    if (comprehension) return comprehension;
  }
  const fromPattern = tryPatternComprehension(cursor, start);
  if (fromPattern) return fromPattern;
  const items: Expression[] = [];
  while (!isSymbol(cursor, ']')) {
    items.push(cursor.grammar.expression(cursor));
    if (!takeSymbol(cursor, ',')) break;
    if (isSymbol(cursor, ']')) throw surprise(cursor, 'an expression');
  }
  const end = needSymbol(cursor, ']').end;
  return { kind: 'list', items, start, end };
}

/** `[x IN list WHERE p | e]`. With neither WHERE nor |, it is a list of one IN predicate only if x is bound; take it as a copy. */
function tryComprehension(cursor: Cursor, start: number): Expression | undefined {
  const { at, depth } = cursor;
  const local = { name: parseVariable(cursor).name };
  next(cursor);
  const list = cursor.grammar.expression(cursor);
  if (isSymbol(cursor, ',')) {
    Object.assign(cursor, { at, depth });
    return undefined;
  }
  const where = takeWord(cursor, 'WHERE') ? cursor.grammar.expression(cursor) : undefined;
  const map = takeSymbol(cursor, '|') ? cursor.grammar.expression(cursor) : undefined;
  const end = needSymbol(cursor, ']').end;
  return { kind: 'comprehension', local, list, ...(where ? { where } : {}), ...(map ? { map } : {}), start, end };
}

function tryPatternComprehension(cursor: Cursor, start: number): Expression | undefined {
  if (!isSymbol(cursor, '(') && !(isName(cursor) && isSymbol(cursor, '=', 1) && isSymbol(cursor, '(', 2)))
    return undefined;
  const { at, depth } = cursor;
  try {
    const variable = isSymbol(cursor, '(') ? undefined : parseVariable(cursor);
    if (variable) needSymbol(cursor, '=');
    const pattern = cursor.grammar.pattern(cursor);
    if (pattern.relationships.length > 0 && (isWord(cursor, 'WHERE') || isSymbol(cursor, '|'))) {
      if (variable) pattern.variable = variable;
      const where = takeWord(cursor, 'WHERE') ? cursor.grammar.expression(cursor) : undefined;
      needSymbol(cursor, '|');
      const map = cursor.grammar.expression(cursor);
      const end = needSymbol(cursor, ']').end;
      return { kind: 'patternComprehension', pattern, ...(where ? { where } : {}), map, start, end };
    }
  } catch {
    // a list whose first item is in parentheses
  }
  Object.assign(cursor, { at, depth });
  return undefined;
}

export function parseMap(cursor: Cursor): Expression {
  const start = needSymbol(cursor, '{').start;
  const entries: [string, Expression][] = [];
  while (!isSymbol(cursor, '}')) {
    const key = needName(cursor, 'a key');
    needSymbol(cursor, ':');
    entries.push([key, cursor.grammar.expression(cursor)]);
    if (!takeSymbol(cursor, ',')) break;
    if (isSymbol(cursor, '}')) throw surprise(cursor, 'a key');
  }
  const end = needSymbol(cursor, '}').end;
  return { kind: 'map', entries, start, end };
}

export function tryQuantifier(cursor: Cursor): Expression | undefined {
  const { at, depth } = cursor;
  const token = next(cursor);
  next(cursor);
  if (!isName(cursor) || !isWord(cursor, 'IN', 1)) {
    Object.assign(cursor, { at, depth });
    return undefined;
  }
  const local = { name: parseVariable(cursor).name };
  next(cursor);
  const list = cursor.grammar.expression(cursor);
  needWord(cursor, 'WHERE');
  const where = cursor.grammar.expression(cursor);
  const end = needSymbol(cursor, ')').end;
  const mode = token.text.toLowerCase() as 'all' | 'any' | 'none' | 'single';
  return { kind: 'quantifier', mode, local, list, where, start: token.start, end };
}

export function parseReduce(cursor: Cursor): Expression {
  const start = next(cursor).start;
  needSymbol(cursor, '(');
  const total = { name: parseVariable(cursor).name };
  needSymbol(cursor, '=');
  const initial = cursor.grammar.expression(cursor);
  needSymbol(cursor, ',');
  const local = { name: parseVariable(cursor).name };
  needWord(cursor, 'IN');
  const list = cursor.grammar.expression(cursor);
  needSymbol(cursor, '|');
  const body = cursor.grammar.expression(cursor);
  const end = needSymbol(cursor, ')').end;
  return { kind: 'reduce', total, initial, local, list, body, start, end };
}
