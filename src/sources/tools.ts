/** The room as tools of an agent. What comes back was written by strangers; each piece says where it is from. */
import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';
import { type FunctionTool, tool } from '../kernel/tool.ts';
import { stem } from '../text/index.ts';
import { type Caption, timeMark } from './captions.ts';
import { isWebOn } from './network.ts';
import type { Env } from './request.ts';
import { searchWeb, toQuery } from './search.ts';
import type { BaseUrls } from './sources.ts';
import { readVideo, type Video } from './video.ts';

export const WEB_OFF =
  'The web cannot be searched: its use is switched off here (CONSILIUM_WEB=on allows it). Answer from the other sources, and say that the web was not searched.';
export const VIDEO_OFF =
  'The video cannot be read: use of the web is switched off here (CONSILIUM_WEB=on allows it). Say so to the person.';

interface Surroundings {
  /** That of the house in which the tool runs, unless given. */
  env?: Env;
  baseUrls?: BaseUrls & { youtube?: string };
}

const searchInput = z.strictObject({
  query: z.string().min(2).max(400).describe('The question in plain words, without anything that identifies a person.'),
  limit: z.number().int().min(1).max(20).optional(),
});

export function makeWebSearchTool({ env, baseUrls }: Surroundings = {}): FunctionTool<z.infer<typeof searchInput>> {
  return tool({
    name: 'web_search',
    description:
      'Searches the web for health information (MedlinePlus, PubMed and, where it is set up, Perplexity). Returns numbered sources with title, address and excerpt, to be cited by their number. Names, dates and numbers of persons are taken out of the query.',
    input: searchInput,
    idempotent: true,
    execute: async ({ query, limit }, { signal, env: house }) => {
      const surroundings = env ?? house;
      if (!isWebOn(surroundings)) return { sources: [], message: WEB_OFF };
      const missing: { source: string; reason: string }[] = [];
      const found = await searchWeb(query, {
        env: surroundings,
        signal,
        ...(limit !== undefined && { limit }),
        ...(baseUrls && { baseUrls }),
        onFailure: (source, { message }) => missing.push({ source, reason: message }),
      });
      return {
        query: toQuery(query),
        sources: found.map((page, at) => ({ number: at + 1, ...page })),
        ...(missing.length > 0 && { missing }),
        ...(found.length === 0 && { message: 'No source on the web answers this.' }),
      };
    },
  });
}

const videoInput = z.strictObject({
  url: z.string().max(2000).describe('The address of one YouTube video.'),
  user_question: z.string().max(4000).describe('What the person wants to know of it.'),
});

const LONGEST_TRANSCRIPT = 40_000;
const PASSAGES = 6;

export function makeVideoInsightsTool(surroundings: Surroundings = {}): FunctionTool<z.infer<typeof videoInput>> {
  return tool({
    name: 'video_insights',
    description:
      'Reads a YouTube video by its captions. Returns title, channel, the passages that fit the question best with their times and addresses, and the transcript with time marks, to be cited.',
    input: videoInput,
    idempotent: true,
    execute: (input, { signal, env }) => readInsights(input, { env, signal, ...surroundings }),
  });
}

export const webSearchTool = makeWebSearchTool();
export const videoInsightsTool = makeVideoInsightsTool();

export type VideoInsights = ReturnType<typeof tellVideo> | { sources: []; message: string };

/** What `video_insights` returns: what the video says, or why that cannot be had here, as a message. */
export async function readInsights(
  { url, user_question }: z.infer<typeof videoInput>,
  { env = {}, baseUrls, signal }: Surroundings & { signal?: AbortSignal },
): Promise<VideoInsights> {
  if (!isWebOn(env)) return { sources: [], message: VIDEO_OFF };
  try {
    const video = await readVideo(url, {
      env,
      maxCharacters: LONGEST_TRANSCRIPT,
      ...(signal && { signal }),
      ...(baseUrls?.youtube !== undefined && { baseUrl: baseUrls.youtube }),
    });
    return tellVideo(video, user_question);
  } catch (thrown) {
    if (thrown instanceof ConsiliumError && /^REMOTE_(?:NO_CAPTIONS|UNSUPPORTED)$/.test(thrown.code))
      return { sources: [], message: [thrown.message, thrown.hint].filter(Boolean).join(' ') };
    throw thrown;
  }
}

function tellVideo(video: Video, question: string) {
  const { id, url, title, channel, seconds, language, automatic, passages, transcript, truncated } = video;
  return {
    video: { id, url, title, ...(channel && { channel }), ...(seconds && { seconds }), language, automatic, truncated },
    question,
    passages: fittingPassages(passages, question).map(({ at, text }) => ({
      time: timeMark(at),
      url: `${url}&t=${Math.floor(at)}s`,
      text,
    })),
    transcript,
    sources: [{ number: 1, title, url, source: 'youtube', ...(channel && { publisher: channel }) }],
  };
}

/** Those that share most words with the question, in the order of the video; its beginning where none does. */
function fittingPassages(passages: readonly Caption[], question: string): Caption[] {
  const words = stemsOf(question.replace(/https?:\/\/\S+/gi, ' '));
  const scored = passages.map((passage) => {
    const said = new Set(stemsOf(passage.text));
    return { passage, score: words.filter((word) => said.has(word)).length };
  });
  const best = scored
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, PASSAGES)
    .map(({ passage }) => passage);
  return best.length === 0 ? passages.slice(0, 2) : best.toSorted((a, b) => a.at - b.at);
}

const ASKING = new Set(
  'what does this video say about tell the and for with that from have how why when which are can video'.split(' '),
);

function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? [];
  return [...new Set(words.filter((word) => !ASKING.has(word)).map(stem))];
}
