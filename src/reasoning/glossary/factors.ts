/** What of daily life moves a measurement or an illness, and how: stress, salt, sleep, smoke. Rows beside it, read once. */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';

const row = z.strictObject({
  by: z.string(),
  on: z.array(z.string().regex(/^\w+:\w+$/)).min(1),
  does: z.enum(['yes', 'no', 'some']),
  how: z.string().min(10),
});
export type Factor = z.infer<typeof row> & {
  /** As the question calls it. */
  said: string;
};

export const factors = z
  .strictObject({
    source: z.string(),
    asks: z.array(z.string()).transform((list) => new Set(list)),
    factors: z.record(z.string(), z.array(z.string().min(3)).min(1)),
    rows: z.array(row),
  })
  .parse(readRows(new URL('./factors.yml', import.meta.url)));

const NAMES = Object.entries(factors.factors)
  .flatMap(([by, names]) => names.map((name) => ({ by, name })))
  .toSorted((a, b) => b.name.length - a.name.length);

/** Which of them a text names, the longest name first. */
export function factorsNamed(text: string): { by: string; name: string }[] {
  const said = ` ${wordsIn(text)
    .map(({ lower }) => lower)
    .join(' ')} `;
  return NAMES.filter(({ name }) => said.includes(` ${name} `)).filter(
    ({ by }, at, all) => all.findIndex((each) => each.by === by) === at,
  );
}

export function asksOfFactor(text: string): boolean {
  return wordsIn(text).some(({ lower }) => factors.asks.has(lower));
}

/** What it does to one of these; a row for the thing itself goes before one of its kind. */
export function factorOn(by: string, ids: readonly string[]): z.infer<typeof row> | undefined {
  const catalogue = openCatalogue();
  const own = factors.rows.filter((each) => each.by === by);
  return (
    own.find(({ on }) => ids.some((id) => on.includes(id))) ??
    own.find(({ on }) => ids.some((id) => on.some((each) => catalogue.isA(id, each))))
  );
}

/** Everything of daily life that is known to move it. */
export function factorsOf(ids: readonly string[]): z.infer<typeof row>[] {
  return Object.keys(factors.factors).flatMap((by) => {
    const found = factorOn(by, ids);
    return found === undefined ? [] : [found];
  });
}
