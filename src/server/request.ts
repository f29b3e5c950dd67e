/** Requests parsed once, at the edge: what does not fit is a REQUEST_INVALID that names each place. */
import type { Context } from 'hono';
import type { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';

export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  let body: unknown;
  try {
    const text = await context.req.text();
    requireShallow(text);
    body = JSON.parse(text);
  } catch (thrown) {
    if (thrown instanceof ConsiliumError) throw thrown;
    throw new ConsiliumError('REQUEST_INVALID', `The body is not JSON: ${(thrown as Error).message}`);
  }
  return parse(schema, body, 'body');
}

const DEEPEST = 64;

/** Values inside values without end cost more the deeper they go; no honest request has many. */
function requireShallow(json: string): void {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (inText) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) inText = false;
    } else if (code === QUOTE) inText = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > DEEPEST)
        throw new ConsiliumError('REQUEST_INVALID', `The body is nested more than ${DEEPEST} levels deep.`);
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export function readQuery<T>(context: Context, schema: z.ZodType<T>): T {
  return parse(schema, context.req.query(), 'query');
}

function parse<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || where}: ${issue.message}`);
  throw new ConsiliumError('REQUEST_INVALID', problems.join('; '));
}
