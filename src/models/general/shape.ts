/** As much of JSON Schema as the general policy needs: reading a schema, and checking a value against it. */
import type { Json } from '../../kernel/event.ts';

export interface Shape {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly description?: string;
  readonly $ref?: string;
  readonly additionalProperties?: boolean | Shape;
}

/** A schema as given to a model, with its references followed and `T | null` read as T. */
export function readShape(schema: unknown, root: unknown = schema): Shape {
  let shape = (typeof schema === 'object' && schema !== null ? schema : {}) as Shape;
  for (let hops = 0; shape.$ref !== undefined && hops < 16; hops++) shape = follow(shape.$ref, root);
  const options = (shape.anyOf ?? shape.oneOf)?.filter((option) => option.type !== 'null');
  return options?.length === 1 ? { ...readShape(options[0], root), ...describing(shape) } : shape;
}

function follow(reference: string, root: unknown): Shape {
  let at: unknown = root;
  for (const step of reference.replace(/^#\/?/, '').split('/').filter(Boolean))
    at = (at as Record<string, unknown> | undefined)?.[
      decodeURIComponent(step).replace(/~1/g, '/').replace(/~0/g, '~')
    ];
  return (at ?? {}) as Shape;
}

function describing(shape: Shape): Shape {
  return shape.description === undefined ? {} : { description: shape.description };
}

export function typeOf(shape: Shape): string | undefined {
  const types = [shape.type ?? []].flat().filter((type) => type !== 'null');
  if (types.length === 1) return types[0];
  return shape.properties !== undefined && types.length === 0 ? 'object' : undefined;
}

/** Whether a value fits, as far as the schema is understood here. */
export function fits(schema: unknown, value: Json, root: unknown = schema): boolean {
  const given = (typeof schema === 'object' && schema !== null ? schema : {}) as Shape;
  const options = given.anyOf ?? given.oneOf;
  if (options !== undefined) return options.some((option) => fits(option, value, root));
  const shape = readShape(given, root);
  if (shape.const !== undefined) return same(shape.const, value);
  if (shape.enum !== undefined) return shape.enum.some((option) => same(option, value));
  const types = [shape.type ?? typeOf(shape) ?? []].flat();
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return false;
  if (typeof value === 'number') return isWithin(shape, value);
  if (typeof value === 'string') return isWorded(shape, value);
  if (Array.isArray(value))
    return value.length >= (shape.minItems ?? 0) && value.every((item) => fits(shape.items ?? {}, item, root));
  return value === null || typeof value === 'boolean' || hasFields(shape, value, root);
}

function hasFields(shape: Shape, value: { [key: string]: Json }, root: unknown): boolean {
  if (shape.required?.some((key) => value[key] === undefined)) return false;
  return Object.entries(value).every(([key, field]) => {
    const own = shape.properties?.[key];
    return own === undefined ? shape.additionalProperties !== false : fits(own, field, root);
  });
}

function isOfType(type: string, value: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function isWithin(shape: Shape, value: number): boolean {
  return (
    value >= (shape.minimum ?? -Infinity) &&
    value <= (shape.maximum ?? Infinity) &&
    value > (shape.exclusiveMinimum ?? -Infinity) &&
    value < (shape.exclusiveMaximum ?? Infinity)
  );
}

function isWorded(shape: Shape, value: string): boolean {
  if (value.length < (shape.minLength ?? 0) || value.length > (shape.maxLength ?? Infinity)) return false;
  return shape.pattern === undefined || new RegExp(shape.pattern, 'u').test(value);
}

function same(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
