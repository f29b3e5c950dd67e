/**
 * Whether this machine may ask others at all. Off unless `CONSILIUM_WEB=on`: a question about health says something about
 * the one who asks, and whoever runs the house decides whether it may leave. What does leave goes through identifiers.ts.
 */
import { type Env, remote } from './request.ts';

export function isWebOn(env: Env): boolean {
  return env.CONSILIUM_WEB?.trim().toLowerCase() === 'on';
}

export function demandWeb(env: Env): void {
  if (isWebOn(env)) return;
  throw remote(
    'REMOTE_OFF',
    'The web is not asked: its use is switched off.',
    'web',
    {},
    'Set CONSILIUM_WEB=on to let questions, without names and numbers of persons, leave this machine.',
  );
}

/** `key` of the environment (a proxy of an institution, a stand-in of a test) or the service's own address. */
export function addressOf(env: Env, key: string, given: string | undefined, own: string): string {
  const address = given ?? env[key] ?? own;
  if (!URL.canParse(address) || !/^https?:/i.test(address))
    throw remote('REMOTE_CONFIG', `${key} is not a web address.`, 'web', {}, `Set ${key} to an http(s) address.`);
  return address.replace(/\/+$/, '');
}
