/** How an illness runs in families: rows of heredity.yml, the illness itself before what it is a kind of. */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { readRows } from '../../text/rows.ts';

const row = z.strictObject({
  of: z.array(z.string().regex(/^condition:\w+$/)).min(1),
  how: z.string().min(10),
  children: z.string().min(10),
  siblings: z.string().min(10),
  test: z.string().min(10).optional(),
});
export type Heredity = z.infer<typeof row>;

export const heredity = z
  .strictObject({ source: z.string(), rows: z.array(row).min(1) })
  .parse(readRows(new URL('./heredity.yml', import.meta.url)));

export function heredityOf(id: string): Heredity | undefined {
  const catalogue = openCatalogue();
  return (
    heredity.rows.find(({ of }) => of.includes(id)) ??
    heredity.rows.find(({ of }) => of.some((each) => catalogue.isA(id, each)))
  );
}

/** What is passed on so surely that relatives are looked for it: asked of no illness by name, these are meant. */
export function isTestedInKin(id: string): boolean {
  return heredityOf(id)?.test !== undefined;
}
