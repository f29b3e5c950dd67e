/** A video is read by its captions: they are laid where a page would lie, and whoever reads pages reads them. */
import type { AgentContext } from 'consilium/kernel';
import { readInsights, videoId } from 'consilium/sources';

export const LONGEST = 20_000;

export type Laid = { url: string; title: string; text: string };

/** What was laid before the reader, or why the video cannot be read. */
export async function layVideo(
  url: string,
  question: string,
  { state, env, signal }: Pick<AgentContext, 'state' | 'env' | 'signal'>,
): Promise<Laid | { message: string }> {
  const before = state.get('temp:page') as Laid | undefined;
  if (before?.url.endsWith(`?v=${videoId(url)}`)) return before;
  const told = await readInsights({ url, user_question: question }, { env, signal });
  if (!('video' in told)) return { message: told.message };
  const { video, passages, transcript } = told;
  const fitting = passages.map(({ time, text }) => `[${time}] ${text}`).join('\n');
  const text = transcript.length <= LONGEST ? transcript : `${fitting}\n…\n${transcript}`.slice(0, LONGEST);
  const laid: Laid = { url: video.url, title: video.title, text };
  state.set('temp:page', laid);
  return laid;
}
