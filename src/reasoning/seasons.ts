/** The months of a season, which south of the equator are others; and when the flu vaccine of a year begins to be given. */

import { z } from 'zod';
import { countryCode } from '../clinical/index.ts';
import { readRows } from '../text/rows.ts';

const months = z.tuple([z.number(), z.number()]);
const half = z.strictObject({
  spring: months,
  summer: months,
  autumn: months,
  /** First and last month in which a seasonal vaccine is given. */
  vaccines: months,
});
const data = z
  .strictObject({ southern: z.array(z.string().length(2)), north: half, south: half })
  .parse(readRows(new URL('./seasons.yml', import.meta.url)));

/** By the country of the record; where none is known, north. */
export function isSouthern(country: string | null | undefined): boolean {
  return typeof country === 'string' && country !== '' && data.southern.includes(countryCode(country));
}

export function seasonsOf(southern: boolean): z.infer<typeof half> {
  return southern ? data.south : data.north;
}
