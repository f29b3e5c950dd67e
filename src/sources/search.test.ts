import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openService, type Request, type Service, sendJson, sendXml } from './fixture.ts';
import { describeSources, type SourceName, searchWeb } from './index.ts';

let google: Service;
let perplexity: Service;
let pubmed: Service;
let medlineplus: Service;

beforeEach(async () => {
  [google, perplexity, pubmed, medlineplus] = await Promise.all([
    openService(),
    openService(),
    openService(),
    openService(),
  ]);
  google.answer = (_request, response) => sendJson(response, GROUNDED);
  perplexity.answer = (_request, response) =>
    sendJson(response, {
      choices: [{ message: { role: 'assistant', content: 'Water lowers uric acid [1]. Purines raise it.[2]' } }],
      citations: ['https://gout.example/water', 'https://gout.example/purines'],
      search_results: [
        {
          title: 'Water and <b>gout</b>',
          url: 'https://gout.example/water',
          date: '2025-03-01',
          snippet: 'Drink water.',
        },
        { title: 'Purines', url: 'https://gout.example/purines', date: null },
      ],
    });
  pubmed.answer = answerAsPubmed;
  medlineplus.answer = (_request, response) => sendXml(response, TOPICS);
});
afterEach(() => Promise.all([google, perplexity, pubmed, medlineplus].map((service) => service.close())));

/** What Gemini says with its search: the third page was found and not used. */
const GROUNDED = {
  candidates: [
    {
      content: { parts: [{ text: 'Water lowers uric acid. Purines raise it.' }] },
      groundingMetadata: {
        groundingChunks: [
          { web: { uri: 'https://g.example/water', title: 'Water & gout' } },
          { web: { uri: 'https://g.example/purines', title: null } },
          { web: { uri: 'https://g.example/unused', title: 'Unused' } },
          { web: { uri: 'javascript:alert(1)', title: 'Not a page' } },
        ],
        groundingSupports: [
          { segment: { text: 'Water lowers uric acid.' }, groundingChunkIndices: [0] },
          { segment: { text: 'Purines raise it.' }, groundingChunkIndices: [0, 1, 3] },
        ],
      },
    },
  ],
};

const ON = { CONSILIUM_WEB: 'on', PERPLEXITY_API_KEY: 'pk-1', NCBI_API_KEY: 'nk-1', NCBI_EMAIL: 'desk@house.example' };

function search(question: string, more: Partial<Parameters<typeof searchWeb>[1]> = {}) {
  const baseUrls = { google: google.url, perplexity: perplexity.url, pubmed: pubmed.url, medlineplus: medlineplus.url };
  return searchWeb(question, { env: ON, baseUrls, ...more });
}
const only = (...sources: SourceName[]) => ({ env: { ...ON, CONSILIUM_WEB_SOURCES: sources.join(',') } });
const asked = () => [google, perplexity, pubmed, medlineplus].flatMap((service) => service.asked);

describe('the network is opted into', () => {
  test.each([{}, { CONSILIUM_WEB: 'off' }, { CONSILIUM_WEB: '1' }])('nothing is asked with %o', async (env) => {
    await expect(search('gout', { env: { PERPLEXITY_API_KEY: 'pk-1', ...env } })).rejects.toMatchObject({
      code: 'REMOTE_OFF',
      hint: expect.stringContaining('CONSILIUM_WEB=on'),
    });
    expect(asked()).toEqual([]);
  });

  test('what is ready is said, and what to set for the rest', () => {
    expect(describeSources({}).map(({ state }) => state)).toEqual(Array(4).fill('web off'));
    expect(describeSources({ CONSILIUM_WEB: 'on' })).toEqual([
      { name: 'google', title: 'Google Search', state: 'key missing', set: 'GOOGLE_GENERATIVE_AI_API_KEY' },
      { name: 'perplexity', title: 'Perplexity', state: 'key missing', set: 'PERPLEXITY_API_KEY' },
      { name: 'medlineplus', title: 'MedlinePlus', state: 'ready' },
      { name: 'pubmed', title: 'PubMed', state: 'ready' },
    ]);
    expect(describeSources({ ...ON, CONSILIUM_WEB_SOURCES: 'PubMed' }).map(({ state }) => state)).toEqual([
      'not chosen',
      'not chosen',
      'not chosen',
      'ready',
    ]);
    expect(() => describeSources({ ...ON, CONSILIUM_WEB_SOURCES: 'pubmedd' })).toThrow(/"pubmedd", which is no source/);
  });
});

test('names and numbers of a person do not leave, by whatever source', async () => {
  await search('My name is Anna Schmidt, born 12.03.1980, phone +49 170 1234567: is water good for gout?');
  const sent = asked().map(({ url, body }) => decodeURIComponent(`${url.search} ${body}`.replaceAll('+', ' ')));
  expect(sent).toHaveLength(5);
  for (const text of sent) expect(text).not.toMatch(/anna|schmidt|1980|1234567/i);
  expect(sent.filter((text) => text.includes('gout'))).toHaveLength(3);
});

test('a question that is nothing but a person is not asked', async () => {
  await expect(search('Anna Schmidt')).rejects.toMatchObject({ code: 'REMOTE_QUERY_EMPTY' });
  expect(asked()).toEqual([]);
});

describe('Google Search', () => {
  const alone = { env: { CONSILIUM_WEB: 'on', CONSILIUM_WEB_SOURCES: 'google', GEMINI_API_KEY: 'gk-1' } };

  test('is asked through Gemini with its search alone, and gives the pages the answer rests on', async () => {
    expect(await search('is water good for gout', alone)).toEqual([
      {
        title: 'Water & gout',
        url: 'https://g.example/water',
        snippet: 'Water lowers uric acid. Purines raise it.',
        source: 'google',
      },
      { title: 'g.example', url: 'https://g.example/purines', snippet: 'Purines raise it.', source: 'google' },
    ]);
    const [request] = google.asked as [Request];
    expect(request).toMatchObject({ method: 'POST', headers: { 'x-goog-api-key': 'gk-1' } });
    expect(request.url.pathname).toBe('/v1beta/models/gemini-2.5-flash:generateContent');
    expect(JSON.parse(request.body)).toMatchObject({
      contents: [{ role: 'user', parts: [{ text: 'is water good for gout' }] }],
      tools: [{ google_search: {} }],
    });
  });

  test('an answer without grounding is no page', async () => {
    google.answer = (_request, response) => sendJson(response, { candidates: [{ content: { parts: [] } }] });
    expect(await search('gout', alone)).toEqual([]);
  });
});

describe('Perplexity', () => {
  test('is asked with its key, and its pages come with their excerpts or what the answer says from them', async () => {
    expect(await search('is water good for gout', only('perplexity'))).toEqual([
      {
        title: 'Water and gout',
        url: 'https://gout.example/water',
        snippet: 'Drink water.',
        source: 'perplexity',
        date: '2025-03-01',
      },
      { title: 'Purines', url: 'https://gout.example/purines', snippet: 'Purines raise it.', source: 'perplexity' },
    ]);
    const [request] = perplexity.asked as [Request];
    expect(request).toMatchObject({ method: 'POST', headers: { authorization: 'Bearer pk-1' } });
    expect(request.url.pathname).toBe('/chat/completions');
    expect(JSON.parse(request.body)).toMatchObject({
      model: 'sonar',
      messages: [{ role: 'system' }, { role: 'user', content: 'is water good for gout' }],
    });
  });

  test('citations alone are enough', async () => {
    perplexity.answer = (_request, response) =>
      sendJson(response, {
        choices: [{ message: { content: 'Water helps [1].' } }],
        citations: ['https://a.example/x', 'javascript:alert(1)'],
      });
    expect(await search('gout', only('perplexity'))).toEqual([
      { title: 'a.example', url: 'https://a.example/x', snippet: 'Water helps.', source: 'perplexity' },
    ]);
  });
});

describe('PubMed', () => {
  test('articles with who, where, when and their abstract', async () => {
    const [first, second, ...more] = await search('What are the effects of colchicine [in] gout?', only('pubmed'));
    expect(first).toEqual({
      title: 'Colchicine for E. coli & gout',
      url: 'https://pubmed.ncbi.nlm.nih.gov/111/',
      snippet: 'Doe J et al. Journal of Joints. 2024. Review. AIM: To see. RESULTS: It works.',
      source: 'pubmed',
      date: '2024-05-01',
    });
    expect(second).toMatchObject({ title: 'Old news', snippet: 'J Old. 1999', date: '1999' });
    expect(more).toEqual([]);
  });

  test('is asked by POST, as NCBI wants it: tool, e-mail and key', async () => {
    await search('What are the effects of colchicine [in] gout?', only('pubmed'));
    expect(pubmed.asked.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)).toEqual([
      'POST /entrez/eutils/esearch.fcgi',
      'POST /entrez/eutils/esummary.fcgi',
      'POST /entrez/eutils/efetch.fcgi',
    ]);
    const sent = Object.fromEntries(new URLSearchParams(pubmed.asked[0]!.body));
    expect(sent).toEqual({
      db: 'pubmed',
      term: 'effects colchicine gout',
      retmode: 'json',
      retmax: '8',
      sort: 'relevance',
      tool: 'consilium',
      email: 'desk@house.example',
      api_key: 'nk-1',
    });
  });

  test('without the abstracts, the articles still', async () => {
    pubmed.answer = (request, response) =>
      request.url.pathname.includes('efetch') ? response.writeHead(400).end() : answerAsPubmed(request, response);
    expect((await search('gout', only('pubmed')))[0]?.snippet).toBe('Doe J et al. Journal of Joints. 2024. Review');
  });

  test('nothing found is nothing', async () => {
    pubmed.answer = (_request, response) => sendJson(response, { esearchresult: { count: '0', idlist: [] } });
    expect(await search('gout', only('pubmed'))).toEqual([]);
    expect(pubmed.asked).toHaveLength(1);
  });
});

describe('MedlinePlus', () => {
  test('topics with their summary, out of XML that holds escaped markup', async () => {
    expect(await search('gout', only('medlineplus'))).toEqual([
      {
        title: 'Gout',
        url: 'https://medlineplus.gov/gout.html',
        snippet: 'Gout is a common form of arthritis. It hurts & swells.',
        source: 'medlineplus',
      },
      {
        title: 'Uric Acid',
        url: 'https://gout.example/purines/',
        snippet: 'uric acid in blood',
        source: 'medlineplus',
      },
    ]);
    const [request] = medlineplus.asked as [Request];
    expect(`${request.method} ${request.url.pathname}`).toBe('GET /ws/query');
    expect(Object.fromEntries(request.url.searchParams)).toMatchObject({
      db: 'healthTopics',
      term: 'gout',
      retmax: '8',
    });
  });
});

describe('all together', () => {
  test('in turn, each page once, no more than asked for', async () => {
    const found = await search('gout');
    expect(found.map(({ source, title }) => `${source}: ${title}`)).toEqual([
      'perplexity: Water and gout',
      'medlineplus: Gout',
      'pubmed: Colchicine for E. coli & gout',
      'perplexity: Purines',
      'pubmed: Old news',
    ]);
    expect(await search('gout', { limit: 2 })).toHaveLength(2);
  });

  test('a source that fails is told and the others answer', async () => {
    pubmed.answer = (_request, response) => response.writeHead(401).end();
    const failures: string[] = [];
    const found = await search('gout', { onFailure: (source, { code }) => failures.push(`${source} ${code}`) });
    expect(found.some(({ source }) => source === 'medlineplus')).toBe(true);
    expect(failures).toEqual(['pubmed REMOTE_REFUSED']);
  });
});

describe('what goes wrong', () => {
  const on = only('medlineplus');
  const answered = (status: number) => {
    medlineplus.answer = (_request, response) => response.writeHead(status, { 'retry-after': '0' }).end('gout secrets');
    return search('gout', on);
  };

  test.each([
    [429, 'REMOTE_RATE_LIMITED', true, 2],
    [503, 'REMOTE_UNAVAILABLE', true, 2],
    [403, 'REMOTE_REFUSED', false, 1],
    [404, 'REMOTE_REFUSED', false, 1],
    [302, 'REMOTE_REFUSED', false, 1],
  ])('%i is %s', async (status, code, retryable, times) => {
    const error = await answered(status).catch((thrown) => thrown);
    expect(error).toMatchObject({ code, retryable, details: { service: 'MedlinePlus', status } });
    expect(JSON.stringify(error)).not.toMatch(/gout|nk-1|pk-1/);
    expect(medlineplus.asked).toHaveLength(times);
  });

  test('after a busy moment, the second time counts', async () => {
    medlineplus.answer = (_request, response) =>
      medlineplus.asked.length === 1
        ? response.writeHead(429, { 'retry-after': '0' }).end()
        : sendXml(response, TOPICS);
    expect(await search('gout', on)).toHaveLength(2);
  });

  test('an answer without end, of another form, or none at all', async () => {
    medlineplus.answer = (_request, response) => sendXml(response, 'x'.repeat(3 * 1024 * 1024));
    await expect(search('gout', on)).rejects.toMatchObject({ code: 'REMOTE_TOO_LARGE' });
    medlineplus.answer = (_request, response) => sendXml(response, '<html>Welcome to the hotel network</html>');
    await expect(search('gout', on)).rejects.toMatchObject({ code: 'REMOTE_INVALID' });
    pubmed.answer = (_request, response) => response.end('<html>');
    await expect(search('gout', only('pubmed'))).rejects.toMatchObject({ code: 'REMOTE_INVALID' });
    perplexity.answer = (_request, response) => sendJson(response, { search_results: 7 });
    await expect(search('gout', only('perplexity'))).rejects.toMatchObject({ code: 'REMOTE_INVALID' });
    medlineplus.answer = (_request, response) => response.destroy();
    await expect(search('gout', on)).rejects.toMatchObject({ code: 'REMOTE_UNAVAILABLE', retryable: true });
  });

  test('a search that is stopped ends with the reason', async () => {
    const stop = new AbortController();
    medlineplus.answer = () => stop.abort(new Error('stopped by the person'));
    await expect(search('gout', { ...on, signal: stop.signal })).rejects.toThrow('stopped by the person');
  });
});

function answerAsPubmed({ url }: Request, response: Parameters<typeof sendJson>[0]): void {
  if (url.pathname.endsWith('esearch.fcgi')) sendJson(response, IDS);
  else if (url.pathname.endsWith('efetch.fcgi')) sendXml(response, ABSTRACTS);
  else sendJson(response, SUMMARIES);
}

const IDS = { header: {}, esearchresult: { count: '3', idlist: ['111', '222', '333'] } };

const SUMMARIES = {
  result: {
    uids: ['111', '222', '333'],
    '111': {
      uid: '111',
      title: 'Colchicine for &lt;i&gt;E. coli&lt;/i&gt; &amp; gout.',
      pubdate: '2024 May',
      sortpubdate: '2024/05/01 00:00',
      source: 'J Joints',
      fulljournalname: 'Journal of Joints',
      authors: [{ name: 'Doe J' }, { name: 'Roe R' }],
      pubtype: ['Journal Article', 'Review'],
    },
    '222': { uid: '222', title: 'Old news', pubdate: '1999', source: 'J Old' },
    '333': { uid: '333', error: 'cannot get document summary' },
  },
};

const ABSTRACTS = `<?xml version="1.0" ?><PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version="1">111</PMID>
<Article><Abstract><AbstractText Label="AIM">To see.</AbstractText><AbstractText Label="RESULTS">It <i>works</i>.</AbstractText>
</Abstract></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`;

const TOPICS = `<?xml version="1.0" encoding="UTF-8"?>
<nlmSearchResult><term>gout</term><count>2</count><list num="2" start="0" per="10">
<document rank="0" url="https://medlineplus.gov/gout.html"><content name="title">&lt;span class="qt0"&gt;Gout&lt;/span&gt;</content>
<content name="organizationName">National Library of Medicine</content>
<content name="FullSummary">&lt;p&gt;&lt;span class="qt0"&gt;Gout&lt;/span&gt; is a common form of arthritis.&lt;/p&gt;&lt;p&gt;It hurts &amp;amp; swells.&lt;/p&gt;</content>
<content name="snippet">short</content></document>
<document rank="1" url="https://gout.example/purines/"><content name="title">Uric Acid</content><content name="snippet">uric acid in blood</content></document>
<document rank="2" url="javascript:1"><content name="title">Bad</content></document></list></nlmSearchResult>`;
