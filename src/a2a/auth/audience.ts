/**
 * For whom something is signed: a house and, as a rule, one agent of it. A house goes by its id, which no other can have,
 * or by its address: what is signed for one house is worth nothing at another, though both believe the same key.
 */
import { isIP } from 'node:net';
import { hostname as machineName } from 'node:os';
import { ConsiliumError } from '../../kernel/index.ts';

const SCHEME = 'consilium:';
const AGENTS = '/a2a/agents/';

/** `house`: an id, or an address of it. Without an agent, for all that the house serves. */
export function audienceFor(house: string, agent?: string): string {
  const url = URL.parse(house);
  if (url === null || !/^https?:$/.test(url.protocol))
    return `${SCHEME}${house}${agent === undefined ? '' : `/${encodeURIComponent(agent)}`}`;
  return agent === undefined ? `${url.origin}/a2a` : `${url.origin}${AGENTS}${encodeURIComponent(agent)}`;
}

/** What a house knows of itself, at the moment that something is shown to it. */
export interface Here {
  readonly id: string;
  isOwn(address: URL): boolean;
}

/** The agents that something is for here: null for all of them, undefined where it is for another house. */
export function readAudience(
  audience: string | readonly string[] | undefined,
  here: Here,
): string[] | null | undefined {
  const read = [audience ?? []].flat().flatMap((each) => readOne(each, here) ?? []);
  if (read.length === 0) return undefined;
  return read.some(({ agent }) => agent === undefined) ? null : read.map(({ agent }) => agent!);
}

function readOne(audience: string, here: Here): { agent?: string } | undefined {
  const url = URL.parse(audience);
  if (url?.protocol === SCHEME) {
    const [id, agent] = audience.slice(SCHEME.length).split('/');
    return id === here.id ? agentIn(agent) : undefined;
  }
  if (url === null || !here.isOwn(url)) return undefined;
  if (url.pathname === '/a2a') return {};
  return url.pathname.startsWith(AGENTS) ? agentIn(url.pathname.slice(AGENTS.length)) : undefined;
}

function agentIn(name: string | undefined): { agent?: string } | undefined {
  if (name === undefined) return {};
  try {
    return name === '' ? undefined : { agent: decodeURIComponent(name) };
  } catch {
    return undefined;
  }
}

export function otherHouse(what: string, audience: unknown): ConsiliumError {
  const named = [audience ?? 'nobody'].flat().join(', ').slice(0, 200);
  return new ConsiliumError('TOKEN_INVALID', `This ${what} is for another house: ${named}.`, {
    hint: 'Sign it for this one: by its id (house in /.well-known/jwks.json) or the address it is called at; where that is a name, CONSILIUM_URL says here that it is its own.',
  });
}

/** Where a request came in, as the socket has it: nothing of it is said by the caller. */
export interface Arrival {
  readonly address: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/** Whether an address is one of this house: what CONSILIUM_URL names, or where the request has come in. */
export function isOwnAddress(url: URL, arrival: Arrival | undefined, known: string | undefined): boolean {
  const named = (known ?? '').split(',').flatMap((each) => URL.parse(each.trim())?.origin ?? []);
  if (named.includes(url.origin)) return true;
  if (arrival === undefined || url.protocol !== (arrival.isSecure ? 'https:' : 'http:')) return false;
  if (Number(url.port || (arrival.isSecure ? 443 : 80)) !== arrival.port) return false;
  const at = arrival.address.replace(/^::ffff:/, '');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return host === at;
  return host === 'localhost' ? at === '::1' || at.startsWith('127.') : host === machineName().toLowerCase();
}
