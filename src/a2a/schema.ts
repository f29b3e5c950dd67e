/** JSON Schemas as they stand in YAML, ready to be held against values. */
import { z } from 'zod';
import { ConsiliumError, type Schema } from '../kernel/index.ts';

const read = new WeakMap<object, Schema>();

export function readSchema(json: Record<string, unknown>): Schema {
  const known = read.get(json);
  if (known !== undefined) return known;
  try {
    const made = z.fromJSONSchema({ type: 'object', ...json } as Parameters<
      typeof z.fromJSONSchema
    >[0]) as unknown as Schema;
    read.set(json, made);
    return made;
  } catch (thrown) {
    throw new ConsiliumError(
      'TEAM_INVALID',
      `This is not a JSON Schema that can be used: ${(thrown as Error).message}.`,
    );
  }
}
