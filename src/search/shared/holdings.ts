/**
 * The index that several machines share: a schema of a Postgres database. It is opened when something is first asked of
 * it, so that a server that is away stops nobody who does not search, and is found again when it is back.
 */
import { randomUUID } from 'node:crypto';
import type { SourceMetadata } from '../../citations/source.ts';
import type { Log } from '../../kernel/context.ts';
import type { Counts, Holdings, StoredFile, StoredPassage, Tally, Unembedded } from '../holdings.ts';
import type { KeptPassage } from '../search.ts';
import { type Connection, openConnection, type Run } from './connection.ts';
import { isStale, toFailure } from './failure.ts';
import { removeFiles, replaceFiles } from './filing.ts';
import { type Nearest, nearestByPgvector, nearestInProcess } from './nearest.ts';
import { openSchema } from './schema.ts';
import { findByWords } from './words.ts';

export interface SharedOptions {
  /** Of a Postgres database. */
  readonly url: string;
  /** How many connections at most; default 4. */
  readonly connections?: number | undefined;
  /** How long a query may take; default half a minute. */
  readonly statementMs?: number | undefined;
}

interface Opened {
  readonly backend: 'postgres, pgvector' | 'postgres, vectors compared in this process';
  readonly nearest: Nearest;
}

/** Who embeds a scope says so again within this time, or is taken for dead. */
const CLAIM_SECONDS = 60;
/** How long a count of vectors is believed that somebody else may be changing. */
const RECOUNT_MS = 2000;

export function openSharedHoldings(options: SharedOptions, log: Log): Holdings {
  const { url, connections = 4, statementMs = 30_000 } = options;
  const connection = openConnection({ url, connections, statementMs });
  const me = randomUUID();
  const tallies = openTallies();
  let opening: Promise<Opened> | undefined;

  return {
    backend: () => current(async ({ backend }) => backend),
    scopes: () =>
      read(async (run) => {
        const rows = await run<{ id: number; name: string; updated: string | null; embeds: boolean }>(
          'SELECT id, name, updated, embeds FROM consilium_search.scope ORDER BY name COLLATE "C"',
        );
        return rows.map(({ updated, ...row }) => (updated === null ? row : { ...row, updated: Number(updated) }));
      }),
    scope: (name) =>
      write(async (run) => {
        await run('INSERT INTO consilium_search.scope (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
        const [row] = await run<{ id: number }>('SELECT id FROM consilium_search.scope WHERE name = $1', [name]);
        return (row as { id: number }).id;
      }),
    touchScope: (id, time, embeds) =>
      write(async (run) => {
        await run('UPDATE consilium_search.scope SET updated = $2, embeds = $3 WHERE id = $1', [id, time, embeds]);
        // The planner must know what was just stored; left alone, it would hear of it in a minute or so.
        await run('ANALYZE consilium_search.passage');
      }),
    dropScope: (id) =>
      write(async (run) => {
        await run('SELECT 1 FROM consilium_search.scope WHERE id = $1 FOR UPDATE', [id]);
        await run('DELETE FROM consilium_search.passage WHERE scope = $1', [id]);
        await run('DELETE FROM consilium_search.scope WHERE id = $1', [id]);
      }),
    counts: (scope) => read((run) => readCounts(run, scope)),
    files: (scope) =>
      read((run) =>
        run<StoredFile>(
          `SELECT id, scope, path, name, source_type, hash, mtime, size, settled
            FROM consilium_search.file WHERE scope = $1`,
          [scope],
        ),
      ),
    replaceFiles: (scope, volumes) => write((run) => replaceFiles(run, scope, volumes)),
    removeFiles: (scope, ids) => write((run) => removeFiles(run, scope, ids)),
    settleFile: (id, mtime, settled) =>
      write(async (run) => {
        await run('UPDATE consilium_search.file SET mtime = $2, settled = $3 WHERE id = $1', [id, mtime, settled]);
      }),
    tally: (scopes) => read((run) => tallies.read(run, scopes)),
    unembedded: (scope) =>
      read((run) =>
        run<Unembedded>(
          `SELECT digest, min(CASE title WHEN '' THEN text ELSE title || '. ' || text END) AS text
            FROM consilium_search.passage WHERE scope = $1
            AND NOT EXISTS (SELECT FROM consilium_search.vector WHERE vector.digest = passage.digest)
            GROUP BY digest ORDER BY min(id)`,
          [scope],
        ),
      ),
    async addVectors(vectors) {
      if (vectors.length === 0) return;
      await write(async (run) => {
        await (await open()).nearest.add(run, vectors);
        await noteVectors(
          run,
          vectors.map(({ digest }) => Buffer.from(digest)),
        );
      });
      tallies.forget();
    },
    claim: (scope) =>
      write(async (run) => {
        const rows = await run(
          `UPDATE consilium_search.scope SET claimed_by = $2, claimed_until = now() + make_interval(secs => $3)
            WHERE id = $1 AND (claimed_by IS NULL OR claimed_by = $2 OR claimed_until < now()) RETURNING 1`,
          [scope, me, CLAIM_SECONDS],
        );
        return rows.length > 0;
      }),
    byWords: (terms, top, where, signal) => read((run) => findByWords(run, terms, top, where), signal),
    async byMeaning(vector, top, where, signal) {
      const tally = await read((run) => tallies.read(run, where.scopes), signal);
      const embedded = [...tally.values()].reduce((sum, each) => sum + each.embedded, 0);
      return current(async ({ nearest }) => nearest.find(vector, top, where, embedded, signal));
    },
    passages: (ids, signal) => read((run) => readPassages(run, ids), signal),
    contents: (scope, file) => read((run) => readContents(run, scope, file)),
    close: () => connection.close(),
  };

  function read<T>(work: (run: Run) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return current(() => connection.read(work, signal));
  }

  function write<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return current(() => connection.write(work));
  }

  /** Does the work on the tables as they are; opens them anew, once, where they are no longer as they were. */
  async function current<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    try {
      return await work(await open()).catch(async (thrown) => {
        if (!isStale(thrown)) throw thrown;
        opening = undefined;
        tallies.forget();
        return work(await open());
      });
    } catch (thrown) {
      throw toFailure(thrown, connection.place);
    }
  }

  /** Where it fails, the next who asks tries again. */
  function open(): Promise<Opened> {
    if (opening !== undefined) return opening;
    const attempt = openTables(connection);
    opening = attempt;
    attempt.then(
      ({ backend }) => log.info({ place: connection.place, backend }, 'the shared search index is open'),
      () => {
        if (opening === attempt) opening = undefined;
      },
    );
    return attempt;
  }
}

async function openTables(connection: Connection): Promise<Opened> {
  const { pgvector } = await connection.write(openSchema);
  if (pgvector === undefined)
    return { backend: 'postgres, vectors compared in this process', nearest: nearestInProcess(connection) };
  return { backend: 'postgres, pgvector', nearest: nearestByPgvector(connection, pgvector) };
}

async function readCounts(run: Run, scope: number): Promise<Counts> {
  const [row] = await run<Record<keyof Counts, string>>(
    `SELECT (SELECT count(*) FROM consilium_search.file WHERE scope = $1) AS files,
      (SELECT count(*) FROM consilium_search.passage WHERE scope = $1) AS chunks,
      (SELECT count(*) FROM consilium_search.passage JOIN consilium_search.vector USING (digest) WHERE scope = $1)
        AS embedded`,
    [scope],
  );
  return { files: Number(row?.files), chunks: Number(row?.chunks), embedded: Number(row?.embedded) };
}

async function readPassages(run: Run, ids: readonly number[]): Promise<Map<number, StoredPassage>> {
  const rows = await run<Omit<StoredPassage, 'source'> & { id: number; source: string }>(
    `SELECT id, scope, key, title, text, start, finish AS end, lines, source
      FROM consilium_search.passage WHERE id = ANY ($1::integer[])`,
    [ids],
  );
  return new Map(rows.map(({ id, source, ...row }) => [id, { ...row, source: JSON.parse(source) as SourceMetadata }]));
}

async function readContents(run: Run, scope: number, file: string | undefined): Promise<KeptPassage[]> {
  const rows = await run<Omit<KeptPassage, 'source'> & { source: string }>(
    `SELECT key AS id, name AS file, title, text, start, finish AS "end", source
      FROM consilium_search.passage JOIN consilium_search.file ON file.id = passage.file
      WHERE passage.scope = $1 AND ($2::text IS NULL OR name = $2) ORDER BY name COLLATE "C", file.id, start, passage.id`,
    [scope, file ?? null],
  );
  return rows.map((row) => ({ ...row, source: JSON.parse(row.source) as SourceMetadata }));
}

/** Tells every scope that holds these words that something about it changed. */
async function noteVectors(run: Run, digests: readonly Buffer[]): Promise<void> {
  const scopes = await run<{ id: number }>(
    `SELECT id FROM consilium_search.scope
      WHERE id IN (SELECT scope FROM consilium_search.passage WHERE digest = ANY ($1::bytea[])) ORDER BY id FOR UPDATE`,
    [digests],
  );
  await run('UPDATE consilium_search.scope SET revision = revision + 1 WHERE id = ANY ($1::integer[])', [
    scopes.map(({ id }) => id),
  ]);
}

/**
 * How many passages have a vector is counted again only where it may have changed: a scope in which all have one stays
 * so until its revision moves; where some have none, somebody may just be adding them.
 */
function openTallies() {
  const kept = new Map<number, Tally & { revision: string; at: number }>();
  return {
    forget: () => kept.clear(),
    async read(run: Run, scopes: ReadonlySet<number>): Promise<Map<number, Tally>> {
      const rows = await run<{ id: number; revision: string; passages: number }>(
        'SELECT id, revision, passages FROM consilium_search.scope WHERE id = ANY ($1::integer[])',
        [[...scopes]],
      );
      const now = performance.now();
      const stale = rows.filter(({ id, revision }) => {
        const known = kept.get(id);
        const fresh = known && (known.embedded >= known.passages || now - known.at < RECOUNT_MS);
        return known?.revision !== revision || !fresh;
      });
      if (stale.length > 0) {
        const counted = await countEmbedded(
          run,
          stale.map(({ id }) => id),
        );
        for (const { id, revision, passages } of stale)
          kept.set(id, { revision, passages, embedded: counted.get(id) ?? 0, at: now });
      }
      return new Map(rows.map(({ id }) => [id, kept.get(id) ?? { passages: 0, embedded: 0 }]));
    },
  };
}

async function countEmbedded(run: Run, scopes: readonly number[]): Promise<Map<number, number>> {
  const rows = await run<{ scope: number; embedded: string }>(
    `SELECT scope, count(*) AS embedded FROM consilium_search.passage JOIN consilium_search.vector USING (digest)
      WHERE scope = ANY ($1::integer[]) GROUP BY scope`,
    [scopes],
  );
  return new Map(rows.map(({ scope, embedded }) => [scope, Number(embedded)]));
}
