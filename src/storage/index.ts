/**
 * Storage: where sessions, events, state and artifacts live. In memory, or embedded in SQLite under CONSILIUM_HOME;
 * both keep to the kernel's Store contract (store.contract.test.ts). Touches the disk and the kernel's types only.
 */
export { guardDisk, inTransaction, openDatabase } from './database.ts';
export { type Home, homeDir, openHome } from './home.ts';
export { openMemoryStore } from './memory.ts';
export { openSqliteStore } from './sqlite.ts';
