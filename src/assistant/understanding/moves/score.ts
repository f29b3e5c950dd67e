/** How much speaks for a candidate: its signs by their weights (weights.yml). */
import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../../text/rows.ts';
import type { Request } from '../request.ts';
import type { Token } from '../tokens.ts';
import type { Deed } from './frames.ts';
import type { Thing } from './world.ts';

const SIGNS = ['framed', 'named', 'hit', 'spoken', 'onDay', 'timed', 'accounted', 'left', 'asked', 'doubted'] as const;
export type Signs = Partial<Record<(typeof SIGNS)[number], number>>;

export interface Candidate {
  readonly deed: Deed;
  readonly things: readonly Thing[];
  readonly requests: readonly Request[];
  /** What would be done: "move **Choir** to Friday, 19:00". */
  readonly say: string;
  readonly signs: Signs;
  /** The words that nobody explains. */
  readonly left: readonly Token[];
  /** It only asks: nothing can go wrong by it. */
  readonly harmless?: true | undefined;
}

const schema = z.strictObject({
  signs: z.strictObject(
    Object.fromEntries(SIGNS.map((sign) => [sign, z.number()])) as Record<(typeof SIGNS)[number], z.ZodNumber>,
  ),
  do: z.number(),
  offer: z.number(),
  near: z.number(),
});

let read: z.infer<typeof schema> | undefined;

export function weights(): z.infer<typeof schema> {
  read ??= schema.parse(readRows(join(import.meta.dirname, 'weights.yml')));
  return read;
}

export function scoreOf({ signs }: Candidate): number {
  const by = weights().signs;
  return SIGNS.reduce((sum, sign) => sum + by[sign] * (signs[sign] ?? 0), 0);
}
