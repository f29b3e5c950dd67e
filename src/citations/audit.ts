/**
 * What each answer rested on: which sources, how well they fitted, what was wrong with its markers. Rows are added,
 * never changed or deleted (the database refuses); they hold ids, kinds and numbers, never what was said.
 */
import type { SourceType } from './source.ts';

export interface CitationUse {
  /** The source's id. */
  readonly id: string;
  readonly source_type: SourceType;
  readonly marker: number;
}

export interface CitationAuditEntry {
  /** The session. */
  readonly conversation_id: string;
  /** The answer in it: an invocation or a run. */
  readonly message_id: string;
  readonly citations_used: readonly CitationUse[];
  /** One for each citation, in order; null where it was not retrieved by a search. */
  readonly retrieval_scores: readonly (number | null)[];
  /** How many markers or citations had to be put right. */
  readonly warnings: number;
  /** How many statements nothing supports. */
  readonly unsupported: number;
  readonly team?: string | undefined;
  /** `offline`, or the models that spoke. */
  readonly engine?: string | undefined;
}

export interface CitationAuditRecord extends CitationAuditEntry {
  readonly id: string;
  /** ISO, UTC. */
  readonly timestamp: string;
}

export interface CitationAuditFilter {
  readonly conversation?: string | undefined;
  readonly message?: string | undefined;
  /** A source's id: every answer that cited it. */
  readonly source?: string | undefined;
  readonly team?: string | undefined;
  /** ISO or milliseconds; from `since` on, before `until`. */
  readonly since?: string | number | undefined;
  readonly until?: string | number | undefined;
  /** Default 100, at most 1000. */
  readonly limit?: number | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
}

export interface CitationAuditPage {
  /** Newest first. */
  readonly records: readonly CitationAuditRecord[];
  /** Present if there are more. */
  readonly next?: string;
}

export interface CitationAudit {
  write(entry: CitationAuditEntry): Pick<CitationAuditRecord, 'id' | 'timestamp'>;
  list(filter?: CitationAuditFilter): CitationAuditPage;
  get(id: string): CitationAuditRecord | undefined;
}
