/** An order whose object is a medicine: which, and whether it is taken, got, given or left. */

import { join } from 'node:path';
import { z } from 'zod';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { readRows } from '../text/rows.ts';

export interface MedicineOrder {
  readonly how: 'take' | 'get' | 'give' | 'stop' | 'change';
  /** The medicines, as they were named. */
  readonly names: readonly string[];
  /** What they are, whatever they are called. */
  readonly ids: readonly string[];
  /** What is taken, in the person's words: "2 ibuprofen with warfarin". */
  readonly words: string;
}

const ways = z.array(z.string().min(1)).min(1);
const schema = z.strictObject({
  take: ways,
  get: ways,
  give: ways,
  stop: ways,
  change: ways,
  appoint: ways,
  aside: ways,
});
let read: z.infer<typeof schema> | undefined;

const LONGEST = 500;

export function medicineIn(title: string): MedicineOrder | undefined {
  const text = title.slice(0, LONGEST).trim();
  const found = openCatalogue().find(text, { kinds: ['drug', 'drug_class', 'vaccine'] });
  if (found.length === 0) return undefined;
  const { how: said, verb } = wayOf(text);
  // Only what is given at an appointment is booked; whoever writes so of a tablet takes it.
  const isBooked = said === 'appoint' && found.every(({ concept }) => concept.kind === 'vaccine');
  if (said === 'aside' || isBooked) return undefined;
  const how = said === 'appoint' ? 'take' : said;
  return {
    how,
    names: [...new Set(found.map(({ start, end }) => text.slice(start, end)))],
    ids: [...new Set(found.map(({ concept }) => concept.id))],
    words: text.slice(verb.length).trim(),
  };
}

/** The longest verb with which it begins; a thing alone is there to be taken. */
function wayOf(text: string): { how: MedicineOrder['how'] | 'appoint' | 'aside'; verb: string } {
  read ??= schema.parse(readRows(join(import.meta.dirname, 'medicine.yml')));
  const said = text.toLowerCase();
  const begins = (Object.keys(read) as (keyof typeof read)[])
    .flatMap((how) => read![how].map((verb) => ({ how, verb })))
    .filter(({ verb }) => said === verb || said.startsWith(`${verb} `))
    .toSorted((one, other) => other.verb.length - one.verb.length);
  return begins[0] ?? { how: 'take', verb: '' };
}
