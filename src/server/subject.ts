/** What a request is about, for the audit trail: said by whoever finds out, whether it is then allowed or not. */
import type { Context } from 'hono';

export interface Subject {
  /** Whose data. */
  readonly patientId?: string | undefined;
  /** Which thing: a session, a token; of a list, how many. */
  readonly object?: string | undefined;
  /** Nothing of anybody was in the answer. */
  readonly isEmpty?: boolean | undefined;
}

const KEY = 'subject';
/** Texts from outside go no further than ids are long. */
const LONGEST = 200;

export function nameSubject(context: Context, { patientId, object, isEmpty }: Subject): void {
  const known = subjectOf(context);
  context.set(KEY, {
    patientId: patientId?.slice(0, LONGEST) ?? known?.patientId,
    object: object?.slice(0, LONGEST) ?? known?.object,
    isEmpty: isEmpty ?? known?.isEmpty,
  } satisfies Subject);
}

/** Undefined: no guard has looked at the request yet. */
export function subjectOf(context: Context): Subject | undefined {
  return context.get(KEY) as Subject | undefined;
}

/** A list that was shown: one row, with how many; none where there was nothing to see. */
export function nameList(context: Context, list: readonly unknown[], what: string): void {
  nameSubject(context, { object: `${list.length} ${what}`, isEmpty: list.length === 0 });
}
