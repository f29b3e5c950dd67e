import { afterEach, beforeEach, expect, test } from 'vitest';
import { llmAgent, machineUser, silentLog, systemClock, type ToolContext } from '../kernel/index.ts';
import { checkValue } from '../kernel/schema.ts';
import { State } from '../kernel/state.ts';
import { openService, type Service, sendXml } from './fixture.ts';
import { makeVideoInsightsTool, makeWebSearchTool, VIDEO_OFF, WEB_OFF } from './index.ts';

let service: Service;
beforeEach(async () => {
  service = await openService();
});
afterEach(() => service.close());

const ON = { CONSILIUM_WEB: 'on', CONSILIUM_WEB_SOURCES: 'medlineplus' };
const VIDEO = 'https://youtu.be/dQw4w9WgXcQ';

test('web_search gives numbered sources, and says what was sent', async () => {
  service.answer = (_request, response) => sendXml(response, topic('Gout', 'https://medlineplus.gov/gout.html'));
  const tool = makeWebSearchTool({ env: ON, baseUrls: { medlineplus: service.url } });
  expect(tool).toMatchObject({ name: 'web_search', idempotent: true });
  expect(await tool.execute({ query: 'my name is Anna, what is gout' }, context())).toEqual({
    query: 'my name is, what is gout',
    sources: [
      {
        number: 1,
        title: 'Gout',
        url: 'https://medlineplus.gov/gout.html',
        snippet: 'About Gout.',
        source: 'medlineplus',
      },
    ],
  });
});

test('web_search tells which source is missing, and that nothing was found', async () => {
  const pubmed = await openService();
  pubmed.answer = (_request, response) => response.writeHead(403).end();
  service.answer = (_request, response) => sendXml(response, '<nlmSearchResult><count>0</count></nlmSearchResult>');
  const tool = makeWebSearchTool({
    env: { CONSILIUM_WEB: 'on' },
    baseUrls: { medlineplus: service.url, pubmed: pubmed.url },
  });
  expect(await tool.execute({ query: 'gout' }, context())).toEqual({
    query: 'gout',
    sources: [],
    missing: [{ source: 'pubmed', reason: 'PubMed refused the request (403).' }],
    message: 'No source on the web answers this.',
  });
  await pubmed.close();
});

test('while the web is off, both say so and ask nobody', async () => {
  const baseUrls = { medlineplus: service.url, youtube: service.url };
  expect(await makeWebSearchTool({ env: {}, baseUrls }).execute({ query: 'gout' }, context())).toEqual({
    sources: [],
    message: WEB_OFF,
  });
  const video = makeVideoInsightsTool({ env: {}, baseUrls });
  expect(await video.execute({ url: VIDEO, user_question: 'gout?' }, context())).toEqual({
    sources: [],
    message: VIDEO_OFF,
  });
  expect(service.asked).toEqual([]);
});

test('what a model writes is checked', async () => {
  expect((await checkValue(makeWebSearchTool().input, { query: 'x'.repeat(401) })).ok).toBe(false);
  expect((await checkValue(makeVideoInsightsTool().input, { url: VIDEO })).ok).toBe(false);
  expect((await checkValue(makeVideoInsightsTool().input, { url: VIDEO, user_question: '' })).ok).toBe(true);
});

test('video_insights gives the passages that fit the question, each with its moment', async () => {
  service.answer = ({ url }, response) => {
    const captions = [0, 40, 80].map((at) => ({ tStartMs: at * 1000, segs: [{ utf8: SAID[at / 40] }] }));
    const player = {
      videoDetails: { title: 'Gout', author: 'Dr. Joint' },
      captions: {
        playerCaptionsTracklistRenderer: { captionTracks: [{ baseUrl: '/api/timedtext?lang=en', languageCode: 'en' }] },
      },
    };
    response.end(
      url.pathname === '/api/timedtext'
        ? JSON.stringify({ events: captions })
        : `<script>var ytInitialPlayerResponse = ${JSON.stringify(player)};</script>`,
    );
  };
  const tool = makeVideoInsightsTool({ env: ON, baseUrls: { youtube: service.url } });
  expect(tool).toMatchObject({ name: 'video_insights', idempotent: true });
  const told = await tool.execute({ url: VIDEO, user_question: 'What does it say about purines?' }, context());
  expect(told).toMatchObject({
    video: { title: 'Gout', channel: 'Dr. Joint', language: 'en', truncated: false },
    passages: [
      { time: '0:40', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=40s', text: 'Purine raises uric acid.' },
    ],
    transcript: '[0:00] Welcome.\n[0:40] Purine raises uric acid.\n[1:20] Goodbye.',
    sources: [{ number: 1, title: 'Gout', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', source: 'youtube' }],
  });
});

test('video_insights says plainly what it cannot read', async () => {
  service.answer = (_request, response) => response.end('<script>var ytInitialPlayerResponse = {};</script>');
  const tool = makeVideoInsightsTool({ env: ON, baseUrls: { youtube: service.url } });
  expect(await tool.execute({ url: VIDEO, user_question: '' }, context())).toEqual({
    sources: [],
    message: expect.stringMatching(/^This video has no captions\./),
  });
  expect(await tool.execute({ url: 'https://vimeo.com/1', user_question: '' }, context())).toMatchObject({
    message: expect.stringMatching(/not the address of a YouTube video/),
  });
});

const SAID = ['Welcome.', 'Purine raises uric acid.', 'Goodbye.'];

function topic(title: string, url: string): string {
  return `<nlmSearchResult><list><document url="${url}"><content name="title">${title}</content><content name="FullSummary">About ${title}.</content></document></list></nlmSearchResult>`;
}

function context(): ToolContext {
  const agent = llmAgent({ name: 'Reader', model: 'offline', instruction: '' });
  return {
    agent,
    targets: [],
    session: { id: 's1', user: 'u1', app: 'test' },
    invocation: 'i1',
    principal: machineUser('u1'),
    clock: systemClock,
    place: {},
    env: {},
    message: '',
    earlier: () => [],
    state: new State({ temp: new Map(), session: new Map(), user: new Map(), app: new Map() }),
    artifacts: {} as ToolContext['artifacts'],
    store: {} as ToolContext['store'],
    services: {},
    signal: new AbortController().signal,
    log: silentLog,
    ask: async () => ({ kind: 'no', by: 'u1', at: 0 }),
    commit: async (_name, work) => work({ handle: undefined }),
    giveWay: async () => {},
    call: 'c1',
    idempotencyKey: 'k1',
    escalate() {},
  };
}
