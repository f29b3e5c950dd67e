import { ConsiliumError } from '../../kernel/errors.ts';
import { nearest as nearestName } from '../../text/index.ts';

/** The rules of GRAPH.md; `syntax` covers all that openCypher itself forbids, at compile time or at run time. */
export type Rule =
  | 'read_only'
  | 'single_statement'
  | 'type_direct'
  | 'scope'
  | 'where_placement'
  | 'text_search'
  | 'syntax'
  | 'limit';

interface Reason {
  hint?: string;
  /** openCypher's name for the mistake, for graders and for models that know it. */
  detail?: string;
  line?: number;
  column?: number;
}

/** The error for a query that breaks a rule. Its text never depends on what other patients' records hold. */
export function reject(rule: Rule, message: string, reason: Reason = {}): ConsiliumError {
  const { hint, ...rest } = reason;
  const details = Object.fromEntries(Object.entries({ rule, ...rest }).filter(([, value]) => value !== undefined));
  return new ConsiliumError('CYPHER_REJECTED', message, { ...(hint === undefined ? {} : { hint }), details });
}

/** A mistake that shows only while the query runs: a wrong type, a number out of range. */
export function failRun(detail: string, message: string): ConsiliumError {
  return reject('syntax', message, { detail });
}

/** The known name closest to what was written, when it is close enough to be meant. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  return nearestName(name, known, 2);
}
