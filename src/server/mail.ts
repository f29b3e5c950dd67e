/**
 * Mail that a provider delivers. Its signature over the body, with the secret that was agreed on, is the credential: it is
 * asked for whoever comes, and who bears it needs no token, here and nowhere else.
 */
import type { Context, Hono } from 'hono';
import type { App } from '../app/index.ts';
import { ConsiliumError, takeTurn } from '../kernel/index.ts';
import type { TokenRow } from '../storage/index.ts';

const INBOUND = '/v1/mail/inbound';
const HEADER = 'x-signature';
const FORM = /^(?:sha256=)?[0-9a-f]{64}$/i;
/** As providers name the raw message. */
const MAIL_TYPES = ['message/rfc822', 'application/octet-stream', 'text/plain'];

export function mountMail(routes: Hono, app: App): void {
  routes.post('/mail/inbound', async (context) => {
    const raw = await requireSigned(app, context);
    const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (type !== undefined && !MAIL_TYPES.includes(type))
      throw new ConsiliumError('MAIL_FORM', `A mail comes as it came over the wire (message/rfc822), not as ${type}.`, {
        hint: 'Most providers can forward the raw message; send its bytes as the body.',
      });
    const { mail } = await app.service('research');
    const taken = await mail.receive(raw);
    return context.json({ result: taken.kind, ...(taken.kind === 'ignored' && { why: taken.why }) });
  });
}

/** Whether somebody comes to deliver a mail and shows a signature instead of a token. */
export function isDelivery({ req }: Context): boolean {
  const isInbound = req.method === 'POST' && req.path === INBOUND;
  return isInbound && req.header(HEADER) !== undefined && req.header('authorization') === undefined;
}

/** Throws SIGNATURE_WRONG. */
export async function readDelivery(app: App, context: Context): Promise<TokenRow> {
  await requireSigned(app, context);
  return DELIVERER;
}

/** May deliver, and is nobody besides. */
const DELIVERER: TokenRow = {
  ...{ id: 'mail-webhook', name: 'mail webhook', user: 'mail-webhook', family: 'mail-webhook' },
  ...{ scopes: ['chat'], patients: [], agents: [], bound: false, created: 0, revoked: null, expires: null, used: null },
};

async function requireSigned(app: App, context: Context): Promise<Uint8Array> {
  const signature = context.req.header(HEADER);
  // Of what cannot be a signature the body is not read.
  const raw = FORM.test(signature ?? '') ? new Uint8Array(await context.req.arrayBuffer()) : undefined;
  const { mail } = await app.service('research');
  // Many may come at once: each is measured in a turn of its own.
  await takeTurn();
  if (raw !== undefined && mail.isSigned(raw, signature)) return raw;
  throw new ConsiliumError('SIGNATURE_WRONG', 'The delivery does not bear the signature that was agreed on.', {
    hint: 'MAIL_WEBHOOK_SECRET; the header X-Signature: sha256=<HMAC of the body>.',
  });
}
