import { numberText } from './arithmetic.ts';
import { reject } from './cypher/reject.ts';
import { formatTemporal } from './temporal/format.ts';
import { isNode, isPath, isRelationship, type Properties, type Value } from './values.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A result in the JSON of GRAPH.md: a node is `{labels, properties}`, a time its ISO text. */
export function toJson(value: Value): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : numberText(value);
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, inner]) => [key, toJson(inner)]));
  if (isNode(value)) return { labels: value.labels, properties: propertiesJson(value.properties) };
  if (isRelationship(value)) return { type: value.type, properties: propertiesJson(value.properties) };
  if (isPath(value)) return { nodes: value.nodes.map(toJson), relationships: value.relationships.map(toJson) };
  return formatTemporal(value);
}

function propertiesJson(properties: Properties): Json {
  return Object.fromEntries(properties.keys().map((key) => [key, toJson(properties.get(key))]));
}

/** A parameter as it comes from outside. A whole number is an integer. */
export function fromParameter(json: unknown, depth = 0): Value {
  if (depth > 50) throw reject('limit', 'A parameter is nested too deeply.');
  if (json === null || json === undefined) return null;
  if (typeof json === 'boolean' || typeof json === 'string') return json;
  if (typeof json === 'bigint') return json;
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json;
  if (Array.isArray(json)) return json.map((item) => fromParameter(item, depth + 1));
  if (typeof json === 'object')
    return new Map(Object.entries(json).map(([key, inner]) => [key, fromParameter(inner, depth + 1)]));
  throw reject('syntax', 'A parameter must be JSON.');
}
