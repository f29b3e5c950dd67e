import { decimalProperties, typeLabels } from '../schema.ts';
import { durationFromText } from '../temporal/duration.ts';
import { parseInstant } from '../temporal/parse.ts';
import type { Instant } from '../temporal/types.ts';
import type { PropertyReader, Value } from '../values.ts';

/** How a graph uses the three tables: a record's nodes have one label and a uuid, a scratch graph's any labels and none. */
export interface Layout {
  name: 'record' | 'scratch';
  /** Whether `n.uuid` is the indexed column. */
  uuids: boolean;
  /** Whether a node with these labels may be a shared Type, outside the tenant's own rows. */
  mayBeShared(labels: string[]): boolean;
  /** The condition that a node has a label, given the column and the bound label. */
  hasLabel(column: string, label: string): string;
  labelText(label: string): string;
  readLabels(text: string): string[];
  /** Whether a node has one label only, so that a label in the pattern says it all. */
  oneLabel: boolean;
  properties: PropertyReader;
  /** Labels of which a tenant has one node: good places to start. */
  rare: readonly string[];
}

export const recordLayout: Layout = {
  name: 'record',
  uuids: true,
  mayBeShared: (labels) => labels.length === 0 || labels.some((label) => typeLabels.includes(label)),
  hasLabel: (column, label) => `${column} = ${label}`,
  labelText: (label) => label,
  readLabels: (text) => [text],
  oneLabel: true,
  properties: {
    read: (key, json) => (typeof json === 'number' && decimalProperties.has(key) ? json : fromJson(json)),
    flat: true,
  },
  rare: ['Patient'],
};

export const scratchLayout: Layout = {
  name: 'scratch',
  uuids: false,
  mayBeShared: () => false,
  hasLabel: (column, label) => `instr(${column}, ${label}) > 0`,
  labelText: (label) => `:${label}:`,
  oneLabel: false,
  readLabels: (text) => text.split(':').filter((label) => label !== ''),
  properties: { read: (_, json) => fromJson(json), flat: false },
  rare: [],
};

/** Stored JSON as a value: whole numbers are integers; what JSON cannot say is an object with its type. */
export function fromJson(json: unknown): Value {
  if (typeof json === 'string' || typeof json === 'boolean') return json;
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) return json.map(fromJson);
  if (typeof json !== 'object' || json === null) return null;
  const { type, text } = json as { type?: string; text?: string };
  if (type === undefined || text === undefined) return null;
  if (type === 'integer') return BigInt(text);
  if (type === 'float') return Number(text);
  if (type === 'duration') return durationFromText(text);
  return parseInstant(type as Instant['kind'], text);
}
