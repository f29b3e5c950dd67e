/** Vectors compared by the database: pgvector itself, in a Postgres that runs in this process and speaks over a socket. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../kernel/context.ts';
import { type OpenSearch, openSearch } from '../index.ts';

/** Two databases in WebAssembly and a model: seconds at rest, far longer where every core is busy. */
const PATIENCE = 240_000;

let root: string;
let plain: Served;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'search-pgvector-'));
  plain = await serve(await PGlite.create());
}, PATIENCE);
const served: Served[] = [];
afterAll(async () => {
  for (const { close } of served) await close();
  rmSync(root, { recursive: true, force: true });
});

interface Served {
  readonly db: PGlite;
  readonly url: string;
  close(): Promise<void>;
}

async function serve(db: PGlite): Promise<Served> {
  const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1' });
  await server.start();
  const close = async () => {
    await server.stop();
    await db.close();
  };
  const one = { db, url: `postgres://postgres@${server.getServerConn()}/postgres`, close };
  served.push(one);
  return one;
}

/** What the index says of itself when it is opened. */
const backends: unknown[] = [];

/** PGlite takes one connection at a time. */
const withSearch = async <T>(url: string | undefined, work: (search: OpenSearch) => Promise<T>): Promise<T> => {
  const shared = url === undefined ? undefined : { url, connections: 1 };
  const log = { ...silentLog, info: (fields: object) => 'backend' in fields && backends.push(fields.backend) };
  const search = openSearch({ dir: join(root, 'home'), shared, log });
  try {
    return await work(search);
  } finally {
    await search.close();
  }
};

const DOCUMENTS = [
  { id: 'heart', title: '', text: 'Myocardial infarction: the muscle dies when a coronary artery is blocked.' },
  { id: 'cake', title: '', text: 'Beat butter and sugar, fold in flour, bake for forty minutes.' },
  { id: 'sleep', title: '', text: 'Go to bed at the same hour, keep the room dark, no screens late at night.' },
  { id: 'again', title: '', text: 'Beat butter and sugar, fold in flour, bake for forty minutes.' },
];

const ask = async (search: OpenSearch) => {
  const all: [string, number][][] = [];
  for (const match of ['semantic', 'hybrid'] as const)
    for (const query of ['recipe for a dessert', 'heart attack', 'I cannot sleep']) {
      const { hits, warnings } = await search.search({ query, scopes: ['docs'], match });
      expect(warnings).toEqual([]);
      all.push(hits.map(({ id, score }) => [id, Math.round(score * 1e4)]));
    }
  return all;
};

test(
  'a database without pgvector keeps bytes; given pgvector, it turns them into vectors and answers the same',
  async () => {
    const index = (search: OpenSearch) => search.indexDocuments({ scope: 'docs', documents: DOCUMENTS });
    const local = await withSearch(undefined, async (search) => {
      await index(search);
      return ask(search);
    });
    expect(local[0]?.slice(0, 2).map(([id]) => id)).toEqual(['cake', 'again']);
    await withSearch(plain.url, async (search) => {
      await index(search);
      expect(await ask(search)).toEqual(local);
    });
    const files = await plain.db.dumpDataDir('none');
    const richer = await serve(await PGlite.create({ loadDataDir: files, extensions: { vector } }));
    await withSearch(richer.url, async (search) => {
      expect(await ask(search)).toEqual(local);
      await search.indexDocuments({
        scope: 'docs',
        documents: [...DOCUMENTS, { id: 'tea', title: '', text: 'Green tea.' }],
      });
      const { hits } = await search.search({ query: 'a hot drink', scopes: ['docs'], match: 'semantic' });
      expect(hits[0]?.id).toBe('tea');
      expect(hits.length).toBe(5);
      const filter = { path: 'cake' };
      expect((await search.search({ query: 'heart', scopes: ['docs'], match: 'semantic', filter })).hits.length).toBe(
        1,
      );
    });
    expect(backends).toEqual(['postgres, vectors compared in this process', 'postgres, pgvector']);
    const { rows } = await richer.db.query(`SELECT indexdef FROM pg_indexes WHERE tablename = 'vector' ORDER BY 1`);
    expect(JSON.stringify(rows)).toMatch(/USING hnsw \(embedding.*vector_cosine_ops\)/);
  },
  PATIENCE,
);
