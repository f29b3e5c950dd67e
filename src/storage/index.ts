/**
 * Storage: where sessions, events, state, artifacts, tokens and the audit trail live. In memory, or embedded in SQLite under CONSILIUM_HOME;
 * both keep to the kernel's Store contract (store.contract.test.ts). Touches the disk and the kernel's types only.
 */
export {
  type Audit,
  type AuditEntry,
  type AuditFilter,
  type AuditRow,
  NOBODY,
} from './audit.ts';
export type { AuditVerdict } from './audit-check.ts';
export { examineHead, readAuditKey } from './audit-head.ts';
export { writeBackup } from './backup.ts';
export type { BackupPart } from './backup-form.ts';
export { readBackupKey } from './backup-key.ts';
export type { DataFile } from './data-file.ts';
export { damageOf } from './database.ts';
export { makeFolder } from './folder.ts';
export {
  type Grant,
  type GrantWish,
  readExpiry,
  readGrant,
  SCOPES,
  type Scope,
  type TeamScopes,
  USUAL_EXPIRY,
  USUAL_SCOPES,
} from './grants.ts';
export { type Home, openHome } from './home.ts';
export { openMemoryStore } from './memory.ts';
export type { TablesVersion } from './migrations.ts';
export { homeDir } from './owner.ts';
export type { KeptRequest, Requests } from './requests.ts';
export { checkBackup, restoreBackup } from './restore.ts';
export type { SeenSignatures } from './rooms/a2a-signatures.ts';
export { UNDO_DAYS } from './rooms/assistant.ts';
export type { Letters } from './rooms/mail.ts';
export type { Archive } from './rooms/memory.ts';
export type { ResearchRecords } from './rooms/research.ts';
export { type IndexFile, openIndexFile } from './rooms/search/index.ts';
export type { CardFilter, StudyStore } from './rooms/study.ts';
export type { TodayMarks } from './rooms/today.ts';
export {
  bearsMark,
  changeFolder,
  type Direction,
  isSealed,
  placeBelow,
  plainIn,
  readDataKey,
  SEALED_MORE,
  type Seal,
  sealAbove,
  sealOf,
  unlockFolder,
} from './sealed/index.ts';
export { SIGNED } from './signed-tokens.ts';
export type { Stores } from './stores.ts';
export type { Talks } from './talks.ts';
export { actsForAnyone, describeToken } from './token-view.ts';
export {
  type IssuedToken,
  openTokenFile,
  type Shown,
  type TokenFile,
  type TokenRow,
  type Tokens,
} from './tokens.ts';
