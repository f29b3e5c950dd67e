/** PubMed through NCBI's E-utilities: ids of the articles (esearch), what they are (esummary), and their abstracts (efetch). */
import { z } from 'zod';
import { decodeEntities } from '../text/index.ts';
import { exchange, readJson, remote } from './request.ts';
import type { Asked, Found } from './sources.ts';
import { elements, plainText, readXml } from './xml.ts';

const SERVICE = 'PubMed';
const LONGEST = 1200;

const idsSchema = z.object({ esearchresult: z.object({ idlist: z.array(z.string().regex(/^\d+$/)).default([]) }) });
const articleSchema = z.object({
  title: z.string(),
  pubdate: z.string().default(''),
  sortpubdate: z.string().default(''),
  source: z.string().default(''),
  fulljournalname: z.string().default(''),
  authors: z.array(z.object({ name: z.string() })).default([]),
  pubtype: z.array(z.string()).default([]),
});
const summariesSchema = z.object({ result: z.record(z.string(), z.unknown()) });
type Article = z.infer<typeof articleSchema>;

export async function searchPubmed(asked: Asked): Promise<Found[]> {
  const term = toTerm(asked.query);
  if (term === '') return [];
  const found = idsSchema.safeParse(
    readJson(
      SERVICE,
      await ask(asked, 'esearch', { term, retmode: 'json', retmax: String(asked.limit), sort: 'relevance' }),
    ),
  );
  if (!found.success) throw invalid();
  const ids = found.data.esearchresult.idlist.slice(0, asked.limit);
  if (ids.length === 0) return [];
  const id = ids.join(',');
  const summaries = summariesSchema.safeParse(readJson(SERVICE, await ask(asked, 'esummary', { id, retmode: 'json' })));
  if (!summaries.success) throw invalid();
  const abstracts = await readAbstracts(asked, id);
  return ids.flatMap((pmid) => {
    const article = articleSchema.safeParse(summaries.data.result[pmid]);
    return article.success ? [toFound(pmid, article.data, abstracts.get(pmid))] : [];
  });
}

/** By POST: what is asked then stands in no address, and so in no log of addresses on the way. */
function ask(asked: Asked, utility: string, parameters: Record<string, string>): Promise<string> {
  const { env, baseUrl, signal } = asked;
  return exchange({
    service: SERVICE,
    url: new URL(`${baseUrl}/entrez/eutils/${utility}.fcgi`),
    body: new URLSearchParams({
      db: 'pubmed',
      ...parameters,
      tool: 'consilium',
      ...(env.NCBI_EMAIL && { email: env.NCBI_EMAIL }),
      ...(env.NCBI_API_KEY && { api_key: env.NCBI_API_KEY }),
    }),
    signal,
  });
}

/** A summary without its abstract is still worth its place, so a failure here costs the abstracts only. */
async function readAbstracts(asked: Asked, id: string): Promise<Map<string, string>> {
  try {
    const document = readXml(await ask(asked, 'efetch', { id, rettype: 'abstract', retmode: 'xml' }));
    return new Map(
      elements(document, 'PubmedArticle').map((article) => [
        elements(article, 'PMID')[0]?.text.trim() ?? '',
        elements(article, 'AbstractText')
          .map((part) => [part.attributes.Label, plainText(part.text)].filter(Boolean).join(': '))
          .join(' '),
      ]),
    );
  } catch (thrown) {
    if (asked.signal?.aborted) throw thrown;
    return new Map();
  }
}

function toFound(pmid: string, article: Article, abstract: string | undefined): Found {
  const [first, ...others] = article.authors;
  const who = first === undefined ? '' : `${first.name}${others.length > 0 ? ' et al' : ''}`;
  const kind = article.pubtype.filter((type) => type !== 'Journal Article').join(', ');
  const year = /\d{4}/.exec(article.pubdate)?.[0] ?? '';
  const where = [who, article.fulljournalname || article.source, year, kind].filter((part) => part !== '').join('. ');
  const date = /^\d{4}\/\d\d\/\d\d/.exec(article.sortpubdate)?.[0].replaceAll('/', '-') ?? article.pubdate;
  return {
    title: plainText(decodeEntities(article.title)).replace(/\.$/, ''),
    url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
    snippet: shorten(abstract ? `${where}. ${abstract}` : where),
    source: 'pubmed',
    ...(date !== '' && { date }),
  };
}

function shorten(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, text.lastIndexOf(' ', LONGEST))} …`;
}

const ASKING = new Set(
  'a an the is are was were be do does did can could should would will may might what which who how why when where my me i you your it its this that there of for to in on at about with tell please explain much many long'.split(
    ' ',
  ),
);

/** PubMed wants all words: those that only make a question are left out, and signs that it reads as its own syntax. */
function toTerm(query: string): string {
  const words = query.replace(/[^\p{L}\p{N}\s.'-]/gu, ' ').split(/\s+/);
  return words
    .map((word) => word.replace(/^[.'-]+|[.'-]+$/g, ''))
    .filter((word) => word !== '' && !ASKING.has(word.toLowerCase()))
    .map((word) => (/^(?:AND|OR|NOT)$/.test(word) ? word.toLowerCase() : word))
    .join(' ');
}

function invalid() {
  return remote('REMOTE_INVALID', 'The answer of PubMed has another form than it promises.', SERVICE);
}
