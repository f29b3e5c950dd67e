import { readTable, splitList } from '../tables/tables.ts';

/** A vital sign or laboratory analyte of the catalogue (`data/observations.yml`). */
export interface ObservationEntry {
  name: string;
  synonyms: string[];
  loinc: string;
  unit: string;
  units: string[];
  molarMass?: number;
  limits: { low: number; high: number };
  reference?: { low: number; high: number };
  system: string;
  /** A number without a unit is enough to make a measurement. */
  bare: boolean;
  vital: boolean;
  source: string;
}

export interface CatalogueEntry {
  name: string;
  unit: string | null;
  ref_low: number | null;
  ref_high: number | null;
  ref_text: string | null;
}

/** What the graph's ObservationType holds about a LOINC code: terminology only, the adult reference range. */
export function observationCatalogue(loinc: string): CatalogueEntry | undefined {
  const entry = observationByCode(loinc);
  if (!entry) return undefined;
  const { reference } = entry;
  return {
    name: entry.name,
    unit: entry.unit || null,
    ref_low: reference?.low ?? null,
    ref_high: reference?.high ?? null,
    ref_text: reference ? `${reference.low}-${reference.high} ${entry.unit}`.trim() : null,
  };
}

export function observationByCode(loinc: string): ObservationEntry | undefined {
  return observations().byCode.get(LOINC_TWINS[loinc] ?? loinc);
}

export function observationByName(name: string): ObservationEntry | undefined {
  return observations().byName.get(name.toLowerCase());
}

/** Every code of the quantity that this one is a code of, the catalogue's own first. */
export function codesLike(loinc: string): string[] {
  const own = LOINC_TWINS[loinc] ?? loinc;
  return [own, ...Object.keys(LOINC_TWINS).filter((twin) => LOINC_TWINS[twin] === own)];
}

/** Codes that laboratories use for the same quantity under another method or specimen. */
const LOINC_TWINS: Record<string, string> = {
  '2339-0': '2345-7',
  '55284-4': '85354-9',
  '2708-6': '59408-5',
  '18262-6': '13457-7',
  '38483-4': '2160-0',
  '6299-2': '3094-0',
  '49765-1': '17861-6',
  '2947-0': '2951-2',
  '6298-4': '2823-3',
  '2069-3': '2075-0',
  '20565-8': '1963-8',
  '62238-1': '33914-3',
  '26515-7': '777-3',
  '26464-8': '6690-2',
  '20570-8': '4544-3',
  '3141-9': '29463-7',
  '3137-7': '8302-2',
  '8331-1': '8310-5',
  '8634-8': '8636-3',
};

let loaded: { list: ObservationEntry[]; byCode: Map<string, ObservationEntry>; byName: Map<string, ObservationEntry> };

export function observations(): typeof loaded {
  if (loaded) return loaded;
  const { source, rows } = readTable('observations', 9, 10);
  const list = rows.map((cells) => readEntry(cells, source));
  const byCode = new Map<string, ObservationEntry>();
  const byName = new Map<string, ObservationEntry>();
  for (const entry of list) {
    byCode.set(entry.loinc, entry);
    for (const name of [entry.name, ...entry.synonyms]) {
      const key = name.replace(/"/g, '').toLowerCase();
      if (!byName.has(key)) byName.set(key, entry);
    }
  }
  loaded = { list, byCode, byName };
  return loaded;
}

function readEntry(cells: string[], source: string): ObservationEntry {
  const [name = '', synonyms, loinc = '', unit = '', units, molar, limits, reference, system = 'general', flags = ''] =
    cells;
  const molarMass = Number(molar);
  const entry: ObservationEntry = {
    name,
    synonyms: splitList(synonyms),
    loinc,
    unit,
    units: splitList(units),
    limits: readSpan(limits) ?? { low: -Infinity, high: Infinity },
    system,
    bare: flags.includes('bare'),
    vital: flags.includes('vital'),
    source,
  };
  if (molarMass > 0) entry.molarMass = molarMass;
  const range = readSpan(reference);
  if (range) entry.reference = range;
  return entry;
}

/** "3.5-5.1" or "-2-2" → {low, high} */
export function readSpan(cell: string | undefined): { low: number; high: number } | undefined {
  const match = /^(-?[\d.]+)-(-?[\d.]+)$/.exec(cell ?? '');
  return match ? { low: Number(match[1]), high: Number(match[2]) } : undefined;
}
