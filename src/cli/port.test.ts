import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { doubtsOf, readTls } from './port.ts';

const TLS = join(import.meta.dirname, '../../test/a2a/tls');
const at = (name: string) => join(TLS, `${name}.pem`);

test('a certificate and its key are looked at before anybody is served with them', () => {
  expect(readTls({})).toBeUndefined();
  expect(readTls({ tlsCert: at('issued'), tlsKey: at('key') })?.cert).toBe(readFileSync(at('issued'), 'utf8'));
  const other = join(tempDir('tls'), 'key.pem');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(other, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  for (const [given, said] of [
    [{ tlsCert: at('issued') }, /needs its key/],
    [{ tlsCert: at('nowhere'), tlsKey: at('key') }, /cannot be read/],
    [{ tlsCert: at('key'), tlsKey: at('issued') }, /cannot be understood/],
    [{ tlsCert: at('issued'), tlsKey: other }, /not that of the certificate/],
  ] as const)
    expect(() => readTls(given)).toThrow(
      expect.objectContaining({ code: 'TLS_INVALID', message: expect.stringMatching(said) }),
    );
});

test('what callers will refuse is said to whoever serves it', () => {
  const tls = (name: string) => ({ cert: readFileSync(at(name), 'utf8'), key: '' });
  const on = (day: string) => Date.parse(`${day}T12:00:00Z`);
  expect(doubtsOf(tls('issued'), on('2030-01-01'))).toBeUndefined();
  expect(doubtsOf(tls('expired'), on('2026-01-01'))).toMatch(/ended on 2025-02-01/);
  expect(doubtsOf(tls('expired'), on('2025-01-25'))).toMatch(/ends on 2025-02-01/);
  expect(doubtsOf(tls('expired'), on('2025-01-10'))).toBeUndefined();
  expect(doubtsOf(tls('expired'), on('2024-12-31'))).toMatch(/begins on 2025-01-01/);
});
