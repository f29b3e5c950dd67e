/** Reading what came from outside: the request's shape, the input by its schema, and nothing that is not text. */
import { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';
import type { AgentFunction, FunctionOptions } from './function.ts';

export const optionsSchema = z.strictObject({
  preset: z.string().min(1).optional(),
  quality: z.enum(['light', 'standard', 'high']).optional(),
  overflow: z.enum(['error', 'truncate']).optional(),
  engine: z.literal('offline').optional(),
  cache: z.boolean().optional(),
  keep: z
    .string()
    .regex(/^[\w.:-]{1,100}\/[\w.:/-]{1,200}$/, 'namespace/name')
    .refine((name) => !/_v\d+$/.test(name), 'the version is given by the house')
    .optional(),
});

const envelopeSchema = optionsSchema.extend({ input: z.record(z.string(), z.unknown()) });

/** A request is the fields themselves, or `{input: {…}, preset?, quality?, overflow?, engine?, cache?, keep?}`. */
export function readRequest(body: unknown): { input: unknown; options: FunctionOptions } {
  if (!isEnvelope(body)) return { input: body, options: {} };
  const parsed = envelopeSchema.safeParse(body);
  if (!parsed.success) throw invalidInput(parsed.error.issues);
  const { input, ...options } = parsed.data;
  return { input, options };
}

export function readOptions(options: unknown): FunctionOptions {
  const parsed = optionsSchema.safeParse(options);
  if (!parsed.success) throw invalidInput(parsed.error.issues);
  return parsed.data;
}

export function readInput<Input>(fn: AgentFunction<Input>, given: unknown): Input {
  const parsed = fn.input.safeParse(given);
  if (!parsed.success) throw invalidInput(parsed.error.issues);
  for (const { path, text } of fn.texts(parsed.data)) refuseBinary(path, text);
  return parsed.data;
}

function isEnvelope(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('input' in body)) return false;
  return typeof body.input === 'object' && body.input !== null && !Array.isArray(body.input);
}

function invalidInput(issues: readonly z.core.$ZodIssue[]): ConsiliumError {
  const told = issues.slice(0, 5).map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message }));
  const first = told[0]!;
  return new ConsiliumError('INPUT_INVALID', `The input does not fit: ${told.map(tell).join('; ')}.`, {
    details: { path: first.path || firstUnknownKey(issues[0]), issues: told },
  });
}

function tell({ path, message }: { path: string; message: string }): string {
  const said = message.replace(/\.$/, '');
  return path === '' ? said : `${path}: ${said}`;
}

function firstUnknownKey(issue: z.core.$ZodIssue | undefined): string {
  return issue?.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : '';
}

/** Bytes that were read as text: NULs, many control characters or many replacement characters. */
function refuseBinary(path: string, text: string): void {
  const sample = text.length > 200_000 ? text.slice(0, 200_000) : text;
  const strange = sample.match(/[\u0001-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/g)?.length ?? 0;
  if (text.isWellFormed() && !text.includes('\0') && strange <= Math.max(4, sample.length / 100)) return;
  throw new ConsiliumError('CONTENT_BINARY', `${path} is not text: it holds bytes of a binary file.`, {
    hint: 'Send the text of the document; `consilium index` reads PDF and HTML files.',
    details: { path },
  });
}
