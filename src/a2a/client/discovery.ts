/** Where and how an agent is spoken to, as its card says and as far as that is believed. */
import { z } from 'zod';

export const card = z.looseObject({
  url: z.string().optional(),
  protocolVersion: z.string().optional(),
  capabilities: z.looseObject({ streaming: z.boolean().optional() }).optional(),
  supportedInterfaces: z
    .array(z.looseObject({ url: z.string(), protocolBinding: z.string(), protocolVersion: z.string() }))
    .optional(),
});

export interface Interface {
  readonly url: URL;
  readonly legacy: boolean;
  readonly streams: boolean;
}

export function cardAddresses(url: URL): URL[] {
  if (url.pathname.endsWith('.json')) return [url];
  const below = `${url.href.replace(/\/+$/, '')}/.well-known/agent-card.json`;
  return [new URL(below), new URL('/.well-known/agent-card.json', url)];
}

/** What it says of its address is taken only on the host, the port and the protocol that we were sent to. */
export function chooseInterface(given: z.infer<typeof card>, endpoint: URL): Interface | undefined {
  const streams = given.capabilities?.streaming ?? false;
  const offered = (given.supportedInterfaces ?? []).filter(({ protocolBinding }) => protocolBinding === 'JSONRPC');
  const today = offered.find(({ protocolVersion }) => protocolVersion.startsWith('1.'));
  const old = offered.find(({ protocolVersion }) => protocolVersion.startsWith('0.3'))?.url ?? given.url;
  const offer = today?.url ?? old;
  const url = offer ? URL.parse(offer, endpoint) : null;
  if (url === null) return undefined;
  if (url.origin !== endpoint.origin) {
    url.protocol = endpoint.protocol;
    url.host = endpoint.host;
    url.port = endpoint.port;
  }
  return { url, legacy: today === undefined, streams };
}
