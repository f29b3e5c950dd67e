/**
 * Google Search through Gemini's grounding: the model searches, answers, and says which pages each part rests on.
 * Asked on its own, because a built-in tool cannot stand beside others in one agent.
 */
import { z } from 'zod';
import { exchange, readJson, remote } from './request.ts';
import { type Asked, type Found, GOOGLE_KEYS } from './sources.ts';
import { plainText } from './xml.ts';

const SERVICE = 'Google Search';

const replySchema = z.object({
  candidates: z
    .array(
      z.object({
        groundingMetadata: z
          .object({
            groundingChunks: z
              .array(z.object({ web: z.object({ uri: z.string(), title: z.string().nullish() }).nullish() }))
              .nullish(),
            groundingSupports: z
              .array(
                z.object({
                  segment: z.object({ text: z.string().nullish() }).nullish(),
                  groundingChunkIndices: z.array(z.number().int()).nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
      }),
    )
    .default([]),
});

export async function searchGoogle({ query, limit, env, baseUrl, signal }: Asked): Promise<Found[]> {
  const model = env.GOOGLE_SEARCH_MODEL || 'gemini-2.5-flash';
  const text = await exchange({
    service: SERVICE,
    url: new URL(`${baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`),
    headers: { 'x-goog-api-key': GOOGLE_KEYS.map((key) => env[key]).find(Boolean) ?? '', accept: 'application/json' },
    body: {
      systemInstruction: {
        parts: [
          {
            text: 'Search before you answer. Answer the question on health in at most eight short sentences, from medical sources of good standing only.',
          },
        ],
      },
      contents: [{ role: 'user', parts: [{ text: query }] }],
      tools: [{ google_search: {} }],
      generationConfig: { temperature: 0, maxOutputTokens: 800 },
    },
    signal,
    timeoutMs: 30_000,
  });
  const reply = replySchema.safeParse(readJson(SERVICE, text));
  if (!reply.success)
    throw remote('REMOTE_INVALID', 'The answer of Google Search has another form than it promises.', SERVICE);
  return pagesOf(reply.data).slice(0, limit);
}

/** A page that nothing in the answer rests on was found, not used: it is left out. */
function pagesOf({ candidates }: z.infer<typeof replySchema>): Found[] {
  const { groundingChunks, groundingSupports } = candidates[0]?.groundingMetadata ?? {};
  return (groundingChunks ?? []).flatMap(({ web }, at) => {
    if (!web || !/^https?:/i.test(web.uri) || !URL.canParse(web.uri)) return [];
    const said = (groundingSupports ?? [])
      .filter(({ groundingChunkIndices }) => groundingChunkIndices?.includes(at))
      .map(({ segment }) => plainText(segment?.text ?? ''))
      .filter((sentence) => sentence !== '');
    if (said.length === 0) return [];
    const title = plainText(web.title ?? '') || new URL(web.uri).hostname;
    return [{ title, url: web.uri, snippet: said.join(' '), source: 'google' as const }];
  });
}
