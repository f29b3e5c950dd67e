/**
 * Which addresses of the network a page may come from: public ones only. A name is resolved here, every address that it
 * has is checked, and the connection is made to the very address that was checked, so that a second answer of the name
 * server changes nothing.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { ConsiliumError } from '../kernel/errors.ts';

export interface Address {
  address: string;
  family: 4 | 6;
}

export type Resolve = (host: string) => Promise<Address[]>;

const closed = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8],
  ['100.64.0.0', 10], // carrier-grade NAT
  ['127.0.0.0', 8],
  ['169.254.0.0', 16], // link-local, cloud metadata among them
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
] as const)
  closed.addSubnet(net, bits, 'ipv4');

/** Of IPv6, only what is given out for use on the internet, without what carries an IPv4 address inside. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23], // protocol assignments, Teredo
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20],
] as const)
  closed6.addSubnet(net, bits, 'ipv6');

export function isPublic(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(plain);
  if (family === 4) return !closed.check(plain, 'ipv4');
  return family === 6 && open6.check(plain, 'ipv6') && !closed6.check(plain, 'ipv6');
}

/** The address to connect to. One private address among the answers, unless it is open, is enough to refuse the name. */
export async function resolvePublic(
  host: string,
  resolve: Resolve = resolveAll,
  isOpen: (address: string) => boolean = () => false,
): Promise<Address> {
  const plain = host.replace(/^\[|\]$/g, '');
  const family = isIP(plain);
  const found = family === 0 ? await resolve(plain) : [{ address: plain, family: family as 4 | 6 }];
  const [first] = found;
  if (first === undefined) throw refuse(`${host} has no address.`);
  if (!found.every(({ address }) => isPublic(address) || isOpen(address)))
    throw refuse(`${host} is not an address of the public internet.`);
  return first;
}

async function resolveAll(host: string): Promise<Address[]> {
  const found = await lookup(host, { all: true, verbatim: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

export function refuse(message: string): ConsiliumError {
  return new ConsiliumError('URL_REFUSED', message, {
    hint: 'Only public addresses are opened; private ones are named in CONSILIUM_PRIVATE_HOSTS.',
  });
}
