/** Requests parsed once, at the edge: what does not fit is a REQUEST_INVALID that names each place. */
import type { Context } from 'hono';
import type { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';

export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<T> {
  let body: unknown;
  try {
    body = await parseOnce(context);
  } catch (thrown) {
    if (thrown instanceof ConsiliumError) throw thrown;
    throw new ConsiliumError('REQUEST_INVALID', `The body is not JSON: ${(thrown as Error).message}`);
  }
  return parse(schema, body, 'body');
}

const parsed = new WeakMap<Request, unknown>();

/** Guards and routes read the same body. */
async function parseOnce(context: Context): Promise<unknown> {
  const { raw } = context.req;
  if (!parsed.has(raw)) parsed.set(raw, JSON.parse(await readText(context)));
  return parsed.get(raw);
}

/** The body as it came, if it is nothing that takes long to take apart. */
export async function readText(context: Context): Promise<string> {
  const text = await context.req.text();
  requireSimple(text, DOCUMENTS.test(context.req.path) ? MOST_VALUES_OF_DOCUMENTS : MOST_VALUES);
  return text;
}

/** The request for whoever reads bodies in a way of their own, with its body looked at first. */
export async function checkedRequest(context: Context): Promise<Request> {
  const { raw } = context.req;
  if (raw.method === 'GET' || raw.method === 'HEAD' || raw.body === null) return raw;
  return new Request(raw, { body: await readText(context) });
}

const DEEPEST = 64;
const MOST_VALUES = 10_000;
/** Whole records come with a call of CDS Hooks, a year's log of study with one of an agent. */
const MOST_VALUES_OF_DOCUMENTS = 250_000;
const DOCUMENTS = /^\/(?:v1\/(?:functions|pipelines|study)\/|cds-services\/|mcp$|a2a(?:\/|$))/;

/** Values inside values and values without end cost more than they say; no honest request has so many. */
function requireSimple(json: string, most: number): void {
  let depth = 0;
  let values = 0;
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
    else if (code === COMMA && ++values > most)
      throw new ConsiliumError('REQUEST_INVALID', `The body has more than ${most} values.`);
  }
}

const COMMA = 0x2c;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export function readQuery<T>(context: Context, schema: z.ZodType<T>): T {
  return parse(schema, context.req.query(), 'query');
}

function parse<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const { issues } = read.error;
  const problems = issues
    .slice(0, 10)
    .map((issue) => `${issue.path.join('.') || where}: ${issue.message.slice(0, 500)}`);
  throw new ConsiliumError('REQUEST_INVALID', problems.join('; '));
}
