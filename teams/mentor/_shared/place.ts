/** Where in the material a tool looks: what it is told, else what the session is at. */
import type { AgentContext } from 'consilium/kernel';
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

export function placeFor(context: AgentContext, given: Given): Given {
  const material = given.material ?? textOf(context, 'study_material');
  if (given.material !== undefined) context.state.set('study_material', given.material);
  return {
    ...(material !== undefined && { material }),
    ...(given.chapter !== undefined && { chapter: given.chapter }),
  };
}
