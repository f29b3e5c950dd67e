/** Requests parsed once, at the edge: what does not fit is a REQUEST_INVALID that names each place. */
import type { Context } from 'hono';
import type { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';

export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  let body: unknown;
  try {
    body = await context.req.json();
  } catch (thrown) {
    if (thrown instanceof ConsiliumError) throw thrown;
    throw new ConsiliumError('REQUEST_INVALID', `The body is not JSON: ${(thrown as Error).message}`);
  }
  return parse(schema, body, 'body');
}

export function readQuery<T>(context: Context, schema: z.ZodType<T>): T {
  return parse(schema, context.req.query(), 'query');
}

function parse<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || where}: ${issue.message}`);
  throw new ConsiliumError('REQUEST_INVALID', problems.join('; '));
}
