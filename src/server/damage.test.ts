import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { openGateway } from './fixture.ts';

const PAGE = 4096;
const ELENA = join(import.meta.dirname, '../../demo/elena-marsh.json');

test('a record on damaged pages is said to be damaged, with what to do, and the house is no longer ready', async () => {
  const home = tempDir('damage');
  const whole = openGateway({ home });
  const { patients } = (await whole.post('/v1/patients/import', JSON.parse(readFileSync(ELENA, 'utf8')))).json;
  expect((await whole.get('/readyz')).status).toBe(200);
  await whole.close();
  const path = join(home, 'consilium.db');
  const pages = Math.floor(statSync(path).size / PAGE);
  const from = Math.floor(pages * 0.6);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc((pages - from) * PAGE, 0xff), 0, undefined, from * PAGE);
  closeSync(file);
  const house = openGateway({ home });
  const { status, json } = await house.get(`/v1/patients/${patients[0].id}/summary`);
  expect([status, json.error]).toMatchObject([
    503,
    { code: 'STORAGE_CORRUPT', message: expect.stringContaining('damaged'), hint: expect.stringContaining('backup') },
  ]);
  expect(await house.get('/readyz')).toMatchObject({ status: 503, json: { error: { code: 'STORAGE_CORRUPT' } } });
  await house.close();
});

test('a search index on damaged pages is said to be damaged, each time, with what to do', async () => {
  const home = tempDir('damaged-index');
  const whole = openGateway({ home });
  await (await whole.app.workshop()).search.search({ query: 'fever', top: 1 });
  await whole.close();
  const path = join(home, 'search.db');
  const pages = Math.floor(statSync(path).size / PAGE);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc((pages - 1) * PAGE, 0xff), 0, undefined, PAGE);
  closeSync(file);
  const house = openGateway({ home });
  for (const _ of [1, 2]) {
    const { status, json } = await house.get('/v1/search?q=fever');
    expect([status, json.error]).toMatchObject([
      503,
      {
        code: 'STORAGE_CORRUPT',
        message: expect.stringContaining('search.db'),
        hint: expect.stringContaining('again'),
      },
    ]);
  }
  expect((await house.get('/v1/patients')).status).toBe(200);
  await house.close();
});
