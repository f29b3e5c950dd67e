/** What may be asked: queries and names of scopes, checked where they come in. */
import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';
import { KNOWLEDGE } from './knowledge.ts';
import type { SearchQuery } from './search.ts';

const querySchema = z.object({
  query: z.string().trim().min(1, 'A query has words.').max(20_000, 'A query has at most 20000 characters.'),
  scopes: z.array(z.string()).min(1).optional(),
  match: z.enum(['keyword', 'semantic', 'hybrid']).optional(),
  top: z.int().min(1).max(1000).optional(),
  filter: z
    .object({
      source_type: z
        .array(z.enum(['book', 'code', 'schema', 'internal_doc', 'web', 'journal', 'record', 'knowledge']))
        .optional(),
      path: z.string().min(1).optional(),
      ext: z.array(z.string().min(1)).optional(),
    })
    .optional(),
});

export function checkQuery(query: SearchQuery): z.infer<typeof querySchema> {
  const parsed = querySchema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error);
}

const scopeSchema = z.object({
  scope: z
    .string()
    .regex(
      /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u,
      'A scope is named by letters, digits, ".", "_" and "-", 64 at most.',
    ),
});

export function checkScope(scope: string): void {
  const parsed = scopeSchema.safeParse({ scope });
  if (!parsed.success) throw invalidInput(parsed.error);
  if (scope === KNOWLEDGE)
    throw new ConsiliumError('SCOPE_RESERVED', 'The scope "knowledge" belongs to the knowledge base.', {
      hint: 'Choose another name.',
    });
}

export function unknownScope(names: readonly string[], known: Iterable<string>): ConsiliumError {
  const there = [...new Set([KNOWLEDGE, ...known])].sort();
  return new ConsiliumError('SCOPE_UNKNOWN', `There is no scope ${names.map((name) => `"${name}"`).join(', ')}.`, {
    hint: `There are: ${there.join(', ')}.`,
    details: { scopes: there },
  });
}

function invalidInput(error: z.ZodError): ConsiliumError {
  const issue = error.issues[0] as z.core.$ZodIssue;
  const path = issue.path.join('.');
  return new ConsiliumError('INPUT_INVALID', `${path}: ${issue.message}`, { details: { path } });
}
