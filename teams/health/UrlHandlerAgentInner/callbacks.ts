import type { AfterAgent, Json } from 'consilium/kernel';
import type { Citation } from '../_shared/footnotes.ts';

/** What was said rests on the page and on nothing else. */
export const citePage: AfterAgent = ({ state }, text) => {
  const page = state.get('temp:page') as { url: string; title: string } | undefined;
  if (page === undefined || !text.includes('[^1]')) return;
  const citation: Citation = { marker: '1', source_type: 'web', title: page.title, url: page.url };
  state.set('temp:citations', [citation] as unknown as Json);
};
