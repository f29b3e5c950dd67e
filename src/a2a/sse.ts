/** Events of a task over HTTP. */
import type { ConsiliumError } from '../kernel/index.ts';
import { toRestError } from './fault.ts';
import { rpcFailure, type Told } from './jsonrpc.ts';

const KEEP_ALIVE_MS = 15_000;

/** What goes wrong in mid-stream, in the language of the binding. */
export type TellFailure = (thrown: unknown) => unknown;
export const failsInRpc: TellFailure = (thrown) => rpcFailure(null, thrown);
export const failsInRest: TellFailure = (thrown) => toRestError(thrown).body;

/** How a stream at this path ends that the house breaks off; undefined: there is none of A2A's. */
export function tellAgentEnd(path: string): ((error: ConsiliumError) => string) | undefined {
  if (!/^\/a2a(\/|$)/.test(path)) return undefined;
  const tell = /^\/a2a\/(?:agents\/[^/]+\/)?rest\//.test(path) ? failsInRest : failsInRpc;
  return (error) => `data: ${JSON.stringify(tell(error))}\n\n`;
}

/** Server-sent events; each with its number, by which a reader asks for the rest after it lost the line. */
export function sse(events: AsyncIterable<Told>, signal: AbortSignal, tellFailure: TellFailure): Response {
  const encoder = new TextEncoder();
  const reader = events[Symbol.asyncIterator]();
  let beat: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(beat);
    void reader.return?.();
  };
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      beat = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), KEEP_ALIVE_MS).unref();
      signal.addEventListener('abort', stop, { once: true });
    },
    pull: async (controller) => {
      try {
        const { done, value } = await reader.next();
        if (done) {
          clearInterval(beat);
          return controller.close();
        }
        const id = value.seq === undefined ? '' : `id: ${value.seq}\n`;
        controller.enqueue(encoder.encode(`${id}data: ${JSON.stringify(value.data)}\n\n`));
      } catch (thrown) {
        clearInterval(beat);
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(tellFailure(thrown))}\n\n`));
        controller.close();
      }
    },
    cancel: stop,
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' } });
}
