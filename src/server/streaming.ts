/** Streams of events: what breaks one off is told in it, by its code alone in the log, and its words stay out of there. */
import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { shapeOf } from './functions.ts';

/** What a gateway puts into the context: says in the log that a stream has failed. */
export const STREAM_FAILED = 'streamFailed';

export function streamEvents(context: Context, work: (stream: SSEStreamingApi) => Promise<void>): Response {
  return streamSSE(context, async (stream) => {
    try {
      await work(stream);
    } catch (thrown) {
      const error = shapeOf(thrown);
      (context.get(STREAM_FAILED) as ((code: string) => void) | undefined)?.(error.code);
      await stream.writeSSE({ event: 'error', data: JSON.stringify({ error }) });
    }
  });
}
