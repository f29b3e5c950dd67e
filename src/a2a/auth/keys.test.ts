import { expect, test } from 'vitest';
import { tempDir } from '../../../test/house.ts';
import { openKeys } from './keys.ts';

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function refusalOf(change: (parts: [string, string, string]) => string) {
  const keys = openKeys(tempDir('keys'));
  const token = await keys.signToken({ sub: 'ada' }, 'here', 60);
  return keys.verify(change(token.split('.') as [string, string, string])).then(
    () => undefined,
    ({ code, hint }: { code: string; hint: string }) => [code, hint],
  );
}

test.each<[string, (parts: [string, string, string]) => string, RegExp]>([
  ['was changed', ([head, , sign]) => `${head}.${base64({ sub: 'eve' })}.${sign}`, /changed or cut off/],
  ['was cut off', ([head, body, sign]) => `${head}.${body}.${sign.slice(0, 20)}`, /changed or cut off|copied whole/],
  ['is no JSON', () => 'abc.def.ghi', /copied whole/],
  [
    'is signed in another way',
    ([, body, sign]) => `${base64({ alg: 'HS256', kid: 'x' })}.${body}.${sign}`,
    /ES256|believed|trusted/,
  ],
])('a signed token that %s is told what is wrong with it, not to look at its clock', async (_, change, hint) => {
  const refusal = await refusalOf(change);
  expect(refusal).toEqual(['TOKEN_INVALID', expect.stringMatching(hint)]);
  expect(refusal![1]).not.toMatch(/clocks/);
});
