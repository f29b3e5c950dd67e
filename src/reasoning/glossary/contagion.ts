/** How an illness goes from one person to another, if it does. Data beside it, checked once when it is read. */
import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { once } from '../../text/pieces.ts';
import { readRows } from '../../text/rows.ts';

const line = z.string().min(5);
const of = z.array(z.string().regex(/^condition:\w+$/)).min(1);
const row = z.union([
  z.strictObject({ of, how: line, until: line, keep: line }),
  /** An infection that nobody catches from somebody in daily life. */
  z.strictObject({ of, no: line }),
]);
export type Contagion = z.output<typeof row>;

const data = once(() =>
  z
    .strictObject({ source: z.string(), rows: z.array(row).min(1) })
    .parse(readRows(new URL('./contagion.yml', import.meta.url))),
);

export const contagionRows = () => data().rows;
export const contagionSource = () => data().source;

const INFECTIONS = [
  'condition:viral_infection',
  'condition:bacterial_infection',
  'condition:fungal_infection',
  'condition:parasite_infection',
];
const SOUNDS = /infect|virus|viral|abscess|mite|lice|worm|fung|mycosis/i;

/** The row of an illness, its own before that of its kind; `not` where it is no infection; undefined where nothing is known. */
export function contagionOf(id: string): Contagion | 'not' | undefined {
  const catalogue = openCatalogue();
  for (const each of [id, ...catalogue.ancestors(id)]) {
    const found = data().rows.find((one) => one.of.includes(each));
    if (found !== undefined) return found;
  }
  const name = catalogue.get(id)?.name;
  const isInfection = name === undefined || SOUNDS.test(name) || INFECTIONS.some((each) => catalogue.isA(id, each));
  return isInfection ? undefined : 'not';
}
