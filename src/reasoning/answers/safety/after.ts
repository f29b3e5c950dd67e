/** What was done before what is asked about. */
import type { Subject } from '../../types.ts';

/** "Can I drive after my cataract operation?": what was done before is no part of what is asked, but bears on it. */
export function isAfter({ kind, start }: Subject, text: string): boolean {
  return (
    kind === 'procedure' &&
    /\b(?:after|since|following|post)\s+(?:(?:my|the|a|an|having|had|last|recent) ){0,3}$/i.test(text.slice(0, start))
  );
}
