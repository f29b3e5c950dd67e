/** `consilium token`: who may use the API where it asks for a token. A token is shown once, when it is made. */
import { homeDir, type IssuedToken, openHome, openTokens, type TokenRow, type Tokens } from '../storage/index.ts';
import { bold, dim, printJson } from './terminal.ts';

interface Options {
  home?: string;
  json?: boolean;
}

const out = process.stdout;

export function issue(name: string, options: Options): void {
  show(
    withTokens(options, (tokens) => tokens.issue(name)),
    options,
  );
}

export function rotate(id: string, options: Options): void {
  show(
    withTokens(options, (tokens) => tokens.rotate(id)),
    options,
  );
}

export function revoke(id: string, options: Options): void {
  const row = withTokens(options, (tokens) => tokens.revoke(id));
  if (options.json) printJson(toJson(row));
  else out.write(`Revoked: ${row.name} ${dim(out, row.id)}\n`);
}

export function list(options: Options): void {
  const rows = withTokens(options, (tokens) => tokens.list());
  if (options.json) printJson({ tokens: rows.map(toJson) });
  else listForPeople(rows);
}

function listForPeople(rows: readonly TokenRow[]): void {
  if (rows.length === 0) out.write('No tokens yet. Make one with: consilium token issue <name>\n');
  for (const row of rows) {
    const since = `${row.id} · since ${new Date(row.created).toLocaleString()}`;
    const until = row.revoked === null ? '' : ` · revoked ${new Date(row.revoked).toLocaleString()}`;
    out.write(`${bold(out, row.name)} ${dim(out, since + until)}\n`);
  }
}

function withTokens<T>(options: Options, work: (tokens: Tokens) => T): T {
  const home = openHome(homeDir(options.home));
  try {
    return work(openTokens(home.db));
  } finally {
    home.close();
  }
}

function show(issued: IssuedToken, options: Options): void {
  if (options.json) printJson({ ...toJson(issued), token: issued.token });
  else out.write(`${issued.token}\n`);
  process.stderr.write(`For ${issued.name} (${issued.id}). It is not shown again: keep it like a password.\n`);
}

function toJson({ id, name, created, revoked }: TokenRow) {
  return {
    id,
    name,
    created: new Date(created).toISOString(),
    ...(revoked !== null && { revoked: new Date(revoked).toISOString() }),
  };
}
