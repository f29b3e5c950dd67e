/** The codes under which a measurement may stand in a record. */
import { codesLike } from 'consilium/clinical';
import { observationCodes } from 'consilium/reasoning';

export function codesOf(id: string): string[] {
  return [...new Set(observationCodes(id).flatMap(codesLike))].slice(0, 12);
}
