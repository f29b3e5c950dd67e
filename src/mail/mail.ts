/**
 * Sending and receiving. A letter is written down before it is sent and has a key: it goes at most once, whatever
 * happens in between. What comes in is taken only as a reply to a letter of ours, and is data: nothing in it is done.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createTransport, type Transporter } from 'nodemailer';
import PostalMime from 'postal-mime';
import {
  type Clock,
  ConsiliumError,
  type Log,
  newId,
  silentLog,
  toConsiliumError,
  workClock,
} from '../kernel/index.ts';
import { isAllowed, readAddress } from './address.ts';
import type { Letter, Letters } from './letters.ts';
import type { MailSettings } from './settings.ts';

export interface MailOptions {
  readonly letters: Letters;
  readonly clock: Clock;
  /** Absent: mail is not set up. */
  readonly settings: MailSettings | undefined;
  readonly log?: Log | undefined;
}

export interface LetterWish {
  /** The same for the same letter, however often it is wished. */
  readonly key: string;
  /** Under which it is known before it goes. */
  readonly id?: string | undefined;
  readonly owner: string;
  readonly agent: string;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** A letter that this one answers. */
  readonly replyTo?: string | undefined;
}

/** Whether an address may be written to: at once, after a person agreed, or not at all. */
export type Standing = 'approved' | 'unknown' | 'refused';

export type Incoming =
  | { readonly kind: 'taken'; readonly letter: Letter }
  | { readonly kind: 'known' }
  | { readonly kind: 'ignored'; readonly why: string };

interface SmtpError extends Error {
  readonly code?: string;
  readonly syscall?: string;
  readonly responseCode?: number;
}

/** Before the letter itself was on its way. */
const NEVER_SENT = new Set(['EDNS', 'EAUTH', 'ETLS', 'EENVELOPE', 'ENOTFOUND', 'ECONNREFUSED']);
const BETWEEN_LOOKS = 60_000;
const LONGEST_BODY = 50_000;
const LARGEST_MAIL = 5_000_000;

export class Mail {
  readonly settings: MailSettings | undefined;
  readonly #letters: Letters;
  readonly #clock: Clock;
  readonly #log: Log;
  #transport: Transporter | undefined;
  #onReply: ((letter: Letter) => Promise<void>) | undefined;
  readonly #closing = new AbortController();
  #watching = false;
  #callOff: (() => void) | undefined;
  #trouble: string | undefined;

  constructor({ letters, clock, settings, log }: MailOptions) {
    this.settings = settings;
    this.#letters = letters;
    this.#clock = clock;
    this.#log = log ?? silentLog;
  }

  /** Says who is told of replies: more than once, where the same mail comes again before or after it was dealt with. */
  onReply(tell: (letter: Letter) => Promise<void>): void {
    this.#onReply = tell;
  }

  /** Throws MAIL_OFF, MAIL_ADDRESS. */
  standing(owner: string, to: string): Standing {
    const { allow } = this.#demand();
    const address = readAddress(to);
    if (!isAllowed(address, allow)) return 'refused';
    return this.#letters.isContact(owner, address) ? 'approved' : 'unknown';
  }

  approve(owner: string, to: string, by: string): void {
    this.#letters.approve(owner, readAddress(to), this.#clock.now(), by);
  }

  /** Throws MAIL_NOT_ALLOWED, MAIL_UNAPPROVED, MAIL_FAILED (it did not go), MAIL_UNCERTAIN (it may have gone: not again). */
  async send(wish: LetterWish): Promise<Letter> {
    const settings = this.#demand();
    const before = this.#letters.byKey(wish.key);
    if (before !== undefined && before.state !== 'failed') return this.#settled(before);
    const letter = before ?? this.#write(wish);
    this.#letters.setState(letter.id, 'sending');
    try {
      this.#transport ??= createTransport(settings.smtp, { disableFileAccess: true, disableUrlAccess: true });
      const replied = letter.replyTo;
      await this.#transport.sendMail({
        ...{ from: settings.from, to: letter.correspondent, subject: letter.subject, text: letter.body },
        ...{ messageId: letter.messageId, date: new Date(letter.at) },
        ...(replied && { inReplyTo: replied, references: replied }),
      });
    } catch (thrown) {
      throw this.#failed(letter, thrown as SmtpError);
    }
    this.#letters.setState(letter.id, 'sent');
    return { ...letter, state: 'sent' };
  }

  /** Newest first. */
  letters(agent: string, limit?: number): Letter[] {
    return this.#letters.ofAgent(agent, limit);
  }

  letter(id: string): Letter | undefined {
    return this.#letters.byId(id);
  }

  thread(id: string): Letter[] {
    return this.#letters.ofThread(id);
  }

  /** A mail as it came over the wire. Only replies to our letters, from whom they went to, are taken. */
  async receive(raw: Uint8Array): Promise<Incoming> {
    if (raw.byteLength > LARGEST_MAIL) return { kind: 'ignored', why: `larger than ${LARGEST_MAIL} bytes` };
    const mail = await PostalMime.parse(raw, { maxNestingDepth: 20, maxHeadersSize: 200_000 }).catch(() => undefined);
    if (mail === undefined) return { kind: 'ignored', why: 'it cannot be read as a mail' };
    const messageId = mail.messageId ?? `<${createHash('sha256').update(raw).digest('hex')}@unnamed>`;
    const before = this.#letters.byMessage(messageId);
    if (before !== undefined) {
      // It may have been stored by a process that died before anybody was told.
      if (before.direction === 'in') await this.#onReply?.(before);
      return { kind: 'known' };
    }
    const references = `${mail.inReplyTo ?? ''} ${mail.references ?? ''}`.match(/<[^<>\s]+>/g) ?? [];
    const ours = references.map((id) => this.#letters.byMessage(id)).find((letter) => letter?.direction === 'out');
    if (ours === undefined) return { kind: 'ignored', why: 'it answers no letter of ours' };
    const from = (mail.from?.address ?? '').toLowerCase();
    if (from !== ours.correspondent) return { kind: 'ignored', why: 'it is not from whom our letter went to' };
    const letter: Letter = {
      ...{ id: newId(), key: `in:${messageId}`, messageId, thread: ours.thread, direction: 'in', state: 'received' },
      ...{ owner: ours.owner, agent: ours.agent, correspondent: from, at: this.#clock.now(), replyTo: ours.messageId },
      subject: oneLine(mail.subject ?? ours.subject),
      body: (mail.text ?? textOfHtml(mail.html ?? '')).slice(0, LONGEST_BODY).trim(),
    };
    if (!this.#letters.add(letter)) return { kind: 'known' };
    await this.#onReply?.(letter);
    return { kind: 'taken', letter };
  }

  /** Whether a webhook's delivery bears our signature (`sha256=…` over the body). */
  isSigned(body: Uint8Array, signature: string | undefined): boolean {
    const secret = this.settings?.webhookSecret;
    if (secret === undefined || signature === undefined) return false;
    const wanted = createHmac('sha256', secret).update(body).digest();
    const given = Buffer.from(signature.replace(/^sha256=/, ''), 'hex');
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  /** Reads what is new in the mailbox, where one is set up; says how many replies it took. */
  async fetch(signal?: AbortSignal): Promise<number> {
    const { imap } = this.#demand();
    if (imap === undefined) return 0;
    const { readMailbox } = await import('./imap.ts');
    return readMailbox(imap, { letters: this.#letters, receive: (raw) => this.receive(raw), signal, log: this.#log });
  }

  /** Reads the mailbox now and ever again until it is closed. One that cannot be read is said once, until it can. */
  watch(everyMs = BETWEEN_LOOKS): void {
    if (this.settings?.imap === undefined || this.#watching) return;
    this.#watching = true;
    const look = async (): Promise<void> => {
      const said = await this.fetch(this.#closing.signal).then(
        () => undefined,
        (thrown) => toConsiliumError(thrown).code,
      );
      if (this.#closing.signal.aborted) return;
      if (said !== undefined && said !== this.#trouble)
        this.#log.warn({ code: said }, 'the mailbox could not be read; it is tried again');
      this.#trouble = said;
      this.#callOff = workClock(this.#clock).after(everyMs, () => void look(), true);
    };
    void look();
  }

  close(): void {
    this.#closing.abort();
    this.#callOff?.();
    this.#transport?.close();
  }

  #demand(): MailSettings {
    if (this.settings !== undefined) return this.settings;
    throw new ConsiliumError('MAIL_OFF', 'Mail is not set up here.', {
      hint: 'Set SMTP_URL, MAIL_FROM and MAIL_ALLOW to let agents write to experts.',
    });
  }

  #write(wish: LetterWish): Letter {
    const to = readAddress(wish.to);
    const standing = this.standing(wish.owner, to);
    if (standing === 'refused')
      throw new ConsiliumError('MAIL_NOT_ALLOWED', `${to} is not among those who may be written to.`, {
        hint: 'MAIL_ALLOW names the domains and addresses.',
      });
    if (standing === 'unknown')
      throw new ConsiliumError('MAIL_UNAPPROVED', `Nobody has yet agreed to writing to ${to}.`);
    const [subject, body] = [oneLine(wish.subject), wish.body.trim()];
    if (subject === '' || body === '') throw new ConsiliumError('MAIL_EMPTY', 'A letter needs a subject and a text.');
    if (body.length > LONGEST_BODY)
      throw new ConsiliumError('MAIL_TOO_LONG', `A letter has at most ${LONGEST_BODY} characters.`);
    const answered = wish.replyTo === undefined ? undefined : this.#letters.byMessage(wish.replyTo);
    const id = wish.id ?? newId();
    const domain = this.settings!.from.replace(/^.*@|>.*$/g, '');
    const letter: Letter = {
      ...{
        id,
        key: wish.key,
        messageId: `<${createHash('sha256').update(wish.key).digest('hex').slice(0, 40)}@${domain}>`,
      },
      ...{ thread: answered?.thread ?? id, direction: 'out', state: 'failed', owner: wish.owner, agent: wish.agent },
      ...{ correspondent: to, subject, body, at: this.#clock.now(), replyTo: answered?.messageId },
    };
    this.#letters.add(letter);
    return letter;
  }

  #settled(letter: Letter): Letter {
    if (letter.state === 'sent') return letter;
    if (letter.state === 'sending') this.#letters.setState(letter.id, 'uncertain');
    throw uncertain(letter);
  }

  /** Refused by the server: it did not go. Broken off in between: nobody knows, and it is not tried again. */
  #failed(letter: Letter, thrown: SmtpError): ConsiliumError {
    const isRefused = (thrown.responseCode ?? 0) >= 400;
    const isSure = isRefused || thrown.syscall === 'connect' || NEVER_SENT.has(thrown.code ?? '');
    this.#letters.setState(letter.id, isSure ? 'failed' : 'uncertain');
    this.#log.warn({ letter: letter.id, code: thrown.code ?? 'unknown' }, 'a letter could not be sent');
    if (!isSure) return uncertain(letter);
    const isFinal = (thrown.responseCode ?? 0) >= 500;
    return new ConsiliumError(
      'MAIL_FAILED',
      `The mail server did not take the letter (${thrown.responseCode ?? thrown.code ?? 'no reason'}).`,
      {
        retryable: !isFinal,
      },
    );
  }
}

function uncertain({ correspondent }: Letter): ConsiliumError {
  return new ConsiliumError(
    'MAIL_UNCERTAIN',
    `It is not certain whether the letter to ${correspondent} went; it is not sent again.`,
    { hint: 'Ask the recipient, or write another letter.' },
  );
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 300);
}

function textOfHtml(html: string): string {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<(?:br|\/p|\/div|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ');
}
