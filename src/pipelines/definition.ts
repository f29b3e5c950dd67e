/** A pipeline as its file says it. */
import { z } from 'zod';
import type { Json } from '../kernel/index.ts';

export const stageId = z
  .string()
  .regex(/^[a-z][a-z0-9_]*$/, 'must be written in small letters, digits and _, beginning with a letter');
export const pipelineId = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'must be written in small letters, digits and -, beginning with a letter')
  .max(64);

const template = z.json();
const reference = z.string().regex(/^\$\{[\s\S]*\}$/, 'must be one reference, like ${stages.check.valid}');
const inputs = z.record(z.string(), template);

const budget = z.strictObject({
  /** What its calls may take and give in all. */
  tokens: z.int().positive().optional(),
  ms: z.int().positive().optional(),
});

const stage = z.strictObject({
  id: stageId,
  description: z.string().optional(),
  function: z.string(),
  preset: z.string().optional(),
  quality: z.enum(['light', 'standard', 'high']).optional(),
  overflow: z.enum(['error', 'truncate']).optional(),
  engine: z.literal('offline').optional(),
  inputs: inputs.default({}),
  /** Several calls of the function, each with inputs of its own over those of the stage; the output has a field each. */
  calls: z.record(stageId, inputs).optional(),
  /** One call for each item of a list, side by side; the output is the list of theirs. */
  map: z
    .strictObject({
      over: reference,
      /** For each item's `id`, the ids of the items it waits for; what they came to is `${needs}`. */
      dependencies: reference.optional(),
      concurrency: z.int().min(1).max(32).default(4),
      most: z.int().min(1).max(1000).default(50),
    })
    .optional(),
  /** The stage is left out unless this holds. */
  when: reference.optional(),
  /** Stages to wait for beside those its references name. */
  after: z.array(stageId).default([]),
  /** Until a condition on this stage's output holds, an earlier stage and all between are run again. */
  retry: z
    .strictObject({
      from: stageId,
      until: reference,
      /** At most so many further attempts. */
      most: z.int().min(0).max(10).default(2),
      /** What the stages of the next attempt find under `${retry.feedback}`. */
      feedback: template.default([]),
      /** Of attempts that all fail, the one with the fewest of these (a list, or a number) is kept. */
      fewest: reference,
      /** `fail`: the run fails, with the best attempt as its output. `keep`: it completes with it. */
      exhausted: z.enum(['fail', 'keep']).default('fail'),
    })
    .optional(),
  budget: budget.default({}),
  /** Beside the handoff to later stages: nowhere, with the user for a day, or as a versioned artifact for all. */
  cache: z.enum(['handoff', 'compression', 'artifact', 'none']).default('handoff'),
});

export const definitionSchema = z.strictObject({
  id: pipelineId,
  title: z.string().optional(),
  description: z.string(),
  version: z.int().min(1).default(1),
  /** A JSON Schema of the input: an object. */
  input: z.record(z.string(), z.json()),
  budget: budget.default({}),
  stages: z.array(stage).min(1).max(50),
  output: inputs,
  /** The name under which the output is kept as an artifact. */
  artifact: z
    .strictObject({
      name: z.string().regex(/^[\w-]+$/, 'must be letters, digits, _ and -'),
      mime_type: z.string().default('application/json'),
      /** What of the output is kept; absent: all of it, as JSON. */
      content: reference.optional(),
    })
    .optional(),
});

export type Definition = z.infer<typeof definitionSchema>;
export type Stage = Definition['stages'][number];
export type Schema = { readonly [keyword: string]: Json };
