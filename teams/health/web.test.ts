import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createModels } from '../../src/models/index.ts';
import { scripted } from '../../test/scripted-model.ts';
import { type Clinic, openClinic } from './fixture.ts';
import { URL_FALLBACK } from './TriageAgent/replies.ts';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

let server: Server;
let asked: string[] = [];
let captions = true;
let clinic: Clinic;
const env: Record<string, string> = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { pathname } = new URL(request.url ?? '/', 'http://stand-in');
    if (pathname === '/watch') response.end(watchPage());
    else if (pathname === '/api/timedtext') response.end(CAPTIONS);
    else if (pathname === '/ws/query') response.end(TOPICS);
    else response.writeHead(404).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  clinic = await openClinic(undefined, env);
});
afterAll(() => {
  clinic.close();
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  asked = [];
  captions = true;
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(env, {
    CONSILIUM_WEB: 'on',
    CONSILIUM_WEB_SOURCES: 'medlineplus',
    YOUTUBE_BASE_URL: base,
    MEDLINEPLUS_BASE_URL: base,
  });
});

describe('a YouTube video', () => {
  test('is answered from its captions, with the video as the source', async () => {
    const reply = await clinic.ask(`${VIDEO} what does it say about purines?`, 'Elena');
    expect(reply).toMatchObject({
      rule: 'url',
      outcome: 'answered',
      citations: [{ marker: '1', source_type: 'web', title: 'Gout explained', url: VIDEO }],
    });
    expect(reply.text).toContain('Foods rich in purines raise the uric acid.');
    expect(reply.text).not.toContain('Welcome to my kitchen');
    expect(asked.filter((url) => url.startsWith('/watch'))).toHaveLength(1);
  });

  test('is read once, and a model gets its captions with their times', async () => {
    const reader = scripted(['**Purines raise uric acid** (0:40).[^1]']);
    const offline = createModels({ env: {} });
    const other = await openClinic(
      {
        candidates: (agent) =>
          agent.name === 'UrlHandlerAgentInner' ? [{ label: 'fake', model: reader }] : offline.candidates(agent),
      },
      env,
    );
    const reply = await other.ask(`${VIDEO} what does it say about purines?`, 'Elena');
    other.close();
    expect(JSON.stringify(reader.seen[0]?.prompt)).toContain('[0:40] Foods rich in purines');
    expect(reply.text).toContain('Purines raise uric acid');
    expect(reply.citations).toMatchObject([{ source_type: 'web', url: VIDEO }]);
    expect(asked.filter((url) => url.startsWith('/watch'))).toHaveLength(1);
  });

  test('without captions says so', async () => {
    captions = false;
    expect(await clinic.ask(`${VIDEO} what does it say about purines?`, 'Elena')).toMatchObject({
      text: expect.stringMatching(/^This video has no captions\./),
      rule: 'url',
      outcome: 'fallback',
    });
  });

  test('is not asked for while the web is off', async () => {
    env['CONSILIUM_WEB'] = '';
    expect(await clinic.ask(`${VIDEO} what does it say about purines?`, 'Elena')).toMatchObject({
      text: URL_FALLBACK,
      rule: 'url',
      outcome: 'fallback',
    });
    expect(asked).toEqual([]);
  });
});

describe('a search', () => {
  const search = async () => {
    const consultant = scripted([
      { call: 'GoogleSearchAgentLite', input: { request: 'what is blorptosis' } },
      'Thank you, colleague.',
    ]);
    const offline = createModels({ env: {} });
    const other = await openClinic(
      {
        candidates: (agent) =>
          agent.name === 'HealthConsultantLiteAgent'
            ? [{ label: 'fake', model: consultant }]
            : offline.candidates(agent),
      },
      env,
    );
    await other.ask('What is blood pressure?', 'Elena');
    other.close();
    return JSON.stringify(consultant.seen.at(-1)?.prompt);
  };

  test('goes to the web for what the knowledge base does not hold', async () => {
    const prompt = await search();
    expect(prompt).toContain('Zebra disease is rare. [1]');
    expect(prompt).toContain('[1] Zebra Disease, https://medlineplus.gov/zebra.html');
    expect(asked.some((url) => url.startsWith('/ws/query') && url.includes('blorptosis'))).toBe(true);
  });

  test('stays in the house while the web is off', async () => {
    env['CONSILIUM_WEB'] = 'off';
    expect(await search()).toContain('No source answers this.');
    expect(asked).toEqual([]);
  });
});

function watchPage(): string {
  const captionTracks = [{ baseUrl: 'https://www.youtube.com/api/timedtext?v=x&lang=en', languageCode: 'en' }];
  const player = {
    videoDetails: { title: 'Gout explained', author: 'Dr. Joint' },
    ...(captions && { captions: { playerCaptionsTracklistRenderer: { captionTracks } } }),
  };
  return `<script>var ytInitialPlayerResponse = ${JSON.stringify(player)};</script>`;
}

const SAID = [
  'Welcome to my kitchen, dear friends of good food.',
  'Foods rich in purines raise the uric acid.',
  'Subscribe to the channel and see you next week.',
];
const CAPTIONS = JSON.stringify({ events: SAID.map((utf8, at) => ({ tStartMs: at * 40_000, segs: [{ utf8 }] })) });
const TOPICS =
  '<nlmSearchResult><list><document url="https://medlineplus.gov/zebra.html"><content name="title">Zebra Disease</content><content name="FullSummary">Zebra disease is rare.</content></document></list></nlmSearchResult>';
