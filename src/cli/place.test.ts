import { beforeAll, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { runHere } from '../../test/seat.ts';
import { openApp } from '../app/index.ts';
import { listPatients, loadDemoPatients } from '../record/index.ts';
import { handleOf } from '../storage/handle.ts';

const home = tempDir('place');
const CHEST = 'I have crushing chest pain and cannot breathe';
let elena = '';
beforeAll(async () => {
  const app = openApp({ home, env: {} });
  await loadDemoPatients(handleOf(app.home.data));
  elena = listPatients(handleOf(app.home.data)).find(({ name }) => name?.includes('Elena'))!.id;
  await app.close();
});

const { TZ: _, ...env } = process.env;
const ask = (given: string[], more = {}) =>
  runHere(['ask', CHEST, '--patient', elena, '--home', home, ...given], { env: { ...env, ...more } });

test.each<[string[], object, string]>([
  [[], {}, '999'],
  [['--timezone', 'America/New_York'], {}, '911'],
  [['--city', 'Paris'], {}, '112 or 15'],
  [['--country', 'Japan', '--timezone', 'America/New_York'], {}, '119'],
  [[], { TZ: 'Australia/Sydney' }, '000'],
  [[], { TZ: ':/etc/localtime' }, '999'],
])('ask %o calls the number of the place', async (given, more, number) => {
  expect((await ask(given, more)).out).toContain(`Call ${number} now.`);
});

test('chat takes the place too, and what is no place is said', async () => {
  const place = ['--patient', elena, '--home', home, '--city', 'Tokyo'];
  expect((await runHere(['chat', ...place], { env, input: `${CHEST}\n` })).out).toContain('Call 119 now.');
  expect(await ask(['--country', ' '])).toMatchObject({ code: 1, err: expect.stringContaining('country is no name') });
});

test('a $TZ that is no zone is said and not used; one that the system reads itself is no mistake', async () => {
  const bogus = await ask([], { TZ: 'Mars/Olympus' });
  expect(bogus).toMatchObject({ out: expect.stringContaining('Call 999 now.') });
  expect(bogus.err).toContain('$TZ is "Mars/Olympus", which is no time zone, so it is not used.');
  expect((await ask([], { TZ: ':/etc/localtime' })).err).not.toContain('$TZ');
});
