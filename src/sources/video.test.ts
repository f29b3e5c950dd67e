import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { gatherPassages, readCaptions, timeMark } from './captions.ts';
import { openService, type Service, sendJson } from './fixture.ts';
import { isYouTube, readVideo, videoId } from './index.ts';

const ID = 'dQw4w9WgXcQ';
const URL_OF = `https://www.youtube.com/watch?v=${ID}`;
const ON = { CONSILIUM_WEB: 'on' };

describe('addresses', () => {
  test.each([
    `https://www.youtube.com/watch?v=${ID}&t=42s`,
    `https://youtube.com/watch?app=desktop&v=${ID}`,
    `https://m.youtube.com/shorts/${ID}`,
    `https://youtu.be/${ID}?si=abc`,
    `http://www.youtube.com/embed/${ID}`,
    `https://www.youtube.com/live/${ID}`,
  ])('%s', (address) => {
    expect(isYouTube(address)).toBe(true);
    expect(videoId(address)).toBe(ID);
  });

  test.each([
    'https://vimeo.com/76979871',
    `https://youtube.com.evil.example/watch?v=${ID}`,
    `https://evil.example/?u=youtube.com/watch?v=${ID}`,
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/playlist?list=PL1',
    `ftp://youtube.com/watch?v=${ID}`,
    'nonsense',
  ])('not %s', async (address) => {
    await expect(readVideo(address, { env: ON })).rejects.toMatchObject({ code: 'REMOTE_UNSUPPORTED' });
  });
});

describe('a video', () => {
  let youtube: Service;
  beforeEach(async () => {
    youtube = await openService();
    show([
      { languageCode: 'de', baseUrl: track('de') },
      { languageCode: 'en', kind: 'asr', baseUrl: track('en', '&kind=asr') },
      { languageCode: 'en-GB', baseUrl: track('en-GB') },
    ]);
  });
  afterEach(() => youtube.close());

  const read = (more = {}) => readVideo(URL_OF, { env: ON, baseUrl: youtube.url, ...more });
  const track = (language: string, more = '') =>
    `https://www.youtube.com/api/timedtext?v=${ID}&lang=${language}${more}&signature=S1`;

  function show(captionTracks: object[] | undefined, more: object = {}, captions: string = CAPTIONS): void {
    const player = {
      playabilityStatus: { status: 'OK' },
      videoDetails: { videoId: ID, title: 'Gout {explained} "simply"', author: 'Dr. Joint', lengthSeconds: '95' },
      ...(captionTracks && { captions: { playerCaptionsTracklistRenderer: { captionTracks } } }),
      ...more,
    };
    youtube.answer = ({ url }, response) => {
      if (url.pathname === '/api/timedtext') return void response.end(captions);
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<html><script>var ytInitialPlayerResponse = ${JSON.stringify(player)};var meta = {};</script></html>`);
    };
  }

  test('is read by its captions, those of a person in the wanted language first', async () => {
    expect(await read()).toEqual({
      id: ID,
      url: URL_OF,
      title: 'Gout {explained} "simply"',
      channel: 'Dr. Joint',
      seconds: 95,
      language: 'en-GB',
      automatic: false,
      passages: [
        { at: 0, text: 'Gout is a kind of arthritis.' },
        { at: 31, text: "Water helps & that's it." },
      ],
      transcript: "[0:00] Gout is a kind of arthritis.\n[0:31] Water helps & that's it.",
      truncated: false,
    });
    const [page, captions] = youtube.asked;
    expect(page!.url.search).toBe(`?v=${ID}&hl=en`);
    expect(Object.fromEntries(captions!.url.searchParams)).toEqual({
      v: ID,
      lang: 'en-GB',
      signature: 'S1',
      fmt: 'json3',
    });
  });

  test('in another language, by a machine, or whatever there is', async () => {
    expect(await read({ language: 'de' })).toMatchObject({ language: 'de', automatic: false });
    show([
      { languageCode: 'fr', baseUrl: track('fr') },
      { languageCode: 'en', kind: 'asr', baseUrl: track('en') },
    ]);
    expect(await read()).toMatchObject({ language: 'en', automatic: true });
    show([{ languageCode: 'fr', baseUrl: track('fr') }]);
    expect(await read()).toMatchObject({ language: 'fr' });
  });

  test('the address of captions leads nowhere but to YouTube', async () => {
    show([{ languageCode: 'en', baseUrl: `https://evil.example/api/timedtext?lang=en` }]);
    await read();
    expect(youtube.asked.at(-1)!.url.searchParams.get('lang')).toBe('en');
    show([{ languageCode: 'en', baseUrl: '/admin/delete' }]);
    await expect(read()).rejects.toMatchObject({ code: 'REMOTE_NO_CAPTIONS' });
  });

  test('without captions it says so', async () => {
    show(undefined);
    await expect(read()).rejects.toMatchObject({ code: 'REMOTE_NO_CAPTIONS', message: 'This video has no captions.' });
    show([{ languageCode: 'en', baseUrl: track('en') }], {}, '');
    await expect(read()).rejects.toMatchObject({
      code: 'REMOTE_NO_CAPTIONS',
      message: 'YouTube did not give the captions of this video.',
    });
  });

  test('that is private, behind a question, or too long', async () => {
    show(undefined, { playabilityStatus: { status: 'LOGIN_REQUIRED' } });
    await expect(read()).rejects.toMatchObject({ code: 'REMOTE_REFUSED', details: { status: 'LOGIN_REQUIRED' } });
    youtube.answer = (_request, response) => response.end('<html>Before you continue</html>');
    await expect(read()).rejects.toMatchObject({ code: 'REMOTE_INVALID' });
    youtube.answer = (_request, response) => response.writeHead(302, { location: 'https://consent.example' }).end();
    await expect(read()).rejects.toMatchObject({ code: 'REMOTE_REFUSED' });
    show([{ languageCode: 'en', baseUrl: track('en') }]);
    expect(await read({ maxCharacters: 40 })).toMatchObject({ truncated: true, passages: [{ at: 0 }] });
    youtube.answer = (_request, response) => sendJson(response, 'x'.repeat(7 * 1024 * 1024));
    await expect(read()).rejects.toMatchObject({ code: 'REMOTE_TOO_LARGE' });
  });

  test('is not asked for while the web is off', async () => {
    await expect(read({ env: {} })).rejects.toMatchObject({ code: 'REMOTE_OFF' });
    expect(youtube.asked).toEqual([]);
  });
});

describe('captions', () => {
  const said = [
    { at: 1.5, text: 'Gout & water' },
    { at: 4, text: 'helps' },
  ];

  test.each([
    [
      'json3',
      '{"events":[{"tStartMs":0},{"tStartMs":1500,"segs":[{"utf8":"Gout &"},{"utf8":" water\\n"}]},{"tStartMs":4000,"segs":[{"utf8":"helps"}]}]}',
    ],
    [
      'seconds',
      '<transcript><text start="1.5" dur="2">Gout &amp;amp; water</text><text start="4">helps</text></transcript>',
    ],
    [
      'milliseconds',
      '<timedtext format="3"><body><p t="1500" d="9"><s>Gout &amp;</s><s> water</s></p><p t="4000">helps</p></body></timedtext>',
    ],
  ])('in %s', (_form, source) => {
    expect(readCaptions(source)).toEqual(said);
  });

  test('any text is read, and passages keep every word in order', () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(readCaptions(text))));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5000), fc.stringMatching(/^[a-z]{1,6}$/))), (lines) => {
        const captions = lines.map(([at, text]) => ({ at, text })).toSorted((a, b) => a.at - b.at);
        const passages = gatherPassages(captions);
        expect(passages.map(({ text }) => text).join(' ')).toBe(captions.map(({ text }) => text).join(' '));
        for (const [at, passage] of passages.entries())
          if (at > 0) expect(passage.at - passages[at - 1]!.at).toBeGreaterThanOrEqual(30);
      }),
    );
  });

  test('time marks', () => {
    expect([0, 9.9, 75, 3675].map(timeMark)).toEqual(['0:00', '0:09', '1:15', '1:01:15']);
  });
});

const CAPTIONS = JSON.stringify({
  wireMagic: 'pb3',
  events: [
    { tStartMs: 0, dDurationMs: 95000, id: 1 },
    { tStartMs: 0, segs: [{ utf8: 'Gout is a kind' }] },
    { tStartMs: 2000, segs: [{ utf8: '\n' }] },
    { tStartMs: 3000, segs: [{ utf8: 'of ' }, { utf8: 'arthritis.' }] },
    { tStartMs: 31000, segs: [{ utf8: 'Water helps &amp; that&#39;s it.' }] },
  ],
});
