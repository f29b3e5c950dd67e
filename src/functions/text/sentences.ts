/** A text as the units a reader takes in; what is markup is none of them. */
import { readDocument, type Unit, type UnitKind, unitsOf } from '../../reading/index.ts';

export type { Unit, UnitKind };

export function splitUnits(text: string, path?: string): Unit[] {
  return unitsOf(readDocument(text, { path }));
}
