/** The number of the ambulance where somebody is. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Place } from '../../kernel/index.ts';
import { countryCode, settleCountry } from './country.ts';

const data = z
  .strictObject({ numbers: z.record(z.string(), z.string()), everywhere: z.string(), europe: z.array(z.string()) })
  .parse(parse(readFileSync(new URL('./emergency-numbers.yml', import.meta.url), 'utf8')));

export function knownNumber(code: string): string | undefined {
  return data.numbers[code] ?? (data.europe.includes(code) ? '112' : undefined);
}

/** Where nothing is known of the country, both common ones. */
export function emergencyNumber(country: string | null | undefined): string {
  return (country ? knownNumber(countryCode(country)) : undefined) ?? data.everywhere;
}

/** Of somebody of whom no record is at hand. */
export function numberAt(place: Place): string {
  return emergencyNumber(settleCountry({ told: place }));
}
