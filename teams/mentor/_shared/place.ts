/** Where in the material a tool looks: what it is told, else what the session is at. */
import { type AgentContext, toConsiliumError } from 'consilium/kernel';
import { z } from 'zod';
import { textOf } from './desk.ts';

export const place = {
  material: z
    .string()
    .max(300)
    .optional()
    .describe('its scope or title; without it, the material of this conversation'),
  chapter: z.string().max(300).optional().describe('a number or words of its heading'),
};

interface Given {
  readonly material?: string | undefined;
  readonly chapter?: string | undefined;
}

/** Where the material that the session is at says nothing of the subject, or not all, and the message named none: wherever it is said. */
export async function atPlaceOrElsewhere<T>(
  context: AgentContext,
  given: Given,
  run: (at: Given) => Promise<T>,
  lacks: (found: T) => boolean = () => false,
): Promise<T> {
  const at = placeFor(context, given);
  const isOpen = given.material === undefined && given.chapter === undefined && at.material !== undefined;
  try {
    const found = await run(at);
    if (!isOpen || !lacks(found)) return found;
    const wide = await run({}).catch(() => found);
    return lacks(wide) ? found : wide;
  } catch (thrown) {
    if (!isOpen || toConsiliumError(thrown).code !== 'TOPIC_UNKNOWN') throw thrown;
    return run({});
  }
}

export function placeFor(context: AgentContext, given: Given): Given {
  const material = given.material ?? textOf(context, 'study_material');
  if (given.material !== undefined) context.state.set('study_material', given.material);
  return {
    ...(material !== undefined && { material }),
    ...(given.chapter !== undefined && { chapter: given.chapter }),
  };
}
