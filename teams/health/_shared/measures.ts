/** Measurements as people name them, judged and compared. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flagValue, observationByCode, observationByName, type Person, referenceRange } from 'consilium/clinical';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Measured } from './graph.ts';
import { round, sayUnit } from './wording.ts';

const schema = z.strictObject({
  measures: z.record(
    z.string(),
    z.strictObject({
      say: z.string(),
      better: z.enum(['lower', 'higher']).optional(),
      moved_by: z.array(z.string()).default([]),
    }),
  ),
  groups: z.array(z.strictObject({ words: z.array(z.string()), lead: z.array(z.string()) })),
  goals: z.array(
    z.strictObject({
      measure: z.string(),
      who: z.string(),
      words: z.array(z.string()),
      below: z.record(z.string(), z.number()),
      source: z.string(),
    }),
  ),
  conditions: z.array(z.strictObject({ words: z.array(z.string()), lead: z.array(z.string()) })),
  nearest: z.record(z.string(), z.array(z.string())),
  twins: z.record(z.string(), z.string()),
});

const data = schema.parse(parse(readFileSync(join(import.meta.dirname, '../_data/measures.yml'), 'utf8')));

export const PRESSURE = '85354-9';

/** The catalogue's code of a quantity: laboratories use several for one. */
export function canonical(code: string): string {
  return data.twins[code] ?? observationByCode(code)?.loinc ?? code;
}

export function sameMeasurement(code: string | null, loinc: string): boolean {
  return code !== null && canonical(code) === canonical(loinc);
}

export function measureOf(loinc: string): (typeof data.measures)[string] {
  const known = data.measures[loinc] ?? data.measures[canonical(loinc)];
  return known ?? { say: shortName(loinc), moved_by: [] };
}

function shortName(loinc: string): string {
  return (observationByCode(canonical(loinc))?.name ?? loinc).replace(/\s*\([^)]*\)$/, '');
}

export function nearestTo(loinc: string): readonly string[] {
  return data.nearest[loinc] ?? [];
}

/** The measurements a message is about, by LOINC code; several where one word means several, the first leads. */
export function measuresIn(message: string): string[] {
  const words = message.toLowerCase().match(/[\p{L}\d]+(?:[-+][\p{L}\d]+)*/gu) ?? [];
  const text = ` ${words.join(' ')} `;
  const named = namedIn(words);
  const codes = named.map(({ loinc }) => loinc);
  if (codes.length === 0)
    codes.push(
      ...Object.keys(data.measures).filter((loinc) => text.includes(` ${data.measures[loinc]!.say.toLowerCase()} `)),
    );
  for (const { words: meant, lead } of data.groups)
    for (const word of meant) {
      if (!text.includes(` ${word} `)) continue;
      // "LDL cholesterol" is one of the lipids, "cholesterol" is all of them.
      if (named.some(({ phrase }) => phrase !== word && phrase.includes(word))) continue;
      return [...lead, ...codes.filter((code) => !lead.includes(code))];
    }
  return codes;
}

/** By which measurements a condition is followed, the first that the record holds leading. */
export function measuresOfCondition(name: string): readonly string[] {
  const said = name.toLowerCase();
  return data.conditions.find(({ words }) => words.some((word) => said.includes(word)))?.lead ?? [];
}

export interface Goal {
  who: string;
  below: number;
  source: string;
}

/** The goal usually set for somebody with these conditions. */
export function goalFor(loinc: string, unit: string | null, names: readonly string[]): Goal | undefined {
  const conditions = names.filter((name) => !/pre-?diabetes/i.test(name));
  for (const { measure, who, words, below, source } of data.goals) {
    const limit = below[unit ?? ''];
    if (measure !== canonical(loinc) || limit === undefined) continue;
    if (conditions.some((name) => words.some((word) => name.toLowerCase().includes(word))))
      return { who, below: limit, source };
  }
  return undefined;
}

/** Everyday words that laboratories use as abbreviations too. */
const NOT_ALONE = new Set(
  'got map sat tall length crit r p t k na ca cl cr tc ph bs ag mg fe hr bg tg hb hct pt length oxygen sugar sugars o2 cat'.split(
    ' ',
  ),
);
const SHORT = new Set([
  'bp',
  'hr',
  'a1c',
  'ldl',
  'hdl',
  'tsh',
  'alt',
  'ast',
  'bmi',
  'inr',
  'psa',
  'crp',
  'bnp',
  'bun',
  'wbc',
  'rbc',
  'esr',
  't4',
  't3',
]);
const LONGEST = 4;

interface Named {
  loinc: string;
  phrase: string;
}

function namedIn(words: readonly string[]): Named[] {
  const found: Named[] = [];
  for (let at = 0; at < words.length; ) {
    const named = longestAt(words, at);
    if (named !== undefined && !found.some(({ loinc }) => loinc === named.loinc)) found.push(named);
    at += named?.phrase.split(' ').length ?? 1;
  }
  return found;
}

const PARTS = new Set(['8480-6', '8462-4']);

function longestAt(words: readonly string[], at: number): Named | undefined {
  for (let length = Math.min(LONGEST, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length).join(' ');
    if (length === 1 && (NOT_ALONE.has(phrase) || phrase.length < 3) && !SHORT.has(phrase)) continue;
    const entry = observationByName(phrase) ?? observationByName(phrase.replace(/s$/, ''));
    if (entry !== undefined) return { loinc: PARTS.has(entry.loinc) ? PRESSURE : entry.loinc, phrase };
  }
  return undefined;
}

export type Flag = 'low' | 'high' | 'critical-low' | 'critical-high' | 'normal';

const INTERPRETED: Record<string, Flag> = { N: 'normal', L: 'low', H: 'high', LL: 'critical-low', HH: 'critical-high' };

/** The source's own word first, then its range, then the catalogue's for this person. */
export function flagOf(measured: Measured, loinc: string | null, person: Person): Flag | undefined {
  const { value, unit, ref_low: low, ref_high: high, interpretation } = measured;
  if (typeof value !== 'number') return undefined;
  const own = loinc === null ? undefined : flagValue(canonical(loinc), value, unit ?? undefined, person);
  const stated =
    INTERPRETED[interpretation ?? ''] ?? (low === null && high === null ? undefined : inRange(value, low, high));
  if (stated !== undefined) return stated !== 'normal' && own?.startsWith('critical') ? own : stated;
  return own;
}

function inRange(value: number, low: number | null, high: number | null): Flag {
  if (low !== null && value < low) return 'low';
  return high !== null && value > high ? 'high' : 'normal';
}

const SIGNS: Record<Flag, string> = {
  low: '▼ low',
  high: '▲ high',
  'critical-low': '‼ critically low',
  'critical-high': '‼ critically high',
  normal: 'normal',
};

export function sayFlag(flag: Flag | undefined): string {
  return flag === undefined ? '' : SIGNS[flag];
}

/** "4–6 %", "up to 3 mmol/L": the range that the value was judged by. */
export function sayRange(measured: Measured, loinc: string | null, person: Person): string {
  const { ref_low, ref_high, unit } = measured;
  if (ref_low !== null || ref_high !== null) return bounds(ref_low, ref_high, unit);
  const range = loinc === null ? undefined : referenceRange(canonical(loinc), person);
  if (range === undefined) return '';
  return bounds(range.low ?? null, range.high ?? null, range.unit);
}

function bounds(low: number | null, high: number | null, unit: string | null): string {
  const shown =
    low !== null && high !== null && low > 0
      ? `${round(low)}–${round(high)}`
      : high !== null
        ? `up to ${round(high)}`
        : low !== null
          ? `from ${round(low)}`
          : '';
  return shown === '' ? '' : `${shown} ${sayUnit(unit)}`.trim();
}

/** How far a value lies outside its range; 0 inside, undefined where no range is known. */
export function distance(measured: Measured, loinc: string, person: Person): number | undefined {
  const { value, unit } = measured;
  if (typeof value !== 'number') return undefined;
  const range = referenceRange(canonical(loinc), person);
  const usable = range !== undefined && (unit === null || unit === range.unit);
  const low = measured.ref_low ?? (usable ? (range.low ?? null) : null);
  const high = measured.ref_high ?? (usable ? (range.high ?? null) : null);
  if (low === null && high === null) return undefined;
  if (low !== null && value < low) return low - value;
  return high !== null && value > high ? value - high : 0;
}
