/**
 * A video of YouTube, read by its captions: the watch page says where they are, timedtext gives them. Only YouTube's own
 * address is ever opened: of what the page names, the path and its parameters are taken and nothing else.
 */
import { z } from 'zod';
import { type Caption, gatherPassages, readCaptions, timeMark } from './captions.ts';
import { addressOf, demandWeb } from './network.ts';
import { type Env, exchange, readJson, remote } from './request.ts';
import { plainText } from './xml.ts';

export interface VideoOptions {
  env: Env;
  signal?: AbortSignal;
  baseUrl?: string;
  /** Wanted first; English, then any other where it is not to be had. */
  language?: string;
  maxCharacters?: number;
}

export interface Video {
  id: string;
  url: string;
  title: string;
  channel?: string;
  seconds?: number;
  language: string;
  /** Captions that no person wrote. */
  automatic: boolean;
  passages: Caption[];
  /** The passages with their time marks, a line each. */
  transcript: string;
  /** Longer than was taken. */
  truncated: boolean;
}

const SERVICE = 'YouTube';
const HOSTS = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be']);
const PAGE_BYTES = 6 * 1024 * 1024;
const CAPTION_BYTES = 4 * 1024 * 1024;
const CHARACTERS = 60_000;

export function isYouTube(address: string): boolean {
  return URL.canParse(address) && /^https?:/i.test(address) && HOSTS.has(new URL(address).hostname.toLowerCase());
}

export async function readVideo(address: string, options: VideoOptions): Promise<Video> {
  const { env, signal, language = 'en', maxCharacters = CHARACTERS } = options;
  const id = videoId(address);
  demandWeb(env);
  const base = addressOf(env, 'YOUTUBE_BASE_URL', options.baseUrl, 'https://www.youtube.com');
  const headers = { 'accept-language': language === 'en' ? 'en' : `${language}, en;q=0.5` };
  const page = await exchange({
    service: SERVICE,
    url: new URL(`${base}/watch?v=${id}&hl=en`),
    headers,
    signal,
    maxBytes: PAGE_BYTES,
  });
  const player = readPlayer(page);
  const track = chooseTrack(player, language);
  const captions = await exchange({
    service: SERVICE,
    url: captionUrl(base, track.baseUrl),
    headers,
    signal,
    maxBytes: CAPTION_BYTES,
  });
  const { kept, truncated } = upTo(gatherPassages(readCaptions(captions)), maxCharacters);
  if (kept.length === 0) throw noCaptions('YouTube did not give the captions of this video.');
  const { title, author, lengthSeconds } = player.videoDetails ?? {};
  return {
    id,
    url: `https://www.youtube.com/watch?v=${id}`,
    title: plainText(title ?? '') || `YouTube video ${id}`,
    ...(author && { channel: plainText(author) }),
    ...(Number(lengthSeconds) > 0 && { seconds: Number(lengthSeconds) }),
    language: track.languageCode,
    automatic: track.kind === 'asr',
    passages: kept,
    transcript: kept.map(({ at, text }) => `[${timeMark(at)}] ${text}`).join('\n'),
    truncated,
  };
}

/** Of /watch?v=, youtu.be/, /shorts/, /live/, /embed/. */
export function videoId(address: string): string {
  if (!isYouTube(address))
    throw remote(
      'REMOTE_UNSUPPORTED',
      'That is not the address of a YouTube video.',
      SERVICE,
      {},
      'Give a link to youtube.com or youtu.be.',
    );
  const url = new URL(address);
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  const id = url.hostname.toLowerCase() === 'youtu.be' ? first : pathId(url, first, second);
  if (/^[\w-]{11}$/.test(id)) return id;
  throw remote(
    'REMOTE_UNSUPPORTED',
    'That address of YouTube names no single video.',
    SERVICE,
    {},
    'Give the link of one video.',
  );
}

function pathId(url: URL, first: string, second: string): string {
  if (first === 'watch') return url.searchParams.get('v') ?? '';
  return ['shorts', 'live', 'embed', 'v'].includes(first) ? second : '';
}

const playerSchema = z.object({
  playabilityStatus: z.object({ status: z.string().optional() }).optional(),
  videoDetails: z
    .object({ title: z.string().optional(), author: z.string().optional(), lengthSeconds: z.string().optional() })
    .optional(),
  captions: z
    .object({
      playerCaptionsTracklistRenderer: z
        .object({
          captionTracks: z
            .array(z.object({ baseUrl: z.string(), languageCode: z.string(), kind: z.string().optional() }))
            .optional(),
        })
        .optional(),
    })
    .optional(),
});
type Player = z.infer<typeof playerSchema>;
type Track = { baseUrl: string; languageCode: string; kind?: string | undefined };

function readPlayer(page: string): Player {
  const named = /ytInitialPlayerResponse["']?\]?\s*=\s*(?=\{)/.exec(page);
  const object = named === null ? '' : objectAt(page, named.index + named[0].length);
  if (object === '')
    throw remote(
      'REMOTE_INVALID',
      'YouTube showed a page without the video (perhaps one that asks for consent).',
      SERVICE,
    );
  const player = playerSchema.safeParse(readJson(SERVICE, object));
  if (!player.success) throw remote('REMOTE_INVALID', 'The page of YouTube has another form than it had.', SERVICE);
  const status = player.data.playabilityStatus?.status ?? 'OK';
  if (status !== 'OK')
    throw remote('REMOTE_REFUSED', 'YouTube does not show this video: it is private, removed or restricted.', SERVICE, {
      status,
    });
  return player.data;
}

/** The object that begins here, to its own closing brace; braces in strings do not count. */
function objectAt(page: string, start: number): string {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < page.length; at++) {
    const sign = page[at];
    if (quoted) {
      if (sign === '\\') at++;
      else if (sign === '"') quoted = false;
    } else if (sign === '"') quoted = true;
    else if (sign === '{') depth++;
    else if (sign === '}' && --depth === 0) return page.slice(start, at + 1);
  }
  return '';
}

/** The language that is wanted, then English, then any; and what a person wrote before what a machine heard. */
function chooseTrack(player: Player, language: string): Track {
  const tracks = player.captions?.playerCaptionsTracklistRenderer?.captionTracks ?? [];
  const rank = ({ languageCode, kind }: Track) => {
    const code = languageCode.toLowerCase().split('-')[0];
    const far = code === language.toLowerCase().split('-')[0] ? 0 : code === 'en' ? 2 : 4;
    return far + (kind === 'asr' ? 1 : 0);
  };
  const [best] = tracks.toSorted((a, b) => rank(a) - rank(b));
  if (best === undefined) throw noCaptions('This video has no captions.');
  return best;
}

function captionUrl(base: string, named: string): URL {
  const { pathname, searchParams } = new URL(named, base);
  if (pathname !== '/api/timedtext') throw noCaptions('YouTube did not say where the captions of this video are.');
  searchParams.set('fmt', 'json3');
  return new URL(`${base}${pathname}?${searchParams}`);
}

function noCaptions(message: string) {
  return remote(
    'REMOTE_NO_CAPTIONS',
    message,
    SERVICE,
    {},
    'Only what is said in captions can be read. Try another video, or tell what it says.',
  );
}

function upTo(passages: readonly Caption[], most: number): { kept: Caption[]; truncated: boolean } {
  const kept: Caption[] = [];
  let length = 0;
  for (const passage of passages) {
    length += passage.text.length;
    if (length > most) return { kept, truncated: true };
    kept.push(passage);
  }
  return { kept, truncated: false };
}
