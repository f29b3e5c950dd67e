/** An address that somebody named: a feed is its entries, anything else is a page. Only where the web may be asked. */
import { fetchText, privateHostsOf, readPage } from '../../fetching/index.ts';
import { demandWeb } from '../network.ts';
import type { Surroundings } from './asking.ts';
import { readFeed } from './feed.ts';
import { isoDate, type SourceItem } from './item.ts';

const TYPES =
  /^(?:text\/(?:html|plain|markdown|xml)|application\/(?:xhtml\+xml|xml|rss\+xml|atom\+xml|rdf\+xml|(?:x-)?pdf))\b/i;
const XML = /^(?:text|application)\/(?:rss\+|atom\+|rdf\+)?xml\b/i;
const ACCEPT = 'application/rss+xml, application/atom+xml, text/html, text/plain;q=0.9, application/pdf;q=0.8';
const MAX_BYTES = 10 * 1024 * 1024;
const LONGEST = 40_000;

export async function readAddress(url: string, { env, clock, signal }: Surroundings): Promise<SourceItem[]> {
  demandWeb(env);
  const privateHosts = privateHostsOf(env);
  const asking = { signal, privateHosts, types: TYPES, maxBytes: MAX_BYTES, headers: { accept: ACCEPT } };
  const fetched = await fetchText(url, asking);
  const now = clock.now();
  if (XML.test(fetched.type)) return readFeed(fetched.text, fetched.url, now);
  const page = await readPage(fetched, { signal });
  const written = fetched.headers['last-modified'];
  const time = Date.parse(typeof written === 'string' ? written : '');
  return [
    {
      ...{ source: 'page', id: page.url, title: page.title, url: page.url, text: page.text.slice(0, LONGEST) },
      date: Number.isNaN(time) ? undefined : isoDate(new Date(time).toISOString().slice(0, 10)),
      ...{ kinds: ['Web Page'], where: new URL(page.url).hostname, notices: [], seen: now, from: page.url },
    },
  ];
}
