import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '../documents/fixture.ts';
import { isPublic, resolvePublic } from './address.ts';
import { fetchBytes, fetchJson, sendJson } from './fetch.ts';
import { fetchPage } from './page.ts';
import { readPrivateHosts } from './private.ts';

describe('which addresses are opened', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'fc00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'ff02::1',
    '[::1]',
    'fe80::1%eth0',
    'localhost',
    '',
    '1.2.3',
  ])('%s is not', (address) => {
    expect(isPublic(address)).toBe(false);
  });

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])('%s is', (address) => {
    expect(isPublic(address)).toBe(true);
  });

  test('no IPv4 address of a private net is, however it is written in IPv6', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.constantFrom('10', '127', '192.168', '169.254'), fc.nat(255), fc.nat(255)),
        ([net, a, b]) => {
          const address = net.includes('.') ? `${net}.${a}.${b}` : `${net}.0.${a}.${b}`;
          expect(isPublic(address)).toBe(false);
          expect(isPublic(`::ffff:${address}`)).toBe(false);
        },
      ),
    );
  });

  test('a name with one private address among public ones is refused', async () => {
    const mixed = async () => [
      { address: '8.8.8.8', family: 4 as const },
      { address: '127.0.0.1', family: 4 as const },
    ];
    await expect(resolvePublic('rebind.example', mixed)).rejects.toMatchObject({ code: 'URL_REFUSED' });
  });

  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://169.254.169.254/latest/meta-data/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http://user:pass@example.com/',
    'http://example.com:22/',
    'gopher://x/',
    'nonsense',
  ])('%s is refused', async (url) => {
    await expect(fetchPage(url, { resolve: async () => [{ address: '127.0.0.1', family: 4 }] })).rejects.toMatchObject({
      code: 'URL_REFUSED',
    });
  });
});

describe('a page', () => {
  let server: Server;
  let answer: RequestListener = (_request, response) => response.end();
  let port = 0;
  /** The tests' own web is on loopback; only these names lead there. */
  const locate = async (host: string) =>
    host.endsWith('.test')
      ? { address: '127.0.0.1', family: 4 as const }
      : resolvePublic(host, async () => [{ address: '127.0.0.1', family: 4 }]);
  const open = (path = '/', more = {}) =>
    fetchPage(`http://page.test:${port}${path}`, { locate, ports: new Set(['', String(port)]), ...more });

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  const html =
    (body: string): RequestListener =>
    (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body);

  test('is read without its menus and scripts', async () => {
    answer = html(
      '<html><head><title>Gout &amp; diet</title><script>evil()</script></head><body><nav>Home</nav><p>Purines raise uric acid.</p><p>Water helps.</p></body></html>',
    );
    expect(await open()).toMatchObject({ title: 'Gout & diet', text: 'Purines raise uric acid.\nWater helps.' });
  });

  test('asks by the name of the page, at the address that was checked', async () => {
    let host: string | undefined;
    answer = (request, response) => {
      host = request.headers.host;
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ok');
    };
    await open();
    expect(host).toBe(`page.test:${port}`);
  });

  test('follows a redirect, and checks where it leads', async () => {
    answer = (request, response) => {
      if (request.url === '/moved') return response.writeHead(302, { location: '/here' }).end();
      if (request.url === '/inside') return response.writeHead(302, { location: 'http://metadata.internal/' }).end();
      return response.writeHead(200, { 'content-type': 'text/plain' }).end('arrived');
    };
    expect((await open('/moved')).text).toBe('arrived');
    await expect(open('/inside')).rejects.toMatchObject({ code: 'URL_REFUSED' });
  });

  test('that is a PDF is read with its title; one that is none, is given up', async () => {
    const serve = (bytes: string) => {
      answer = (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/pdf' }).end(bytes, 'latin1');
    };
    serve(makePdf('Gout in brief', 'Uric acid forms crystals.'));
    expect(await open('/gout.pdf')).toMatchObject({ title: 'Gout in brief', text: 'Uric acid forms crystals.' });
    serve(makePdf('', ''));
    await expect(open()).rejects.toThrow(/pictures of text/);
    serve('no PDF at all');
    await expect(open()).rejects.toMatchObject({
      code: 'URL_FAILED',
      message: expect.stringMatching(/could not be read/),
    });
  });

  test('that turns in circles, is too large, no text, badly packed, gone or slow, is given up', async () => {
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    await expect(open()).rejects.toThrow(/redirects more than/);
    answer = html('x'.repeat(5000));
    await expect(open('/', { maxBytes: 1000 })).rejects.toThrow(/larger than 1000 bytes/);
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/zip' }).end('PK');
    await expect(open()).rejects.toThrow(/application\/zip, not text/);
    answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end('x');
    await expect(open()).rejects.toThrow(/broke off/);
    answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'zstd' }).end('x');
    await expect(open()).rejects.toThrow(/packed in a way/);
    for (const [encoding, pack] of Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync })) {
      answer = (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding })
          .end(pack('x'.repeat(9e6)));
      await expect(open(), encoding).rejects.toThrow(/larger than/);
    }
    answer = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' })
        .end(gzipSync(gzipSync('x'.repeat(9e6))));
    await expect(open()).rejects.toThrow(/packed in a way/);
    answer = (_request, response) => response.writeHead(403).end();
    await expect(open()).rejects.toMatchObject({ message: 'The page answered 403.', details: { status: 403 } });
    answer = () => {};
    await expect(open('/', { timeoutMs: 50 })).rejects.toMatchObject({ code: 'URL_FAILED' });
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      const drip = setInterval(() => response.write('.'), 10);
      response.on('close', () => clearInterval(drip));
    };
    await expect(open('/', { timeoutMs: 100 })).rejects.toMatchObject({ code: 'URL_FAILED' });
    const never = () => new Promise<never>(() => {});
    await expect(open('/', { timeoutMs: 50, locate: never })).rejects.toMatchObject({ code: 'URL_FAILED' });
  });

  test('packed with gzip is unpacked', async () => {
    answer = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })
        .end(gzipSync('Purines raise uric acid.'));
    expect((await open()).text).toBe('Purines raise uric acid.');
  });

  test('a key goes to the host it was meant for, not where that one redirects', async () => {
    const seen: (string | undefined)[] = [];
    answer = (request, response) => {
      seen.push(request.headers.authorization);
      if (request.url === '/out') response.writeHead(302, { location: `http://other.test:${port}/in` }).end();
      else response.writeHead(200, { 'content-type': 'text/plain' }).end('in');
    };
    await open('/out', { headers: { authorization: 'Bearer secret' } });
    expect(seen).toEqual(['Bearer secret', undefined]);
  });

  test('JSON is fetched and sent; what is sent is not redirected', async () => {
    const asked = { locate, ports: new Set(['', String(port)]) };
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');
    expect(await fetchJson(`http://page.test:${port}/`, asked)).toEqual({ a: 1 });
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":');
    await expect(fetchJson(`http://page.test:${port}/`, asked)).rejects.toThrow(/not JSON/);
    let body = '';
    answer = (request, response) => {
      request.on('data', (chunk) => (body += chunk)).on('end', () => response.writeHead(204).end());
    };
    expect((await sendJson(`http://page.test:${port}/`, { told: true }, asked)).status).toBe(204);
    expect(JSON.parse(body)).toEqual({ told: true });
    answer = (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end();
    await expect(sendJson(`http://page.test:${port}/`, {}, asked)).rejects.toThrow(/not followed/);
  });

  test('of a private host is opened when it was named, at that port, and only then', async () => {
    answer = (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('home');
    const resolve = async () => [{ address: '127.0.0.1', family: 4 as const }];
    const at = `http://home.local:${port}/`;
    const named = readPrivateHosts(`home.local:${port}`);
    expect((await fetchBytes(at, { resolve, privateHosts: named })).bytes.toString()).toBe('home');
    const net = readPrivateHosts(`127.0.0.0/8 home.local:${port}`);
    expect((await fetchBytes(`http://127.0.0.1:${port}/`, { privateHosts: net })).status).toBe(200);
    for (const other of [`http://other.local:${port}/`, 'http://home.local:22/', 'http://home.local/'])
      await expect(fetchBytes(other, { resolve, privateHosts: named })).rejects.toMatchObject({ code: 'URL_REFUSED' });
    answer = (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    await expect(fetchBytes(at, { resolve, privateHosts: named })).rejects.toMatchObject({ code: 'URL_REFUSED' });
  });
});

test.each(['10.0.0.0/99', 'http://x', 'a b!', '1.2.3/8'])('%s names no private host', (written) => {
  expect(() => readPrivateHosts(written)).toThrow(/CONSILIUM_PRIVATE_HOSTS/);
});
