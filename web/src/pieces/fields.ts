/** A form out of a JSON Schema: which fields there are, what stands in them at first, and what they come to. */

export interface JsonSchema {
  type?: string | string[];
  description?: string;
  default?: unknown;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export type FieldKind = 'text' | 'long' | 'number' | 'choice' | 'switch' | 'lines' | 'json';

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly about: string;
  readonly required: boolean;
  readonly choices: readonly string[];
  readonly initial: string;
}

/** What a person typed, by field. */
export type Typed = Readonly<Record<string, string>>;

const LONG = /content|artifact|text|specification|task|context/;

export function fieldsOf(schema: JsonSchema): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const kind = kindOf(name, property);
    return {
      name,
      label: sayName(name),
      kind,
      about: property.description ?? '',
      required: required.has(name) && property.default === undefined,
      choices: (property.enum ?? []).map(String),
      initial: toText(property.default, kind),
    };
  });
}

function kindOf(name: string, property: JsonSchema): FieldKind {
  if (property.enum !== undefined) return 'choice';
  const types = [property.type ?? []].flat();
  if (types.includes('boolean')) return 'switch';
  if (types.includes('number') || types.includes('integer')) return 'number';
  if (types.includes('array')) return property.items?.type === 'string' ? 'lines' : 'json';
  if (types.includes('string')) return LONG.test(name) ? 'long' : 'text';
  return 'json';
}

export function sayName(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function toText(value: unknown, kind: FieldKind): string {
  if (value === undefined) return '';
  if (kind === 'lines' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export type Read = { ok: true; input: Record<string, unknown> } | { ok: false; name: string; message: string };

/** What the fields come to; an empty field that may be empty is left out. */
export function readFields(fields: readonly Field[], typed: Typed): Read {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const text = typed[field.name] ?? field.initial;
    if (text.trim() === '') {
      if (field.required && field.kind !== 'lines')
        return { ok: false, name: field.name, message: `${field.label} is needed.` };
      if (field.required) input[field.name] = [];
      continue;
    }
    const read = readField(field, text);
    if (read === undefined) return { ok: false, name: field.name, message: `${field.label} is ${WRONG[field.kind]}.` };
    input[field.name] = read.value;
  }
  return { ok: true, input };
}

const WRONG: Partial<Record<FieldKind, string>> = { number: 'not a number', json: 'not JSON' };

function readField({ kind }: Field, text: string): { value: unknown } | undefined {
  if (kind === 'number') return Number.isFinite(Number(text)) ? { value: Number(text) } : undefined;
  if (kind === 'switch') return { value: text === 'true' };
  if (kind === 'lines')
    return {
      value: text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    };
  if (kind !== 'json') return { value: text };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
