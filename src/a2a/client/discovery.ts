/** Where and how an agent is spoken to, as its card says and as far as that is believed. */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/index.ts';
import { shownWords } from '../fault.ts';

export const card = z.looseObject({
  name: z.string().optional(),
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

export interface CardAddress {
  readonly url: URL;
  /** Where only the card of that agent can be. */
  readonly isOfAgent: boolean;
}

/** A house that serves several has the card of each below its endpoint: that of the agent is looked for first. */
export function cardAddresses(url: URL, agent: string): CardAddress[] {
  const base = url.href.replace(/\/+$/, '');
  const isWhole = url.pathname.endsWith('.json');
  const others = isWhole ? [url] : [new URL(`${base}${CARD}`), new URL(CARD, url)];
  const own = /\/a2a\/*$/.test(url.pathname) ? [new URL(`${base}/agents/${encodeURIComponent(agent)}${CARD}`)] : [];
  const isOwn = url.pathname.endsWith(`/agents/${encodeURIComponent(agent)}`);
  return [
    ...own.map((each) => ({ url: each, isOfAgent: true })),
    ...others.map((each, at) => ({ url: each, isOfAgent: isOwn && at === 0 })),
  ];
}

const CARD = '/.well-known/agent-card.json';

/** By its name, or by its id there (`team/Agent`). */
export function isCalled({ name }: z.infer<typeof card>, agent: string): boolean {
  return name === agent || name === agent.split('/').at(-1) || name?.split('/').at(-1) === agent;
}

export function otherCard(peer: string, agent: string, { name = 'nobody' }: z.infer<typeof card>): ConsiliumError {
  return new ConsiliumError('REMOTE_OTHER_AGENT', `The card where ${peer} should be is of another agent.`, {
    hint: `It is of ${shownWords(name, 100)}, not of ${agent}: check the endpoint, and agent (its name there).`,
    details: { sent: false },
  });
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
