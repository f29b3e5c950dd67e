/** For tests: a service on loopback that answers as it is told, and keeps what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Request {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Service {
  url: string;
  asked: Request[];
  answer: (request: Request, response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function openService(): Promise<Service> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const asked: Request = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', service.url),
      headers: request.headers,
      body,
    };
    service.asked.push(asked);
    service.answer(asked, response);
  });
  const service: Service = {
    url: '',
    asked: [],
    answer: (_request, response) => response.writeHead(404).end(),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

export function sendXml(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' }).end(text);
}
