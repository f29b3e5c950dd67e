/** MedlinePlus: topics on health in plain words, from the web service of the National Library of Medicine, in XML. */
import { exchange, remote } from './request.ts';
import type { Asked, Found } from './sources.ts';
import { elements, plainText, readXml, type XmlNode } from './xml.ts';

const SERVICE = 'MedlinePlus';
const LONGEST = 1200;

export async function searchMedlineplus({ query, limit, baseUrl, signal }: Asked): Promise<Found[]> {
  const url = new URL(`${baseUrl}/ws/query`);
  url.search = new URLSearchParams({
    db: 'healthTopics',
    term: query.replace(/[":()[\]]/g, ' '),
    retmax: String(limit),
    rettype: 'brief',
    tool: 'consilium',
  }).toString();
  const document = readXml(await exchange({ service: SERVICE, url, headers: { accept: 'text/xml' }, signal }));
  if (elements(document, 'nlmSearchResult').length === 0)
    throw remote('REMOTE_INVALID', 'The answer of MedlinePlus has another form than it promises.', SERVICE);
  return elements(document, 'document').flatMap(toFound).slice(0, limit);
}

function toFound(topic: XmlNode): Found[] {
  const content = (name: string) =>
    plainText(elements(topic, 'content').find(({ attributes }) => attributes.name === name)?.text ?? '');
  const { url = '' } = topic.attributes;
  const title = content('title');
  if (!/^https?:/i.test(url) || !URL.canParse(url) || title === '') return [];
  const text = content('FullSummary') || content('snippet');
  return [
    { title, url, snippet: text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} …`, source: 'medlineplus' },
  ];
}
