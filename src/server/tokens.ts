/** Tokens over HTTP: issuing, listing and taking back, for tokens that may; and what one's own token allows. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { doubtsAbout } from '../app/token-doubts.ts';
import { ConsiliumError } from '../kernel/index.ts';
import {
  describeToken,
  type Grant,
  type GrantWish,
  type IssuedToken,
  readExpiry,
  SCOPES,
  type Tokens,
  USUAL_EXPIRY,
  USUAL_SCOPES,
} from '../storage/index.ts';
import { tokenOf, visitorOf } from './caller.ts';
import { readBody, readText } from './request.ts';
import type { Room } from './route.ts';
import { nameSubject } from './subject.ts';

const scope = z
  .string()
  .max(64)
  .describe(`${Object.keys(SCOPES).join(', ')}, or one that a team asks for`);

export const tokenRequest = z.strictObject({
  name: z.string().describe('who or what it is for; it stands on the audit trail'),
  user: z.string().optional().describe('as whom it acts, and no other; without it, somebody called like the token'),
  for_anyone: z
    .boolean()
    .optional()
    .describe('of a service (scope a2a, neither read nor chat, no user): it acts for whomever a call names, unsigned'),
  scopes: z
    .array(scope)
    .min(1)
    .optional()
    .describe(`without it: ${USUAL_SCOPES.join(', ')}`),
  patients: z.array(z.string()).min(1).max(1000).optional().describe('whose records; without it, all'),
  agents: z.array(z.string()).min(1).max(100).optional().describe('agents it may call, as Agent or Agent:action'),
  expires: z
    .string()
    .max(40)
    .optional()
    .describe(`10m (minutes), 12h, 30d, 8w, a day such as 2027-01-31, or never; without it, ${USUAL_EXPIRY}`),
});

export const tokenAnswer = z.object({
  id: z.string(),
  name: z.string(),
  user: z.string().describe('as whom it acts'),
  acts_for: z
    .string()
    .describe('that user; or anyone, whomever a call of an agent names: a service that was issued for_anyone'),
  state: z.enum(['valid', 'expired', 'revoked']),
  scopes: z.array(scope),
  patients: z.array(z.string()).nullable().describe('null: all'),
  agents: z.array(z.string()).optional().describe('absent: all'),
  signed: z.boolean().optional().describe('a short-lived one that this house signed, or refuses'),
  audience: z.string().optional().describe('of a signed one: the house and agent that it is for'),
  created: z.string(),
  expires: z.string().nullable().describe('null: never'),
  used: z.string().nullable().describe('to the hour; null: never'),
  revoked: z.string().nullable(),
});
export const issuedAnswer = tokenAnswer.extend({
  token: z.string().describe('shown this once'),
  warnings: z.array(z.string()).optional().describe('agents that nobody here serves'),
});
export const rotateRequest = z.strictObject({
  overlap: z
    .string()
    .max(40)
    .optional()
    .describe('for how long the old one stays good, such as 1h; without it, not at all'),
});
export const tokensAnswer = z.object({ tokens: z.array(tokenAnswer) });

export function tokenRoutes(app: App, door: Tokens | undefined): Hono {
  const {
    home: { audit },
    records,
    clock,
  } = app;
  const routes = new Hono();
  const tokens = (): Tokens => {
    if (door !== undefined) return door;
    throw new ConsiliumError('AUTH_OFF', 'This server asks nobody for a token.', {
      hint: 'Start it with CONSILIUM_AUTH=token. In its terminal, consilium token issue <name> works at any time.',
    });
  };
  const idOf = (context: Context): string => context.req.param('id') ?? '';

  /** Never a token without its row: the row is stored first, and both or nothing of the token. */
  const noted = <T extends { id: string }>(context: Context, what: string, work: (own: Tokens) => T): T => {
    const own = tokens();
    return own.within(() => {
      const row = work(own);
      audit.write({ ...visitorOf(context), action: `token:${what}`, object: row.id });
      return row;
    });
  };

  /** Nobody gives more than they have: what it allows, whom it is for, and for how long. */
  const issue = (context: Context, name: string, wish: GrantWish): IssuedToken => {
    tokens();
    const giver = tokenOf(context)!;
    const until = giver.expires === null ? undefined : new Date(giver.expires).toISOString();
    return noted(context, 'issue', (own) => {
      const issued = own.issue(name, {
        ...wish,
        ...(wish.expires === undefined && { expires: soonest(until, clock.now()) }),
      });
      requireNoMore(giver, issued);
      if (giver.expires !== null && (issued.expires === null || issued.expires > giver.expires))
        throw tooMuch(`beyond its own end, ${until}`, 'Ask for a time before that.');
      return issued;
    });
  };

  routes.get('/token', (context) => {
    tokens();
    return context.json(describeToken(tokenOf(context)!));
  });

  routes.get('/tokens', (context) => {
    const list = tokens().list();
    nameSubject(context, { object: `${list.length} tokens` });
    return context.json({ tokens: list.map((row) => describeToken(row)) });
  });

  routes.post('/tokens', async (context) => {
    const { name, for_anyone: forAnyone, ...asked } = await readBody(context, tokenRequest);
    const wish = { ...asked, forAnyone };
    for (const patient of wish.patients ?? []) await records.require(patient);
    const issued = issue(context, name, wish);
    const warnings = await doubtsAbout(app, { agents: issued.agents, patients: null });
    const told = { ...describeToken(issued), token: issued.token, ...(warnings.length > 0 && { warnings }) };
    return context.json(told, 200, { 'cache-control': 'no-store' });
  });

  routes.post('/tokens/:id/rotate', async (context) => {
    const isBare = (await readText(context)).trim() === '';
    const { overlap } = isBare ? {} : await readBody(context, rotateRequest);
    const issued = noted(context, 'rotate', (own) => {
      const giver = tokenOf(context)!;
      const row = own.rotate(idOf(context), { overlap, until: giver.expires });
      requireNoMore(giver, row);
      return row;
    });
    return context.json({ ...describeToken(issued), token: issued.token }, 200, { 'cache-control': 'no-store' });
  });

  routes.delete('/tokens/:id', (context) => {
    const row = noted(context, 'revoke', (own) => own.revoke(idOf(context)));
    return context.json(describeToken(row));
  });

  return routes;
}

/** The usual time, or until the giver's own end where that comes first. */
function soonest(until: string | undefined, now: number): string | undefined {
  const usual = readExpiry(USUAL_EXPIRY, now);
  return until !== undefined && usual !== null && Date.parse(until) < usual ? until : undefined;
}

function requireNoMore(giver: Grant, given: Grant): void {
  const scopes = given.scopes.filter((each) => !giver.scopes.includes(each));
  if (scopes.length > 0)
    throw tooMuch(
      `the scope${scopes.length > 1 ? 's' : ''} ${scopes.join(', ')}`,
      `It has ${giver.scopes.join(', ')}: name the scopes to give, or have a token issued that has them too (consilium token issue <name> --scope ${[...giver.scopes, ...scopes].join(' ')}).`,
    );
  const { agents } = giver;
  const others = (given.agents ?? ['*']).filter(
    (name) => !agents?.some((own) => own === name || name.startsWith(`${own}:`)),
  );
  if (agents !== null && others.length > 0)
    throw tooMuch('agents that it may not call', `It may call ${agents.join(', ')}.`);
}

function tooMuch(what: string, hint: string): ConsiliumError {
  return new ConsiliumError('GRANT_TOO_WIDE', `This token cannot give what it does not have: ${what}.`, { hint });
}

export const tokensRoom: Room = {
  mount: ({ app, tokens }) => tokenRoutes(app, tokens),
  routes: [
    {
      method: 'get',
      path: '/v1/token',
      scope: 'any',
      about: 'nobody',
      tag: 'tokens',
      summary: 'Say what the token that is shown allows',
      answer: 'Its name, scopes, patients and when it expires.',
      shape: tokenAnswer,
    },
    {
      method: 'get',
      path: '/v1/tokens',
      scope: 'admin',
      about: 'everybody',
      tag: 'tokens',
      summary: 'List the tokens, the newest first',
      answer: 'Expired and revoked ones too; never a token itself.',
      shape: tokensAnswer,
    },
    {
      method: 'post',
      path: '/v1/tokens',
      scope: 'admin',
      about: 'everybody',
      told: 'below',
      tag: 'tokens',
      summary: 'Issue a token',
      answer: 'The token, which is shown this once, and what it allows.',
      body: tokenRequest,
      shape: issuedAnswer,
    },
    {
      method: 'post',
      path: '/v1/tokens/:id/rotate',
      scope: 'admin',
      about: 'everybody',
      told: 'below',
      tag: 'tokens',
      summary: 'Issue a token in place of one that is revoked by it',
      answer:
        'The new token, which is shown this once. It allows the same and ends when the old one would have, or with the token that rotates it.',
      body: rotateRequest,
      shape: issuedAnswer,
    },
    {
      method: 'delete',
      path: '/v1/tokens/:id',
      scope: 'admin',
      about: 'everybody',
      told: 'below',
      tag: 'tokens',
      summary: 'Revoke a token',
      answer: 'It is refused from now on; its open streams end.',
      shape: tokenAnswer,
    },
  ],
};
