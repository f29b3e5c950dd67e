/** PubMed through the E-utilities: which articles fit (esearch), and what they are (efetch). */
import { z } from 'zod';
import { elements, plainText, readXml, type XmlNode } from '../xml.ts';
import { ask, askJson, otherForm, type Surroundings } from './asking.ts';
import { cleanDoi, isoDate, type Notice, type NoticeKind, type SourceItem } from './item.ts';
import { toTerm } from './term.ts';

const found = z.object({ esearchresult: z.object({ idlist: z.array(z.string().regex(/^\d+$/)).default([]) }) });

export interface Wish {
  readonly query: string;
  readonly limit: number;
  /** ISO day: only what was published since. */
  readonly since?: string | undefined;
}

export async function searchArticles(wish: Wish, surroundings: Surroundings): Promise<SourceItem[]> {
  const term = toTerm(wish.query);
  if (term === '') return [];
  const { value } = await askJson(
    {
      source: 'pubmed',
      path: '/entrez/eutils/esearch.fcgi',
      query: {
        ...{ db: 'pubmed', term, retmode: 'json', retmax: String(wish.limit), sort: 'relevance', tool: 'consilium' },
        ...(wish.since && { mindate: wish.since.replaceAll('-', '/'), maxdate: '3000', datetype: 'pdat' }),
        ...keys(surroundings),
      },
    },
    surroundings,
  );
  const ids = found.safeParse(value);
  if (!ids.success) throw otherForm('pubmed');
  return readArticles(ids.data.esearchresult.idlist.slice(0, wish.limit), surroundings);
}

export async function readArticles(ids: readonly string[], surroundings: Surroundings): Promise<SourceItem[]> {
  if (ids.length === 0) return [];
  const query = { db: 'pubmed', id: ids.join(','), rettype: 'abstract', retmode: 'xml', tool: 'consilium' };
  const question = { source: 'pubmed', path: '/entrez/eutils/efetch.fcgi', query: { ...query, ...keys(surroundings) } };
  const { text, from, at } = await ask(question as Parameters<typeof ask>[0], surroundings);
  const articles = elements(readXml(text), 'PubmedArticle');
  if (articles.length === 0 && !text.includes('PubmedArticleSet')) throw otherForm('pubmed');
  return articles.flatMap((article) => toItem(article, from, at) ?? []);
}

function keys({ env }: Surroundings): Record<string, string> {
  const [key, email] = [env['NCBI_API_KEY'], env['NCBI_EMAIL']];
  return { ...(key && { api_key: key }), ...(email && { email }) };
}

function toItem(article: XmlNode, from: string, at: number): SourceItem | undefined {
  const first = (name: string, inside = article) => elements(inside, name)[0];
  const citation = first('MedlineCitation') ?? article;
  const pmid = citation.children.find(({ name }) => name === 'PMID')?.text.trim() ?? first('PMID')?.text.trim();
  const title = plainText(first('ArticleTitle')?.text ?? '').replace(/\.$/, '');
  if (pmid === undefined || title === '') return undefined;
  const abstract = elements(article, 'AbstractText')
    .map((part) => [part.attributes['Label'], plainText(part.text)].filter(Boolean).join(': '))
    .join(' ');
  const ids = elements(article, 'ArticleId');
  const doi = cleanDoi(
    ids.find(({ attributes }) => attributes['IdType'] === 'doi')?.text ??
      elements(article, 'ELocationID').find(({ attributes }) => attributes['EIdType'] === 'doi')?.text,
  );
  const kinds = elements(article, 'PublicationType').map(({ text }) => text.trim());
  return {
    source: 'pubmed',
    id: `PMID ${pmid}`,
    title,
    url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
    text: abstract,
    date: dateOf(article),
    kinds,
    who: authorsOf(article),
    where: first('Title', first('Journal') ?? article)?.text.trim() ?? first('ISOAbbreviation')?.text.trim(),
    doi,
    pmid,
    preprint: kinds.includes('Preprint'),
    notices: noticesOf(article, kinds),
    seen: at,
    from,
  };
}

function dateOf(article: XmlNode): string | undefined {
  const place = elements(article, 'ArticleDate')[0] ?? elements(article, 'PubDate')[0];
  if (place === undefined) return undefined;
  const part = (name: string) => place.children.find((child) => child.name === name)?.text.trim() ?? '';
  return (
    isoDate([part('Year') || part('MedlineDate'), part('Month'), part('Day')].filter(Boolean).join('-').trim()) ??
    isoDate(`${part('Year')} ${part('Month')} ${part('Day')}`)
  );
}

function authorsOf(article: XmlNode): string | undefined {
  const names = elements(article, 'Author').map((author) => elements(author, 'LastName')[0]?.text.trim() ?? '');
  const [first, ...others] = names.filter(Boolean);
  return first === undefined ? undefined : others.length > 0 ? `${first} et al.` : first;
}

const NOTICES: Readonly<Record<string, NoticeKind>> = {
  RetractionIn: 'retraction',
  PartialRetractionIn: 'retraction',
  ExpressionOfConcernIn: 'concern',
  ErratumIn: 'correction',
  CorrectedandRepublishedIn: 'correction',
};

function noticesOf(article: XmlNode, kinds: readonly string[]): Notice[] {
  const told = elements(article, 'CommentsCorrections').flatMap((node): Notice[] => {
    const kind = NOTICES[node.attributes['RefType'] ?? ''];
    if (kind === undefined) return [];
    const where = elements(node, 'RefSource')[0]?.text ?? '';
    return [{ kind, date: isoDate(where), doi: cleanDoi(where), by: 'pubmed' }];
  });
  if (kinds.includes('Retracted Publication') && !told.some(({ kind }) => kind === 'retraction'))
    told.push({ kind: 'retraction', by: 'pubmed' });
  return told;
}
