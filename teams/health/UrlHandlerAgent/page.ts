/** A web page, fetched with care: public addresses, a few redirects each checked anew, text or PDF, so much and so long. */

import type { IncomingMessage } from 'node:http';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { ConsiliumError } from 'consilium/kernel';
import { type Address, type Resolve, refuse, resolvePublic } from './address.ts';
import { readHtml } from './html.ts';
import { readPdf } from './pdf.ts';

export interface Page {
  url: string;
  title: string;
  text: string;
}

export interface FetchOptions {
  signal?: AbortSignal;
  /** Checks a host and says where to connect; the one of address.ts unless a test brings its own. */
  locate?: (host: string) => Promise<Address>;
  resolve?: Resolve;
  /** The ports of the web, unless a test serves on another. */
  ports?: ReadonlySet<string>;
  timeoutMs?: number;
  maxBytes?: number;
}

const REDIRECTS = 5;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 2 * 1024 * 1024;
/** A PDF carries its fonts and pictures. */
const MAX_PDF_BYTES = 10 * 1024 * 1024;
const PDF = /^application\/(?:x-)?pdf\b/i;
const TYPES = /^(?:text\/html|application\/xhtml\+xml|text\/plain|application\/(?:x-)?pdf)\b/i;
const PORTS = new Set(['', '80', '443', '8080', '8443']);

export async function fetchPage(given: string, options: FetchOptions = {}): Promise<Page> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  const { ports = PORTS } = options;
  let url = readUrl(given, ports);
  for (let hop = 0; hop <= REDIRECTS; hop++) {
    const response = await open(url, options, signal);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status >= 300 && status < 400 && location !== undefined) {
      response.destroy();
      url = readUrl(new URL(location, url).href, ports);
      continue;
    }
    return read(url, response, status, options.maxBytes, signal);
  }
  throw failed(`The page redirects more than ${REDIRECTS} times.`);
}

function readUrl(given: string, ports: ReadonlySet<string>): URL {
  if (!URL.canParse(given)) throw refuse('That is not a web address.');
  const url = new URL(given);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse('Only http and https are opened.');
  if (url.username !== '' || url.password !== '') throw refuse('An address with a password in it is not opened.');
  if (!ports.has(url.port)) throw refuse(`Port ${url.port} is not one of the web.`);
  return url;
}

async function open(url: URL, { locate, resolve }: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const at = await (locate === undefined ? resolvePublic(url.hostname, resolve) : locate(url.hostname));
  const { promise, resolve: done, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
    signal,
    agent: false, // no connection of before, perhaps to another address
    // Pinned: whatever the name says by now, this is the address that was checked.
    lookup: (_host, asked, answer) =>
      asked.all
        ? (answer as unknown as (error: null, all: Address[]) => void)(null, [at])
        : answer(null, at.address, at.family),
    headers: {
      accept: 'text/html, text/plain;q=0.9, application/pdf;q=0.8',
      'accept-encoding': 'identity',
      'user-agent': 'Consilium/0.1 (health assistant; reads one page on request)',
    },
  });
  request
    .on('response', done)
    .on('error', (error) => reject(failed(`The page could not be opened: ${error.message}.`)));
  request.end();
  return promise;
}

async function read(
  url: URL,
  response: IncomingMessage,
  status: number,
  given: number | undefined,
  signal: AbortSignal,
): Promise<Page> {
  const type = response.headers['content-type'] ?? '';
  const stop = (error: ConsiliumError) => {
    response.destroy();
    return error;
  };
  if (status !== 200) throw stop(failed(`The page answered ${status}.`));
  if (!TYPES.test(type)) throw stop(failed(`The page is ${type || 'of an unknown type'}, not text.`));
  if ((response.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw stop(failed('The page is compressed.'));
  const bytes = await readBytes(response, given ?? (PDF.test(type) ? MAX_PDF_BYTES : MAX_BYTES));
  const { title, text } = await readText(bytes, type, signal);
  return { url: url.href, title: title || url.hostname, text };
}

async function readBytes(response: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw failed(`The page is larger than ${most} bytes.`);
      chunks.push(chunk);
    }
  } catch (thrown) {
    response.destroy();
    throw thrown instanceof ConsiliumError ? thrown : failed(`The page broke off: ${(thrown as Error).message}.`);
  }
  return Buffer.concat(chunks);
}

async function readText(bytes: Buffer, type: string, signal: AbortSignal): Promise<{ title: string; text: string }> {
  if (!PDF.test(type)) {
    const source = decode(bytes, type);
    return /html/i.test(type) ? readHtml(source) : { title: '', text: source.trim() };
  }
  const read = await readPdf(bytes, signal).catch((thrown: Error) => {
    throw failed(`The PDF could not be read: ${thrown.message}.`);
  });
  if (read.text === '') throw failed('The PDF holds pictures of text, not text.');
  return read;
}

function decode(bytes: Buffer, type: string): string {
  const named =
    /charset=["']?([\w-]+)/i.exec(type)?.[1] ??
    /<meta[^<>]+charset=["']?([\w-]+)/i.exec(bytes.toString('latin1', 0, 2048))?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
}

function failed(message: string): ConsiliumError {
  return new ConsiliumError('URL_FAILED', message, { retryable: true });
}
