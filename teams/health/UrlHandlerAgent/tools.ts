import { fetchPage, privateHostsOf } from 'consilium/fetching';
import { ConsiliumError, tool } from 'consilium/kernel';
import { isYouTube } from 'consilium/sources';
import { z } from 'zod';
import { LONGEST, layVideo } from './video.ts';

export const openPage = tool({
  name: 'open_page',
  description:
    'Opens one public web page (http or https; text or HTML, at most 2 MB) or the captions of a YouTube video and lays it before UrlHandlerAgentInner, who reads it. Returns its address, title and length, not its text.',
  input: z.strictObject({ url: z.string().max(2000) }),
  idempotent: true,
  timeoutMs: 20_000,
  execute: async ({ url }, context) => {
    const { state, env, signal, message } = context;
    if (isYouTube(url)) {
      const video = await layVideo(url, message, context);
      if ('message' in video) throw new ConsiliumError('URL_FAILED', video.message);
      return { url: video.url, title: video.title, characters: video.text.length };
    }
    const page = await fetchPage(url, { signal, privateHosts: privateHostsOf(env) });
    state.set('temp:page', { url: page.url, title: page.title, text: page.text.slice(0, LONGEST) });
    return { url: page.url, title: page.title, characters: page.text.length };
  },
});
