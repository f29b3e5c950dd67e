import { tool } from 'consilium/kernel';
import { z } from 'zod';
import { fetchPage } from './page.ts';

const LONGEST = 20_000;

export const openPage = tool({
  name: 'open_page',
  description:
    'Opens one public web page (http or https; text or HTML, at most 2 MB) and lays it before UrlHandlerAgentInner, who reads it. Returns its address, title and length, not its text.',
  input: z.strictObject({ url: z.string().max(2000) }),
  idempotent: true,
  timeoutMs: 20_000,
  execute: async ({ url }, { state, signal }) => {
    const page = await fetchPage(url, { signal });
    state.set('temp:page', { url: page.url, title: page.title, text: page.text.slice(0, LONGEST) });
    return { url: page.url, title: page.title, characters: page.text.length };
  },
});
