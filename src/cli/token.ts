/**
 * `consilium token`: who may use the API where it asks for a token. A token is shown once, when it is made. Whoever may
 * write to the data folder may do this, also while a server runs on it, which then does it and sees the change at once.
 */
import type { App } from '../app/index.ts';
import type { Named } from '../app/token-doubts.ts';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, machineUser } from '../kernel/index.ts';
import {
  actsForAnyone,
  describeToken,
  type Home,
  type IssuedToken,
  readExpiry,
  readGrant,
  SIGNED,
  type TeamScopes,
  type TokenRow,
  type Tokens,
} from '../storage/index.ts';
import { teamDirs, teamScopes } from '../teams/index.ts';
import { noteRead, withApp } from './house.ts';
import { bold, dim, printJson, terminal } from './terminal.ts';

interface Options {
  home?: string;
  json?: boolean;
}

interface IssueOptions extends Options {
  scope?: string[];
  patient?: string[];
  expires?: string;
  user?: string;
  agent?: string[];
  signed?: boolean;
  for?: string;
  forAnyone?: boolean;
}

const out = () => terminal().stdout;
const WHO = { principal: machineUser(), actor: 'command line' };

export async function issue(name: string, given: IssueOptions): Promise<void> {
  const { scope, patient, expires, agent, user, signed, forAnyone, ...options } = given;
  if (signed) return issueSigned(name, given);
  const agents = agent?.flatMap((words) => words.split(','));
  const scopes = scope?.flatMap((words) => words.split(','));
  const wish = { scopes, patients: patient, expires, agents, user, forAnyone };
  const issued = await withTokens(options, { what: 'issue', id: name }, (tokens) => tokens.issue(name, wish));
  showToken(issued, options);
  await withApp(options, (app) => tellDoubts(app, issued));
}

/** Beside the token, which is made all the same. */
async function tellDoubts(app: App, named: Named): Promise<void> {
  if (named.agents === null && named.patients === null) return;
  const { doubtsAbout } = await import('../app/token-doubts.ts');
  for (const doubt of await doubtsAbout(app, named)) terminal().stderr.write(`${doubt}\n`);
}

const LONGEST_S = 24 * 3600;

/**
 * Good for a short while, for this house or for the one that it names and that trusts its keys. What it allows is kept, so
 * that it can be listed and taken back; the token itself is not.
 */
async function issueSigned(name: string, given: IssueOptions): Promise<void> {
  const { agent, user, patient, scope, expires = '1h', forAnyone, ...options } = given;
  const scopes = scope?.flatMap((words) => words.split(','));
  await withApp(options, async (app) => {
    const { home, clock } = app;
    const { audienceFor, openKeys, peerUser, requireGrantable } = await import('../a2a/auth/index.ts');
    requireGrantable(scopes ?? [], true, await teamScopes(teamDirs(process.env)));
    const now = clock.now();
    const wish = { agents: agent, patients: patient, expires, user, scopes: ['a2a'], forAnyone };
    const { agents, patients, bound, expires: until } = readGrant(wish, now);
    const seconds = until ? Math.ceil((until - now) / 1000) : Number.POSITIVE_INFINITY;
    if (seconds > LONGEST_S)
      throw new ConsiliumError('EXPIRY_INVALID', 'A signed token is good for a day at most.', {
        hint: 'Leave --signed out for one that lasts longer.',
      });
    const jti = crypto.randomUUID();
    const claims = {
      ...{ jti, sub: name, ...(user && { user }), ...(agents && { agents }), ...(patients && { patients }) },
      ...{ ...(scopes && { scopes }), ...(forAnyone && { for_anyone: true }) },
    };
    const keys = openKeys(home.dir, clock.now);
    const agentNamed = agents?.length === 1 ? agents[0]!.split(':')[0]! : undefined;
    const audience = audienceFor(given.for ?? (await keys.house()), agentNamed);
    const token = await keys.signToken(claims, audience, seconds);
    const kept = useTokens(home, (tokens) =>
      tokens.within(() => {
        const whom = { name, user: user ?? peerUser(name), expires: now + seconds * 1000, bound };
        const row = tokens.noteSigned({
          ...{ jti, audience, ...whom, patients, agents },
          scopes: [...new Set(['a2a', ...(scopes ?? [])])],
        });
        home.audit.write({ ...WHO, action: 'token:sign', object: row.id, why: 'consilium token issue --signed' });
        return row;
      }),
    );
    if (options.json)
      printJson({ id: kept.id, name, token, audience, user, agents, expires: new Date(until!).toISOString() });
    else {
      out().write(`${token}\n`);
      terminal().stderr.write(`For ${name} (${kept.id}): ${sayGrant(kept)}; expires ${sayTime(kept.expires)}.\n`);
    }
    // Who is served elsewhere is not known here.
    if (given.for === undefined) await tellDoubts(app, { agents, patients });
  });
}

export async function rotate(id: string, { overlap, ...options }: Options & { overlap?: string }): Promise<void> {
  showToken(await withTokens(options, { what: 'rotate', id }, (tokens) => tokens.rotate(id, { overlap })), options);
}

export async function revoke(given: string, options: Options): Promise<void> {
  const id = await idIn(given);
  const row = await withTokens(options, { what: 'revoke', id }, (tokens) => tokens.revoke(id));
  if (options.json) printJson(describeToken(row));
  else
    out().write(`Revoked: ${row.name} ${dim(out(), row.id)}. It is refused from now on, also by a server that runs.\n`);
  if (row.id.startsWith(SIGNED))
    terminal().stderr.write(
      `Another house that trusts this one's keys does not know of it: revoke ${row.id} there too.\n`,
    );
}

/** Whoever found a token that had leaked has the token, not its id. It goes no further than here. */
async function idIn(given: string): Promise<string> {
  const { isSigned } = await import('../a2a/auth/caller.ts');
  if (!isSigned(given)) return /^consilium_([0-9a-f]{12})_/.exec(given)?.[1] ?? given;
  try {
    const { decodeJwt } = await import('jose');
    const { jti, sub } = decodeJwt(given);
    return `${SIGNED}${jti ?? sub ?? ''}`;
  } catch {
    return 'unreadable';
  }
}

/** From now on another key signs; the one before is believed for a while longer, or no more at all. */
export async function rotateKey({ overlap, ...options }: Options & { overlap?: string }): Promise<void> {
  await withApp(options, async ({ home }) => {
    const { openKeys } = await import('../a2a/auth/index.ts');
    const now = systemClock.now();
    const until = overlap === undefined ? now : readExpiry(overlap, now);
    if (until === null) throw new ConsiliumError('EXPIRES_INVALID', 'The old key cannot be believed without end.');
    const why =
      overlap === undefined ? 'consilium token rotate-key' : `consilium token rotate-key --overlap ${overlap}`;
    // Told before it is done: there is no key that nobody heard of.
    home.audit.write({ ...WHO, action: 'token:rotate-key', why });
    const kid = await openKeys(home.dir).rotate(until - now);
    if (options.json) return printJson({ kid, old_believed_until: overlap === undefined ? null : toMoment(until) });
    const before = overlap === undefined ? 'is believed no more' : `is believed until ${sayTime(until)}`;
    out().write(`Key ${kid} signs from now on; the one before ${before}.\n`);
    terminal().stderr.write(
      'Houses that trust this one need the new key: /.well-known/jwks.json into their trusted-keys.json.\n',
    );
  });
}

function toMoment(time: number): string {
  return new Date(time).toISOString();
}

export async function list(options: Options): Promise<void> {
  const rows = await withApp(options, ({ home }) => {
    const all = useTokens(home, (tokens) => tokens.list());
    noteRead(home, 'tokens', all);
    return all;
  });
  if (options.json) printJson({ tokens: rows.map((row) => describeToken(row)) });
  else if (rows.length === 0) out().write('No tokens yet. Make one with: consilium token issue <name>\n');
  else for (const row of rows) listForPeople(row);
}

function listForPeople(row: TokenRow): void {
  const { state } = describeToken(row);
  const mark = state === 'valid' ? '' : ` (${state})`;
  const times = [
    `created ${sayTime(row.created)}`,
    `expires ${sayTime(row.expires)}`,
    `last used ${sayTime(row.used)}`,
    ...(row.revoked === null ? [] : [`revoked ${sayTime(row.revoked)}`]),
  ];
  out().write(`${bold(out(), row.name)}${mark}  ${row.id}\n`);
  const signed = row.id.startsWith(SIGNED) ? `signed, for ${row.family || 'this house'} · ` : '';
  out().write(dim(out(), `  ${signed}${sayGrant(row)}\n  ${times.join(' · ')}\n`));
}

function showToken(issued: IssuedToken, options: Options): void {
  if (options.json) printJson({ ...describeToken(issued), token: issued.token });
  else out().write(`${issued.token}\n`);
  const until = issued.expires === null ? 'never expires' : `expires ${sayTime(issued.expires)}`;
  terminal().stderr.write(
    `For ${issued.name} (${issued.id}): ${sayGrant(issued)}; ${until}. It is not shown again: keep it like a password.\n`,
  );
}

function sayGrant(row: TokenRow): string {
  const { user, scopes, patients, agents } = row;
  const whom = actsForAnyone(row) ? `for anyone that a call names, else as ${user}` : `as ${user}`;
  const called = agents === null ? [] : [`agents ${agents.join(', ')}`];
  const seen = patients === null ? 'all patients' : `patients ${patients.join(', ')}`;
  return [whom, scopes.join(', '), seen, ...called].join(' · ');
}

function sayTime(time: number | null): string {
  return time === null
    ? 'never'
    : new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** What is done with a token, and by whom, stands on the trail. */
async function withTokens<T extends TokenRow>(
  options: Options,
  { what, id }: { what: string; id: string },
  work: (tokens: Tokens) => T,
): Promise<T> {
  const scopes = await teamScopes(teamDirs(process.env));
  return withApp(options, ({ home }) => {
    const noted = (tokens: Tokens) =>
      tellingRefusal(home, { action: `token:${what}`, object: id }, () =>
        tokens.within(() => {
          const row = work(tokens);
          home.audit.write({ ...WHO, action: `token:${what}`, object: row.id, why: `consilium token ${what}` });
          return row;
        }),
      );
    return useTokens(home, noted, scopes);
  });
}

function tellingRefusal<T>({ audit }: Home, row: { action: string; object: string }, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof ConsiliumError) audit.deny({ ...WHO, ...row }, thrown);
    throw thrown;
  }
}

function useTokens<T>(home: Home, work: (tokens: Tokens) => T, scopes?: TeamScopes): T {
  const file = home.tokens(scopes);
  try {
    return work(file);
  } finally {
    file.close();
  }
}
