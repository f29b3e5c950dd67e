/** The way to the database: a small pool, transactions that are tried once more when the connection breaks, cancelling. */
import type { Pool, PoolClient, PoolConfig } from 'pg';
import { ConsiliumError } from '../../kernel/errors.ts';
import { stopIfAborted } from '../indexing.ts';
import { isLost } from './failure.ts';

export interface Connection {
  /** Host, port and database: what may be said of where it leads. */
  readonly place: string;
  /** Runs `work` on one connection, each statement for itself; an aborted signal stops the one that runs. */
  read<T>(work: (run: Run) => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Runs `work` in one transaction: all of it or nothing. It may be run twice. */
  write<T>(work: (run: Run) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Runs one statement. Never more than one at a time on a connection. */
export type Run = <R>(text: string, values?: readonly unknown[]) => Promise<R[]>;

export interface ConnectionOptions {
  readonly url: string;
  /** How many connections at most. */
  readonly connections: number;
  readonly statementMs: number;
}

/** A server that does not answer within this time is not there. */
const CONNECT_MS = 10_000;
const WRITE_MS = 600_000;

export function openConnection({ url, connections, statementMs }: ConnectionOptions): Connection {
  const { place } = readUrl(url);
  const config: PoolConfig = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    application_name: 'consilium-search',
    allowExitOnIdle: true,
  };
  let opening: Promise<Pool> | undefined;

  return {
    place,
    read: (work, signal) => twice(() => borrow((client) => cancellable(client, work, signal))),
    write: (work) => twice(() => borrow((client) => transact(client, work))),
    async close() {
      const pool = await opening?.catch(() => undefined);
      await pool?.end();
    },
  };

  /** The driver is loaded when it is first needed: who has no shared index does not wait for it. */
  function open(): Promise<Pool> {
    opening ??= import('pg').then(({ default: pg }) => {
      const pool = new pg.Pool(config);
      // An idle connection that breaks leaves the pool by itself; who asks next gets another.
      pool.on('error', () => {});
      return pool;
    });
    return opening;
  }

  async function twice<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (thrown) {
      if (!isLost(thrown)) throw thrown;
      return await attempt();
    }
  }

  async function borrow<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await (await open()).connect();
    // A connection that breaks while it is lent says so here too; the statement under way rejects.
    const ignore = () => {};
    client.on('error', ignore);
    let broken: Error | undefined;
    try {
      return await work(client);
    } catch (thrown) {
      if (isLost(thrown)) broken = thrown as Error;
      throw thrown;
    } finally {
      client.removeListener('error', ignore);
      client.release(broken);
    }
  }

  async function transact<T>(client: PoolClient, work: (run: Run) => Promise<T>): Promise<T> {
    await client.query(`BEGIN; SET LOCAL statement_timeout = ${WRITE_MS}`);
    try {
      const result = await work(runOn(client));
      await client.query('COMMIT');
      return result;
    } catch (thrown) {
      if (!isLost(thrown)) await client.query('ROLLBACK').catch(() => {});
      throw thrown;
    }
  }

  async function cancellable<T>(client: PoolClient, work: (run: Run) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const cancel = () => void cancelStatement(client).catch(() => {});
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await work(runOn(client));
    } catch (thrown) {
      stopIfAborted(signal);
      throw thrown;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Asks the server, over a connection of its own, to stop what runs on this one. */
  async function cancelStatement(busy: PoolClient): Promise<void> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query('SELECT pg_cancel_backend($1)', [(busy as unknown as { processID: number }).processID]);
    } finally {
      await client.end();
    }
  }
}

function runOn(client: PoolClient): Run {
  return async <R>(text: string, values?: readonly unknown[]) =>
    (await client.query(text, values?.map(withoutNul))).rows as R[];
}

/** Postgres takes no NUL in a text. Another sign stands in for it, so that positions stay what they are. */
function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;
  return Array.isArray(value) ? value.map(withoutNul) : value;
}

/** Refuses what is no Postgres URL. The value is never repeated: it holds a password. */
export function readUrl(url: string): { place: string } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !['postgres:', 'postgresql:'].includes(parsed.protocol))
    throw new ConsiliumError('SEARCH_URL_INVALID', 'CONSILIUM_SEARCH_URL is not the URL of a Postgres database.', {
      hint: 'It looks like postgres://user:password@host:5432/database. Unset it to keep the index on this machine.',
    });
  const host = parsed.hostname || parsed.searchParams.get('host') || 'localhost';
  return { place: `${host}:${parsed.port || '5432'}${parsed.pathname}` };
}
