/**
 * Citations: where statements come from. Sources numbered into a prompt, `[^n]` markers read back and put right,
 * Chicago-style footnotes, statements that nothing supports, and an audit record for every answer. Pure functions over
 * text and sources; only the audit touches the data file, through the handle that it is given.
 */
export {
  type AnsweredWith,
  auditAnswer,
  auditRun,
  keepRun,
  type SettledAnswer,
  settleAnswer,
  type Unsupported,
  unsupportedIn,
} from './answer.ts';
export type {
  CitationAudit,
  CitationAuditEntry,
  CitationAuditFilter,
  CitationAuditPage,
  CitationAuditRecord,
  CitationUse,
} from './audit.ts';
export { formatFootnote, renderFootnotes, shortLabel } from './format.ts';
export {
  type Found,
  type Marker,
  numberSources,
  readMarkers,
  type Settled,
  settleCitations,
  sourcesPrompt,
} from './markers.ts';
export {
  type Citation,
  type CitedContent,
  citation,
  citedContent,
  type SourceMetadata,
  type SourceType,
  sourceMetadata,
} from './source.ts';
export { type Cited, type Flag, flagUnsupported } from './support.ts';
export { type ReadCitations, readCitations, toSource } from './told.ts';
