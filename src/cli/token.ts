/**
 * `consilium token`: who may use the API where it asks for a token. A token is shown once, when it is made. Whoever may
 * write to the data folder may do this, also while a server runs on it: it sees the change with the next request.
 */
import {
  describeToken,
  homeDir,
  type IssuedToken,
  makeFolder,
  openTokenFile,
  readGrant,
  type TokenRow,
  type Tokens,
} from '../storage/index.ts';
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
}

const out = () => terminal().stdout;

export async function issue(name: string, given: IssueOptions): Promise<void> {
  const { scope, patient, expires, agent, user, signed, ...options } = given;
  if (signed) return issueSigned(name, given);
  const agents = agent?.flatMap((words) => words.split(','));
  const wish = { scopes: scope?.flatMap((words) => words.split(',')), patients: patient, expires, agents, user };
  showToken(
    withTokens(options, (tokens) => tokens.issue(name, wish)),
    options,
  );
}

/** Good for a short while and kept nowhere: this house and those that trust its keys believe it. */
async function issueSigned(name: string, given: IssueOptions): Promise<void> {
  const { agent, user, patient, expires = '1h', ...options } = given;
  const dir = homeDir(options.home);
  const { HOUSE, openKeys } = await import('../a2a/auth/index.ts');
  const grant = readGrant({ agents: agent, patients: patient, expires }, Date.now());
  const { agents, patients, expires: until } = grant;
  const seconds = Math.ceil(((until ?? 0) - Date.now()) / 1000);
  const claims = { sub: name, ...(user && { user }), ...(agents && { agents }), ...(patients && { patients }) };
  const audience = agents?.length === 1 ? agents[0]!.split(':')[0]! : HOUSE;
  makeFolder(dir);
  const token = await openKeys(dir).signToken(claims, audience, seconds);
  if (options.json) printJson({ name, token, audience, user, agents, expires: new Date(until!).toISOString() });
  else out().write(`${token}\n`);
}

export function rotate(id: string, { overlap, ...options }: Options & { overlap?: string }): void {
  showToken(
    withTokens(options, (tokens) => tokens.rotate(id, overlap)),
    options,
  );
}

export function revoke(id: string, options: Options): void {
  const row = withTokens(options, (tokens) => tokens.revoke(id));
  if (options.json) printJson(describeToken(row));
  else
    out().write(`Revoked: ${row.name} ${dim(out(), row.id)}. It is refused from now on, also by a server that runs.\n`);
}

export function list(options: Options): void {
  const rows = withTokens(options, (tokens) => tokens.list());
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

function sayGrant({ user, scopes, patients, agents }: TokenRow): string {
  const called = agents === null ? [] : [`agents ${agents.join(', ')}`];
  const seen = patients === null ? 'all patients' : `patients ${patients.join(', ')}`;
  return [`as ${user}`, scopes.join(', '), seen, ...called].join(' · ');
}

function sayTime(time: number | null): string {
  return time === null
    ? 'never'
    : new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

function withTokens<T>(options: Options, work: (tokens: Tokens) => T): T {
  const file = openTokenFile(homeDir(options.home));
  try {
    return work(file);
  } finally {
    file.close();
  }
}
