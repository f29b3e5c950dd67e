/** How an illness goes on: rows of outlooks.yml, its own before that of the nearest kind. */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';
import { toldAs } from './index.ts';

export const outlooks = z
  .strictObject({
    source: z.string(),
    rows: z.array(
      z.strictObject({ of: z.array(z.string().regex(/^condition:\w+$/)).min(1), says: z.string().min(20) }),
    ),
  })
  .parse(readRows(new URL('./outlooks.yml', import.meta.url)));

const OWN = new Map(outlooks.rows.flatMap(({ of, says }) => of.map((id) => [id, says] as const)));

export function outlookOf(id: string): string | undefined {
  const own = OWN.get(id) ?? OWN.get(toldAs(id));
  if (own !== undefined) return own;
  const catalogue = openCatalogue();
  const [nearest] = outlooks.rows
    .flatMap(({ of, says }) => of.map((each) => ({ each, says })))
    .filter(({ each }) => catalogue.isA(id, each))
    .toSorted((a, b) => catalogue.descendants(a.each).size - catalogue.descendants(b.each).size);
  return nearest?.says;
}
