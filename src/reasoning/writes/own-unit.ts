/** A number without a unit is in the unit that this record keeps the measure in: 187 of somebody who weighs 183 lb. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { convert, type Fact } from '../../clinical/index.ts';
import type { PatientView } from '../patient.ts';
import { round, sayUnit } from '../wording.ts';

/** So much more or less than before is still the same kind of number. */
const FAR = 1.5;

export function inOwnUnit<T extends Fact>(view: PatientView, fact: T): T & { assumed?: string } {
  const { kind, name, code, value, unit, original } = fact;
  if (kind !== 'measurement' || typeof value !== 'number' || unit !== undefined || original?.unit !== undefined)
    return fact;
  const concept = openCatalogue().link({ name, codes: code === undefined ? [] : [code], kinds: ['observation'] });
  const usual = concept?.observation?.unit;
  const last = view.series.get(concept?.id ?? '')?.at(-1)?.original;
  if (usual === undefined || last?.unit == null || last.unit === '') return fact;
  const ratio = value / last.value;
  const converted = last.unit === usual ? value : convert(value, last.unit, usual, concept?.observation?.molarMass);
  if (ratio > FAR || ratio < 1 / FAR || converted === undefined) return fact;
  return {
    ...fact,
    ...{ value: round(converted), unit: usual, original: { value, unit: last.unit } },
    assumed: `"${value}" as ${sayUnit(last.unit)}`,
  };
}
