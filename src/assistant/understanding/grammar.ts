/** requests.yml: the tools, what they need, and the frames in which they are asked for. */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { READERS, type SlotName } from './slots.ts';

const frameSchema = z.strictObject({
  need: z.array(z.string()).min(1),
  not: z.array(z.string()).default([]),
  score: z.number(),
  plus: z.record(z.string(), z.number()).default({}),
  /** Not asked for, but to be had from what is said. */
  implied: z.boolean().default(false),
  example: z.string(),
  counter: z.string(),
});

const toolSchema = z.strictObject({
  tool: z.string(),
  agent: z.string(),
  slots: z.record(z.string(), z.enum(Object.keys(READERS) as [SlotName, ...SlotName[]])),
  drop: z.array(z.string()).default([]),
  each: z.enum(['when', 'span', 'item', 'device', 'path', 'file', 'fact', 'known']).optional(),
  /** A thing beside it without a verb is one more of the same: "cancel gym on Monday and yoga on Friday". */
  gaps: z.boolean().default(false),
  inherits: z.enum(['when']).optional(),
  /** The slot for what an earlier step came to: as a whole, or one request for each of its points. */
  takes: z.record(z.string(), z.enum(['whole', 'points'])).optional(),
  /** Told in several clauses, it is one request. */
  whole: z.boolean().default(false),
  /** What is told beside it goes with it. */
  joins: z.boolean().default(false),
  frames: z.array(frameSchema).min(1),
});

export interface Frame {
  readonly implied: boolean;
  readonly example: string;
  readonly counter: string;
  /** Every sign that it names. */
  readonly signs: readonly string[];
  holds(shows: ReadonlySet<string>): boolean;
  weigh(shows: ReadonlySet<string>): number;
}

export interface Tool extends Omit<z.infer<typeof toolSchema>, 'frames'> {
  readonly frames: readonly Frame[];
}

let tools: readonly Tool[] | undefined;

export function readTools(): readonly Tool[] {
  tools ??= z
    .array(toolSchema)
    .parse(readRows(join(import.meta.dirname, 'requests.yml')))
    .map(({ frames, ...tool }) => ({ ...tool, frames: frames.map(toFrame) }));
  return tools;
}

function toFrame({ need, not, score, plus, implied, example, counter }: z.infer<typeof frameSchema>): Frame {
  const needs = need.map((one) => one.split('|'));
  const extras = Object.entries(plus);
  const never = not.filter((sign) => NEVER.test(sign));
  const against = not.filter((sign) => !NEVER.test(sign));
  return {
    implied,
    example,
    counter,
    signs: [...needs.flat(), ...not, ...Object.keys(plus)],
    holds: (shows) =>
      needs.every((ways) => ways.some((sign) => shows.has(sign))) && !never.some((sign) => shows.has(sign)),
    weigh: (shows) =>
      extras.reduce((sum, [sign, weight]) => sum + (shows.has(sign) ? weight : 0), score) -
      against.reduce((sum, sign) => sum + (shows.has(sign) ? AGAINST : 0), 0),
  };
}

const NEVER =
  /^(?:mood\.|negated$|has\.name$|has\.edit$|new_one$|say\.past|ask\.exclaim|title\.|say\.stop_remind|starts\.to|say\.mistake|say\.unable|say\.ends$|head\.none$)/;
const AGAINST = 1.8;
