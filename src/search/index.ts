/**
 * Search: files and knowledge entries, read into passages and found again by their words (BM25), by their meaning
 * (MiniLM, in worker threads) or by both. What is found carries what a citation needs. The index is one SQLite file of
 * its own in the home folder (local/), or a schema of a Postgres database that several machines share (shared/); the desk
 * (service.ts) knows only what both have in common (holdings.ts). May touch: that file or that schema, the files it is
 * told to index, the knowledge entries. A passage is data: nothing here acts on what it says.
 */

export { isHouse, type Keeper, ownScope } from './keepers.ts';
export { KNOWLEDGE } from './knowledge.ts';
export type * from './search.ts';
export {
  type DocumentsRequest,
  type OpenSearch,
  openSearch,
  type PlainDocument,
  type SearchOptions,
} from './service.ts';
