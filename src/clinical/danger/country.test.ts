import { describe, expect, test } from 'vitest';
import type { Place } from '../../kernel/index.ts';
import { countryCode, countryOfZone, settleCountry } from './country.ts';
import { emergencyNumber } from './numbers.ts';

const numberAt = (told: Place, home?: string) => emergencyNumber(settleCountry({ told, home }));

describe('the country that somebody is in', () => {
  test('every time zone of the platform is in one country', () => {
    const lost = Intl.supportedValuesOf('timeZone').filter(
      (zone) => !zone.startsWith('Etc/') && zone !== 'UTC' && countryOfZone(zone) === undefined,
    );
    expect(lost).toEqual([]);
  });

  test.each([
    ['America/New_York', '911'],
    ['Australia/Sydney', '000'],
    ['Asia/Tokyo', '119'],
    ['Europe/London', '999'],
    ['Pacific/Auckland', '111'],
    ['Europe/Stockholm', '112'],
    ['Asia/Kolkata', '112'],
    ['US/Pacific', '911'],
    ['america/new_york', '911'],
    ['Pacific/Guam', '911'],
  ])('%s goes before the address of the record: %s', (timezone, number) => {
    expect(numberAt({ timezone })).toBe(number);
    expect(numberAt({ timezone }, 'CH')).toBe(number);
  });

  test.each(['UTC', 'Etc/GMT+5', 'CET', 'EST', '+02:00'])('%s is no country: the record tells', (timezone) => {
    expect(settleCountry({ told: { timezone } })).toBeUndefined();
    expect(settleCountry({ told: { timezone }, home: 'United Kingdom' })).toBe('GB');
  });

  test('what was told goes in order: country, city, zone', () => {
    const timezone = 'America/New_York';
    expect(settleCountry({ told: { timezone, country: 'GB', city: 'Paris' }, home: 'SE' })).toBe('GB');
    expect(settleCountry({ told: { timezone, city: 'Paris' }, home: 'SE' })).toBe('FR');
    expect(settleCountry({ told: { timezone, country: 'Atlantis', city: 'Nowhere' }, home: 'SE' })).toBe('US');
  });

  test('a place that is not known is not taken for home', () => {
    expect(settleCountry({ told: { city: 'Nowhere' }, home: 'GB' })).toBeUndefined();
    expect(settleCountry({ told: { country: 'Atlantis' }, home: 'GB' })).toBeUndefined();
  });

  test('the zone of the house is the last word', () => {
    const house = { timezone: 'Asia/Tokyo' };
    expect(settleCountry({ house })).toBe('JP');
    expect(settleCountry({ house, home: 'GB' })).toBe('GB');
    expect(settleCountry({ house, told: { city: 'Nowhere' } })).toBeUndefined();
  });

  test.each([
    ['Paris', 'FR'],
    ['Paris, Texas', 'US'],
    ['Boston, MA', 'US'],
    ['Casablanca, MA', 'MA'],
    ['London', 'GB'],
    ['London, Ontario', 'CA'],
    ['são paulo', 'BR'],
    ['Munich, Germany', 'DE'],
    ['Wilmington, DE', undefined],
    ['Hamilton', undefined],
  ])('%s is in %s', (city, country) => {
    expect(settleCountry({ told: { city } })).toBe(country);
  });

  test('who shares a name is told by the zone, then by the record', () => {
    expect(settleCountry({ told: { city: 'Hamilton', timezone: 'Pacific/Auckland' }, home: 'GB' })).toBe('NZ');
    expect(settleCountry({ told: { city: 'Hamilton' }, home: 'GB' })).toBe('GB');
    expect(settleCountry({ told: { city: 'London', timezone: 'America/Toronto' } })).toBe('CA');
    expect(settleCountry({ told: { city: 'London' }, home: 'CA' })).toBe('GB');
  });

  test('a country is read as people write it', () => {
    const written = ['uk', 'England', 'U.S.', 'Deutschland', 'España', '日本', 'no', 'Kosovo'];
    expect(written.map(countryCode)).toEqual(['GB', 'GB', 'US', 'DE', 'ES', 'JP', 'NO', 'XK']);
  });
});
