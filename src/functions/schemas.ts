/** The functions' schemas as JSON Schema: for models, OpenAPI, MCP and forms. Made once each. */
import { z } from 'zod';
import type { AnyFunction } from './function.ts';
import { allFunctions } from './registry.ts';

type JsonSchema = Record<string, unknown>;

export function inputSchema(fn: AnyFunction): JsonSchema {
  return cached(fn.input, 'input');
}

export function outputSchema(fn: AnyFunction): JsonSchema {
  return cached(fn.output, 'output');
}

export function draftSchema(fn: AnyFunction): JsonSchema {
  return cached(fn.draft, 'input');
}

/** Makes them all, one at a time. */
export function* schemaSteps(): Generator<unknown> {
  for (const fn of allFunctions()) {
    yield inputSchema(fn);
    yield outputSchema(fn);
  }
}

const made = new WeakMap<z.ZodType, JsonSchema>();

function cached(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  let json = made.get(schema);
  if (json === undefined) {
    json = z.toJSONSchema(schema, { target: 'draft-7', io }) as JsonSchema;
    made.set(schema, json);
  }
  return json;
}
