/**
 * A request sent twice is done once. Whoever sends an `Idempotency-Key` with a run gets, for the same key and body, the
 * answer of the first time: for a day, also after a restart, also while the first one still runs. What failed may be
 * tried again under the same key.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Context } from 'hono';
import { ConsiliumError, DAY_MS, newId } from '../kernel/index.ts';
import { guardDisk, migrate, type Tables } from '../storage/index.ts';
import { callerOf, keyOf } from './caller.ts';
import type { Middleware } from './route.ts';

interface Kept {
  readonly request: string;
  /** Of the run that it starts. */
  readonly name: string;
  /** 0 while there is no answer. */
  readonly status: number;
  readonly type: string;
  readonly location: string | null;
  readonly body: string;
}

export const idempotencyTables: Tables = {
  room: 'idempotency',
  steps: [
    `
  CREATE TABLE IF NOT EXISTS idempotency (
    key TEXT PRIMARY KEY, created INTEGER NOT NULL, request TEXT NOT NULL, name TEXT NOT NULL,
    status INTEGER NOT NULL, type TEXT NOT NULL, location TEXT, body TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS idempotency_created ON idempotency (created);`,
  ],
};

export function doOnce(db: DatabaseSync): Middleware {
  const path = db.location() ?? 'memory';
  migrate(db, idempotencyTables);
  const { add, find, drop, forget } = guardDisk(path, () => {
    return {
      add: db.prepare(
        `INSERT OR REPLACE INTO idempotency (key, created, request, name, status, type, location, body)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      find: db.prepare(
        'SELECT request, name, status, type, location, body FROM idempotency WHERE key = ? AND created > ?',
      ),
      drop: db.prepare('DELETE FROM idempotency WHERE key = ?'),
      forget: db.prepare('DELETE FROM idempotency WHERE created <= ?'),
    };
  });
  const running = new Map<string, { request: string; answer: Promise<Kept> }>();

  const keep = (key: string, { request, name, status, type, location, body }: Kept) =>
    guardDisk(path, () => {
      forget.run(Date.now() - DAY_MS);
      add.run(key, Date.now(), request, name, status, type, location, body);
    });

  return async (context, next) => {
    const given = context.req.header('idempotency-key');
    if (given === undefined) return void (await next());
    const key = hash([keyOf(callerOf(context)), context.req.method, context.req.path, checkKey(given)]);
    const request = hash([new URL(context.req.url).search, await context.req.text()]);
    const first = running.get(key);
    const kept = first ?? (guardDisk(path, () => find.get(key, Date.now() - DAY_MS)) as Kept | undefined);
    if (kept !== undefined) {
      if (kept.request !== request) throw conflict();
      if (first !== undefined) return replay(await first.answer);
      if ((kept as Kept).status > 0) return replay(kept as Kept);
    }
    // A request that a dead process left without an answer is done again under the name that it had.
    const begun: Kept = { request, name: (kept as Kept | undefined)?.name ?? newId(), status: 0, ...NOTHING };
    const { promise, resolve, reject } = Promise.withResolvers<Kept>();
    promise.catch(() => {}); // whoever waits for it hears of it
    running.set(key, { request, answer: promise });
    try {
      keep(key, begun);
      context.set('idempotency', begun.name);
      await next();
      const answer = await capture(context.res, begun);
      if (answer.status < 300) keep(key, answer);
      else guardDisk(path, () => drop.run(key));
      resolve(answer);
    } catch (thrown) {
      reject(thrown);
      throw thrown;
    } finally {
      running.delete(key);
    }
    return undefined;
  };
}

const NOTHING = { type: '', location: null, body: '' };

/** A name for the run that this request starts, the same if it must be started again; undefined without a key. */
export function onceName(context: Context): string | undefined {
  return context.get('idempotency') as string | undefined;
}

/** The key of a turn: the same twice is one turn and one answer, whichever session it began. */
export function readKey(context: Context): string | undefined {
  const given = context.req.header('idempotency-key');
  return given === undefined ? undefined : checkKey(given).slice(0, 200);
}

function checkKey(key: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new ConsiliumError('REQUEST_INVALID', 'Idempotency-Key has 1 to 255 visible characters.');
}

async function capture(response: Response, begun: Kept): Promise<Kept> {
  return {
    ...begun,
    status: response.status,
    type: response.headers.get('content-type') ?? 'application/json',
    location: response.headers.get('location'),
    body: await response.clone().text(),
  };
}

function replay({ status, type, location, body }: Kept): Response {
  const headers = new Headers({ 'content-type': type, 'idempotency-replayed': 'true' });
  if (location !== null) headers.set('location', location);
  return new Response(body, { status, headers });
}

function conflict(): ConsiliumError {
  return new ConsiliumError('IDEMPOTENCY_CONFLICT', 'This Idempotency-Key was sent before with another request.', {
    hint: 'Use a new key for each request; send the same one only to repeat it.',
  });
}

function hash(parts: readonly string[]): string {
  const made = createHash('sha256');
  for (const part of parts) made.update(`${part.length}:${part}`);
  return made.digest('hex');
}
