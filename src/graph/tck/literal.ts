import { numberText } from '../arithmetic.ts';
import { checkQuery } from '../cypher/check.ts';
import { parseQuery } from '../cypher/parse.ts';
import { compileExpression } from '../engine/evaluate.ts';
import { formatTemporal } from '../temporal/format.ts';
import {
  isNode,
  isPath,
  isRelationship,
  isTemporal,
  type MapValue,
  type NodeValue,
  type RelationshipValue,
  type Value,
} from '../values.ts';

/**
 * Results of the openCypher scenarios as text in one form, so that an expected cell and an actual value can be compared:
 * labels and keys sorted, and on demand lists too.
 */
export function canonicalValue(value: Value, sortLists: boolean): string {
  const c = (inner: Value) => canonicalValue(inner, sortLists);
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'bigint' || typeof value === 'number') return numberText(value === 0 ? 0 : value);
  if (Array.isArray(value)) {
    const items = value.map(c);
    return `[${(sortLists ? items.sort() : items).join(', ')}]`;
  }
  if (value instanceof Map) return canonicalMap(value, c);
  if (isNode(value)) return canonicalNode(value, c);
  if (isRelationship(value)) return canonicalEdge(value, c);
  if (isPath(value)) {
    let text = canonicalNode(value.nodes[0]!, c);
    value.relationships.forEach((edge, i) => {
      const forwards = edge.from === value.nodes[i]!.id;
      text += `${forwards ? '-' : '<-'}${canonicalEdge(edge, c)}${forwards ? '->' : '-'}${canonicalNode(value.nodes[i + 1]!, c)}`;
    });
    return `<${text}>`;
  }
  return isTemporal(value) ? quote(formatTemporal(value)) : '?';
}

type Inner = (value: Value) => string;

function canonicalMap(map: MapValue, c: Inner): string {
  return `{${[...map.keys()]
    .sort()
    .map((key) => `${key}: ${c(map.get(key)!)}`)
    .join(', ')}}`;
}

function canonicalNode(node: NodeValue, c: Inner): string {
  const labels = [...node.labels]
    .sort()
    .map((label) => `:${label}`)
    .join('');
  return entityText('(', labels, node.properties.toMap(), ')', c);
}

function canonicalEdge(edge: RelationshipValue, c: Inner): string {
  return entityText('[', `:${edge.type}`, edge.properties.toMap(), ']', c);
}

function entityText(open: string, name: string, properties: MapValue, close: string, c: Inner): string {
  const map = properties.size > 0 ? canonicalMap(properties, c) : '';
  return `${open}${name}${name && map ? ' ' : ''}${map}${close}`;
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** A cell as the scenarios write it, in the same form. */
export function canonicalLiteral(text: string, sortLists: boolean): string {
  const reader = { text, at: 0, sortLists };
  const result = readValue(reader);
  skip(reader);
  if (reader.at < text.length) throw new Error(`cannot read the expected value ${text}`);
  return result;
}

/** A parameter of a scenario: the literals of Cypher. */
export function parseLiteral(text: string): Value {
  const source = `RETURN ${text}`;
  const { query } = checkQuery(parseQuery(source), source);
  const clause = query.parts[0]!.clauses[0]!;
  if (clause.kind !== 'return') throw new Error('not a literal');
  const none = () => {
    throw new Error('a literal does not search');
  };
  const evaluate = compileExpression(clause.projection.items[0]!.expression, {
    exists: none,
    comprehension: none,
    subquery: none,
  });
  return evaluate([], {} as never);
}

interface Reader {
  text: string;
  at: number;
  sortLists: boolean;
}

function skip(reader: Reader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at++;
}

function take(reader: Reader, mark: string): boolean {
  skip(reader);
  if (!reader.text.startsWith(mark, reader.at)) return false;
  reader.at += mark.length;
  return true;
}

function readValue(reader: Reader): string {
  skip(reader);
  const char = reader.text[reader.at];
  if (char === "'") return readText(reader);
  if (char === '{') return readMap(reader);
  if (char === '(') return readNode(reader);
  if (char === '<') return readPath(reader);
  if (char === '[') return /^\[\s*:/.test(reader.text.slice(reader.at)) ? readEdge(reader) : readList(reader);
  const word = /^[^\s,\]})>]+/.exec(reader.text.slice(reader.at))?.[0];
  if (!word) throw new Error(`cannot read ${reader.text}`);
  reader.at += word.length;
  if (/^-?\d+$/.test(word) || ['null', 'true', 'false', 'NaN'].includes(word)) return word;
  if (/^-?Inf(inity)?$/.test(word)) return word.startsWith('-') ? '-Infinity' : 'Infinity';
  return numberText(Number(word));
}

function readText(reader: Reader): string {
  let text = '';
  reader.at++;
  while (reader.text[reader.at] !== "'") {
    if (reader.at >= reader.text.length) throw new Error(`an open string in ${reader.text}`);
    if (reader.text[reader.at] === '\\' && /[\\']/.test(reader.text[reader.at + 1] ?? '')) reader.at++;
    text += reader.text[reader.at++];
  }
  reader.at++;
  return quote(text);
}

function readList(reader: Reader): string {
  take(reader, '[');
  const items: string[] = [];
  while (!take(reader, ']')) {
    items.push(readValue(reader));
    take(reader, ',');
  }
  return `[${(reader.sortLists ? items.sort() : items).join(', ')}]`;
}

function readMap(reader: Reader): string {
  take(reader, '{');
  const entries: [string, string][] = [];
  while (!take(reader, '}')) {
    const key = readName(reader);
    take(reader, ':');
    entries.push([key, readValue(reader)]);
    take(reader, ',');
  }
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, value]) => `${key}: ${value}`).join(', ')}}`;
}

function readName(reader: Reader): string {
  skip(reader);
  const name = /^`?([^\s:`,{}()[\]]+)`?/.exec(reader.text.slice(reader.at))!;
  reader.at += name[0].length;
  return name[1]!;
}

function readEntity(reader: Reader, open: string, close: string): string {
  take(reader, open);
  const labels: string[] = [];
  while (take(reader, ':')) labels.push(readName(reader));
  skip(reader);
  const map = reader.text[reader.at] === '{' ? readMap(reader) : '';
  take(reader, close);
  const name = labels
    .sort()
    .map((label) => `:${label}`)
    .join('');
  return `${open}${name}${name && map && map !== '{}' ? ' ' : ''}${map === '{}' ? '' : map}${close}`;
}

function readNode(reader: Reader): string {
  return readEntity(reader, '(', ')');
}

function readEdge(reader: Reader): string {
  return readEntity(reader, '[', ']');
}

function readPath(reader: Reader): string {
  take(reader, '<');
  let text = readNode(reader);
  while (!take(reader, '>')) {
    const back = take(reader, '<-');
    if (!back) take(reader, '-');
    const edge = readEdge(reader);
    const forwards = take(reader, '->');
    if (!forwards) take(reader, '-');
    text += `${back ? '<-' : '-'}${edge}${forwards ? '->' : '-'}${readNode(reader)}`;
  }
  return `<${text}>`;
}
