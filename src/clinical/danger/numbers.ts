/** The number of the ambulance where somebody is. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const data = z
  .strictObject({ numbers: z.record(z.string(), z.string()), everywhere: z.string(), europe: z.array(z.string()) })
  .parse(parse(readFileSync(new URL('./emergency-numbers.yml', import.meta.url), 'utf8')));

const NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

/** "US", "usa", "Sweden" → the two letters. */
export function countryCode(country: string): string {
  const written = country.trim();
  if (/^[A-Za-z]{2}$/.test(written)) return written.toUpperCase() === 'UK' ? 'GB' : written.toUpperCase();
  if (/^(usa|u\.s\.a?\.?|united states.*)$/i.test(written)) return 'US';
  const known = [...Object.keys(data.numbers), ...data.europe];
  return known.find((code) => NAMES.of(code)?.toLowerCase() === written.toLowerCase()) ?? written;
}

export function knownNumber(code: string): string | undefined {
  return data.numbers[code] ?? (data.europe.includes(code) ? '112' : undefined);
}

/** Where nothing is known of the country, both common ones. */
export function emergencyNumber(country: string | null | undefined): string {
  return (country ? knownNumber(countryCode(country)) : undefined) ?? data.everywhere;
}
