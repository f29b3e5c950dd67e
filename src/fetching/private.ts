/** Private addresses that whoever runs the house has opened: `homeassistant.local:8123, 192.168.1.0/24, localhost`. */
import { BlockList, isIP } from 'node:net';
import type { Env } from '../kernel/context.ts';
import { ConsiliumError } from '../kernel/errors.ts';

export interface PrivateHosts {
  /** Whether a name or address with this port ("" is the scheme's own) is one of them. */
  has(host: string, port: string): boolean;
  /** Whether an address lies in a net that is open. */
  holds(address: string): boolean;
}

export const NOBODY: PrivateHosts = { has: () => false, holds: () => false };

/** Those that the surroundings name. */
export function privateHostsOf(env: Env): PrivateHosts {
  return readPrivateHosts(env['CONSILIUM_PRIVATE_HOSTS']);
}

/** From `CONSILIUM_PRIVATE_HOSTS`; throws where an entry is none. */
export function readPrivateHosts(written: string | undefined): PrivateHosts {
  const entries = (written ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  if (entries.length === 0) return NOBODY;
  const nets = new BlockList();
  const names = new Set<string>();
  for (const entry of entries) {
    const net = /^([0-9a-f.:]+)\/(\d{1,3})$/i.exec(entry);
    if (net !== null) addNet(nets, entry, net[1]!, Number(net[2]));
    else names.add(readName(entry));
  }
  return {
    has(host, port) {
      const name = host.toLowerCase().replace(/^\[|\]$/g, '');
      return names.has(name) || (port !== '' && names.has(`${name}:${port}`)) || this.holds(name);
    },
    holds(address) {
      const family = isIP(address);
      return family !== 0 && nets.check(address, family === 6 ? 'ipv6' : 'ipv4');
    },
  };
}

function addNet(nets: BlockList, entry: string, net: string, bits: number): void {
  const family = isIP(net);
  if (family === 0 || bits > (family === 6 ? 128 : 32)) throw wrong(entry);
  nets.addSubnet(net, bits, family === 6 ? 'ipv6' : 'ipv4');
}

function readName(entry: string): string {
  const name = entry.toLowerCase().replace(/^\[([^\]]+)\]/, '$1');
  if (isIP(name) === 0 && !/^[a-z0-9.:-]+$/.test(name)) throw wrong(entry);
  return name;
}

function wrong(entry: string): ConsiliumError {
  return new ConsiliumError('FETCHING_CONFIG', `CONSILIUM_PRIVATE_HOSTS: "${entry.slice(0, 80)}" is no host or net.`, {
    hint: 'Write names, addresses or nets, with a port where only that one is meant: homeassistant.local:8123, 192.168.1.0/24.',
  });
}
