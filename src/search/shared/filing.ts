/**
 * Files and their passages in Postgres. Who writes to a scope locks its row first: two processes that index the same
 * folder take turns, and the second finds what the first has stored.
 */
import { ConsiliumError } from '../../kernel/errors.ts';
import { digestOf, keyOf, typeOf, type Volume } from '../holdings.ts';
import type { Run } from './connection.ts';
import { toLexemes } from './lexemes.ts';

/** So many passages go in one statement. */
const AT_ONCE = 1000;

export async function replaceFiles(
  run: Run,
  scope: number,
  volumes: readonly Volume[],
): Promise<{ files: number; passages: number }> {
  await lockScope(run, scope);
  const wanted = new Map(volumes.map((volume) => [volume.facts.path, volume]));
  const there = await run<{ id: number; path: string; hash: string }>(
    `SELECT id, path, hash FROM consilium_search.file
      WHERE scope = $1 AND md5(path) = ANY (ARRAY(SELECT md5(path) FROM unnest($2::text[]) AS path))`,
    [scope, [...wanted.keys()]],
  );
  const same = new Set(there.filter(({ path, hash }) => wanted.get(path)?.facts.hash === hash).map(({ path }) => path));
  const outdated = there.filter(({ path }) => wanted.has(path) && !same.has(path)).map(({ id }) => id);
  const fresh = [...wanted.values()].filter(({ facts }) => !same.has(facts.path));
  if (fresh.length === 0) return { files: 0, passages: 0 };
  const gone = await removePassages(run, outdated);
  const rows = toRows(await addFiles(run, scope, fresh), fresh);
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await addPassages(run, scope, rows.slice(from, from + AT_ONCE));
  const words = rows.reduce((sum, { length }) => sum + length, 0);
  const deepest = rows.reduce((most, row) => Math.max(most, row.deepest), 1);
  await countScope(run, scope, rows.length - gone.passages, words - gone.words, deepest);
  return { files: fresh.length, passages: rows.length };
}

export async function removeFiles(run: Run, scope: number, ids: readonly number[]): Promise<void> {
  await lockScope(run, scope);
  const gone = await removePassages(run, ids);
  await countScope(run, scope, -gone.passages, -gone.words, 1);
}

async function lockScope(run: Run, scope: number): Promise<void> {
  const [found] = await run('SELECT 1 FROM consilium_search.scope WHERE id = $1 FOR UPDATE', [scope]);
  if (found !== undefined) return;
  throw new ConsiliumError('SCOPE_UNKNOWN', 'The scope was dropped by somebody else while it was being written to.', {
    retryable: true,
    hint: 'Index again to make it anew.',
  });
}

async function removePassages(run: Run, files: readonly number[]): Promise<{ passages: number; words: number }> {
  if (files.length === 0) return { passages: 0, words: 0 };
  const [gone] = await run<{ passages: string; words: string }>(
    `WITH gone AS (DELETE FROM consilium_search.passage WHERE file = ANY ($1::integer[]) RETURNING length)
      SELECT count(*) AS passages, coalesce(sum(length), 0) AS words FROM gone`,
    [files],
  );
  await run('DELETE FROM consilium_search.file WHERE id = ANY ($1::integer[])', [files]);
  return { passages: Number(gone?.passages), words: Number(gone?.words) };
}

/** The numbers that the files got, in their order. */
async function addFiles(run: Run, scope: number, volumes: readonly Volume[]): Promise<number[]> {
  const facts = volumes.map((volume) => volume.facts);
  const rows = await run<{ id: number }>(
    `INSERT INTO consilium_search.file (scope, path, name, source_type, hash, mtime, size, settled)
      SELECT $1, path, name, source_type, hash, mtime, size, settled FROM unnest($2::text[], $3::text[], $4::text[],
        $5::text[], $6::float8[], $7::integer[], $8::boolean[]) WITH ORDINALITY
        AS new (path, name, source_type, hash, mtime, size, settled, place) ORDER BY place RETURNING id`,
    [
      scope,
      facts.map(({ path }) => path),
      facts.map(({ name }) => name),
      volumes.map(({ passages }) => typeOf(passages)),
      facts.map(({ hash }) => hash),
      facts.map(({ mtime }) => mtime),
      facts.map(({ size }) => size),
      facts.map(({ settled }) => settled),
    ],
  );
  return rows.map(({ id }) => id);
}

type PassageRow = ReturnType<typeof toRows>[number];

function toRows(ids: readonly number[], volumes: readonly Volume[]) {
  return volumes.flatMap(({ facts, passages }, i) => {
    const keys = new Map<string, number>();
    return passages.map((passage) => {
      const { title, text, start, end, lines } = passage;
      const key = keyOf(facts.path, passage, keys);
      const source = JSON.stringify({ id: key, ...passage.source });
      const digest = digestOf(title, text);
      return {
        file: ids[i] as number,
        key,
        title,
        text,
        start,
        end,
        lines: lines ?? null,
        source,
        digest,
        ...toLexemes(title, text),
      };
    });
  });
}

async function addPassages(run: Run, scope: number, rows: readonly PassageRow[]): Promise<void> {
  const column = <K extends keyof PassageRow>(name: K) => rows.map((row) => row[name]);
  await run(
    `INSERT INTO consilium_search.passage
        (scope, file, key, title, text, start, finish, lines, source, length, digest, terms)
      SELECT $1, file, key, title, text, start, finish, lines, source, length, digest, terms
      FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::integer[], $7::integer[], $8::text[],
        $9::text[], $10::integer[], $11::bytea[], $12::tsvector[]) WITH ORDINALITY
        AS new (file, key, title, text, start, finish, lines, source, length, digest, terms, place) ORDER BY place`,
    [
      scope,
      ...[column('file'), column('key'), column('title'), column('text'), column('start'), column('end')],
      ...[column('lines'), column('source'), column('length'), column('digest'), column('terms')],
    ],
  );
}

async function countScope(run: Run, scope: number, passages: number, words: number, deepest: number): Promise<void> {
  await run(
    `UPDATE consilium_search.scope SET revision = revision + 1, passages = passages + $2, words = words + $3,
      deepest = greatest(deepest, $4) WHERE id = $1`,
    [scope, passages, words, deepest],
  );
}
