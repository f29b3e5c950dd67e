/**
 * The country that somebody is in: whose number to call. What was told of the whereabouts goes first (country, city, time
 * zone), then where the record says that they live, then the zone of the house. A place that was told and is not known
 * settles nothing: the number of home would be a guess.
 */

import { z } from 'zod';
import type { Place } from '../../kernel/index.ts';
import { readRows } from '../../text/rows.ts';

const code = z.string().regex(/^[A-Z]{2}$/);
const data = z
  .strictObject({
    names: z.record(z.string(), code),
    languages: z.array(z.string()).min(1),
    countless_zones: z.array(z.string()),
    cities: z.record(code, z.string()),
    famous: z.record(z.string(), z.array(code).min(2)),
    namesakes: z.record(z.string(), z.array(code).min(2)),
    states: z.record(code, z.string()),
  })
  .parse(readData('countries'));
const zones = z.record(code, z.string()).parse(readData('zones'));

function readData(name: string): unknown {
  return readRows(new URL(`./${name}.yml`, import.meta.url));
}

export interface Whereabouts {
  /** What the session was told. */
  readonly told?: Place | undefined;
  /** Country and town of the address in the record. */
  readonly home?: string | null | undefined;
  readonly town?: string | null | undefined;
  /** Where the house stands: the weakest word, since a server may be far away. */
  readonly house?: Place | undefined;
}

export function settleCountry({ told = {}, home, town, house }: Whereabouts): string | undefined {
  const lives = home ? countryCode(home) : town ? chooseCity(town, countriesOfCity(town)) : undefined;
  const zone = countryOfZone(told.timezone);
  const said = told.country === undefined ? undefined : countryCode(told.country);
  if (said !== undefined && isCountry(said)) return said;
  const perhaps = countriesOfCity(told.city);
  if (perhaps.length > 0) return chooseCity(told.city!, perhaps, zone, lives);
  if (zone !== undefined) return zone;
  if (told.country !== undefined || told.city !== undefined) return undefined;
  return lives ?? countryOfZone(house?.timezone);
}

/** "US", "usa", "Sweden", "Österreich" → the two letters. */
export function countryCode(country: string): string {
  const written = country.trim();
  const named = everydayNames().get(plain(written));
  if (named !== undefined) return named;
  if (/^[A-Za-z]{2}$/.test(written)) return written.toUpperCase();
  for (const language of data.languages) {
    const found = namesIn(language).get(plain(written));
    if (found !== undefined) return found;
  }
  return written;
}

/** `Europe/Paris` is in one country; `UTC` and `CET` are in none. */
export function countryOfZone(zone: string | undefined): string | undefined {
  if (zone === undefined || data.countless_zones.includes(zone.toUpperCase())) return undefined;
  const table = zoneTable();
  return table.get(zone) ?? table.get(standardName(zone));
}

/** Where a city can be; "Boston, MA" by both its parts. */
function countriesOfCity(city: string | undefined): readonly string[] {
  if (city === undefined) return [];
  const { name, behind } = partsOf(city);
  const of = cityTable().get(name) ?? [];
  const within = behind.flatMap(countriesOfState);
  const both = of.filter((each) => within.includes(each));
  if (both.length > 0) return both;
  return within.length > 0 ? within : of;
}

/** The one that a city means; of several, the one that the zone names, the famous one, or that of the record. */
function chooseCity(city: string, perhaps: readonly string[], zone?: string, lives?: string): string | undefined {
  if (perhaps.length === 1) return perhaps[0];
  if (zone !== undefined && perhaps.includes(zone)) return zone;
  const first = famous().get(partsOf(city).name)?.[0];
  if (first !== undefined && perhaps.includes(first)) return first;
  return lives !== undefined && perhaps.includes(lives) ? lives : undefined;
}

function partsOf(city: string): { name: string; behind: readonly string[] } {
  const [name = '', ...behind] = city.split(',');
  return { name: plain(name), behind: behind.filter((part) => part.trim() !== '') };
}

function countriesOfState(state: string): readonly string[] {
  const country = countryCode(state);
  return [...new Set([...(stateTable().get(plain(state)) ?? []), ...(isCountry(country) ? [country] : [])])];
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

function isCountry(text: string): boolean {
  return Object.hasOwn(zones, text) || Object.values(data.names).includes(text);
}

const once = <T>(make: () => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};

const everydayNames = once(() => new Map(Object.entries(data.names).map(([name, region]) => [plain(name), region])));

const languages = new Map<string, ReadonlyMap<string, string>>();

function namesIn(language: string): ReadonlyMap<string, string> {
  let names = languages.get(language);
  if (names === undefined) {
    const known = new Intl.DisplayNames([language], { type: 'region' });
    names = new Map(Object.keys(zones).map((region) => [plain(known.of(region) ?? region), region]));
    languages.set(language, names);
  }
  return names;
}

const zoneTable = once(
  () =>
    new Map(Object.entries(zones).flatMap(([country, of]) => of.split(', ').map((zone) => [zone, country] as const))),
);

function standardName(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return zone;
  }
}

const famous = once(() => new Map(Object.entries(data.famous).map(([city, countries]) => [plain(city), countries])));

const stateTable = once(() => {
  const named = Object.entries(data.states).flatMap(([country, states]) =>
    states.split(',').map((state) => ({ state: plain(state), country })),
  );
  const grouped = Map.groupBy(named, ({ state }) => state);
  return new Map([...grouped].map(([state, found]) => [state, found.map(({ country }) => country)] as const));
});

/** Most zones bear the name of a city: `America/New_York`. The data adds what has no zone, and who shares a name. */
const cityTable = once(() => {
  const table = new Map<string, readonly string[]>();
  for (const [zone, country] of zoneTable()) {
    const [area, city, ...more] = zone.split('/');
    if (city !== undefined && more.length === 0 && area !== 'Antarctica') table.set(plain(city), [country]);
  }
  for (const [country, cities] of Object.entries(data.cities))
    for (const city of cities.split(',')) table.set(plain(city), [country]);
  for (const [city, countries] of Object.entries({ ...data.famous, ...data.namesakes }))
    table.set(plain(city), countries);
  return table;
});
