/** An order whose object is a medicine: which, and whether it is taken, got, given or left. */

import { join } from 'node:path';
import { z } from 'zod';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { isCommonWord } from '../text/lexicon.ts';
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
  people: ways,
  beside: ways,
});
type Data = z.infer<typeof schema>;
type Way = MedicineOrder['how'] | 'appoint' | 'aside';
let read: Data | undefined;

function data(): Data {
  read ??= schema.parse(readRows(join(import.meta.dirname, 'medicine.yml')));
  return read;
}

const LONGEST = 500;

export function medicineIn(title: string): MedicineOrder | undefined {
  const text = title.slice(0, LONGEST).trim();
  const { how: said, verb } = wayOf(text);
  const named = openCatalogue().find(text, { kinds: ['drug', 'drug_class', 'vaccine'] });
  const found = named.filter((one) => !isOrdinary(text, one) && !isPerson(text, one, { said, verb }));
  if (found.length === 0) return undefined;
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

/** A word of everyday that is one letter from a medicine's name is itself: "sign the contract". */
function isOrdinary(text: string, { start, end, guessed }: Named): boolean {
  return guessed && isCommonWord(text.slice(start, end).toLowerCase());
}

type Named = ReturnType<ReturnType<typeof openCatalogue>['find']>[number];

/**
 * "Dinner with Ella": a name that people bear is a medicine where it is taken or left and nothing else is said of it, or
 * where a word of medicines stands beside it ("refill Yasmin", "Ella tablet").
 */
function isPerson(text: string, { start, end }: Named, { said, verb }: { said: Way; verb: string }): boolean {
  const { people, beside } = data();
  if (!people.includes(text.slice(start, end).toLowerCase())) return false;
  const rest = `${text.slice(verb.length, start)} ${text.slice(end)}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const isAlone = rest.every((word) => OWN.has(word)) && !['get', 'give', 'aside', 'appoint'].includes(said);
  const isMedical = (word: string) => beside.includes(word.replace(/s$/, '')) || /^\d+mg$/.test(word);
  return !isAlone && ![...rest, ...verb.split(' ')].some(isMedical);
}

const OWN = new Set(['my', 'the', 'a', 'an', 'one', 'two', 'another']);

/** The longest verb with which it begins; a thing alone is there to be taken. */
function wayOf(text: string): { how: Way; verb: string } {
  const said = text.toLowerCase();
  const { people: _, beside: __, ...all } = data();
  const begins = (Object.entries(all) as [Way, readonly string[]][])
    .flatMap(([how, verbs]) => verbs.map((verb) => ({ how, verb })))
    .filter(({ verb }) => said === verb || said.startsWith(`${verb} `))
    .toSorted((one, other) => other.verb.length - one.verb.length);
  return begins[0] ?? { how: 'take', verb: '' };
}
