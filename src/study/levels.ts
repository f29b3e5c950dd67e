/** What each level tells (levels.yml). */

import { z } from 'zod';
import { readRows } from '../text/rows.ts';
import { LEVELS, type Level, RELATIONS } from './types.ts';

const plan = z.strictObject({
  sections: z.record(z.string(), z.int().min(1)),
  figures: z.array(z.string()).default([]),
  elsewhere: z.strictObject({ sections: z.array(z.string()), most: z.int() }).optional(),
  /** Words that may not be known are explained in brackets. */
  explains: z.boolean().default(false),
  asks: z.array(z.enum(RELATIONS)).optional(),
  longest: z.number(),
  /** Statements of running text that are worth less are for other levels. */
  least: z.number(),
  /** Where the material says little of a topic: what of the rest is told with it, and what that is called. */
  around: z
    .strictObject({ opens: z.string(), means: z.boolean().default(false), most: z.int(), least: z.number().default(0) })
    .optional(),
  words: z.array(
    z.strictObject({ like: z.string().transform((pattern) => new RegExp(pattern, 'i')), worth: z.number() }),
  ),
});
export type LevelPlan = z.infer<typeof plan>;

let read: Record<Level, LevelPlan> | undefined;

export function levelPlan(level: Level): LevelPlan {
  read ??= z.record(z.enum(LEVELS), plan).parse(readRows(new URL('./levels.yml', import.meta.url)));
  return read[level];
}

export function worthOf(text: string, words: LevelPlan['words']): number {
  return words.reduce((sum, { like, worth }) => sum + (like.test(text) ? worth : 0), 0);
}
