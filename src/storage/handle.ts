/**
 * What works on the database itself: for storage, record and graph, and for tests that look behind the stores. The check
 * of dependencies (`npm run deps`) keeps every other room from it.
 */
export { openAudit } from './audit.ts';
export { DataFile, handleOf } from './data-file.ts';
export { guardDisk, inTransaction, openDatabase, openScratch } from './database.ts';
export { migrate, readVersions, type Step, type Tables } from './migrations.ts';
export { openSqliteStore } from './sqlite.ts';
export { openStores } from './stores.ts';
export { openTokens } from './tokens.ts';
