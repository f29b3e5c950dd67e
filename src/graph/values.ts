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
export type PropertyReader = (key: string, json: unknown) => Value;

/** The properties of a node or relationship, parsed when first asked for. */
export class Properties {
  readonly #text: string;
  readonly #read: PropertyReader;
  #json: Record<string, unknown> | undefined;

  constructor(text: string, read: PropertyReader) {
    this.#text = text;
    this.#read = read;
  }

  get(key: string): Value {
    const json = this.#parsed();
    return Object.hasOwn(json, key) ? this.#read(key, json[key]) : null;
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
