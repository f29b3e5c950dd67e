/** The number of the ambulance where somebody is. */

import { z } from 'zod';
import type { Place } from '../../kernel/index.ts';
import { readRows } from '../../text/rows.ts';
import { countryCode, settleCountry } from './country.ts';

const data = z
  .strictObject({
    numbers: z.record(z.string(), z.string()),
    everywhere: z.string(),
    europe: z.array(z.string()),
    advice: z.record(z.string(), z.string()),
  })
  .parse(readRows(new URL('./emergency-numbers.yml', import.meta.url)));

export function knownNumber(code: string): string | undefined {
  return data.numbers[code] ?? (data.europe.includes(code) ? '112' : undefined);
}

/** Where nothing is known of the country, both common ones. */
export function emergencyNumber(country: string | null | undefined): string {
  return (country ? knownNumber(countryCode(country)) : undefined) ?? data.everywhere;
}

/** Some lines for advice have the ambulance's number of another country. */
export function isAmbulanceNumber(number: string): boolean {
  return number === '112' || (Object.values(data.numbers).includes(number) && !isOfAdvice(number));
}

function isOfAdvice(number: string): boolean {
  return Object.values(data.advice).some((line) => new RegExp(`\\b${number}\\b`).test(line));
}

/** Whom to call while no surgery is open; nothing where no such line is known. */
export function adviceLine(country: string | null | undefined): string | undefined {
  return country ? data.advice[countryCode(country)] : undefined;
}

/** Of somebody of whom no record is at hand. */
export function numberAt(place: Place): string {
  return emergencyNumber(settleCountry({ told: place }));
}
