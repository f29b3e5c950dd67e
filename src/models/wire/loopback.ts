/** A provider on loopback: a scripted HTTP server that speaks one of the wire formats and keeps what it was sent. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dialect, Heard, Spoken } from './dialect.ts';

/** What the provider does with one request. */
export type Act =
  | Spoken
  | { status: number; headers?: Record<string, string>; message?: string; body?: object }
  /** Begins to speak, then the connection breaks. */
  | { cut: string }
  /** Begins to speak, then closes as if that were all. */
  | { stop: string }
  /** Begins to speak, then reports an error in the stream. */
  | { fail: string }
  | { hang: true };

export interface Loopback {
  readonly url: string;
  readonly heard: Heard[];
  /** What it will do, one act for each request; after the last, 500. */
  play(...acts: (Act | ((request: Heard) => Act))[]): void;
  /** Forgets what it heard and what it was to do. */
  reset(): void;
  close(): Promise<void>;
}

/** `models` is what `GET …/models` lists; without it there is no such list. */
export async function openLoopback(dialect: Dialect, models?: string[]): Promise<Loopback> {
  const heard: Heard[] = [];
  const acts: (Act | ((request: Heard) => Act))[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      const list = { object: 'list', data: models?.map((id) => ({ id, object: 'model' })) };
      response.writeHead(models === undefined ? 404 : 200).end(JSON.stringify(list));
      return;
    }
    const message: Heard = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: JSON.parse(await readBody(request)),
    };
    heard.push(message);
    const next = acts.shift() ?? { status: 500 };
    perform(typeof next === 'function' ? next(message) : next, dialect, message, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    play: (...next) => void acts.push(...next),
    reset: () => {
      heard.length = acts.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request) body += piece;
  return body;
}

function perform(act: Act, dialect: Dialect, request: Heard, response: ServerResponse): void {
  if ('hang' in act) return;
  if ('status' in act) {
    const body = act.body ?? dialect.error(act.status, act.message ?? 'Not now.');
    response.writeHead(act.status, { 'content-type': 'application/json', ...act.headers }).end(JSON.stringify(body));
    return;
  }
  const words = 'cut' in act ? act.cut : 'stop' in act ? act.stop : 'fail' in act ? act.fail : undefined;
  const spoken: Spoken = words === undefined ? (act as Spoken) : { say: words };
  if (!dialect.streams(request)) {
    const whole = JSON.stringify(dialect.reply(spoken));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) });
    if (words === undefined) response.end(whole);
    else response.write(whole.slice(0, whole.length / 2), () => response.destroy());
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const { opening, closing } = dialect.events(spoken);
  if (words === undefined) response.end([...opening, ...closing].join(''));
  else if ('stop' in act) response.end(opening.join(''));
  else if ('fail' in act) response.end([...opening, dialect.failure('Overloaded.')].join(''));
  else response.write(opening.join(''), () => setTimeout(() => response.destroy(), 5));
}
