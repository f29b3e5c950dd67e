/**
 * The tables of a shared index, in a schema of their own. Whoever opens it first makes them; a lock keeps two from doing
 * so at once. A schema that a newer version wrote is left alone.
 */
import { ConsiliumError } from '../../kernel/errors.ts';
import { asSigned, TERMS_FORM } from '../holdings.ts';
import { DIMENSIONS } from '../semantic/vectors.ts';
import type { Run } from './connection.ts';
import { toLexemes } from './lexemes.ts';

/** What is known of an open schema. */
export interface Schema {
  /** The schema that pgvector is installed in, quoted; undefined where vectors are bytes, compared in this process. */
  readonly pgvector: string | undefined;
}

/** Of the tables below. */
export const VERSION = 1;
/** Any number, as long as it is always this one. */
const LOCK = 7_305_108_213;

export async function openSchema(run: Run): Promise<Schema> {
  await run('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  const [there] = await run<{ name: string | null }>(`SELECT to_regclass('consilium_search.meta')::text AS name`);
  if (there?.name === null) await createTables(run);
  const [meta] = await run<{ version: number; form: number }>('SELECT version, form FROM consilium_search.meta');
  refuseNewer(meta?.version ?? 0, meta?.form ?? 0);
  if ((meta?.form ?? 0) < TERMS_FORM) await renewTerms(run);
  const pgvector = await findPgvector(run);
  if (pgvector !== undefined) await adoptPgvector(run, pgvector);
  return { pgvector };
}

function refuseNewer(version: number, form: number): void {
  if (version <= VERSION && form <= TERMS_FORM) return;
  throw new ConsiliumError('SEARCH_NEWER', 'The shared search index was written by a newer version of Consilium.', {
    hint: 'Update this installation, or point CONSILIUM_SEARCH_URL at another database.',
    details: { version, form },
  });
}

async function createTables(run: Run): Promise<void> {
  const [schema] = await run(`SELECT 1 FROM pg_namespace WHERE nspname = 'consilium_search'`);
  if (schema === undefined) await run('CREATE SCHEMA consilium_search');
  await run(TABLES);
  await run('INSERT INTO consilium_search.meta (version, form) VALUES ($1, $2)', [VERSION, TERMS_FORM]);
}

/**
 * A scope's counters are kept by who writes to it, under the lock of its row. `terms`: see lexemes.ts. Statistics of what
 * is never compared by its value are of no use, and would make analysing slow.
 */
const TABLES = `
  SET LOCAL search_path = consilium_search;
  CREATE TABLE meta (
    id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1), version integer NOT NULL, form integer NOT NULL);
  CREATE TABLE scope (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE, updated bigint,
    embeds boolean NOT NULL DEFAULT false, revision bigint NOT NULL DEFAULT 0, passages integer NOT NULL DEFAULT 0,
    words bigint NOT NULL DEFAULT 0, deepest integer NOT NULL DEFAULT 1, claimed_by text, claimed_until timestamptz);
  CREATE TABLE file (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, scope integer NOT NULL REFERENCES scope ON DELETE CASCADE,
    path text NOT NULL, name text NOT NULL, source_type text NOT NULL, hash text NOT NULL,
    mtime double precision NOT NULL, size integer NOT NULL, settled boolean NOT NULL);
  CREATE UNIQUE INDEX file_by_path ON file (scope, md5(path));
  CREATE TABLE passage (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, scope integer NOT NULL,
    file integer NOT NULL REFERENCES file ON DELETE CASCADE, key text NOT NULL, title text NOT NULL, text text NOT NULL,
    start integer NOT NULL, finish integer NOT NULL, lines text, source text NOT NULL, length integer NOT NULL,
    digest bytea NOT NULL, terms tsvector NOT NULL);
  CREATE INDEX passage_of_file ON passage (file);
  CREATE INDEX passage_by_digest ON passage (digest);
  CREATE INDEX passage_by_terms ON passage USING gin (terms) WITH (fastupdate = off);
  CREATE TABLE vector (digest bytea PRIMARY KEY, bytes bytea NOT NULL);
  ${['key', 'title', 'text', 'lines', 'source', 'terms'].map((name) => `ALTER TABLE passage ALTER ${name} SET STATISTICS 0;`).join(' ')}
  ALTER TABLE passage ALTER digest SET STATISTICS 10, ALTER file SET STATISTICS 10, ALTER scope SET STATISTICS 10,
    ALTER id SET STATISTICS 10, ALTER length SET STATISTICS 0;
  ALTER TABLE vector ALTER digest SET STATISTICS 10;
`;

/** The terms of all passages made anew, because they are made differently now. */
async function renewTerms(run: Run): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await run<{ id: number; title: string; text: string }>(
      'SELECT id, title, text FROM consilium_search.passage WHERE id > $1 ORDER BY id LIMIT 1000',
      [last],
    );
    if (rows.length === 0) break;
    last = (rows.at(-1) as { id: number }).id;
    const made = rows.map(({ title, text }) => toLexemes(title, text));
    await run(
      `UPDATE consilium_search.passage SET terms = new.terms, length = new.length
        FROM unnest($1::integer[], $2::tsvector[], $3::integer[]) AS new (id, terms, length) WHERE passage.id = new.id`,
      [rows.map(({ id }) => id), made.map(({ terms }) => terms), made.map(({ length }) => length)],
    );
    await run('UPDATE consilium_search.scope SET deepest = greatest(deepest, $1)', [
      Math.max(...made.map(({ deepest }) => deepest)),
    ]);
  }
  await run(`UPDATE consilium_search.scope SET revision = revision + 1,
    words = (SELECT coalesce(sum(length), 0) FROM consilium_search.passage WHERE passage.scope = scope.id)`);
  await run('UPDATE consilium_search.meta SET form = $1', [TERMS_FORM]);
}

/** Creates the extension where it can be; older ones than 0.5 have no index of the kind we need. */
async function findPgvector(run: Run): Promise<string | undefined> {
  const find = async () =>
    (
      await run<{ name: string; version: string }>(
        `SELECT quote_ident(nspname) AS name, extversion AS version FROM pg_extension
          JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'vector'`,
      )
    )[0];
  let found = await find();
  if (found === undefined) {
    const [available] = await run(`SELECT 1 FROM pg_available_extensions WHERE name = 'vector'`);
    if (available === undefined) return undefined;
    await run('SAVEPOINT extension');
    try {
      await run('CREATE EXTENSION vector');
      found = await find();
    } catch {
      await run('ROLLBACK TO SAVEPOINT extension');
    }
  }
  const [major = 0, minor = 0] = (found?.version ?? '').split('.').map(Number);
  return major > 0 || minor >= 5 ? found?.name : undefined;
}

/** Vectors that were kept as bytes become ones that the database compares itself. */
async function adoptPgvector(run: Run, schema: string): Promise<void> {
  const [bytes] = await run(`SELECT 1 FROM pg_attribute
    WHERE attrelid = 'consilium_search.vector'::regclass AND attname = 'bytes' AND NOT attisdropped`);
  if (bytes === undefined) return;
  await run(`ALTER TABLE consilium_search.vector ADD COLUMN embedding ${schema}.vector(${DIMENSIONS})`);
  for (;;) {
    const rows = await run<{ digest: Buffer; bytes: Buffer }>(
      'SELECT digest, bytes FROM consilium_search.vector WHERE embedding IS NULL LIMIT 1000',
    );
    if (rows.length === 0) break;
    await run(
      `UPDATE consilium_search.vector SET embedding = new.embedding
        FROM unnest($1::bytea[], $2::${schema}.vector[]) AS new (digest, embedding) WHERE vector.digest = new.digest`,
      [rows.map(({ digest }) => digest), rows.map((row) => vectorText(asSigned(row.bytes)))],
    );
  }
  await run(`ALTER TABLE consilium_search.vector DROP COLUMN bytes, ALTER COLUMN embedding SET NOT NULL`);
  await run(
    `CREATE INDEX vector_by_meaning ON consilium_search.vector USING hnsw (embedding ${schema}.vector_cosine_ops)`,
  );
}

/** As pgvector reads it. Angles are compared, so the length of a vector does not matter. */
export function vectorText(vector: Int8Array | Float32Array): string {
  return `[${vector.join(',')}]`;
}
