/**
 * `consilium token`: who may use the API where it asks for a token. A token is shown once, when it is made. Whoever may
 * write to the data folder may do this, also while a server runs on it, which then does it and sees the change at once.
 */
import type { App } from '../app/index.ts';
import type { Named } from '../app/token-doubts.ts';
import { ConsiliumError, machineUser } from '../kernel/index.ts';
import {
  actsForAnyone,
  describeToken,
  type Home,
  type IssuedToken,
  readGrant,
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
}

const out = () => terminal().stdout;
const WHO = { principal: machineUser(), actor: 'command line' };

export async function issue(name: string, given: IssueOptions): Promise<void> {
  const { scope, patient, expires, agent, user, signed, ...options } = given;
  if (signed) return issueSigned(name, given);
  const agents = agent?.flatMap((words) => words.split(','));
  const wish = { scopes: scope?.flatMap((words) => words.split(',')), patients: patient, expires, agents, user };
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

/** Good for a short while and kept nowhere: for this house, or for the one that it names and that trusts its keys. */
async function issueSigned(name: string, given: IssueOptions): Promise<void> {
  const { agent, user, patient, scope, expires = '1h', ...options } = given;
  const scopes = scope?.flatMap((words) => words.split(','));
  await withApp(options, async (app) => {
    const { home, clock } = app;
    const { audienceFor, openKeys, requireGrantable } = await import('../a2a/auth/index.ts');
    requireGrantable(scopes ?? [], true, await teamScopes(teamDirs(process.env)));
    const now = clock.now();
    const { agents, patients, expires: until } = readGrant({ agents: agent, patients: patient, expires }, now);
    const seconds = until ? Math.ceil((until - now) / 1000) : Number.POSITIVE_INFINITY;
    if (seconds > LONGEST_S)
      throw new ConsiliumError('EXPIRY_INVALID', 'A signed token is good for a day at most.', {
        hint: 'Leave --signed out for one that is kept and can be revoked.',
      });
    const claims = {
      ...{ sub: name, ...(user && { user }), ...(agents && { agents }), ...(patients && { patients }) },
      ...(scopes && { scopes }),
    };
    const keys = openKeys(home.dir, clock.now);
    const agentNamed = agents?.length === 1 ? agents[0]!.split(':')[0]! : undefined;
    const audience = audienceFor(given.for ?? (await keys.house()), agentNamed);
    const token = await keys.signToken(claims, audience, seconds);
    home.audit.write({ ...WHO, action: 'token:sign', object: name, why: 'consilium token sign' });
    if (options.json) printJson({ name, token, audience, user, agents, expires: new Date(until!).toISOString() });
    else out().write(`${token}\n`);
    // Who is served elsewhere is not known here.
    if (given.for === undefined) await tellDoubts(app, { agents, patients });
  });
}

export async function rotate(id: string, { overlap, ...options }: Options & { overlap?: string }): Promise<void> {
  showToken(await withTokens(options, { what: 'rotate', id }, (tokens) => tokens.rotate(id, { overlap })), options);
}

export async function revoke(id: string, options: Options): Promise<void> {
  const row = await withTokens(options, { what: 'revoke', id }, (tokens) => tokens.revoke(id));
  if (options.json) printJson(describeToken(row));
  else
    out().write(`Revoked: ${row.name} ${dim(out(), row.id)}. It is refused from now on, also by a server that runs.\n`);
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
  out().write(dim(out(), `  ${sayGrant(row)}\n  ${times.join(' · ')}\n`));
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
