/** Checks on queries in code: bound values or put together from strings. */
import type { Span } from '../../../reading/index.ts';
import type { CodeArtifact } from '../deeds/scope.ts';
import { type Check, seen } from '../seen.ts';
import { onCode, textOf } from './symbols.ts';

export const QUERIES: Readonly<Record<string, Check>> = {
  sql_parameterised: onCode((artifact) => {
    const { found, any } = builtSql(artifact);
    return any
      ? seen(found === undefined, found === undefined ? 'Values are bound.' : 'A query is put together from strings.', {
          evidence: found && textOf(artifact, found).slice(0, 100),
          at: found?.start,
        })
      : undefined;
  }),
  sql_concatenated: onCode((artifact) => {
    const { found, any } = builtSql(artifact);
    return any
      ? seen(
          found !== undefined,
          found === undefined ? 'No query is put together from strings.' : 'A query is put together from strings.',
          { at: found?.start },
        )
      : undefined;
  }),
};

const QUERY = /\b(?:SELECT\s+[\w*"`({$]|INSERT\s+(?:OR\s+\w+\s+)?INTO\b|UPDATE\s+\S+\s+SET\b|DELETE\s+FROM\b)/i;

/** A query that is put together: interpolated, added up or formatted. */
export function builtSql(artifact: CodeArtifact): { found: Span | undefined; any: boolean } {
  const { text, code } = artifact;
  const queries = code.strings.filter((span) => QUERY.test(textOf(artifact, span)));
  const found = queries.find((span) => {
    const said = textOf(artifact, span);
    const after = text.slice(span.end, span.end + 12);
    const before = text.slice(Math.max(0, span.start - 12), span.start);
    return /^[rR]?[fF]["']/.test(said)
      ? /\{[^}]+\}/.test(said)
      : /\$\{[^}]+\}/.test(said) ||
          /^\s*(?:\+|%\s*[\w(]|\.format\()/.test(after) ||
          /\+\s*$/.test(before) ||
          /(?:Sprintf|format!|String\.format|sprintf)\($/.test(before.trimEnd());
  });
  return { found, any: queries.length > 0 };
}
