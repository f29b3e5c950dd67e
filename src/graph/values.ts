import type { Temporal } from './temporal/types.ts';

/**
 * The values of Cypher in TypeScript: `bigint` is an integer, `number` a float. Every other type is what it looks like.
 */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Value[]
  | MapValue
  | NodeValue
  | RelationshipValue
  | PathValue
  | Temporal;

export type MapValue = Map<string, Value>;

/** How a property's JSON becomes a value; differs between the record (decimals by name) and scratch graphs. */
export interface PropertyReader {
  read(key: string, json: unknown): Value;
  /** No property holds an object, so a key is found by its name in the text. */
  flat: boolean;
}

/** Reads after which a text is parsed as a whole. */
const fewReads = 4;

/** The properties of a node or relationship: the first few are read from the text itself, then it is parsed. */
export class Properties {
  readonly #text: string;
  readonly #reader: PropertyReader;
  #json: Record<string, unknown> | undefined;
  #reads = 0;

  constructor(text: string, reader: PropertyReader) {
    this.#text = text;
    this.#reader = reader;
  }

  get(key: string): Value {
    if (!this.#json && this.#reader.flat && this.#reads++ < fewReads) {
      const found = findScalar(this.#text, key);
      if (found !== undefined) return found === null ? null : this.#reader.read(key, found);
    }
    const json = this.#parsed();
    return Object.hasOwn(json, key) ? this.#reader.read(key, json[key]) : null;
  }

  keys(): string[] {
    return Object.keys(this.#parsed());
  }

  toMap(): MapValue {
    return new Map(this.keys().map((key) => [key, this.get(key)]));
  }

  #parsed(): Record<string, unknown> {
    this.#json ??= JSON.parse(this.#text) as Record<string, unknown>;
    return this.#json;
  }
}

/**
 * The value of a key in a flat JSON object as JSON.stringify writes it: null when it is not there, undefined when it is
 * not simple. Inside a string a quote is escaped, so `"key":` without a backslash before it can only be the key.
 */
function findScalar(text: string, key: string): string | number | boolean | null | undefined {
  if (!/^\w+$/.test(key)) return undefined;
  const at = text.indexOf(`"${key}":`);
  if (at < 0) return null;
  if (text[at - 1] === '\\') return undefined;
  const start = at + key.length + 3;
  const first = text.charCodeAt(start);
  if (first === 0x22) {
    const end = text.indexOf('"', start + 1);
    const value = text.slice(start + 1, end);
    return value.includes('\\') ? undefined : value;
  }
  if (first === 0x74) return true;
  if (first === 0x66) return false;
  if (first !== 0x2d && (first < 0x30 || first > 0x39)) return undefined;
  const comma = text.indexOf(',', start);
  return Number(text.slice(start, comma < 0 ? text.length - 1 : comma));
}

export interface NodeValue {
  kind: 'node';
  id: number;
  labels: string[];
  properties: Properties;
}

export interface RelationshipValue {
  kind: 'relationship';
  id: number;
  type: string;
  from: number;
  to: number;
  properties: Properties;
}

export interface PathValue {
  kind: 'path';
  nodes: NodeValue[];
  relationships: RelationshipValue[];
}

export type TypeName =
  | 'null'
  | 'boolean'
  | 'integer'
  | 'float'
  | 'string'
  | 'list'
  | 'map'
  | 'node'
  | 'relationship'
  | 'path'
  | Temporal['kind'];

export function typeOf(value: Value): TypeName {
  if (value === null) return 'null';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'bigint':
      return 'integer';
    case 'number':
      return 'float';
    case 'string':
      return 'string';
    default:
      if (Array.isArray(value)) return 'list';
      return value instanceof Map ? 'map' : value.kind;
  }
}

export function isNumber(value: Value): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

export function isTemporal(value: Value): value is Temporal {
  return typeof value === 'object' && value !== null && 'kind' in value && !graphKinds.has(value.kind);
}

const graphKinds = new Set<string>(['node', 'relationship', 'path']);

export function isNode(value: Value): value is NodeValue {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'node';
}

export function isRelationship(value: Value): value is RelationshipValue {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'relationship';
}

export function isPath(value: Value): value is PathValue {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'path';
}
