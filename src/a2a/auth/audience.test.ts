import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { type Arrival, audienceFor, isOwnAddress, readAudience } from './audience.ts';

const arrival: Arrival = { address: '::ffff:10.0.0.7', port: 8443, isSecure: true };
const loopback: Arrival = { address: '127.0.0.1', port: 80, isSecure: false };

test.each([
  ['https://10.0.0.7:8443', arrival, undefined, true],
  ['https://10.0.0.8:8443', arrival, undefined, false],
  ['https://10.0.0.7:8444', arrival, undefined, false],
  ['http://10.0.0.7:8443', arrival, undefined, false],
  ['https://localhost:8443', arrival, undefined, false],
  ['http://localhost', loopback, undefined, true],
  [`http://${hostname()}`, loopback, undefined, true],
  ['https://b.example', arrival, undefined, false],
  ['https://b.example', arrival, 'https://a.example, https://b.example/', true],
  ['https://b.example:1', undefined, 'https://b.example', false],
  ['https://10.0.0.7:8443', undefined, 'no address', false],
] as const)('%s is an address of this house, or not', (url, at, known, expected) => {
  expect(isOwnAddress(new URL(url), at, known)).toBe(expected);
});

test('an audience names a house and an agent of it', () => {
  const here = { id: 'abc', isOwn: ({ host }: URL) => host === 'a.example' };
  const read = (...audience: string[]) => readAudience(audience, here);
  expect(read(audienceFor('abc', 'A b/c'))).toEqual(['A b/c']);
  expect(read(audienceFor('https://a.example:443/a2a', 'A b/c'))).toEqual(['A b/c']);
  expect(read(audienceFor('abc'))).toBeNull();
  expect(read(audienceFor('https://a.example/'))).toBeNull();
  expect(read(audienceFor('abc', 'A'), audienceFor('abd', 'B'), 'C')).toEqual(['A']);
  for (const other of [
    'A',
    'consilium',
    'consilium:',
    'consilium:abd/A',
    'consilium:abc/',
    'consilium:abc/%',
    '//',
    '',
  ])
    expect(read(other)).toBeUndefined();
  expect(read('https://a.example/a2a/agents/', 'https://a.example/elsewhere')).toBeUndefined();
  expect(readAudience(undefined, here)).toBeUndefined();
});
