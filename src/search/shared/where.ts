/** Scopes and filters as a condition on the table of passages. */
import { readFilter } from '../filter.ts';
import type { Where } from '../holdings.ts';

/** Parameters are numbered from `first`. */
export function whereSql({ scopes, filter }: Where, first: number): { sql: string; values: unknown[] } {
  const values: unknown[] = [];
  const param = (value: unknown, type: string) => `$${first - 1 + values.push(value)}::${type}`;
  const scope = param([...scopes], 'integer[]');
  const inScope = `passage.scope = ANY (${scope})`;
  if (filter === undefined) return { sql: inScope, values };
  const { types, endings, below } = readFilter(filter);
  const conditions = [`file.scope = ANY (${scope})`];
  if (types !== undefined) conditions.push(`source_type = ANY (${param([...types], 'text[]')})`);
  if (endings !== undefined)
    conditions.push(
      `EXISTS (SELECT FROM unnest(${param(endings, 'text[]')}) AS ending WHERE right(lower(path), length(ending)) = ending)`,
    );
  if (below !== undefined)
    conditions.push(`(path = ${param(below.path, 'text')} OR starts_with(path, ${param(below.pathFolder, 'text')})
      OR file.name = ${param(below.name, 'text')} OR starts_with(file.name, ${param(below.nameFolder, 'text')}))`);
  const files = `SELECT file.id FROM consilium_search.file WHERE ${conditions.join(' AND ')}`;
  return { sql: `${inScope} AND passage.file IN (${files})`, values };
}
