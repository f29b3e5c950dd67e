/** What is said in an emergency, as data (`_data/emergency.yml`), read once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const schema = z.strictObject({
  crisis_lines: z.record(z.string(), z.string()),
  rules: z.record(z.string(), z.strictObject({ self: z.string(), other: z.string(), baby: z.string().optional() })),
  may: z.record(z.string(), z.string()),
  vague: z.string(),
  unclear_dose: z.string(),
  voice: z.strictObject({
    kin: z.array(z.string()).min(1),
    baby: z.array(z.string()).min(1),
    third: z.array(z.string()).min(1),
    out: z.array(z.string()).min(1),
    self: z.array(z.string()).min(1),
  }),
  aid: z.record(z.string(), z.strictObject({ self: z.string(), other: z.string() })),
  most_heard: z.number(),
  hear: z.array(z.strictObject({ of: z.array(z.string()).min(1), say: z.string().optional() })),
  tell: z.record(z.string(), z.string()),
  only: z.record(z.string(), z.array(z.string())),
  signs: z.record(z.string(), z.array(z.string())),
  ended: z.string(),
  proposed: z.strictObject({
    wait: z.string(),
    taken_for: z.string(),
    not_revived: z.string(),
    rescues: z.array(z.string()).min(1),
  }),
  rescue: z.array(
    z.strictObject({
      rules: z.array(z.string()),
      medicines: z.array(z.string()),
      use: z.string(),
      written: z.boolean().optional(),
      unless: z.array(z.string()).optional(),
      instead: z.string().optional(),
    }),
  ),
});

export const data = schema.parse(parse(readFileSync(join(import.meta.dirname, '../_data/emergency.yml'), 'utf8')));
