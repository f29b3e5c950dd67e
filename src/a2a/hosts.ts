/** Hosts that whoever runs this machine has named in its environment: who is called there is called with their leave. */
import { isIP } from 'node:net';
import { isPublic } from '../fetching/index.ts';
import { isInner } from './address.ts';

type Env = Readonly<Record<string, string | undefined>>;

export const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** For whatever reason they are named: private ones may be among them. */
export function namedHosts(env: Env): string[] {
  return ['CONSILIUM_A2A_PRIVATE', 'CONSILIUM_A2A_PLAIN', 'CONSILIUM_A2A_ALLOW'].flatMap((name) => listOf(env[name]));
}

export function isNamedHost({ hostname, host }: URL, env: Env): boolean {
  const named = namedHosts(env);
  return named.includes(hostname) || named.includes(host);
}

/** An address that a team's file leaves to the environment is the word of whoever runs this machine. */
export function isOfHouse(written: string): boolean {
  return /^\s*\$\{[A-Za-z_]\w*\}/.test(written);
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
