import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { playedClock, systemClock } from '../../kernel/index.ts';
import { openService, type Request, type Service, sendJson, sendXml } from '../fixture.ts';
import {
  type CachedAnswer,
  compareSnapshots,
  describeChange,
  isoDate,
  readFeed,
  readNotices,
  readTrial,
  type Surroundings,
  searchResearch,
  snapshotOf,
  sourceStates,
} from './index.ts';

let service: Service;
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.close());

const NAMES = ['PUBMED', 'EUROPEPMC', 'CLINICALTRIALS', 'OPENFDA', 'CROSSREF', 'PERPLEXITY'];

function surroundings(given: Partial<Surroundings> = {}): Surroundings {
  const moved = Object.fromEntries(NAMES.map((name) => [`CONSILIUM_SOURCE_${name}_URL`, service.url]));
  return { env: { ...moved, PERPLEXITY_API_KEY: 'k' }, clock: systemClock, ...given };
}

const EFETCH = `<?xml version="1.0"?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">38508835</PMID>
<Article><Journal><Title>The Lancet. Neurology</Title><JournalIssue><PubDate><Year>2024</Year><Month>Apr</Month></PubDate></JournalIssue></Journal>
<ArticleTitle>Safety and efficacy of givinostat in boys with Duchenne muscular dystrophy (EPIDYS): a randomised trial.</ArticleTitle>
<Abstract><AbstractText Label="FINDINGS">179 boys were randomly assigned.</AbstractText></Abstract>
<AuthorList><Author><LastName>Mercuri</LastName></Author><Author><LastName>Vilchez</LastName></Author></AuthorList>
<PublicationTypeList><PublicationType>Randomized Controlled Trial</PublicationType></PublicationTypeList></Article>
<CommentsCorrectionsList><CommentsCorrections RefType="ErratumIn"><RefSource>Lancet Neurol. 2024 Jun;23(6):e10. doi: 10.1016/S1474-4422(24)00170-8.</RefSource></CommentsCorrections></CommentsCorrectionsList>
</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="doi">10.1016/S1474-4422(24)00036-X</ArticleId></ArticleIdList></PubmedData></PubmedArticle></PubmedArticleSet>`;

const STUDY = (changes: { status?: string; results?: string } = {}) => ({
  protocolSection: {
    identificationModule: { nctId: 'NCT02851797', briefTitle: 'Givinostat in Duchenne (EPIDYS)' },
    statusModule: {
      overallStatus: changes.status ?? 'ACTIVE_NOT_RECRUITING',
      primaryCompletionDateStruct: { date: '2022-02', type: 'ACTUAL' },
      lastUpdatePostDateStruct: { date: '2022-03-01', type: 'ACTUAL' },
      ...(changes.results && { resultsFirstPostDateStruct: { date: changes.results } }),
    },
    sponsorCollaboratorsModule: { leadSponsor: { name: 'Italfarmaco', class: 'INDUSTRY' } },
    descriptionModule: { briefSummary: 'A phase 3 study.' },
    conditionsModule: { conditions: ['Duchenne Muscular Dystrophy'] },
    designModule: {
      studyType: 'INTERVENTIONAL',
      phases: ['PHASE3'],
      designInfo: { allocation: 'RANDOMIZED' },
      enrollmentInfo: { count: 179, type: 'ACTUAL' },
    },
    armsInterventionsModule: { interventions: [{ type: 'DRUG', name: 'Givinostat' }] },
  },
  hasResults: changes.results !== undefined,
});

/** The six services, each with the shape of its answers. */
function answerAll({ url }: Request, response: Parameters<Service['answer']>[1]): void {
  const { pathname } = url;
  if (pathname.endsWith('esearch.fcgi')) sendJson(response, { esearchresult: { idlist: ['38508835'] } });
  else if (pathname.endsWith('efetch.fcgi')) sendXml(response, EFETCH);
  else if (pathname === '/api/v2/studies') sendJson(response, { studies: [STUDY()] });
  else if (pathname === '/drug/drugsfda.json')
    sendJson(response, {
      results: [
        {
          application_number: 'NDA217865',
          sponsor_name: 'ITALFARMACO SPA',
          openfda: { brand_name: ['DUVYZAT'], generic_name: ['GIVINOSTAT'] },
          submissions: [{ submission_type: 'ORIG', submission_status: 'AP', submission_status_date: '20240321' }],
        },
      ],
    });
  else if (pathname === '/webservices/rest/search')
    sendJson(response, {
      resultList: {
        result: [
          {
            ...{ id: '38508835', source: 'MED', pmid: '38508835', title: 'Safety and efficacy of givinostat.' },
            ...{ pubYear: '2024', abstractText: '<h4>Findings</h4>179 boys were randomly assigned and followed.' },
          },
          {
            id: 'PPR1',
            source: 'PPR',
            title: 'A preprint',
            firstPublicationDate: '2026-01-02',
            doi: '10.1101/2026.01.01',
          },
        ],
      },
    });
  else if (pathname === '/chat/completions')
    sendJson(response, {
      choices: [{ message: { content: 'Approved [1].' } }],
      search_results: [{ title: 'FDA', url: 'https://www.fda.gov/x', snippet: 'Approved.', date: '2024-03-21' }],
    });
  else response.writeHead(404).end();
}

describe('one search over all', () => {
  test('papers, preprints, trials, approvals and pages, a paper of two sources once', async () => {
    service.answer = answerAll;
    const { items, missing, asked } = await searchResearch(
      { query: 'What is new on givinostat?', limit: 5 },
      surroundings(),
    );
    expect(missing).toEqual([]);
    expect(asked).toHaveLength(5);
    expect(items.map(({ id }) => id).toSorted()).toEqual([
      ...['FDA NDA217865', 'NCT02851797', 'PMID 38508835', 'doi:10.1101/2026.01.01', 'https://www.fda.gov/x'],
    ]);
    const paper = items.find(({ id }) => id === 'PMID 38508835')!;
    expect(paper).toMatchObject({
      ...{
        who: 'Mercuri et al.',
        where: 'The Lancet. Neurology',
        date: '2024-04',
        doi: '10.1016/s1474-4422(24)00036-x',
      },
      kinds: ['Randomized Controlled Trial'],
      notices: [{ kind: 'correction', date: '2024-06' }],
    });
    expect(paper.from).toContain('/entrez/eutils/efetch.fcgi?');
    expect(items.find(({ source }) => source === 'openfda')?.approval).toMatchObject({ approved: '2024-03-21' });
    expect(items.find(({ source }) => source === 'clinicaltrials')?.trial).toMatchObject({
      ...{ phases: ['PHASE3'], enrollment: 179, randomized: true, hasResults: false, primaryCompletion: '2022-02' },
    });
    expect(service.asked.find(({ url }) => url.pathname.endsWith('esearch.fcgi'))?.url.searchParams.get('term')).toBe(
      'givinostat',
    );
  });

  test('a source that is down, slow to allow, or sends a page instead of data costs its own answers only', async () => {
    service.answer = (request, response) => {
      if (request.url.pathname.startsWith('/api/v2'))
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>We are down</html>');
      else if (request.url.pathname.startsWith('/drug')) response.writeHead(503).end();
      else if (request.url.pathname.startsWith('/webservices')) sendJson(response, { message: 'surprise' });
      else answerAll(request, response);
    };
    const { items, missing } = await searchResearch({ query: 'givinostat', limit: 5 }, surroundings());
    expect(items.map(({ source }) => source).toSorted()).toEqual(['perplexity', 'pubmed']);
    expect(missing.map(({ source, reason }) => `${source}: ${reason}`).toSorted()).toEqual([
      'ClinicalTrials.gov: The answer of ClinicalTrials.gov is not JSON.',
      'Europe PMC: The answer of Europe PMC has another form than it promises.',
      'openFDA: openFDA answered 503.',
    ]);
  });

  test('names and numbers of persons do not leave', async () => {
    service.answer = answerAll;
    await searchResearch(
      { query: 'givinostat for John Smith, born 3 March 1968, MRN 12345678', limit: 2 },
      surroundings(),
    );
    const sent = service.asked
      .map(({ url, body }) => decodeURIComponent(url.href.replaceAll('+', ' ')) + body)
      .join('\n');
    expect(sent).not.toMatch(/Smith|1968|12345678/);
  });

  test('with the web off nothing is asked, and each source says why', async () => {
    const { items, missing, asked } = await searchResearch(
      { query: 'givinostat', limit: 5 },
      surroundings({ env: {} }),
    );
    expect([items, asked]).toEqual([[], []]);
    expect(missing).toHaveLength(5);
    expect(missing[0]?.reason).toContain('CONSILIUM_WEB=on');
    expect(sourceStates({ CONSILIUM_WEB: 'on' }).find(({ source }) => source === 'perplexity')).toMatchObject({
      on: false,
      why: 'PERPLEXITY_API_KEY is not set',
    });
  });
});

test('an answer is kept for minutes, then asked for only if it changed', async () => {
  const store = new Map<string, CachedAnswer>();
  const cache = {
    get: (key: string) => store.get(key),
    put: (key: string, answer: CachedAnswer) => void store.set(key, answer),
  };
  const clock = playedClock(1_000_000);
  service.answer = (request, response) => {
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304, { etag: '"v1"' }).end();
    else response.writeHead(200, { 'content-type': 'application/json', etag: '"v1"' }).end(JSON.stringify(STUDY()));
  };
  const read = () => readTrial('nct02851797', surroundings({ cache, clock }));
  const first = await read();
  clock.set(clock.now() + 60_000);
  expect(await read()).toEqual(first);
  expect(service.asked).toHaveLength(1);
  clock.set(clock.now() + 3_600_000);
  expect(await read()).toMatchObject({ title: first.title, seen: clock.now() });
  expect(service.asked).toHaveLength(2);
});

test('a watch says what changed', async () => {
  service.answer = (_request, response) => sendJson(response, STUDY());
  const before = snapshotOf(await readTrial('NCT02851797', surroundings()));
  service.answer = (_request, response) => sendJson(response, STUDY({ status: 'COMPLETED', results: '2026-11-01' }));
  const after = snapshotOf(await readTrial('NCT02851797', surroundings(), true));
  expect(compareSnapshots(before, after).map(describeChange)).toEqual([
    'status: ACTIVE_NOT_RECRUITING → COMPLETED',
    'results posted: 2026-11-01',
  ]);
  expect(compareSnapshots(after, after)).toEqual([]);
  service.answer = (_request, response) => response.writeHead(404).end();
  await expect(readTrial('NCT00000000', surroundings())).rejects.toMatchObject({ code: 'TRIAL_UNKNOWN' });
  await expect(readTrial('../x', surroundings())).rejects.toMatchObject({ code: 'TRIAL_INVALID' });
});

test('a retraction is found whether the paper or the notice tells of it', async () => {
  const doi = '10.1016/S0140-6736(97)11096-0';
  service.answer = ({ url }, response) => {
    if (url.pathname === '/works')
      sendJson(response, {
        message: {
          items: [
            {
              DOI: '10.1016/S0140-6736(04)15715-2',
              'update-to': [{ DOI: doi, type: 'partial_retraction', updated: { 'date-parts': [[2004, 3, 6]] } }],
            },
          ],
        },
      });
    else
      sendJson(response, {
        message: {
          DOI: doi,
          title: ['RETRACTED: Ileal-lymphoid-nodular hyperplasia'],
          'updated-by': [
            { DOI: '10.1016/s0140-6736(10)60175-4', type: 'retraction', updated: { 'date-parts': [[2010, 2, 6]] } },
          ],
        },
      });
  };
  expect((await readNotices(doi, surroundings())).notices).toMatchObject([
    { kind: 'retraction', date: '2010-02-06', by: 'crossref' },
    { kind: 'retraction', date: '2004-03-06' },
  ]);
  const mail = { env: { ...surroundings().env, MAIL_FROM: 'Research desk <desk@clinic.example>' } };
  service.answer = (_request, response) => response.writeHead(404).end();
  await readNotices('10.1/other', surroundings(mail));
  expect(service.asked.at(-1)?.url.searchParams.get('mailto')).toBe('desk@clinic.example');
  expect(await readNotices('10.1/none', surroundings())).toMatchObject({ known: false, notices: [] });
});

test('feeds of both kinds', () => {
  const rss = `<rss><channel><title>FDA news</title><item><title>Approval of X</title><link>https://fda.gov/x</link><pubDate>Thu, 21 Mar 2024 10:00:00 GMT</pubDate><description>&lt;p&gt;For boys.&lt;/p&gt;</description></item></channel></rss>`;
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>EMA</title><entry><id>tag:1</id><title>Opinion</title><link href="/op/1"/><updated>2026-01-02T00:00:00Z</updated><summary>Yes.</summary></entry></feed>`;
  expect(readFeed(rss, 'https://fda.gov/feed', 1)).toMatchObject([
    { title: 'Approval of X', url: 'https://fda.gov/x', date: '2024-03-21', text: 'For boys.', where: 'FDA news' },
  ]);
  expect(readFeed(atom, 'https://ema.eu/feed', 1)).toMatchObject([
    { id: 'tag:1', url: 'https://ema.eu/op/1', date: '2026-01-02' },
  ]);
  expect(() => readFeed('<html><body>no</body></html>', 'https://x.org', 1)).toThrow('no RSS or Atom');
});

test.each([
  ['20240321', '2024-03-21'],
  ['2024 Mar 5', '2024-03-05'],
  ['March 2024', '2024-03'],
  ['2024/3/5', '2024-03-05'],
  ['2024', '2024'],
  ['soon', undefined],
])('the date %s', (written, iso) => {
  expect(isoDate(written)).toBe(iso);
});
