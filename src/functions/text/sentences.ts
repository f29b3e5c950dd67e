/** A text as the units a reader takes in; what is markup is none of them. */
import { readDocument, type Unit, type UnitKind, unitsOf } from '../../reading/index.ts';

export type { Unit, UnitKind };

/** Without what only frames a mail. */
export function splitSaid(text: string, path?: string): Unit[] {
  const units = splitUnits(text, path);
  const said = units.filter(({ frame }) => !frame);
  return said.length > 0 ? said : units;
}

export function splitUnits(text: string, path?: string): Unit[] {
  return unitsOf(readDocument(text, { path }));
}
