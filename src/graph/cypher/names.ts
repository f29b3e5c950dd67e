import type { Variable } from './ast.ts';
import { type Cursor, next, peek, surprise } from './cursor.ts';

/** Words that cannot name a variable without backticks. */
const reserved = new Set(
  `ALL ASC ASCENDING BY CREATE DELETE DESC DESCENDING DETACH EXISTS LIMIT MATCH MERGE OPTIONAL ORDER REMOVE RETURN SET SKIP
   WHERE WITH UNION UNWIND AND AS CONTAINS DISTINCT ENDS IN IS NOT OR STARTS XOR CASE WHEN THEN ELSE END FOREACH CALL
   TRUE FALSE NULL`.split(/\s+/),
);

export function parseVariable(cursor: Cursor): Variable {
  const token = peek(cursor);
  if (token.kind !== 'quoted' && (token.kind !== 'name' || reserved.has(token.word)))
    throw surprise(cursor, 'a variable');
  next(cursor);
  return { kind: 'variable', name: token.text, start: token.start, end: token.end };
}

export function isName(cursor: Cursor): boolean {
  return ['name', 'quoted'].includes(peek(cursor).kind);
}
