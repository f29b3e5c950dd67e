/** A model server on loopback that says its words when the test tells it to: what a slow model looks like. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SlowModel {
  /** For openApp: this server is the model. */
  readonly env: Record<string, string>;
  /** Resolves when somebody asks. */
  asked(): Promise<void>;
  say(text: string): void;
  finish(): void;
  /** Whether whoever asked has gone away. */
  isLeft(): boolean;
  close(): void;
}

export async function openSlowModel(): Promise<SlowModel> {
  let current: ServerResponse | undefined;
  let arrival = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (!request.url?.endsWith('/chat/completions')) return response.writeHead(404).end('{}');
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    current = response;
    response.once('close', () => {
      if (current === response) arrival = Promise.withResolvers();
    });
    arrival.resolve();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const write = (delta: object, finish: string | null = null) => {
    const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'slow' };
    current?.write(`data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`);
  };
  return {
    env: {
      AI_PROVIDER: 'openai-compatible',
      CONSILIUM_MODEL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
      CONSILIUM_MODEL: 'slow',
    },
    asked: () => arrival.promise,
    say: (text) => write({ role: 'assistant', content: text }),
    finish: () => {
      write({}, 'stop');
      current?.end('data: [DONE]\n\n');
      arrival = Promise.withResolvers();
    },
    isLeft: () => current?.destroyed ?? false,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
