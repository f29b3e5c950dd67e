/**
 * Where this machine may send things on somebody else's word: to public addresses, and to private ones that were named.
 * Checked when an address is given and again when it is connected to, so that a name cannot change its mind in between.
 */
import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublic } from '../fetching/index.ts';
import { ConsiliumError } from '../kernel/index.ts';

export interface Addresses {
  /** Throws ADDRESS_FORBIDDEN for what can be refused by looking at it. */
  require(url: string): URL;
  /** For sockets: a name that leads to a private address is refused. */
  readonly lookup: LookupFunction;
}

/**
 * `allowed`: `host` or `host:port` that may be reached although it is private, there and nowhere else; null: all may.
 * `plain`: hosts that may be told without TLS, beside this machine itself.
 */
export function createAddresses(allowed: readonly string[] | null, plain: readonly string[] = []): Addresses {
  const listed = new Set((allowed ?? []).map((each) => each.toLowerCase()));
  const isNamed = ({ hostname, port, protocol }: URL) =>
    allowed === null ||
    listed.has(hostname) ||
    listed.has(`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`);
  const names = new Set([...listed].map((each) => each.replace(/:\d+$/, '')));
  return {
    require: (text) => {
      const url = URL.parse(text);
      if (url === null || !/^https?:$/.test(url.protocol))
        throw forbidden('That is no http(s) address.', 'Write it whole: https://host/path.');
      if (url.username !== '' || url.password !== '')
        throw forbidden(
          'An address with a name or password in it is not taken: it would stand in logs and lists.',
          'Leave them out; the receiver’s credentials go into authentication {scheme, credentials}, or token.',
        );
      const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
      if (allowed !== null && url.protocol === 'http:' && !isHere(host) && !plain.includes(host)) throw unsafe(host);
      // A name that was listed with a port may lead anywhere: what a socket looks up has no port to check any more.
      const isName = isIP(host) === 0;
      const isPrivate = isName ? isInner(host) || names.has(host) : !isPublic(host);
      if (isPrivate && !isNamed(url)) throw forbidden('That address is not a public one.');
      return url;
    },
    lookup: (host, options, done) => {
      resolve(host, { ...options, all: true }, (error, found) => {
        const bad =
          error === null && allowed !== null && !names.has(host) && found.some(({ address }) => !isPublic(address));
        if (error !== null) done(error, '', 0);
        else if (bad) done(forbidden('That name leads to an address that is not public.'), '', 0);
        else if (options.all) (done as (error: null, all: typeof found) => void)(null, found);
        else done(null, found[0]!.address, found[0]!.family);
      });
    },
  };
}

function isHere(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** What is told may be somebody's health. */
function unsafe(host: string): ConsiliumError {
  return new ConsiliumError('ADDRESS_FORBIDDEN', 'Notifications go out over https.', {
    hint: `Give an https address; plain http only where it is configured: CONSILIUM_A2A_PLAIN=${host.slice(0, 100)}.`,
  });
}

const INNER = /(^|\.)localhost$|\.local$|\.internal$/i;

/** A name that is of no use outside of a network. */
export function isInner(host: string): boolean {
  return INNER.test(host);
}

const NAMED = 'Private addresses are reached only where they are named: CONSILIUM_A2A_PRIVATE=host:port,…';

function forbidden(message: string, hint = NAMED): ConsiliumError {
  return new ConsiliumError('ADDRESS_FORBIDDEN', message, { hint });
}
