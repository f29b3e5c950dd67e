import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { type App, openApp } from '../app/index.ts';
import { silentLog } from '../kernel/index.ts';
import { createGateway, openWeb, type WebFiles } from './index.ts';

let app: App;
let files: WebFiles;
let gateway: ReturnType<typeof createGateway>;
beforeAll(async () => {
  app = openApp({ home: tempDir('web'), env: {} });
  // Two that start at once get the same whole app.
  const [one, two] = await Promise.all([openWeb(), openWeb()]);
  expect([...one.keys()]).toEqual([...two.keys()]);
  files = one;
  gateway = createGateway(app, silentLog, { web: files });
});
afterAll(() => app.close());
const get = (path: string, headers: Record<string, string> = {}) =>
  gateway.request(`http://localhost${path}`, { headers });

describe('the app’s files', () => {
  test('the front page and the address of a chat are the app; the status page has moved', async () => {
    for (const path of ['/', '/c/01a1dd25-2631']) {
      const response = await get(path);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
      const html = await response.text();
      expect(html).toContain('id="root"');
      expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    }
    expect(await (await get('/status')).text()).toContain('front-desk');
  });

  test('assets are kept for good, sent packed, and not sent twice', async () => {
    const path = [...files.keys()].find((name) => name.endsWith('.js') && name.startsWith('/assets/'))!;
    const packed = await get(path, { 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('cache-control')).toContain('immutable');
    const again = await get(path, { 'if-none-match': packed.headers.get('etag')! });
    expect(again.status).toBe(304);
  });

  test('all that is loaded first is under 300 kB', () => {
    const first = [...files].filter(([name]) => !name.includes('trace'));
    const bytes = first.reduce((sum, [, file]) => sum + (file.gzipped ?? file.body).byteLength, 0);
    expect(bytes).toBeLessThan(300_000);
  });

  test('nothing else is there, and nothing outside is reached', async () => {
    for (const path of [
      '/nothing',
      '/assets/none.js',
      '/c/',
      '/../package.json',
      '/%2e%2e/package.json',
      '/v1/nothing',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });
});
