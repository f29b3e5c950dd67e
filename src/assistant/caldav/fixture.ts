/** For tests: a server on the loopback that speaks CalDAV: discovery, PROPFIND, REPORT, PUT and DELETE with ETags, Basic. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CalDavFixture {
  readonly url: string;
  readonly calendarUrl: string;
  /** Objects by their name. */
  readonly objects: Map<string, { etag: string; data: string }>;
  /** What was asked, as "PUT /cal/home/x.ics". */
  readonly log: string[];
  /** How somebody else changes an object. */
  put(name: string, data: string): void;
  /** Answers with this instead, to all that is asked or to one method. */
  readonly broken: { status?: number; body?: string; only?: string; href?: string; onPut?: (() => void) | undefined };
  close(): Promise<void>;
}

const XML = { 'content-type': 'application/xml; charset=utf-8' };
const open = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"';
const plain = (data: string) => data.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const response = (href: string, props: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${props}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const status = (responses: string) => `<?xml version="1.0"?><d:multistatus ${open}>${responses}</d:multistatus>`;
const COLLECTION = `<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Home</d:displayname><c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>`;

export async function openCalDavFixture(password = 'secret'): Promise<CalDavFixture> {
  const objects: CalDavFixture['objects'] = new Map();
  const log: string[] = [];
  const broken: CalDavFixture['broken'] = {};
  let versions = 0;
  const put = (name: string, data: string) => void objects.set(name, { etag: `"${++versions}"`, data });
  const objectXml = (name: string, isWhole: boolean) => {
    const { etag, data } = objects.get(name)!;
    const whole = isWhole ? `<c:calendar-data>${plain(data)}</c:calendar-data>` : '';
    return response(`${broken.href ?? ''}/cal/home/${name}`, `<d:getetag>${etag}</d:getetag>${whole}<d:resourcetype/>`);
  };
  const find = (path: string): string => {
    if (path === '/cal/home/') return response(path, COLLECTION);
    if (path === '/cal/')
      return response(path, '<d:resourcetype><d:collection/></d:resourcetype>') + find('/cal/home/');
    if (path === '/me/') return response(path, '<c:calendar-home-set><d:href>/cal/</d:href></c:calendar-home-set>');
    return response(
      path,
      '<d:current-user-principal><d:href>/me/</d:href></d:current-user-principal><d:resourcetype><d:collection/></d:resourcetype>',
    );
  };
  const report = (body: string) => {
    const asked = [...body.matchAll(/<[\w:]*href>([^<]*)</g)].map(([, href]) => href!.split('/').at(-1)!);
    const names = body.includes('calendar-multiget') ? asked.filter((name) => objects.has(name)) : [...objects.keys()];
    return status(names.map((name) => objectXml(name, body.includes('calendar-data'))).join(''));
  };
  const change = (method: string, name: string, { headers }: IncomingMessage, body: string) => {
    broken.onPut?.();
    const { etag } = objects.get(name) ?? {};
    const [match, none] = [headers['if-match'], headers['if-none-match']];
    if ((match !== undefined && match !== etag) || (none === '*' && etag !== undefined)) return 412;
    if (method === 'DELETE') return objects.delete(name) ? 204 : 404;
    put(name, body);
    return etag === undefined ? 201 : 204;
  };
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const { method = '', url = '/' } = request;
    const body = await text(request);
    log.push(`${method} ${url}`);
    const login = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
    if (request.headers.authorization !== login) return reply.writeHead(401).end();
    if (broken.status !== undefined && (broken.only ?? method) === method)
      return reply.writeHead(broken.status, XML).end(broken.body);
    if (url.startsWith('/.well-known/')) return reply.writeHead(301, { location: '/' }).end();
    if (method === 'PROPFIND') return reply.writeHead(207, XML).end(status(find(url)));
    if (method === 'REPORT') return reply.writeHead(207, XML).end(report(body));
    return reply.writeHead(change(method, decodeURIComponent(url.split('/').at(-1)!), request, body)).end();
  };
  const server = createServer((request, reply) => void answer(request, reply));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    calendarUrl: `${url}cal/home/`,
    objects,
    log,
    put,
    broken,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
