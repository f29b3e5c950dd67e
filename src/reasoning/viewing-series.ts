/** The numbers of a record as series: one measure over all its codes and units, in the order of time. */
import type { Catalogue } from '../clinical/catalogue/index.ts';
import { observationByCode } from '../clinical/measures/observations.ts';
import { toCanonical } from '../clinical/measures/quantities.ts';
import { unitOf } from '../clinical/measures/units.ts';
import type { Bound, Point } from './patient.ts';

interface Node {
  uuid: string;
  label: string;
  properties: Record<string, unknown>;
}

/** Every number in its quantity's own unit; one whose unit does not fit stands by itself, under its own name. */
export function viewSeries(
  nodes: readonly Node[],
  conceptOf: (node: Node) => string | undefined,
  catalogue: Catalogue,
): Map<string, Point[]> {
  const linked = new Map<string, string | undefined>();
  const series = new Map<string, Point[]>();
  const places = placesOf(nodes, conceptOf, (id) => catalogue.isA(id, 'observation:vital_signs'));
  for (const node of nodes) {
    const { properties: p } = node;
    const [value, time] = [p.value, text(p.time)];
    if (typeof value !== 'number' || time === null) continue;
    const key = `${p.system}|${p.code}|${p.name}`;
    if (!linked.has(key)) linked.set(key, conceptOf(node));
    const concept = catalogue.get(linked.get(key) ?? '');
    const known = concept?.observation && pointOf(node.uuid, time, value, text(p.unit), concept.observation.loinc[0]!);
    const elsewhere = known && places.has(concept!.id) && places.get(concept!.id) !== placeIn(text(p.name));
    const id = known && !elsewhere ? concept!.id : ownId(text(p.name));
    if (id === undefined) continue;
    const point = known ?? {
      uuid: node.uuid,
      time,
      value,
      unit: text(p.unit) ?? '',
      original: { value, unit: text(p.unit) },
    };
    const bound = boundIn(text(p.text));
    const list = series.get(id) ?? [];
    list.push(bound === undefined ? point : { ...point, bound });
    series.set(id, list);
  }
  for (const list of series.values()) list.sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
  return series;
}

/** How the import keeps a comparator: as words beside the number. */
function boundIn(written: string | null): Bound | undefined {
  const sign = /^\s*([<>])=?\s*\d/.exec(written ?? '')?.[1];
  return sign === undefined ? undefined : sign === '<' ? 'below' : 'above';
}

/** Words of a name that say where on the body it was measured. */
const PLACE =
  /\b(?:left|right|lumbar|spine|thoracic|hip|femur|femoral|neck|forearm|radius|wrist|arm|leg|ankle|knee|upper|lower)\b/gi;

function placeIn(name: string | null): string {
  return [...(name ?? '').toLowerCase().matchAll(PLACE)].map(([word]) => word).join(' ');
}

/** A measure that is taken in several places ("T-score of the spine", "of the hip") is a series for each: the fullest has its name. */
function placesOf(
  nodes: readonly Node[],
  conceptOf: (node: Node) => string | undefined,
  /** The pressure of either arm is the pressure. */
  isOne: (concept: string) => boolean,
): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const node of nodes) {
    const place = placeIn(text(node.properties.name));
    const concept = place === '' || typeof node.properties.value !== 'number' ? undefined : conceptOf(node);
    if (concept === undefined || isOne(concept)) continue;
    const held = counts.get(concept) ?? new Map<string, number>();
    counts.set(concept, held.set(place, (held.get(place) ?? 0) + 1));
  }
  return new Map(
    [...counts]
      .filter(([, held]) => held.size > 1)
      .map(([concept, held]) => [concept, [...held].toSorted((a, b) => b[1] - a[1])[0]![0]] as const),
  );
}

/** Written in capitals it is the code of something: DAS28, TPMT. */
const CODE = /^(?=.*\p{Lu}.*[\p{Lu}\d])[\p{Lu}\d]{2,}$/u;

/** A measure that no catalogue knows is a series all the same, under the name that its source gives it. */
function ownId(name: string | null): string | undefined {
  const words = (name ?? '')
    .replace(/\s*[[(].*$/, '')
    .match(/[\p{L}\d]+/gu)
    ?.map((word) => (CODE.test(word) ? word : word.toLowerCase()));
  return words === undefined ? undefined : `own:${words.join('_')}`;
}

function pointOf(uuid: string, time: string, value: number, unit: string | null, loinc: string): Point | undefined {
  const entry = observationByCode(loinc);
  if (!entry) return undefined;
  const written = unit === null ? entry.unit : (unitOf(unit)?.ucum ?? unit);
  const number = written === entry.unit ? value : toCanonical(entry, value, written);
  return number === undefined ? undefined : { uuid, time, value: number, unit: entry.unit, original: { value, unit } };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
