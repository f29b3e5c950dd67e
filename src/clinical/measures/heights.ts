/** What is normal high above the sea: how high a place lies, and what that does to a range. */
import { readTable } from '../tables/tables.ts';

interface Heights {
  places: ReadonlyMap<string, number>;
  oxygen: readonly (readonly [from: number, low: number, critical: number])[];
  haemoglobin: readonly (readonly [from: number, more: number])[];
}

let loaded: Heights | undefined;

function load(): Heights {
  if (loaded) return loaded;
  const { rows } = readTable('heights', 3, 4);
  const of = (kind: string) => rows.filter(([first]) => first === kind);
  loaded = {
    places: new Map(of('place').map(([, name = '', metres]) => [name, Number(metres)])),
    oxygen: of('oxygen').map(([, from, low, critical]) => [Number(from), Number(low), Number(critical)] as const),
    haemoglobin: of('haemoglobin').map(([, from, more]) => [Number(from), Number(more)] as const),
  };
  return loaded;
}

/** Metres above the sea, where the city is known to lie high. */
export function heightOf(city: string | null | undefined): number | undefined {
  return city === null || city === undefined ? undefined : load().places.get(city.trim().toLowerCase());
}

const OXYGEN = new Set(['59408-5', '2708-6', '20564-1']);
const HAEMOGLOBIN = new Set(['718-7']);

interface Bounds {
  low?: number | undefined;
  high?: number | undefined;
  criticalLow?: number | undefined;
}

/** The range as it is up there; as it was where height does not matter. */
export function atHeight<T extends Bounds>(loinc: string, range: T, metres: number | undefined): T {
  if (metres === undefined) return range;
  const { oxygen, haemoglobin } = load();
  if (OXYGEN.has(loinc)) {
    const step = oxygen.findLast(([from]) => metres >= from);
    return step === undefined ? range : { ...range, low: step[1], criticalLow: step[2] };
  }
  const more = HAEMOGLOBIN.has(loinc) ? haemoglobin.findLast(([from]) => metres >= from)?.[1] : undefined;
  if (more === undefined) return range;
  return {
    ...range,
    ...(range.low !== undefined && { low: range.low + more }),
    ...(range.high !== undefined && { high: range.high + more }),
  };
}
