/**
 * Schemas as the kernel needs them: something that validates (Standard Schema) and can show itself as JSON Schema.
 * zod 4 schemas fit as they are, and the kernel does not have to import zod.
 */
export interface Schema<T = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validation<T> | Promise<Validation<T>>;
    readonly jsonSchema?: { readonly input: (options: { target: 'draft-07' }) => Record<string, unknown> };
  };
}

type Validation<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; problem: string };

/** Validates a value; a failure is one sentence that names each path, fit for a model or a person. */
export async function checkValue<T>(schema: Schema<T>, value: unknown): Promise<Checked<T>> {
  let result = schema['~standard'].validate(value);
  if (result instanceof Promise) result = await result;
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, problem: result.issues.map(describeIssue).join('; ') };
}

function describeIssue(issue: Issue): string {
  const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
  return path === '' ? issue.message : `${path}: ${issue.message}`;
}

const jsonSchemas = new WeakMap<Schema, Record<string, unknown>>();

/** The JSON Schema that a model is shown; computed once per schema. */
export function toJsonSchema(schema: Schema): Record<string, unknown> {
  let json = jsonSchemas.get(schema);
  if (json === undefined) {
    json = schema['~standard'].jsonSchema?.input({ target: 'draft-07' }) ?? { type: 'object' };
    jsonSchemas.set(schema, json);
  }
  return json;
}
