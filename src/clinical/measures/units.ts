import { readTable, splitList } from '../tables/tables.ts';

/** Units as text writes them, in UCUM, and conversion between them. Refuses rather than guesses: no result, no number. */
export interface Unit {
  ucum: string;
  dimension: string;
  factor: number;
}

/** The unit that stands at `at` (after optional spaces), the longest spelling first; undefined if none does. */
export function readUnit(text: string, at: number): { unit: Unit; start: number; end: number } | undefined {
  let start = at;
  while (start < at + 3 && /[\s\u00a0-]/.test(text[start] ?? '')) start++;
  if (text[start] === '(') start++;
  const { aliases } = units();
  for (let end = Math.min(text.length, start + LONGEST); end > start; end--) {
    if (!isBoundary(text, end)) continue;
    const unit = aliases.get(unitKey(text.slice(start, end)));
    if (unit) return { unit, start, end };
  }
  return undefined;
}

const LONGEST = 30;

function isBoundary(text: string, end: number): boolean {
  const last = text[end - 1] ?? '';
  const next = text[end] ?? '';
  if (/\s/.test(last)) return false;
  if (/[\p{L}]/u.test(last))
    return !/[\p{L}\p{N}]/u.test(next) && !(next === '/' && /[\p{L}]/u.test(text[end + 1] ?? ''));
  if (/\d/.test(last)) return !/[\d]/.test(next);
  return true;
}

export function unitOf(spelling: string): Unit | undefined {
  return units().aliases.get(unitKey(spelling));
}

/** Text unit → number in another unit, or undefined when the two do not measure the same thing. */
export function convert(value: number, from: string, to: string, molarMass?: number): number | undefined {
  if (from === to) return value;
  const [source, target] = [units().codes.get(from), units().codes.get(to)];
  if (!source || !target) return undefined;
  if (source.dimension === 'temperature' && target.dimension === 'temperature')
    return to === 'Cel' ? ((value - 32) * 5) / 9 : (value * 9) / 5 + 32;
  if (source.dimension === target.dimension) return (value * source.factor) / target.factor;
  const pair = `${source.dimension}>${target.dimension}`;
  if (molarMass && pair === 'molarconc>massconc') return (value * source.factor * molarMass) / 1000 / target.factor;
  if (molarMass && pair === 'massconc>molarconc') return (value * source.factor * 1000) / molarMass / target.factor;
  return undefined;
}

/** HbA1c: IFCC mmol/mol and NGSP % are tied by a line, not by a ratio (NGSP master equation). */
export function convertHbA1c(value: number, from: string, to: string): number | undefined {
  if (from === to) return value;
  if (from === 'mmol/mol' && to === '%') return value * 0.09148 + 2.152;
  if (from === '%' && to === 'mmol/mol') return (value - 2.152) / 0.09148;
  return undefined;
}

let loaded: { aliases: Map<string, Unit>; codes: Map<string, Unit> } | undefined;

function units(): { aliases: Map<string, Unit>; codes: Map<string, Unit> } {
  if (loaded) return loaded;
  const aliases = new Map<string, Unit>();
  const codes = new Map<string, Unit>();
  for (const [ucum = '', dimension = '', factor, spellings] of readTable('units', 3, 4).rows) {
    const unit = { ucum, dimension, factor: Number(factor) };
    codes.set(ucum, unit);
    for (const spelling of [ucum, ...splitList(spellings)]) {
      const key = unitKey(spelling);
      if (!aliases.has(key)) aliases.set(key, unit);
    }
  }
  loaded = { aliases, codes };
  return loaded;
}

function unitKey(spelling: string): string {
  return spelling
    .toLowerCase()
    .replace(/[µμ]/g, 'u')
    .replace(/[×✕]/g, 'x')
    .replace(/²/g, '2')
    .replace(/³/g, '3')
    .replace(/⁹/g, '9')
    .replace(/[\s\u00a0]/g, '');
}
