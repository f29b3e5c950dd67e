/** RSS and Atom, read into entries. */
import { remote } from '../request.ts';
import { elements, plainText, readXml, type XmlNode } from '../xml.ts';
import { isoDate, type SourceItem } from './item.ts';

const MOST = 100;

export function readFeed(text: string, url: string, at: number): SourceItem[] {
  const document = readXml(text);
  const isFeed = ['rss', 'feed', 'RDF', 'rdf:RDF'].some((name) => elements(document, name).length > 0);
  if (!isFeed) throw remote('REMOTE_INVALID', 'The address gives no RSS or Atom feed.', 'feed');
  const entries = [...elements(document, 'item'), ...elements(document, 'entry')].slice(0, MOST);
  const where = plainText(elements(document, 'title')[0]?.text ?? '');
  return entries.flatMap((entry) => toItem(entry, { url, at, where }) ?? []);
}

function toItem(entry: XmlNode, feed: { url: string; at: number; where: string }): SourceItem | undefined {
  const text = (...names: string[]) =>
    names.map((name) => entry.children.find((child) => child.name === name)?.text.trim()).find(Boolean);
  const link =
    entry.children.find(({ name, attributes }) => name === 'link' && (attributes['rel'] ?? 'alternate') === 'alternate')
      ?.attributes['href'] ?? text('link');
  const title = plainText(text('title') ?? '');
  const address = link !== undefined && URL.canParse(link, feed.url) ? new URL(link, feed.url).href : undefined;
  const id = text('guid', 'id') ?? address;
  if (title === '' || id === undefined) return undefined;
  return {
    source: 'feed',
    id,
    title,
    url: address ?? feed.url,
    text: plainText(text('description', 'summary', 'content', 'content:encoded') ?? '').slice(0, 4000),
    date: dayOf(text('pubDate', 'published', 'updated', 'dc:date')),
    kinds: ['News'],
    where: feed.where,
    notices: [],
    seen: feed.at,
    from: feed.url,
  };
}

function dayOf(written: string | undefined): string | undefined {
  const time = Date.parse(written ?? '');
  return Number.isNaN(time) ? isoDate(written) : new Date(time).toISOString().slice(0, 10);
}
