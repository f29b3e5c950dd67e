/** What was done before what is asked about, or will be behind it. */
import type { Subject } from '../../types.ts';

/** "Can I drive after my cataract operation?", "… until the extraction?": that is a time; it is not asked about, but bears on it. */
export function isAfter({ kind, start, end }: Subject, text: string): boolean {
  if (kind !== 'procedure') return false;
  // What a whole sentence means stands nowhere in it.
  return BEHIND.test(text.slice(0, start)) || WITHIN.test(start === end ? text : text.slice(start, end));
}

const TIMES = '(?:after|since|following|post|until|till|til)';
const BEHIND = new RegExp(`\\b${TIMES}\\s+(?:(?:my|her|his|their|the|a|an|having|had|last|recent) ){0,3}$`, 'i');
const WITHIN = new RegExp(`\\b${TIMES}\\b`, 'i');
