/** What a value is in the unit of another that measures something else: by the analyte, by a solution, by how often. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { convert, convertHbA1c } from '../../clinical/measures/units.ts';
import type { Value } from './reading.ts';
import type { Unit } from './units.ts';

export interface Range {
  readonly low: number;
  readonly high: number;
}

export function scaled({ low, high }: Range, factor: number): Range {
  return { low: low * factor, high: high * factor };
}

/** HbA1c in percent and in mmol/mol are tied by a line. */
export function glycated({ low, high, unit: from }: Value, { symbol }: Unit, question: string): Range | undefined {
  if (!/hba1c|glyc(?:at|osylat)ed/i.test(question) || from.symbol === symbol) return undefined;
  const [first, last] = [convertHbA1c(low, from.symbol, symbol), convertHbA1c(high, from.symbol, symbol)];
  return first === undefined || last === undefined ? undefined : { low: first, high: last };
}

/** "9 g/L" is 0.9 %: grams in a decilitre. */
export function ofSolution({ low, high, unit: from }: Value, { symbol }: Unit): Range | undefined {
  return symbol === '%' && from.kind === 'L-1 g1' ? scaled({ low, high }, from.factor / 10) : undefined;
}

/** mg/dL and mmol/L of the analyte that the question names. */
export function byMass({ low, high, unit: from }: Value, unit: Unit, question: string): Range | undefined {
  for (const { concept } of openCatalogue().find(question, { kinds: ['observation'] })) {
    const mass = concept.observation?.molarMass;
    const [first, last] = [convert(low, from.symbol, unit.symbol, mass), convert(high, from.symbol, unit.symbol, mass)];
    if (first !== undefined && last !== undefined) return { low: first, high: last };
  }
  return undefined;
}

/** "every ten years" where so many times a year is asked for. */
export function asRate({ low, high, unit }: Value, to: Unit): Range | undefined {
  const isRate = unit.kind === 's1' && to.kind === 's-1' && to.symbol.startsWith('/');
  // And the other way round: "twice a year" is every six months.
  const isTime = unit.kind === 's-1' && to.kind === 's1' && unit.symbol.startsWith('/');
  if (!isRate && !isTime) return undefined;
  const rate = (every: number) => 1 / (every * unit.factor) / to.factor;
  return { low: rate(high), high: rate(low) };
}
