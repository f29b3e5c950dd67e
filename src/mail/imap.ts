/** A mailbox read by IMAP: what came since last time, each mail once. */
import { ImapFlow } from 'imapflow';
import { ConsiliumError, type Log } from '../kernel/index.ts';
import type { Letters } from './letters.ts';
import type { Incoming } from './mail.ts';

export interface MailboxReading {
  readonly letters: Letters;
  receive(raw: Uint8Array): Promise<Incoming>;
  readonly signal?: AbortSignal | undefined;
  readonly log: Log;
}

const MOST_AT_ONCE = 200;

export async function readMailbox(address: string, reading: MailboxReading): Promise<number> {
  const url = new URL(address);
  const secure = url.protocol === 'imaps:';
  const box = decodeURIComponent(url.pathname.slice(1)) || 'INBOX';
  const client = new ImapFlow({
    host: url.hostname,
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    connectionTimeout: 15_000,
    socketTimeout: 60_000,
  });
  // What the connection says after it broke is said by the call that was waiting.
  client.on('error', () => {});
  try {
    await client.connect();
    return await readNew(client, box, `${url.host}/${box}`, reading);
  } catch (thrown) {
    if (thrown instanceof ConsiliumError) throw thrown;
    throw new ConsiliumError('MAILBOX_FAILED', 'The mailbox could not be read.', { retryable: true, cause: thrown });
  } finally {
    client.close();
  }
}

async function readNew(client: ImapFlow, box: string, name: string, reading: MailboxReading): Promise<number> {
  const lock = await client.getMailboxLock(box, { readOnly: true });
  try {
    const opened = client.mailbox;
    const validity = String(opened === false ? '' : opened.uidValidity);
    const mark = reading.letters.mark(name);
    let last = mark?.validity === validity ? mark.uid : 0;
    let taken = 0;
    let seen = 0;
    for await (const mail of client.fetch(`${last + 1}:*`, { uid: true, source: true }, { uid: true })) {
      reading.signal?.throwIfAborted();
      // "100:*" also means the last mail when there is none from 100 on.
      if (mail.uid <= last || mail.source === undefined) continue;
      if (++seen > MOST_AT_ONCE) break;
      const result = await reading.receive(mail.source);
      if (result.kind === 'taken') taken++;
      last = mail.uid;
      reading.letters.setMark(name, validity, last);
    }
    return taken;
  } finally {
    lock.release();
  }
}
