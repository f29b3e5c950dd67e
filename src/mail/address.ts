/** Mail addresses: one plain form, and who may be written to. */
import { ConsiliumError } from '../kernel/errors.ts';

/** Throws MAIL_ADDRESS. */
export function readAddress(written: string): string {
  const address = written.trim();
  const [local = '', domain = '', ...more] = address.split('@');
  const isDomain = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i.test(domain);
  if (more.length > 0 || !isDomain || !/^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/.test(local))
    throw new ConsiliumError('MAIL_ADDRESS', `"${address.slice(0, 80)}" is not a mail address.`, {
      hint: 'One address, like name@example.org.',
    });
  return `${local}@${domain}`.toLowerCase();
}

/** `example.org` also allows its subdomains; `*` allows everybody. */
export function isAllowed(address: string, allow: readonly string[]): boolean {
  const domain = address.slice(address.indexOf('@') + 1);
  return allow.some((entry) => {
    if (entry === '*' || entry === address) return true;
    const name = entry.replace(/^@/, '');
    return !name.includes('@') && (domain === name || domain.endsWith(`.${name}`));
  });
}
