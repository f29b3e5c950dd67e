/** The sheets of this room: what code does (deeds.yml), in which cases and what then (conditions.yml). */
import { z } from 'zod';
import { sheet } from '../../analysis/sheet.ts';

const sign = z.strictObject({ says: z.array(z.string()).min(1), shown: z.string() });

const deed = z.strictObject({
  says: z.array(z.string()).min(1),
  shown: z.string().default('(?!)'),
  /** What shows that it is not done; where nothing shows it, `usual` says whether it is. */
  against: z.string().optional(),
  usual: z.boolean().default(false),
  /** Strings may show it too. */
  strings: z.boolean().default(false),
  /** Comments are what shows it. */
  comments: z.boolean().default(false),
  languages: z.array(z.string()).optional(),
  also: z.array(z.string()).default([]),
});
export type Deed = z.infer<typeof deed>;
export type Sign = z.infer<typeof sign>;

export const readDeeds = sheet('./deeds.yml', import.meta.url, z.array(deed));
export const readConditions = sheet(
  './conditions.yml',
  import.meta.url,
  z.strictObject({ cases: z.array(sign), outcomes: z.array(sign) }),
);

export const readStatuses = sheet(
  './statuses.yml',
  import.meta.url,
  z.array(z.strictObject({ number: z.int(), name: z.string() })),
);
