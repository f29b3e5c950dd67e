/** A web page or a PDF, as a person would read it. */
import { readDocument } from '../documents/index.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import { type FetchOptions, failed, fetchText } from './fetch.ts';

export interface Page {
  url: string;
  title: string;
  text: string;
}

const MAX_BYTES = 2 * 1024 * 1024;
/** A PDF carries its fonts and pictures. */
const MAX_PDF_BYTES = 10 * 1024 * 1024;
const MAX_PAGES = 100;
const PDF = /^application\/(?:x-)?pdf\b/i;
const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i;
const TYPES = /^(?:text\/html|application\/xhtml\+xml|text\/(?:plain|markdown)|application\/(?:x-)?pdf)\b/i;
const ACCEPT = 'text/html, text/plain;q=0.9, application/pdf;q=0.8';

export async function fetchPage(given: string, options: FetchOptions = {}): Promise<Page> {
  const fetched = await fetchText(given, {
    maxBytes: (type) => (PDF.test(type) ? MAX_PDF_BYTES : MAX_BYTES),
    types: TYPES,
    ...options,
    headers: { accept: ACCEPT, ...options.headers },
  });
  return readPage(fetched, options);
}

/** What was fetched already, as a person would read it. */
export async function readPage(
  fetched: { url: string; type: string; bytes: Buffer; text: string },
  options: FetchOptions = {},
): Promise<Page> {
  const { title, text } = await readText(fetched, options);
  return { url: fetched.url, title: title || new URL(fetched.url).hostname, text };
}

async function readText(
  { type, bytes, text }: { type: string; bytes: Buffer; text: string },
  { signal, timeoutMs }: FetchOptions,
): Promise<{ title: string; text: string }> {
  const limits = { signal, maxPages: MAX_PAGES, ...(timeoutMs !== undefined && { timeoutMs }) };
  if (HTML.test(type)) return readDocument(Buffer.from(text), 'html', limits).catch(tell);
  if (!PDF.test(type)) return { title: '', text: text.trim() };
  const read = await readDocument(bytes, 'pdf', limits).catch(tell);
  if (read.text === '') throw failed('The PDF holds pictures of text, not text.');
  return read;
}

/** What is wrong with a document is, to whoever asked for the page, what is wrong with the page. */
function tell(thrown: unknown): never {
  if (thrown instanceof ConsiliumError)
    throw new ConsiliumError('URL_FAILED', thrown.message, { details: { why: thrown.code } });
  throw thrown;
}
