import type { ConsiliumError } from '../../kernel/errors.ts';
import type { Binding, PathPattern, Query, StaticType } from './ast.ts';
import { locate } from './lexer.ts';
import { nearest, reject } from './reject.ts';

export type Scope = ReadonlyMap<string, Binding>;

/** `closed` patterns (predicates) may not introduce variables. */
export type PatternMode = 'open' | 'closed';

/** The state of one check: every symbol gets the next slot of a row. */
export interface Check {
  source: string;
  slots: number;
  /** Checks a subquery inside an expression; gives its columns. */
  subquery(check: Check, query: Query, scope: Scope): string[];
  patterns(check: Check, patterns: PathPattern[], scope: Scope, mode: PatternMode): Scope;
}

export function declare(check: Check, name: string, type: StaticType): Binding {
  return { name, slot: check.slots++, type };
}

export function wrong(
  check: Check,
  at: { start: number },
  detail: string,
  message: string,
  hint?: string,
): ConsiliumError {
  const { line, column } = locate(check.source, at.start);
  return reject('syntax', `${message} (line ${line}, column ${column})`, {
    detail,
    line,
    column,
    ...(hint ? { hint } : {}),
  });
}

export function undefinedVariable(
  check: Check,
  variable: { name: string; start: number },
  scope: Scope,
): ConsiliumError {
  const near = nearest(variable.name, scope.keys());
  const hint = near ? `Did you mean ${near}?` : `Defined here: ${[...scope.keys()].join(', ') || 'nothing'}.`;
  return wrong(check, variable, 'UndefinedVariable', `The variable ${variable.name} is not defined.`, hint);
}
