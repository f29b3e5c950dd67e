/** Perplexity: a search of the web that answers in sentences, each marked with the numbers of the pages it rests on. */
import { z } from 'zod';
import { exchange, readJson, remote } from './request.ts';
import type { Asked, Found } from './sources.ts';
import { plainText } from './xml.ts';

const SERVICE = 'Perplexity';

const replySchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).default([]),
  citations: z.array(z.string()).nullish(),
  search_results: z
    .array(
      z.object({
        title: z.string().nullish(),
        url: z.string(),
        snippet: z.string().nullish(),
        date: z.string().nullish(),
      }),
    )
    .nullish(),
});

export async function searchPerplexity({ query, limit, env, baseUrl, signal }: Asked): Promise<Found[]> {
  const text = await exchange({
    service: SERVICE,
    url: new URL(`${baseUrl}/chat/completions`),
    headers: { authorization: `Bearer ${env.PERPLEXITY_API_KEY ?? ''}`, accept: 'application/json' },
    body: {
      model: env.PERPLEXITY_MODEL || 'sonar',
      temperature: 0,
      max_tokens: 800,
      messages: [
        {
          role: 'system',
          content:
            'Answer the question on health in at most eight short sentences from medical sources of good standing, each sentence with the number of its source in square brackets.',
        },
        { role: 'user', content: query },
      ],
    },
    signal,
    timeoutMs: 30_000,
  });
  const reply = replySchema.safeParse(readJson(SERVICE, text));
  if (!reply.success)
    throw remote('REMOTE_INVALID', 'The answer of Perplexity has another form than it promises.', SERVICE);
  return pagesOf(reply.data).slice(0, limit);
}

function pagesOf({ choices, citations, search_results }: z.infer<typeof replySchema>): Found[] {
  const answer = choices[0]?.message.content ?? '';
  const pages = search_results?.length ? search_results : (citations ?? []).map((url) => ({ url }));
  return pages.flatMap((page: NonNullable<typeof search_results>[number] | { url: string }, at) => {
    if (!/^https?:/i.test(page.url) || !URL.canParse(page.url)) return [];
    const { title, snippet, date } = { title: undefined, snippet: undefined, date: undefined, ...page };
    return {
      title: plainText(title ?? '') || new URL(page.url).hostname,
      url: page.url,
      snippet: plainText(snippet ?? '') || sentencesCiting(answer, at + 1),
      source: 'perplexity' as const,
      ...(date && { date }),
    };
  });
}

/** Where a page comes without an excerpt, what the answer says from it stands in its place. */
function sentencesCiting(answer: string, number: number): string {
  const sentences = answer.match(/[^.!?\n]+(?:[.!?]+(?:\s*\[\d+\])*|$)/g) ?? [];
  return sentences
    .filter((sentence) => sentence.includes(`[${number}]`))
    .map((sentence) => sentence.replace(/\s*\[\d+\]/g, '').trim())
    .join(' ');
}
