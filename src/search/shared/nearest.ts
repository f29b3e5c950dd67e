/** Semantic search in Postgres: by pgvector where it is, else by vectors that are fetched once and compared here. */
import { acceptFile, type FiledAs } from '../filter.ts';
import { asSigned, type DigestVector, type Found, type Where } from '../holdings.ts';
import { openVectors } from '../semantic/vectors.ts';
import type { Connection, Run } from './connection.ts';
import { vectorText } from './schema.ts';
import { whereSql } from './where.ts';

export interface Nearest {
  find(vector: Float32Array, top: number, where: Where, embedded: number, signal?: AbortSignal): Promise<Found>;
  /** Stores vectors; those that are there stay. */
  add(run: Run, vectors: readonly DigestVector[]): Promise<void>;
}

/** Fewer vectors than this are all compared: as fast as the index, and it misses none. */
const ALL_BELOW = 10_000;
/** pgvector looks at no more candidates than this. */
const MOST_CANDIDATES = 1000;

export function nearestByPgvector(connection: Connection, schema: string): Nearest {
  const distance = `embedding OPERATOR(${schema}.<=>) $1::${schema}.vector`;
  return {
    find: (vector, top, where, embedded, signal) =>
      connection.read(async (run) => {
        const query = vectorText(vector);
        const near = embedded > ALL_BELOW ? await findByIndex(run, query, top, where) : undefined;
        // Too few where most of the nearest belong to other scopes: then all of these are compared.
        return near !== undefined && near.ids.length >= top ? near : findAmongAll(run, query, top, where);
      }, signal),
    add: (run, vectors) =>
      addVectors(run, vectors, 'embedding', `${schema}.vector[]`, (each) => vectorText(asSigned(each))),
  };

  async function findByIndex(run: Run, query: string, top: number, where: Where): Promise<Found> {
    const candidates = Math.min(MOST_CANDIDATES, 2 * top);
    const filter = whereSql(where, 4);
    await run(`BEGIN READ ONLY; SET LOCAL hnsw.ef_search = ${candidates}`);
    try {
      return toFound(
        await run(
          `WITH near AS MATERIALIZED (
              SELECT digest, ${distance} AS distance FROM consilium_search.vector ORDER BY ${distance} LIMIT $2)
            SELECT passage.id, 1 - distance AS score FROM near JOIN consilium_search.passage USING (digest)
            WHERE ${filter.sql} ORDER BY distance, passage.id LIMIT $3`,
          [query, candidates, top, ...filter.values],
        ),
      );
    } finally {
      await run('COMMIT');
    }
  }

  async function findAmongAll(run: Run, query: string, top: number, where: Where): Promise<Found> {
    const filter = whereSql(where, 3);
    return toFound(
      await run(
        `WITH each AS MATERIALIZED (
            SELECT passage.id, ${distance} AS distance
            FROM consilium_search.passage JOIN consilium_search.vector USING (digest) WHERE ${filter.sql})
          SELECT id, 1 - distance AS score FROM each ORDER BY distance, id LIMIT $2`,
        [query, top, ...filter.values],
      ),
    );
  }
}

function toFound(rows: readonly { id: number; score: number }[]): Found {
  return { ids: rows.map(({ id }) => id), scores: rows.map(({ score }) => score) };
}

/** In the order of their digests, so that two who add the same do not wait for each other in a circle. */
async function addVectors(
  run: Run,
  vectors: readonly DigestVector[],
  column: string,
  type: string,
  write: (vector: Uint8Array) => unknown,
): Promise<void> {
  const ordered = vectors
    .map(({ digest, vector }) => ({ digest: Buffer.from(digest), vector }))
    .sort((a, b) => Buffer.compare(a.digest, b.digest));
  await run(
    `INSERT INTO consilium_search.vector (digest, ${column})
      SELECT DISTINCT ON (digest) digest, vector FROM unnest($1::bytea[], $2::${type}) AS new (digest, vector)
      ORDER BY digest ON CONFLICT (digest) DO NOTHING`,
    [ordered.map(({ digest }) => digest), ordered.map(({ vector }) => write(vector))],
  );
}

/** What is known here of a scope's passages. */
interface Known {
  revision: string;
  /** Passages with a higher number are not known yet: within a scope numbers are given one writer after another. */
  last: number;
  files: Map<number, { filed: FiledAs; docs: number[] }>;
  /** Passages without a vector, with the numbers they have here. */
  waiting: Map<number, number>;
}

export function nearestInProcess(connection: Connection): Nearest {
  const vectors = openVectors();
  const passages: number[] = [];
  const fileOf: number[] = [];
  const scopeOf: number[] = [];
  const known = new Map<number, Known>();
  /** One at a time: two that catch up at once would read the same passages twice. */
  let line: Promise<unknown> = Promise.resolve();

  return {
    async find(vector, top, where, _embedded, signal) {
      const catching = line.catch(() => {}).then(() => connection.read((run) => catchUp(run, where.scopes), signal));
      line = catching;
      await catching;
      const accepts = where.filter && acceptFile(where.filter);
      const accept = (doc: number) => {
        const scope = scopeOf[doc] as number;
        if (!where.scopes.has(scope)) return false;
        const file = known.get(scope)?.files.get(fileOf[doc] as number);
        return file !== undefined && (accepts === undefined || accepts(file.filed));
      };
      const { docs, scores } = vectors.search(vector, top, accept);
      return { ids: docs.map((doc) => passages[doc] as number), scores };
    },
    add: (run, added) => addVectors(run, added, 'bytes', 'bytea[]', (bytes) => Buffer.from(bytes)),
  };

  async function catchUp(run: Run, scopes: ReadonlySet<number>): Promise<void> {
    const rows = await run<{ id: number; revision: string }>(
      'SELECT id, revision FROM consilium_search.scope WHERE id = ANY ($1::integer[])',
      [[...scopes]],
    );
    for (const { id, revision } of rows) {
      const there = known.get(id) ?? { revision: '', last: 0, files: new Map(), waiting: new Map() };
      known.set(id, there);
      if (there.revision !== revision) {
        await readPassages(run, id, there);
        await readFiles(run, id, there);
        there.revision = revision;
      }
      await readWaiting(run, there);
    }
  }

  async function readPassages(run: Run, scope: number, there: Known): Promise<void> {
    const rows = await run<{ id: number; file: number; bytes: Buffer | null }>(
      `SELECT id, file, bytes FROM consilium_search.passage LEFT JOIN consilium_search.vector USING (digest)
        WHERE scope = $1 AND id > $2 ORDER BY id`,
      [scope, there.last],
    );
    for (const { id, file, bytes } of rows) {
      const doc = passages.push(id) - 1;
      fileOf[doc] = file;
      scopeOf[doc] = scope;
      there.last = id;
      const filed = there.files.get(file) ?? { filed: { path: '', name: '', source_type: 'internal_doc' }, docs: [] };
      filed.docs.push(doc);
      there.files.set(file, filed);
      if (bytes === null) there.waiting.set(id, doc);
      else vectors.set(doc, asSigned(bytes));
    }
  }

  /** Read after the passages: what left in between is then not kept. */
  async function readFiles(run: Run, scope: number, there: Known): Promise<void> {
    const rows = await run<FiledAs & { id: number }>(
      'SELECT id, path, name, source_type FROM consilium_search.file WHERE scope = $1',
      [scope],
    );
    const still = new Map(rows.map(({ id, ...filed }) => [id, filed]));
    for (const [id, file] of there.files) {
      const filed = still.get(id);
      if (filed !== undefined) file.filed = filed;
      else {
        for (const doc of file.docs) forget(doc, there);
        there.files.delete(id);
      }
    }
  }

  function forget(doc: number, there: Known): void {
    vectors.remove(doc);
    there.waiting.delete(passages[doc] as number);
  }

  async function readWaiting(run: Run, there: Known): Promise<void> {
    if (there.waiting.size === 0) return;
    const rows = await run<{ id: number; bytes: Buffer }>(
      `SELECT id, bytes FROM consilium_search.passage JOIN consilium_search.vector USING (digest)
        WHERE id = ANY ($1::integer[])`,
      [[...there.waiting.keys()]],
    );
    for (const { id, bytes } of rows) {
      vectors.set(there.waiting.get(id) as number, asSigned(bytes));
      there.waiting.delete(id);
    }
  }
}
