/** What of this record can move a measurement or bring on a complaint. */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import type { Chart } from '../chart.ts';
import { mentionedIn } from '../mentions.ts';
import type { ConditionView, MedicineView } from '../patient.ts';
import { drugOfLevel } from './levels.ts';

const ids = z.array(z.string()).default([]);
const schema = z.strictObject({
  source: z.string(),
  rows: z.array(z.strictObject({ of: z.string(), up: ids, down: ids, by: ids, with: ids })),
  drivers: z.record(z.string(), z.array(z.string()).min(1)),
});

export const influences = schema.parse(readRows(new URL('./influences.yml', import.meta.url)));
const byId = new Map(influences.rows.map((row) => [row.of, row] as const));

export interface Influence {
  medicines: MedicineView[];
  conditions: ConditionView[];
}

/** Medicines that are taken, on a list or by a paper alone, and conditions that are there; the newest first. */
export function influencesOn(
  { view }: Chart,
  id: string,
  way: 'up' | 'down' | 'by',
  as: MedicineView['status'] = 'taken',
): Influence {
  const row = rowFor(id);
  const causes = row === undefined ? [] : way === 'by' ? row.by : row[way];
  const is = (concepts: readonly string[], spared?: string) =>
    concepts.some((concept) => causes.some((cause) => cause !== spared && openCatalogue().isA(concept, cause)));
  const newest = (a: string | null, b: string | null) => (b ?? '').localeCompare(a ?? '');
  return {
    medicines: [...view.medicines, ...mentionedIn(view)]
      .filter((item) => item.status === as && is(item.concepts, isSlight(item) ? 'class:nsaid' : undefined))
      .toSorted((a, b) => newest(a.start, b.start)),
    conditions: view.conditions
      .filter(
        ({ status, concepts }) => status === 'active' && is(concepts) && !concepts.some((id) => COMPLICATION.test(id)),
      )
      .toSorted((a, b) => newest(a.onset, b.onset)),
  };
}

const LOW_ASPIRIN = 162;

/** The daily dose against clots does not raise pressure or hold water as a painkiller does. */
export function isLowAspirin({ concepts, dose, unit, name }: MedicineView): boolean {
  if (!concepts.includes('drug:aspirin')) return false;
  const mg = unit === 'mg' || unit === null ? dose : null;
  const said = mg ?? Number(/(\d+) ?mg/i.exec(name)?.[1] ?? Number.NaN);
  return said <= LOW_ASPIRIN;
}

/** Of a gel on the skin little reaches the blood. */
function isSlight(item: MedicineView): boolean {
  return isLowAspirin(item) || item.concepts.some((id) => openCatalogue().isA(id, 'class:topical_nsaid'));
}

export function actsOn(concept: string, of: string, way: 'up' | 'down'): boolean {
  return (rowFor(of)?.[way] ?? []).some((cause) => openCatalogue().isA(concept, cause));
}

/** Whether something keeps it lower than it would be. */
export function isHeldDownBy(of: string, cause: string): boolean {
  return (rowFor(of)?.down ?? []).includes(cause);
}

/** Is it known what moves it? */
export function hasInfluences(of: string): boolean {
  return rowFor(of) !== undefined;
}

/** Does a medicine act on it at all, in whichever direction? */
export function isInfluence(cause: readonly string[], of: string): boolean {
  const row = rowFor(of);
  const all = row === undefined ? [] : [...row.up, ...row.down, ...row.by];
  return cause.some((concept) => all.some((each) => openCatalogue().isA(concept, each)));
}

/** What a disease has led to does not drive its own values. */
const COMPLICATION = /retinopathy|neuropathy|foot_ulcer|ketoacidosis/;

/** The values that explain it or move beside it: of a measure by its own row, of a complaint by what bears on it. */
export function movesWith(id: string): readonly string[] {
  const row = rowFor(id);
  return [...new Set([...(row?.with ?? []), ...bearingOn(id)])];
}

/** Whether the one value can be behind the other, or only moves beside it. */
export function isDriver(value: string, of: string): boolean {
  return influences.drivers[of]?.includes(value) ?? false;
}

const bearing = z
  .strictObject({
    source: z.string(),
    rows: z.array(z.strictObject({ of: z.string(), by: z.array(z.string()).min(1) })),
  })
  .parse(readRows(new URL('./bearing.yml', import.meta.url)));

function bearingOn(id: string): readonly string[] {
  return bearing.rows.find(({ of }) => of === id || openCatalogue().isA(id, of))?.by ?? [];
}

function rowFor(id: string) {
  const known = byId.get(id) ?? byId.get(drugOfLevel(id) ?? '');
  if (known !== undefined) return known;
  const kin = [...openCatalogue().ancestors(id), ...openCatalogue().descendants(id)];
  return kin.map((each) => byId.get(each)).find((row) => row !== undefined);
}
