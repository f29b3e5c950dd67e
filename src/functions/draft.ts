/** What a model wrote, as data: the JSON in its reply, checked by the function's draft schema. */
import type { z } from 'zod';
import { ConsiliumError } from '../kernel/index.ts';

/** Throws OUTPUT_INVALID with a sentence that a model can act on. */
export function readDraft(schema: z.ZodType, text: string): unknown {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const told = parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.') || 'the object'}: ${issue.message}`);
  throw new ConsiliumError('OUTPUT_INVALID', `The reply does not fit the schema: ${told.join('; ')}`);
}

/** Models wrap JSON into fences or a sentence; the outermost object is what counts. */
function parseJson(text: string): unknown {
  const first = text.indexOf('{');
  const last = text.lastIndexOf('}');
  for (const candidate of [text, text.slice(first, last + 1)])
    try {
      return JSON.parse(candidate);
    } catch {}
  throw new ConsiliumError('OUTPUT_INVALID', 'The reply is not one JSON object.');
}
