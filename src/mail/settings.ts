/** How mail is set up here, read from the environment once. Without SMTP_URL there is no mail. */
import { ConsiliumError } from '../kernel/errors.ts';
import { readAddress } from './address.ts';

export interface MailSettings {
  /** smtp(s)://user:password@host:port */
  readonly smtp: string;
  readonly from: string;
  /** Domains and addresses that may be written to; nobody else. */
  readonly allow: readonly string[];
  /** imap(s)://user:password@host:port/INBOX */
  readonly imap?: string | undefined;
  /** Whoever delivers mail by webhook signs it with this. */
  readonly webhookSecret?: string | undefined;
}

export function readMailSettings(env: Readonly<Record<string, string | undefined>>): MailSettings | undefined {
  const smtp = env['SMTP_URL']?.trim();
  if (!smtp) return undefined;
  if (!URL.canParse(smtp) || !/^smtps?:/i.test(smtp))
    throw new ConsiliumError('MAIL_CONFIG', 'SMTP_URL is not an address of a mail server.', {
      hint: 'Write it as smtps://user:password@mail.example.org:465.',
    });
  const imap = env['IMAP_URL']?.trim();
  if (imap && (!URL.canParse(imap) || !/^imaps?:/i.test(imap)))
    throw new ConsiliumError('MAIL_CONFIG', 'IMAP_URL is not an address of a mailbox.', {
      hint: 'Write it as imaps://user:password@mail.example.org:993/INBOX.',
    });
  return {
    smtp,
    from: readFrom(env['MAIL_FROM'] ?? decodeURIComponent(new URL(smtp).username)),
    allow: (env['MAIL_ALLOW'] ?? '')
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
    imap: imap || undefined,
    webhookSecret: env['MAIL_WEBHOOK_SECRET'] || undefined,
  };
}

function readFrom(written: string): string {
  const named = /<([^<>]+)>\s*$/.exec(written)?.[1] ?? written;
  try {
    readAddress(named);
    return written;
  } catch (cause) {
    throw new ConsiliumError('MAIL_CONFIG', 'MAIL_FROM is not a mail address.', {
      hint: 'Set MAIL_FROM to the address that mails come from.',
      cause,
    });
  }
}
