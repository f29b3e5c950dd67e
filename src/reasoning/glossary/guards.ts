/** What keeps an illness or its next attack away: rows of guards.yml, the narrowest first. */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';

const ids = z.array(z.string().regex(/^\w+:\w+$/));
const row = z.strictObject({
  of: ids.min(1),
  by: ids,
  against: ids,
  hold: ids,
  do: z.string().min(30),
});
export type Guard = z.infer<typeof row>;

export const guards = z
  .strictObject({ source: z.string(), rows: z.array(row) })
  .parse(readRows(new URL('./guards.yml', import.meta.url)));

/** By the thing itself, else by what it is a kind of. */
export function guardFor(id: string): Guard | undefined {
  const catalogue = openCatalogue();
  return (
    guards.rows.find(({ of }) => of.includes(id)) ??
    guards.rows.find(({ of }) => of.some((each) => catalogue.isA(id, each)))
  );
}
