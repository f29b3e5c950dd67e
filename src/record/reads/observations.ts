/** Measurements with their range and flag: a goal of the person that is met first, then the source's judgement, then the catalogue's, in the same unit only. */
import { handleOf } from '../../storage/handle.ts';
import type { Properties, RecordNode } from '../patient.ts';
import { selectConditions } from './conditions.ts';
import { selectMedications } from './medications.ts';
import { selectIdentity } from './people.ts';
import {
  type Assessment,
  type Bearer,
  type Borne,
  byTimeDescending,
  type Entry,
  entryOf,
  type Flag,
  isError,
  nodesOf,
  number,
  open,
  type Reader,
  text,
} from './reader.ts';

export interface ObservationEntry extends Entry {
  status: string | null;
  category: string | null;
  value: number | string | null;
  unit: string | null;
  text: string | null;
  time: string | null;
  ref_low: number | null;
  ref_high: number | null;
  ref_text: string | null;
  /** Whose range it is. */
  ref_source: 'source' | 'catalogue' | null;
  interpretation: string | null;
  flag: Flag | null;
  component: boolean;
  /** "146/88 mm[Hg]", "7.1 %". */
  display: string | null;
  components: ObservationEntry[];
}

export interface LatestObservation extends ObservationEntry {
  /** How many values of this type the record holds. */
  count: number;
  previous: { uuid: string; value: number | string | null; unit: string | null; time: string | null } | null;
}

export interface HistoryFilter {
  /** A LOINC or other code, or words that the name contains. */
  type: string;
  from?: string;
  to?: string;
  /** The newest so many. */
  limit?: number;
}

/** The newest of each type, panels with their components, newest first. */
export function readObservations(reader: Reader, filter: LatestFilter = {}): LatestObservation[] {
  return selectLatest(reader, open(reader, 'observations'), filter);
}

interface LatestFilter {
  readonly category?: string | undefined;
  readonly limit?: number | undefined;
}

/** More types than anybody has had measured: who sends more keeps nobody waiting with them. */
const MOST_TYPES = 2_000;

export function selectLatest(
  reader: Reader,
  tenant: number,
  { category, limit = MOST_TYPES }: LatestFilter = {},
): LatestObservation[] {
  const judge = judgeFor(reader, tenant);
  const groups = Map.groupBy(
    nodesOf(reader, tenant, 'Observation').filter(
      ({ properties: p }) => p.component !== true && (category === undefined || p.category === category),
    ),
    ({ properties: p }) => `${p.system ?? ''}|${p.code ?? p.name ?? ''}`,
  );
  const components = selectComponents(reader, tenant);
  return [...groups.values()]
    .map((group) => [...newestTwo(group), group.length] as const)
    .sort(byTimeDescending(([latest]) => text(latest!.properties.time)))
    .slice(0, limit)
    .map(([latest, before, count]) => {
      const previous = before ? judge(before, components.get(before.uuid)) : undefined;
      return {
        ...judge(latest!, components.get(latest!.uuid)),
        count,
        previous: previous
          ? { uuid: previous.uuid, value: previous.value ?? previous.text, unit: previous.unit, time: previous.time }
          : null,
      };
    })
    .sort(byTimeDescending(({ time }) => time));
}

/** Those that would come first if all were sorted: there may be thousands. */
function newestTwo(group: readonly RecordNode[]): [RecordNode | undefined, RecordNode | undefined] {
  const order = byTimeDescending<RecordNode>(({ properties }) => text(properties.time));
  let [first, second]: (RecordNode | undefined)[] = [];
  for (const node of group) {
    if (first === undefined || order(node, first) < 0) [first, second] = [node, first];
    else if (second === undefined || order(node, second) < 0) second = node;
  }
  return [first, second];
}

/** All values of one type, oldest first; components (systolic, say) count like any measurement. */
export function readObservationHistory(reader: Reader, filter: HistoryFilter): ObservationEntry[] {
  const tenant = open(reader, 'observations');
  const judge = judgeFor(reader, tenant);
  const components = selectComponents(reader, tenant);
  const wanted = filter.type.toLowerCase();
  const inside = (time: string | null) =>
    (filter.from === undefined || (time !== null && time >= filter.from)) &&
    (filter.to === undefined || (time !== null && time.slice(0, filter.to.length) <= filter.to));
  const found = nodesOf(reader, tenant, 'Observation')
    .filter(({ properties: p }) => p.code === filter.type || text(p.name)?.toLowerCase().includes(wanted))
    .filter(({ properties: p }) => inside(text(p.time)))
    .sort(byTimeDescending(({ properties }) => text(properties.time)));
  return found
    .slice(0, filter.limit ?? found.length)
    .reverse()
    .map((node) => judge(node, components.get(node.uuid)));
}

function selectComponents(reader: Reader, tenant: number): Map<string, RecordNode[]> {
  const rows = handleOf(reader.data)
    .prepare(
      `SELECT s.uuid AS panel, d.uuid, d.label, d.props FROM graph_edge e
       JOIN graph_node s ON s.id = e.src JOIN graph_node d ON d.id = e.dst
       WHERE e.tenant = ? AND e.type = 'HAS_COMPONENT' ORDER BY e.id`,
    )
    .all(tenant);
  const panels = new Map<string, RecordNode[]>();
  for (const row of rows) {
    const node = { uuid: row.uuid as string, label: row.label as string, properties: JSON.parse(row.props as string) };
    if (!isError(node.properties)) panels.set(row.panel as string, [...(panels.get(row.panel as string) ?? []), node]);
  }
  return panels;
}

type Judge = (node: RecordNode, components?: RecordNode[]) => ObservationEntry;

export function judgeFor(reader: Reader, tenant: number): Judge {
  const types = selectTypes(reader, tenant);
  const person = bearerOf(reader, tenant);
  const judge: Judge = (node, components = []) => {
    const { properties: p } = node;
    const judged = judgement(p, types.get(`${p.system}|${p.code}`), reader, person);
    const parts = components.map((component) => judge(component));
    const value = typeof p.value === 'string' ? p.value : number(p.value);
    return {
      ...entryOf(node),
      status: text(p.status),
      category: text(p.category),
      value,
      unit: text(p.unit),
      text: text(p.text) ?? panelText(parts),
      time: text(p.time),
      ...judged,
      flag: judged.flag ?? worst(parts),
      interpretation: text(p.interpretation),
      component: p.component === true,
      display: displayOf(value, p, parts),
      components: parts,
    };
  };
  return judge;
}

function bearerOf(reader: Reader, tenant: number): Bearer {
  const { gender, age, city } = selectIdentity(reader, tenant);
  let conditions: Borne[] | undefined;
  let medicines: Borne[] | undefined;
  return {
    sex: gender,
    age,
    city,
    conditions: () =>
      (conditions ??= selectConditions(reader, tenant, 'active').map((each) => ({ ...each, since: each.onset_date }))),
    medicines: () =>
      (medicines ??= selectMedications(reader, tenant, 'current').map((each) => ({ ...each, since: each.start }))),
  };
}

/** The catalogue's word on each type, as the graph holds it. */
function selectTypes(reader: Reader, tenant: number): Map<string, Properties> {
  const rows = handleOf(reader.data)
    .prepare(
      `SELECT props FROM graph_node WHERE label = 'ObservationType' AND id IN
         (SELECT dst FROM graph_edge WHERE tenant = ? AND type = 'IS_A')`,
    )
    .all(tenant);
  return new Map(
    rows.map((row) => {
      const p: Properties = JSON.parse(row.props as string);
      return [`${p.system}|${p.code}`, p];
    }),
  );
}

type Judged = Pick<ObservationEntry, 'ref_low' | 'ref_high' | 'ref_text' | 'ref_source' | 'flag'>;

function judgement(p: Properties, type: Properties | undefined, reader: Reader, person: Bearer): Judged {
  const value = number(p.value);
  const unit = text(p.unit);
  const measured = value !== null && p.code ? { loinc: String(p.code), value, unit, time: text(p.time) } : undefined;
  const assessed = measured && reader.assess?.(measured, person);
  const judged = judgeByRange(p, type, assessed);
  if (assessed?.meets === undefined || judged.flag !== 'high') return judged;
  const { low, high, text: said } = assessed.meets;
  return { ref_low: low, ref_high: high, ref_text: said, ref_source: 'catalogue', flag: 'normal' };
}

function judgeByRange(p: Properties, type: Properties | undefined, assessed: Assessment | undefined): Judged {
  const value = number(p.value);
  const unit = text(p.unit);
  const stated = flagOfInterpretation(text(p.interpretation));
  if (p.ref_low !== undefined || p.ref_high !== undefined || p.ref_text !== undefined) {
    const range = { ref_low: number(p.ref_low), ref_high: number(p.ref_high), ref_text: text(p.ref_text) };
    return { ...range, ref_source: 'source', flag: escalate(stated ?? flagOf(value, range), assessed) };
  }
  if (assessed) {
    const { ref_low = null, ref_high = null, ref_text = null } = assessed;
    return { ref_low, ref_high, ref_text, ref_source: 'catalogue', flag: stated ?? assessed.flag };
  }
  if (type && (type.ref_low !== undefined || type.ref_high !== undefined) && (text(type.unit) ?? unit) === unit) {
    const range = { ref_low: number(type.ref_low), ref_high: number(type.ref_high), ref_text: text(type.ref_text) };
    return { ...range, ref_source: 'catalogue', flag: stated ?? flagOf(value, range) };
  }
  return { ref_low: null, ref_high: null, ref_text: null, ref_source: null, flag: stated };
}

/** A value that is critical by the catalogue is critical, whatever range the source printed beside it. */
function escalate(flag: Flag | null, assessed: Assessment | undefined): Flag | null {
  return assessed?.flag === 'critical' && flag !== 'normal' ? 'critical' : flag;
}

function flagOf(
  value: number | null,
  { ref_low, ref_high }: { ref_low: number | null; ref_high: number | null },
): Flag | null {
  if (value === null || (ref_low === null && ref_high === null)) return null;
  if (ref_low !== null && value < ref_low) return 'low';
  return ref_high !== null && value > ref_high ? 'high' : 'normal';
}

/** HL7 v3 ObservationInterpretation. */
const INTERPRETATIONS: Record<string, Flag> = {
  N: 'normal',
  L: 'low',
  H: 'high',
  LU: 'low',
  HU: 'high',
  LL: 'critical',
  HH: 'critical',
  AA: 'critical',
  '<': 'low',
  '>': 'high',
};

function flagOfInterpretation(code: string | null): Flag | null {
  return code === null ? null : (INTERPRETATIONS[code] ?? null);
}

const GRAVITY: Flag[] = ['normal', 'low', 'high', 'critical'];

/** A panel is as bad as the worst of its parts. */
function worst(parts: ObservationEntry[]): Flag | null {
  const flags = parts.flatMap(({ flag }) => flag ?? []);
  return flags.sort((a, b) => GRAVITY.indexOf(b) - GRAVITY.indexOf(a))[0] ?? null;
}

const SYSTOLIC = '8480-6';
const DIASTOLIC = '8462-4';

function panelText(parts: ObservationEntry[]): string | null {
  const systolic = parts.find(({ code }) => code === SYSTOLIC)?.value;
  const diastolic = parts.find(({ code }) => code === DIASTOLIC)?.value;
  if (typeof systolic === 'number' && typeof diastolic === 'number')
    return `${Math.round(systolic)}/${Math.round(diastolic)}`;
  const named = parts.flatMap(({ name, display }) => (display === null ? [] : [`${name ?? ''} ${display}`.trim()]));
  return named.join(', ') || null;
}

function displayOf(value: number | string | null, p: Properties, parts: ObservationEntry[]): string | null {
  if (value === null) {
    const words = text(p.text) ?? panelText(parts);
    return words?.includes('/') && parts[0]?.unit ? `${words} ${parts[0].unit}` : words;
  }
  const shown =
    typeof value === 'number' ? (/^[<>]/.test(text(p.text) ?? '') ? text(p.text) : String(round(value))) : value;
  return [shown, text(p.unit)].filter(Boolean).join(' ');
}

function round(value: number): number {
  return Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4));
}
