/** Near misses: what somebody most likely meant to type. */
import { nearest } from '../text/index.ts';

/** " Did you mean X?", or what there is to choose from, or nothing. To be put behind a sentence. */
export function suggest(written: string, known: readonly string[], list?: string): string {
  const near = nearest(written, known);
  if (near !== undefined) return ` Did you mean "${near}"?`;
  if (list === undefined || known.length === 0) return '';
  return ` ${list}: ${known.slice(0, 12).join(', ')}${known.length > 12 ? ', …' : ''}.`;
}
