/** Hosts that whoever runs this machine has named in its environment: who is called there is called with their leave. */
import { isIP } from 'node:net';
import { isPublic } from '../fetching/index.ts';
import { isInner } from './address.ts';

type Env = Readonly<Record<string, string | undefined>>;

export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** For whatever reason they are named: private ones may be among them. */
export function namedHosts(env: Env): string[] {
  return ['PRIVATE', 'PLAIN', 'ALLOW'].flatMap((list) => listOf(env[`CONSILIUM_A2A_${list}`]));
}

export function isNamedHost({ hostname, host }: URL, env: Env): boolean {
  const named = namedHosts(env);
  return named.includes(hostname) || named.includes(host);
}

/** What can be seen of an address; where a name leads is seen when it is looked up. This machine itself is none. */
export function isPrivate({ hostname }: URL): boolean {
  if (LOOPBACK.includes(hostname)) return false;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? isInner(host) : !isPublic(host);
}

export function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((each) => each.trim() || []);
}
