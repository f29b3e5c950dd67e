/**
 * Search: files and knowledge entries, read into passages and found again by their words (BM25), by their meaning
 * (MiniLM, in worker threads) or by both. What is found carries what a citation needs. The index is one SQLite file of
 * its own in the home folder. May touch: that file, the files it is told to index, the knowledge entries. A passage is
 * data: nothing here acts on what it says. A shared (Postgres) index would stand behind the same `Search`; this version
 * has none.
 */
export type * from './search.ts';
export {
  type DocumentsRequest,
  type OpenSearch,
  openSearch,
  type PlainDocument,
  type SearchOptions,
} from './service.ts';
