/** Requests parsed once, at the edge: what does not fit is a REQUEST_INVALID that names each place. */
import type { Context } from 'hono';
import type { z } from 'zod';
import type { Asked } from '../a2a/index.ts';
import { openBreath, takeTurn } from '../kernel/breath.ts';
import { parseGently } from '../kernel/gentle-json.ts';
import { ConsiliumError } from '../kernel/index.ts';
import { arrivalOf } from './caller.ts';
import { parseAside } from './parsing.ts';

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

/** From this many characters on, each step of reading a body is a turn of its own. */
const LARGE = 200_000;
/** From this many on, a body of few values is parsed in a thread: to hand over a long text costs less than to read it. */
const HUGE = 1_000_000;
const FEW = 10_000;

const parsed = new WeakMap<Request, unknown>();

/** Guards and routes read the same body. */
async function parseOnce(context: Context): Promise<unknown> {
  const { raw } = context.req;
  if (!parsed.has(raw)) parsed.set(raw, await parseText(await readSimple(context)));
  return parsed.get(raw);
}

interface Simple {
  readonly text: string;
  readonly values: number;
}

async function parseText({ text, values }: Simple): Promise<unknown> {
  if (values >= FEW) return parseGently(text);
  if (text.length > HUGE) return parseAside(text);
  const value = JSON.parse(text);
  if (text.length > LARGE) await takeTurn();
  return value;
}

/** The body as it came, if it is nothing that takes long to take apart. */
export async function readText(context: Context): Promise<string> {
  return (await readSimple(context)).text;
}

async function readSimple(context: Context): Promise<Simple> {
  const text = await context.req.text();
  if (text.length > LARGE) await takeTurn();
  const values = await requireSimple(text, mostValues(context.req.path));
  return { text, values };
}

/** A request of which the body has been read and looked at: no second one is made of it. */
export async function readRequest(context: Context): Promise<Asked> {
  const { url, method, headers, signal } = context.req.raw;
  const text = method === 'GET' || method === 'HEAD' ? '' : await readText(context);
  return { url, method, headers, signal, text: async () => text, read: text, arrival: arrivalOf(context) };
}

/** The request for whoever reads bodies in a way of their own, with its body looked at first. */
export async function checkedRequest(context: Context): Promise<Request> {
  const { raw } = context.req;
  return hasBody(raw) ? new Request(raw, { body: await readText(context) }) : raw;
}

function hasBody({ method, body }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD' && body !== null;
}

/** The same, with the body read where it is JSON; where not, whoever gets the request says so. */
export async function parsedRequest(context: Context): Promise<{ request: Request; body?: unknown }> {
  const { raw } = context.req;
  if (!hasBody(raw)) return { request: raw };
  const simple = await readSimple(context);
  try {
    return { request: raw, body: await parseText(simple) };
  } catch {
    return { request: new Request(raw, { body: simple.text }) };
  }
}

const DEEPEST = 64;
const MOST_VALUES = 10_000;
/** Whole records come with a call of CDS Hooks, a year's log of study with one of an agent. */
const MORE_VALUES: readonly (readonly [path: RegExp, most: number])[] = [
  [/^\/cds-services\//, 250_000],
  [/^\/(?:v1\/study\/|mcp$|a2a(?:\/|$))/, 150_000],
];
/** Of one object: each name that is another costs more than a value does, in everything that is done with it. */
const MOST_FIELDS = 1_000;
/** Objects of more are kept in another way: each field of one costs as much as several values. */
const FEW_FIELDS = 100;
const MORE_OF_MANY = 3;
/** In all objects together, each counted once: rows of a log have the same few. */
const MOST_NAMES = 10_000;

function mostValues(path: string): number {
  return MORE_VALUES.find(([at]) => at.test(path))?.[1] ?? MOST_VALUES;
}

/** Values inside values and values without end cost more than they say; no honest request has so many. Says how many. */
async function requireSimple(json: string, most: number): Promise<number> {
  const breathe = json.length > LARGE ? openBreath() : () => undefined;
  let [depth, values, looked] = [0, 0, 0];
  const fields = [0];
  let text = [0, 0];
  const names = new Set<string>();
  for (let at = 0; at < json.length; at++) {
    if (at - looked > STRETCH) {
      looked = at;
      const pause = breathe();
      if (pause !== undefined) await pause;
    }
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      let end = endOfText(json, at + 1);
      for (; end < 0; end = endOfText(json, -end)) await breathe();
      text = [at + 1, end];
      at = end;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > DEEPEST) throw notSimple(`is nested more than ${DEEPEST} levels deep`);
      fields[depth] = 0;
    } else if (code === 0x5d || code === 0x7d) depth--;
    else if (code === COMMA && ++values > most) throw notSimple(`has more than ${most} values`);
    else if (code === COLON) {
      const count = ++fields[depth]!;
      if (count > MOST_FIELDS) throw notSimple(`has an object of more than ${MOST_FIELDS} fields`);
      if (count > FEW_FIELDS) values += MORE_OF_MANY;
      if (names.add(json.slice(...(text as [number, number]))).size > MOST_NAMES)
        throw notSimple(`has more than ${MOST_NAMES} names of fields`);
    }
  }
  return values;
}

function notSimple(what: string): ConsiliumError {
  return new ConsiliumError('REQUEST_INVALID', `The body ${what}.`);
}

/** Characters that are looked at between two breaths, whatever they are. */
const STRETCH = 65_536;
/** Quotes within a text that are looked at in one go. */
const QUOTES_AT_ONCE = 20_000;

/**
 * Where the quote is that ends a text: one before which no odd number of backslashes stands. Of a text that is full of
 * quotes, minus the place from where to look on.
 */
function endOfText(json: string, from: number): number {
  let quotes = 0;
  for (let at = json.indexOf('"', from); at >= 0; at = json.indexOf('"', at + 1)) {
    if (++quotes > QUOTES_AT_ONCE) return -at;
    let backslashes = 0;
    while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return json.length;
}

const COMMA = 0x2c;
const COLON = 0x3a;
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
